/** The delay alone, as each library computes it: at tries 1 to 4, from 30 s doubling to 1 h, with its jitter. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { Backoffs } from "bullmq/dist/cjs/classes/backoffs.js";
import { decorrelatedJitterGenerator, ExponentialBackoff, fullJitterGenerator } from "cockatiel";
import { DelayFactory } from "exponential-backoff/dist/delay/delay.factory.js";

const require = createRequire(import.meta.url);
const [BASE, CAP] = [30_000, 3_600_000];

export const peers = () => ({
  "exponential-backoff, full jitter": exponentialBackoff(),
  "p-retry, ×1 to ×2": pRetry(),
  "bullmq, exponential, jitter 1": bullmq(),
  "cockatiel, full jitter": cockatiel(fullJitterGenerator),
  "cockatiel, decorrelated": cockatiel(decorrelatedJitterGenerator),
});

function exponentialBackoff() {
  const options = { startingDelay: BASE, timeMultiple: 2, maxDelay: CAP, jitter: "full", delayFirstAttempt: true };
  return (calls) => {
    let sum = 0;
    for (let call = 0; call < calls; call += 1) sum += DelayFactory(options, call & 3).jitteredDelay;
    return sum;
  };
}

/** p-retry keeps its function to itself: it is taken from the file as it is installed. */
function pRetry() {
  const source = readFileSync(require.resolve("p-retry"), "utf8");
  const [text] = source.match(/^function calculateDelay\(.*?^}/ms);
  const calculateDelay = new Function(`${text}; return calculateDelay;`)();
  const options = { minTimeout: BASE, maxTimeout: CAP, factor: 2, randomize: true };
  return (calls) => {
    let sum = 0;
    for (let call = 0; call < calls; call += 1) sum += calculateDelay(call & 3, options);
    return sum;
  };
}

function bullmq() {
  const backoff = { type: "exponential", delay: BASE, jitter: 1 };
  return (calls) => {
    let sum = 0;
    for (let call = 0; call < calls; call += 1) sum += Backoffs.calculate(backoff, (call & 3) + 1);
    return sum;
  };
}

/** Every call goes on from the last; the fifth begins anew. */
function cockatiel(generator) {
  const factory = new ExponentialBackoff({ initialDelay: BASE, maxDelay: CAP, generator });
  return (calls) => {
    let sum = 0;
    let backoff = factory.next();
    for (let call = 0; call < calls; call += 1) {
      backoff = (call & 3) === 0 ? factory.next() : backoff.next();
      sum += backoff.duration;
    }
    return sum;
  };
}

/** The versions that are installed. */
export function versions(names) {
  const read = (name) => JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), "utf8"));
  return names.map((name) => `${name} ${read(name).version}`);
}
