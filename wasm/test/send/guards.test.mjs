import assert from "node:assert/strict";
import { setTimeout as later } from "node:timers/promises";
import { test } from "node:test";
import { deliver, Destination, resume } from "reknock";
import { listen, QUICK } from "./server.mjs";

const LIMIT = { timeout: 60_000 };
const destination = (rules) => new Destination({ now: Date.now(), rules });

test("no more are under way at a time than the gate lets in, and all arrive", LIMIT, async () => {
  let [now, most] = [0, 0];
  const slow = async () => {
    most = Math.max(most, (now += 1));
    await later(10);
    now -= 1;
    return 200;
  };
  const server = await listen([slow]);
  const guards = destination({ gate: { max: 2 } });
  const results = await Promise.all(
    Array.from({ length: 12 }, () => deliver(server.url, { policy: QUICK, destination: guards })),
  );
  await server.close();
  assert.ok(results.every(({ kind }) => kind === "delivered"));
  assert.deepEqual([server.seen.length, most], [12, 2]);
  assert.equal(guards.status(Date.now()).inFlight, 0, "every place was given back");
});

test("an open breaker keeps everyone away, and a probe opens it again", LIMIT, async () => {
  const server = await listen([503, 503, 200]);
  const rules = { breaker: { consecutive: 2, cooldown: 200, maxCooldown: 200 } };
  const guards = destination(rules);
  const result = await deliver(server.url, { policy: QUICK, destination: guards });
  await server.close();
  assert.deepEqual([result.kind, result.attempts], ["delivered", 3]);
  assert.ok(server.seen[2].at - server.seen[1].at >= 100, "the third came while the breaker rested");
});

test("a 410 disables the destination: the next event is held, and goes on when a person says so", LIMIT, async () => {
  const server = await listen([410, 200]);
  const guards = destination();
  const options = { policy: QUICK, destination: guards };
  assert.equal((await deliver(server.url, options)).reason, "gone");
  const held = await deliver(server.url, { ...options, id: "e2" });
  assert.deepEqual([held.kind, held.because, held.attempts], ["held", "disabled", 0]);
  assert.equal(server.seen.length, 1);
  guards.enable(Date.now());
  const result = await resume(JSON.parse(JSON.stringify(held.state)), options);
  await server.close();
  assert.deepEqual([result.kind, result.id], ["delivered", "e2"]);
});

test("an abort while the guards say wait ends it at once, and nothing is sent", LIMIT, async () => {
  const server = await listen(["stall"]);
  const guards = destination({ gate: { max: 1 } });
  const [first, second] = [new AbortController(), new AbortController()];
  const holding = assert.rejects(deliver(server.url, { destination: guards, signal: first.signal }), { name: "AbortError" });
  while (server.seen.length === 0) await later(5);
  const waiting = assert.rejects(deliver(server.url, { destination: guards, signal: second.signal }), { name: "AbortError" });
  await later(30);
  second.abort();
  await waiting;
  assert.equal(guards.status(Date.now()).inFlight, 1, "the other one is still under way");
  first.abort();
  await holding;
  await later(30);
  await server.close();
  assert.equal(server.seen.length, 1);
  assert.equal(guards.status(Date.now()).inFlight, 0, "an aborted attempt gives its place back");
});

test("guards that answer later, as a shared row does, are awaited", LIMIT, async () => {
  const server = await listen([503, 200]);
  const guards = destination();
  const calls = [];
  const shared = {
    admit: async (options) => (await later(5), calls.push(["admit", options.kind]), guards.admit(options)),
    report: async (permit, report, options) => (await later(5), calls.push(["report", report.ended]), guards.report(permit, report, options)),
  };
  const result = await deliver(server.url, { policy: QUICK, destination: shared });
  await server.close();
  assert.equal(result.kind, "delivered");
  assert.deepEqual(calls, [["admit", "first"], ["report", "no"], ["admit", "retry"], ["report", "delivered"]]);
});
