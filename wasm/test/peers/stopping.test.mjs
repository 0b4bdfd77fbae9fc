/** Knowing when to stop: after an abort, after "bail", and without a number that means it. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import asyncRetry from "async-retry";
import { Job } from "bullmq";
import { ConstantBackoff, handleAll, retry } from "cockatiel";
import got from "got";
import { deliver, derived, newDelivery, policy } from "reknock";
import { listen } from "../send/server.mjs";
import { answering, hasty } from "./time.mjs";

const url = "http://127.0.0.1/hook";

/** Lets everything that is already due happen. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test("cockatiel: the function is called again after an abort during its delay", async () => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  try {
    const controller = new AbortController();
    let calls = 0;
    const running = retry(handleAll, { maxAttempts: 3, backoff: new ConstantBackoff(60_000) }).execute(() => {
      calls++;
      throw new Error("down");
    }, controller.signal);
    running.catch(() => {});
    await settled();
    assert.equal(calls, 1);
    controller.abort(new Error("shutting down"));
    mock.timers.tick(60_000);
    await assert.rejects(running, /down/);
    assert.equal(calls, 2, "one call after the abort");
  } finally {
    mock.timers.reset();
  }

  const controller = new AbortController();
  const fetch = answering({ status: 503 });
  const save = ({ delivery }) => delivery.attempts > 0 && setImmediate(() => controller.abort(new Error("shutting down")));
  await assert.rejects(deliver(url, { fetch, save, policy: { backoff: { constant: { delay: "1h" } }, jitter: "none" }, signal: controller.signal }), {
    message: "shutting down",
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(fetch.calls, 1, "none after the abort");
});

test("async-retry: bail() does not stop it", async () => {
  let calls = 0;
  let fourth = () => {};
  const all = new Promise((resolve) => (fourth = resolve));
  const attempt = (bail) => {
    calls++;
    if (calls === 4) fourth();
    bail(new Error("410 Gone"));
    throw new Error("and the work goes on failing");
  };
  await assert.rejects(asyncRetry(attempt, { retries: 3, minTimeout: 1, factor: 1, randomize: false }), /410 Gone/);
  await all;
  assert.equal(calls, 4, "three more calls after bail");

  const clock = hasty();
  const fetch = answering({ status: 410 }, { status: 200 });
  const result = await deliver(url, { fetch, clock });
  assert.deepEqual([result.kind, result.reason], ["deadLetter", "gone"]);
  assert.equal(fetch.calls, 1);
});

test("got: a delay of 0, an immediate retry, means never", async () => {
  const server = await listen([503, 200]);
  try {
    await assert.rejects(got(server.url, { retry: { limit: 3, calculateDelay: () => 0 } }), /503/);
    assert.equal(server.seen.length, 1);
  } finally {
    await server.close();
  }

  // Slack's first retry comes at once: a retry, with a delay of 0.
  const decision = policy("slack").decide(newDelivery(5), { status: 503 }, { now: 5, draws: derived("0x1", "a") });
  assert.deepEqual(decision, { kind: "retry", at: 5, delay: 0, attempt: 2, reason: "backoff" });
  const clock = hasty();
  assert.equal((await deliver(url, { policy: "slack", fetch: answering({ status: 503 }, { status: 200 }), clock })).attempts, 2);
  assert.equal(clock.waited(), 0);
});

test("bullmq: a delay of -1, a millisecond too late, means never", async () => {
  const due = 1_000;
  const job = (now) => ({
    attemptsMade: 0,
    opts: { attempts: 5, backoff: { type: "custom" } },
    queue: { opts: { settings: { backoffStrategy: () => due - now } } },
  });
  const asked = (now) => Job.prototype.shouldRetryJob.call(job(now), new Error("down"));
  assert.deepEqual(await asked(1_000), [true, 0], "on time: retried");
  assert.deepEqual(await asked(1_001), [false, 0], "1 ms late: failed for good");
  assert.deepEqual(await asked(1_002), [true, -2], "2 ms late: retried");

  // A decision is a tagged union, and a delay is never below 0, whatever the clock does.
  const storm = policy({ backoff: { schedule: { delays: [0, 0, 0, 0] } }, jitter: "none" });
  for (const now of [1_000, 1_001, 1_002, -1, -(2 ** 53)]) {
    const decision = storm.decide(newDelivery(1_000), { status: 503 }, { now, draws: derived("0x1", "a") });
    assert.equal(decision.kind, "retry");
    assert.equal(decision.delay, 0);
  }
});
