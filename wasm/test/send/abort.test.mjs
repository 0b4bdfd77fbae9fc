import assert from "node:assert/strict";
import { setTimeout as later } from "node:timers/promises";
import { test } from "node:test";
import { deliver, resume } from "reknock";
import { listen, QUICK } from "./server.mjs";

/** A policy whose waits no test would sit through. */
const SLOW = { ...QUICK, backoff: { constant: { delay: "1h" } } };
/** Long enough for a call that must not come. */
const QUIET = 60;

/** Aborts somewhere in a delivery; gives what it rejected with and how often the server was called. */
async function aborted(script, options, { when } = {}) {
  const server = await listen(script);
  const controller = new AbortController();
  const reason = new Error("enough");
  const abort = () => controller.abort(reason);
  const running = deliver(server.url, { policy: SLOW, signal: controller.signal, ...options(abort, server) });
  if (when !== undefined) void when(server).then(abort);
  await assert.rejects(running, (error) => error === reason);
  const calls = server.seen.length;
  await later(QUIET);
  assert.equal(server.seen.length, calls, "it was called again after the abort");
  await server.close();
  return calls;
}

const knocked = async ({ seen }) => {
  while (seen.length === 0) await later(1);
  await later(20);
};

test("aborted before: nothing is saved and nothing is sent", async () => {
  const server = await listen([200]);
  const signal = AbortSignal.abort(new Error("enough"));
  await assert.rejects(deliver(server.url, { signal, save: assert.fail }), { message: "enough" });
  const delivery = { v: 1, attempts: 0, dns: 0, createdAt: 0, nextAt: 0, delay: 0 };
  const state = { v: 1, id: "e", url: server.url, delivery };
  await assert.rejects(resume(state, { signal, save: assert.fail }), { message: "enough" });
  await server.close();
  assert.equal(server.seen.length, 0);
});

test("aborted in the first save, which never ends: nothing is sent", async () => {
  const save = (abort) => () => {
    setTimeout(abort, 5);
    return new Promise(() => {});
  };
  assert.equal(await aborted([200], (abort) => ({ save: save(abort) })), 0);
});

test("aborted by the first save, which then returns: nothing is sent", async () => {
  assert.equal(await aborted([200], (abort) => ({ save: abort })), 0);
});

test("aborted while headers are made: nothing is sent", async () => {
  const headers = (abort) => () => {
    setTimeout(abort, 5);
    return new Promise(() => {});
  };
  assert.equal(await aborted([200], (abort) => ({ headers: headers(abort) })), 0);
});

test("aborted while the server keeps its headers back", async () => {
  assert.equal(await aborted(["stall"], () => ({}), { when: knocked }), 1);
});

test("aborted in a fetch that does not listen to its signal", async () => {
  const calls = [];
  const fetch = () => {
    calls.push(1);
    return new Promise(() => {});
  };
  await aborted([200], (abort) => ({ fetch: (...args) => (setTimeout(abort, 5), fetch(...args)) }));
  assert.equal(calls.length, 1);
});

/** A fetch whose answer stops after half of its body; then it calls `abort`. */
const half = (status, abort) => async (url, init) => {
  await (await fetch(url, init)).text();
  let pulled = 0;
  const pull = (stream) => {
    if ((pulled += 1) === 1) stream.enqueue(new TextEncoder().encode("half"));
    else abort();
    return pulled === 1 ? undefined : new Promise(() => {});
  };
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status });
};

test("aborted in the body of an answer that asks for another try", async () => {
  assert.equal(await aborted([200], (abort) => ({ fetch: half(503, abort) })), 1);
});

test("aborted in the body of a 200: it has arrived, and that is the result, at once", async () => {
  const server = await listen([200]);
  const controller = new AbortController();
  const fetch = half(200, () => controller.abort());
  const result = await deliver(server.url, { policy: SLOW, signal: controller.signal, fetch });
  await server.close();
  assert.deepEqual([result.kind, result.status, result.answer.text], ["delivered", 200, "half"]);
  assert.equal(server.seen.length, 1);
});

test("aborted in the save before a wait", async () => {
  const save = (abort) => ({ delivery }) => {
    if (delivery.attempts === 0) return undefined;
    setTimeout(abort, 5);
    return new Promise(() => {});
  };
  assert.equal(await aborted([503], (abort) => ({ save: save(abort), onAttempt: assert.fail })), 1);
});

test("aborted in onAttempt", async () => {
  assert.equal(await aborted([503], (abort) => ({ onAttempt: abort })), 1);
  const never = (abort) => () => {
    setTimeout(abort, 5);
    return new Promise(() => {});
  };
  assert.equal(await aborted([503], (abort) => ({ onAttempt: never(abort) })), 1);
});

test("aborted in a wait: at once, and no timer stays behind", async () => {
  const server = await listen([503]);
  const controller = new AbortController();
  const before = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const onAttempt = () => void setTimeout(() => controller.abort(), 30);
  await assert.rejects(deliver(server.url, { policy: SLOW, signal: controller.signal, onAttempt }), { name: "AbortError" });
  const after = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  await server.close();
  assert.equal(server.seen.length, 1);
  assert.ok(after <= before + 1, `${after} timers, ${before} before (one is the pool's own)`);
});

test("an abort after the end changes nothing, and nothing listens to the signal any more", async () => {
  const server = await listen([503, 200]);
  const controller = new AbortController();
  let listeners = 0;
  const { signal } = controller;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  const live = new Set();
  signal.addEventListener = (type, listener, options) => (live.add(listener), (listeners += 1), add(type, listener, options));
  signal.removeEventListener = (type, listener) => (live.delete(listener), remove(type, listener));
  const result = await deliver(server.url, { policy: QUICK, signal, save() {}, onAttempt() {} });
  controller.abort();
  await server.close();
  assert.equal(result.kind, "delivered");
  assert.ok(listeners > 0);
  assert.equal(live.size, 0);
});

test("an aborted attempt is not counted: what was saved goes on under the same id and number", async () => {
  const server = await listen(["stall", 200]);
  const controller = new AbortController();
  let stored;
  const options = { policy: QUICK, id: "e1", save: (state) => (stored = JSON.stringify(state)) };
  void knocked(server).then(() => controller.abort());
  await assert.rejects(deliver(server.url, { ...options, signal: controller.signal }), { name: "AbortError" });
  const result = await resume(JSON.parse(stored), options);
  await server.close();
  assert.equal(result.kind, "delivered");
  assert.deepEqual(
    server.seen.map(({ headers }) => [headers["webhook-id"], headers["webhook-attempt"]]),
    [["e1", "1"], ["e1", "1"]],
  );
});
