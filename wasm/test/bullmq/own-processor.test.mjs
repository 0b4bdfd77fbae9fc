import assert from "node:assert/strict";
import { once } from "node:events";
import { after, test } from "node:test";
import axios from "axios";
import { UnrecoverableError, Worker } from "bullmq";
import { outcomeOf, ReknockError } from "reknock";
import { retries } from "reknock/bullmq";
import { listen } from "../send/server.mjs";
import { ended, fleet } from "./fleet.mjs";
import { startRedis } from "./redis.mjs";

const redis = await startRedis();
after(() => redis.stop());

const LIMIT = { timeout: 120_000 };
const QUICK = { backoff: { constant: { delay: 20 } }, jitter: "none", maxAttempts: 3, hints: { jitter: 0 } };

/** Runs one job through a processor in this process. */
async function through(processor, options = {}, data = {}) {
  return fleet(redis, async ({ queue, add }) => {
    const decisions = [];
    const onDecision = (_job, outcome, decision) => decisions.push({ outcome, decision });
    const kit = retries({ policy: QUICK, onDecision, ...options });
    const connection = { host: "127.0.0.1", port: redis.port };
    const work = processor.length === 0 ? processor : processor(kit);
    const worker = new Worker(queue.name, work, { connection, settings: kit.settings, drainDelay: 1 });
    try {
      const { state, job } = await ended(queue, await add(data));
      return { state, job, decisions, logs: (await queue.getJobLogs(job.id)).logs };
    } finally {
      await worker.close();
    }
  });
}

test("an error of axios is read: its Retry-After is kept to", LIMIT, async () => {
  const server = await listen([{ status: 503, headers: { "retry-after": "1" } }, 200]);
  const { state, decisions } = await through(async () => void (await axios.post(server.url, {})));
  await server.close();
  assert.equal(state, "completed");
  assert.deepEqual([decisions[0].decision.reason, decisions[0].decision.delay], ["hint", 1_000]);
  assert.ok(server.seen[1].at >= decisions[0].decision.at);
});

test("an error that carries an outcome says what happened", LIMIT, async () => {
  const { state, job } = await through(async () => {
    throw Object.assign(new Error("busy"), { outcome: outcomeOf(new Response("", { status: 410 })) });
  });
  assert.deepEqual([state, job.failedReason], ["failed", "gone: busy"]);
});

test("an outcome that is none counts as one that says nothing precise", LIMIT, async () => {
  const { state, decisions } = await through(async () => {
    throw Object.assign(new Error("odd"), { outcome: { status: "teapot" } });
  });
  assert.equal(state, "failed");
  assert.deepEqual(decisions.map(({ outcome }) => outcome), Array(3).fill({ error: "reset" }));
});

test("the sender's own fault costs no attempt", LIMIT, async () => {
  let calls = 0;
  const { state, job } = await through(
    async () => {
      if ((calls += 1) <= 5) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    },
    { policy: { ...QUICK, maxAttempts: 1 } },
  );
  assert.deepEqual([state, calls, job.data.reknock.delivery.attempts], ["completed", 6, 0]);
});

test("BullMQ's UnrecoverableError ends a job as ever", LIMIT, async () => {
  let calls = 0;
  const { state, decisions } = await through(async () => {
    calls += 1;
    throw new UnrecoverableError("no such customer");
  });
  assert.deepEqual([state, calls, decisions], ["failed", 1, []]);
});

test("a request that can never be sent ends the job at once", LIMIT, async () => {
  const circle = {};
  circle.self = circle;
  const url = "http://127.0.0.1/";
  for (const request of [
    { url: "ftp://127.0.0.1/" }, { url: 7 }, { url, body: circle }, { url, headers: 5 }, { url, tiemout: 5 }, { url, fetch: 7 },
    { url, id: "two words" }, null,
  ]) {
    const { state, job } = await through(({ processor }) => processor(() => request));
    assert.deepEqual([state, job.failedReason], ["failed", "permanent: no answer: invalid"]);
  }
});

test("what onDecision throws changes nothing, and stands in the job's log", LIMIT, async () => {
  for (const onDecision of [() => { throw new Error("metrics down"); }, async () => { throw new Error("metrics down"); }]) {
    let calls = 0;
    const work = async () => {
      if ((calls += 1) < 3) throw new Error("down");
    };
    const { state, logs } = await through(work, { onDecision });
    assert.deepEqual([state, calls], ["completed", 3]);
    assert.deepEqual(logs, ["reknock: metrics down", "reknock: metrics down"]);
  }
});

test("a job whose state cannot be stored for once is retried all the same", LIMIT, async () => {
  let calls = 0;
  const work = async (job) => {
    if ((calls += 1) > 1) return;
    job.updateData = async () => { throw new Error("Redis is busy"); };
    throw new Error("down");
  };
  const { state, logs } = await through((_kit) => work);
  assert.deepEqual([state, calls, logs], ["completed", 2, ["reknock: Redis is busy"]]);
});

test("the state stands in the field that was asked for, beside what was there", LIMIT, async () => {
  const server = await listen([503, 200]);
  const { job } = await through(({ processor }) => processor(() => ({ url: server.url, id: "evt_7" })), { field: "retry" }, { a: 1 });
  await server.close();
  assert.deepEqual([job.data.a, job.data.retry.id, job.data.retry.delivery.attempts], [1, "evt_7", 1]);
  assert.deepEqual(server.seen.map(({ headers }) => headers["webhook-id"]), ["evt_7", "evt_7"]);
});

test("a job that is cancelled is not counted", LIMIT, async () => {
  const server = await listen(["stall", 200]);
  await fleet(redis, async ({ queue, add }) => {
    const { settings, processor } = retries({ policy: { ...QUICK, maxAttempts: 1 } });
    const connection = { host: "127.0.0.1", port: redis.port };
    const worker = new Worker(queue.name, processor(() => ({ url: server.url })), { connection, settings, drainDelay: 1 });
    const [knock] = [once(server.server, "request")];
    const added = await add({});
    await knock;
    assert.equal(worker.cancelJob(added.id), true);
    const { state, job } = await ended(queue, added);
    await worker.close();
    assert.deepEqual([state, job.data.reknock.delivery.attempts], ["completed", 0]);
    assert.deepEqual(server.seen.map(({ headers }) => headers["webhook-attempt"]), ["1", "1"]);
  });
  await server.close();
});

test("options that are wrong are refused before a worker starts", () => {
  for (const [options, field] of [
    [{ policy: { backoff: {} } }, "backoff"],
    [{ policy: "sviks" }, "policy"],
    [{ seed: "5eed" }, "seed"],
    [{ polcy: "svix" }, "options.polcy"],
    [{ onDecision: 7 }, "onDecision"],
    [{ field: "" }, "field"],
  ]) {
    assert.throws(() => retries(options), (error) => error instanceof ReknockError && error.field === field, field);
  }
});
