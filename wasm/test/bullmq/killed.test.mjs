import assert from "node:assert/strict";
import { after, test } from "node:test";
import { listen } from "../send/server.mjs";
import { ended, fleet, killed, until } from "./fleet.mjs";
import { startRedis } from "./redis.mjs";

const redis = await startRedis();
after(() => redis.stop());

const LIMIT = { timeout: 120_000 };
/** How long BullMQ believes that a worker which says nothing is alive. */
const lock = 500;
const waiting = (delay) => ({ backoff: { constant: { delay } }, jitter: "none", maxAttempts: 3 });

/** The id and the number of every attempt. */
const knocks = ({ seen }) => seen.map(({ headers }) => [headers["webhook-id"], headers["webhook-attempt"]]);

test("a worker killed in an attempt: another makes it again, under the same id and number", LIMIT, async () => {
  const server = await listen(["stall", 200]);
  await fleet(redis, async ({ queue, start, add }) => {
    const first = await start({ policy: waiting(20), lock });
    const added = await add({ url: server.url, event: {} });
    await until(() => server.seen.length === 1);
    await killed(first);
    await start({ policy: waiting(20), lock });
    const { state, job } = await ended(queue, added);
    assert.equal(state, "completed");
    const { id } = job.data.reknock;
    assert.deepEqual(knocks(server), [[id, "1"], [id, "1"]]);
  });
  await server.close();
});

test("a worker killed in a wait: another goes on when the time has come, and not before", LIMIT, async () => {
  const server = await listen([503, 200]);
  await fleet(redis, async ({ queue, start, add, decisions }) => {
    const first = await start({ policy: waiting("5s"), lock });
    const added = await add({ url: server.url, event: {} });
    // Long enough that a loaded machine sees the wait before it is over.
    await until(async () => (await queue.getJobState(added.id)) === "delayed");
    await killed(first);
    await start({ policy: waiting("5s"), lock });
    const { state, job } = await ended(queue, added);
    assert.equal(state, "completed");
    const { id } = job.data.reknock;
    assert.deepEqual(knocks(server), [[id, "1"], [id, "2"]]);
    assert.ok(server.seen[1].at >= decisions[0].decision.at);
  });
  await server.close();
});

test("a worker killed between decision and wait: the wait is kept to all the same", LIMIT, async () => {
  const server = await listen([503, 200]);
  await fleet(redis, async ({ queue, start, add }) => {
    const first = await start({ policy: waiting("4s"), lock, dieAfterDeciding: true });
    const added = await add({ url: server.url, event: {} });
    await until(() => first.signalCode === "SIGKILL");
    const { delivery } = (await queue.getJob(added.id)).data.reknock;
    assert.equal(delivery.attempts, 1);
    assert.equal(await queue.getJobState(added.id), "active", "nobody has taken note of its death yet");
    await start({ policy: waiting("4s"), lock });
    const { state, job } = await ended(queue, added);
    assert.equal(state, "completed");
    assert.equal(job.stalledCounter, 1);
    const { id } = job.data.reknock;
    assert.deepEqual(knocks(server), [[id, "1"], [id, "2"]]);
    assert.ok(server.seen[1].at >= delivery.nextAt, `${delivery.nextAt - server.seen[1].at} ms early`);
  });
  await server.close();
});
