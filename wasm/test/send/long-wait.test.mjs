import assert from "node:assert/strict";
import { test } from "node:test";
import { deliver } from "reknock";
import { virtualClock } from "./server.mjs";

const DAYS_40 = 40 * 86_400_000;
const POLICY = { backoff: { constant: { delay: "40d" } }, jitter: "none", maxAttempts: 2 };

/** Lets everything run that is ready, while timers are mocked. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a wait longer than 2^31 ms does not fire early", async (t) => {
  assert.ok(DAYS_40 > 2 ** 31);
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const calls = [];
  const fetch = async () => {
    calls.push(Date.now());
    return new Response("", { status: calls.length === 1 ? 503 : 200 });
  };
  const running = deliver("http://127.0.0.1/", { policy: POLICY, fetch });
  await settle();
  assert.deepEqual(calls, [0]);
  for (let passed = 0; passed < DAYS_40; passed += 60_000) {
    t.mock.timers.tick(60_000);
    if (passed % 300_000 === 0 || passed > DAYS_40 - 600_000) await settle();
    if (passed + 60_000 < DAYS_40) assert.equal(calls.length, 1, `it fired after ${passed} ms`);
  }
  for (let turn = 0; turn < 20 && calls.length < 2; turn += 1) {
    t.mock.timers.tick(60_000);
    await settle();
  }
  assert.equal((await running).kind, "delivered");
  assert.ok(calls[1] >= DAYS_40);
});

test("no single timer is longer than setTimeout can wait", async () => {
  const clock = virtualClock(0);
  const answers = [503, 200];
  const fetch = async () => new Response("", { status: answers.shift() });
  await deliver("http://127.0.0.1/", { policy: POLICY, fetch, clock });
  assert.ok(clock.slept.length > 1);
  assert.ok(Math.max(...clock.slept) < 2 ** 31);
  assert.ok(clock.time >= DAYS_40);
});

test("a clock that is set back in a wait lengthens it by nothing", async () => {
  const clock = virtualClock(10 ** 12);
  const { sleep } = clock;
  let naps = 0;
  clock.sleep = async (millis, signal) => {
    await sleep(millis, signal);
    if ((naps += 1) === 1) clock.time -= 10 ** 11;
  };
  const answers = [503, 200];
  const fetch = async () => new Response("", { status: answers.shift() });
  const policy = { ...POLICY, backoff: { constant: { delay: "1h" } } };
  await deliver("http://127.0.0.1/", { policy, fetch, clock });
  const slept = clock.slept.reduce((sum, nap) => sum + nap, 0);
  assert.ok(slept >= 3_600_000 && slept <= 3_600_000 + naps, `${slept} ms`);
});

test("a machine that was suspended in a wait notices when it is due", async () => {
  const clock = virtualClock(0);
  const { sleep } = clock;
  clock.sleep = async (millis, signal) => {
    await sleep(millis, signal);
    if (clock.slept.length === 1) clock.time += DAYS_40;
  };
  const answers = [503, 200];
  const fetch = async () => new Response("", { status: answers.shift() });
  await deliver("http://127.0.0.1/", { policy: POLICY, fetch, clock });
  assert.equal(clock.slept.length, 1);
});
