import assert from "node:assert/strict";
import { after, test } from "node:test";
import { derived, newDelivery, policy } from "reknock";
import { freePort, listen } from "../send/server.mjs";
import { ended, fleet, until } from "./fleet.mjs";
import { startRedis } from "./redis.mjs";

const redis = await startRedis();
after(() => redis.stop());

const LIMIT = { timeout: 120_000 };
const QUICK = { backoff: { constant: { delay: 20 } }, jitter: "none", maxAttempts: 3, hints: { jitter: 0 } };

/** What the server saw of one job. */
const seenOf = (server, path) => server.seen.filter((request) => request.path === path);
const numbers = (requests) => requests.map(({ headers }) => headers["webhook-attempt"]);

/** Sends one job through one worker to a server with this script. */
async function one(script, settings, data = {}) {
  const server = await listen(script);
  try {
    return await fleet(redis, async ({ queue, start, add, decisions }) => {
      await start({ policy: QUICK, ...settings });
      const added = await add({ url: server.url, event: { type: "order.paid" }, ...data });
      const end = await ended(queue, added);
      return { ...end, seen: server.seen, decisions, logs: (await queue.getJobLogs(added.id)).logs };
    });
  } finally {
    await server.close();
  }
}

test("three workers share the jobs: the delays, ids and numbers are those of the policy", LIMIT, async () => {
  const [seed, many] = ["0x5eed", 12];
  const spread = { backoff: { exponential: { base: 40, factor: 2 } }, jitter: "full", maxAttempts: 4 };
  const knocked = new Set();
  // Nobody is answered before all three have knocked: so each of them takes part.
  const together = (status) => async ({ headers }) => {
    knocked.add(headers["x-worker"]);
    await until(() => knocked.size === 3);
    return status;
  };
  const tries = new Map();
  const act = ({ path, ...entry }) => {
    tries.set(path, (tries.get(path) ?? 0) + 1);
    return together(tries.get(path) < 3 ? 503 : 200)(entry);
  };
  const server = await listen([act]);
  await fleet(redis, async ({ queue, start, add, decisions }) => {
    await Promise.all([1, 2, 3].map(() => start({ policy: spread, seed })));
    const jobs = await Promise.all(
      Array.from({ length: many }, (_, index) => add({ url: new URL(`/job/${index}`, server.url).href, event: { index } })),
    );
    for (const [index, added] of jobs.entries()) {
      const { state, job } = await ended(queue, added);
      assert.equal(state, "completed");
      assert.deepEqual(job.returnvalue, { status: 200 });
      const seen = seenOf(server, `/job/${index}`);
      assert.deepEqual(numbers(seen), ["1", "2", "3"]);
      assert.deepEqual(seen.map(({ body }) => body), Array(3).fill(`{"index":${index}}`));
      const { id, delivery } = job.data.reknock;
      assert.deepEqual(seen.map(({ headers }) => headers["webhook-id"]), [id, id, id]);
      assert.equal(delivery.attempts, 2, "both failures are stored in the job");

      // Any worker computes what we compute here from seed and id.
      const again = newDelivery(added.timestamp);
      const made = decisions.filter((decision) => decision.job === added.id).map(({ decision }) => decision);
      assert.equal(made.length, 2);
      for (const [turn, { at, delay }] of made.entries()) {
        const draws = derived(seed, id);
        const now = at - delay;
        assert.deepEqual(policy(spread).decide(again, { status: 503 }, { now, draws }), made[turn]);
        assert.ok(seen[turn + 1].at >= at, `attempt ${turn + 2} came ${at - seen[turn + 1].at} ms early`);
      }
    }
  });
  await server.close();
  assert.equal(new Set(server.seen.map(({ headers }) => headers["x-worker"])).size, 3);
});

for (const [form, value] of [
  ["seconds", () => "1"],
  ["a date", () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000).toUTCString()],
]) {
  test(`Retry-After in ${form} is kept to, although the policy would wait 20 ms`, LIMIT, async () => {
    let told;
    const busy = () => ({ status: 429, headers: { "retry-after": (told = value()) } });
    const { state, seen, decisions } = await one([busy, 200]);
    assert.equal(state, "completed");
    assert.equal(decisions[0].decision.reason, "hint");
    assert.ok(decisions[0].decision.delay >= 1_000);
    assert.ok(seen[1].at >= decisions[0].decision.at);
    if (form === "a date") assert.ok(seen[1].at >= Date.parse(told));
  });
}

for (const [status, reason] of [[410, "gone"], [404, "permanent"], [302, "permanent"]]) {
  test(`a ${status} fails the job at once: ${reason}`, LIMIT, async () => {
    const { state, job, seen } = await one([{ status, headers: { location: "/elsewhere" } }]);
    assert.equal(state, "failed");
    assert.equal(job.failedReason, `${reason}: answered ${status}`);
    assert.equal(seen.length, 1);
    assert.equal(job.data.reknock.delivery.attempts, 1);
  });
}

test("tries end where the policy says, and the window ends them too", LIMIT, async () => {
  const all = await one([503]);
  assert.deepEqual([all.state, all.job.failedReason, all.seen.length], ["failed", "attempts: answered 503", 3]);
  assert.deepEqual(numbers(all.seen), ["1", "2", "3"]);
  const late = await one([503], { policy: { ...QUICK, backoff: { constant: { delay: "1h" } }, window: "30m" } });
  assert.deepEqual([late.state, late.job.failedReason, late.seen.length], ["failed", "window: answered 503", 1]);
});

test("a retry at once is at once", LIMIT, async () => {
  const { state, seen, decisions } = await one([503, 200], { policy: "slack" });
  assert.equal(state, "completed");
  assert.equal(decisions[0].decision.delay, 0);
  assert.equal(seen.length, 2);
});

test("no connection, a reset and a stall are outcomes like any other", LIMIT, async () => {
  const { state, decisions } = await one(["reset", "stall", 200], { timeout: 500 });
  assert.equal(state, "completed");
  assert.deepEqual(decisions.map(({ outcome }) => outcome), [{ error: "reset" }, { error: "timeout" }]);
  const refused = await one([200], {}, { url: `http://127.0.0.1:${await freePort()}/` });
  assert.deepEqual([refused.state, refused.job.failedReason], ["failed", "attempts: no answer: refused"]);
  assert.deepEqual(refused.decisions.map(({ outcome }) => outcome), Array(3).fill({ error: "refused" }));
});

test("a state that was tampered with ends the job, and its log says which field", LIMIT, async () => {
  const delivery = { v: 1, attempts: -1, dns: 0, createdAt: 0, nextAt: 0, delay: 0 };
  const { state, seen, logs } = await one([200], {}, { reknock: { v: 1, id: "e1", delivery } });
  assert.equal(state, "failed");
  assert.equal(seen.length, 0);
  assert.match(logs.join("\n"), /job\.data\.reknock\.delivery\.attempts/);
});

test("a job whose data is no object fails, and does not hang", LIMIT, async () => {
  await fleet(redis, async ({ queue, start, add }) => {
    await start({ policy: QUICK });
    const { state, job } = await ended(queue, await add("just text"));
    assert.equal(state, "failed");
    assert.match(job.failedReason, /job\.data: must be an object/);
  });
});
