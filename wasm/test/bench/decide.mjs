/**
 * `npm run bench`: what a whole decision costs, beside the bare call into WebAssembly and beside what
 * other libraries take for a delay alone. All in one run, in turn. `--check` fails where a goal is
 * missed; for that the machine should have nothing else to do. `--quick` measures next to nothing, and shows that
 * it could.
 */
import assert from "node:assert/strict";
import { cpus } from "node:os";
import { reknock } from "../instance.mjs";
import { addBare, decideBare } from "./bare.mjs";
import { measure } from "./measure.mjs";
import { peers, versions } from "./peers.mjs";

const { derived, fromRandom, newDelivery, policy } = reknock;
const HINT = 120_000;
const now = 1_768_000_000_000;
const storm = policy("stormSafe");
const seeded = derived("0x5eed", 1);

/** A whole decision: everything is checked, the delivery goes on, and the answer is an object that is read. */
const whole = (outcome, draws) => (calls) => {
  const delivery = newDelivery(now);
  const options = { now, draws };
  let sum = 0;
  for (let call = 0; call < calls; call += 1) {
    delivery.attempts = call & 3;
    const decision = storm.decide(delivery, outcome, options);
    sum += decision.kind === "retry" ? decision.delay : 0;
  }
  return sum;
};

/** The same as most programs do it: the outcome and the options are made for the call, and the time goes on. */
const fresh = (draws) => (calls) => {
  const delivery = newDelivery(now);
  let sum = 0;
  for (let call = 0; call < calls; call += 1) {
    delivery.attempts = call & 3;
    const decision = storm.decide(delivery, { status: 503, hint: HINT }, { now: now + call, draws });
    sum += decision.kind === "retry" ? decision.delay : 0;
  }
  return sum;
};

const BARE = "the bare export, hint a number";
const WHOLE = "reknock, whole decision, hint a number";
const cases = {
  "a bare wasm call that adds": addBare(),
  [BARE]: decideBare(now, HINT, seeded),
  [WHOLE]: whole({ status: 503, hint: HINT }, seeded),
  "reknock, the same, all objects new": fresh(seeded),
  "reknock, whole decision, no hint": whole({ status: 503 }, seeded),
  "reknock, whole decision, Math.random": whole({ status: 503 }, fromRandom(Math.random)),
  "reknock, whole decision, Retry-After: 120": whole({ status: 503, retryAfter: "120" }, seeded),
};
assert.equal(cases[BARE](4), cases[WHOLE](4), "the bare call must decide the same");

const others = peers();
const effort = process.argv.includes("--quick") ? { rounds: 3, millis: 0.1, warm: 2 } : { rounds: 1_000, millis: 1 };
const times = measure({ ...cases, ...others }, effort);

console.log(`Node ${process.versions.node}, V8 ${process.versions.v8}, ${cpus()[0].model}`);
console.log(`${versions(["cockatiel", "exponential-backoff", "p-retry", "bullmq"]).join(", ")}\n`);
console.log("nanoseconds a call                            best   median");
for (const [name, { best, median }] of Object.entries(times)) {
  console.log(`${name.padEnd(43)} ${best.toFixed(1).padStart(6)} ${median.toFixed(1).padStart(8)}`);
}
const ratio = times[WHOLE].best / times[BARE].best;
const fastest = Math.min(...Object.keys(others).map((name) => times[name].best));
console.log(`\na whole decision is ${ratio.toFixed(2)} times the bare export (goal: 3 at most), and takes`);
console.log(`${(times[WHOLE].best / fastest).toFixed(2)} of the time of the fastest library's delay alone (goal: below 1)`);
if (process.argv.includes("--check") && (ratio > 3 || times[WHOLE].best >= fastest)) process.exitCode = 1;
