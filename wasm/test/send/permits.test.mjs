/** A permit is given back whatever happens, and an abort is never late. */
import assert from "node:assert/strict";
import { setTimeout as later } from "node:timers/promises";
import { test } from "node:test";
import { deliver, Destination, ReknockError } from "reknock";
import { QUICK } from "./server.mjs";

const LIMIT = { timeout: 60_000 };
const url = "http://127.0.0.1/hook";
const busy = async () => new Response("busy", { status: 503 });
const never = () => new Promise(() => {});
const thrower = () => {
  throw new Error("mine");
};

/** The guards of a server, with some answers of their own. */
function shared(own) {
  const inner = new Destination({ now: Date.now() });
  const guard = {
    admit: (options) => inner.admit(options),
    report: (...args) => inner.report(...args),
    storm: (now) => inner.storm(now),
    ...own,
  };
  return { inner, guard };
}

for (const [what, own, options] of [
  ["storm() rejects", { storm: async () => thrower() }, {}],
  ["storm() throws", { storm: thrower }, {}],
  ["a stretch is none", { storm: () => ({ stretch: "far" }) }, {}],
  ["interpret gives no outcome", {}, { interpret: () => ({ status: "fine" }) }],
  ["interpret throws", {}, { interpret: thrower }],
  ["interpret rejects", {}, { interpret: async () => thrower() }],
  ["headers throw", {}, { headers: thrower }],
  ["fetch gives no response", {}, { fetch: async () => undefined }],
]) {
  test(`a permit is given back where ${what}`, LIMIT, async () => {
    const { inner, guard } = shared(own);
    const error = await deliver(url, { policy: QUICK, fetch: busy, destination: guard, ...options }).catch((error) => error);
    assert.ok(error instanceof ReknockError || error.message === "mine", error.stack);
    assert.equal(inner.status(Date.now()).inFlight, 0);
  });
}

test("interpret is awaited, and what it gives is looked at", LIMIT, async () => {
  const delivered = await deliver(url, { fetch: busy, interpret: async () => ({ status: 200 }) });
  assert.equal(delivered.kind, "delivered");
  await assert.rejects(deliver(url, { fetch: busy, interpret: () => 5 }), { code: "INVALID_OUTCOME", field: "interpret" });
});

for (let hops = 0; hops <= 8; hops += 1) {
  test(`an abort ${hops} microtasks after the guards said wait is at once`, LIMIT, async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const admit = () => {
      let turn = Promise.resolve();
      for (let hop = 0; hop < hops; hop += 1) turn = turn.then(() => {});
      void turn.then(() => controller.abort(reason));
      return { kind: "wait", until: Date.now() + 3_600_000, because: "full" };
    };
    const running = deliver(url, { destination: { admit, report() {} }, signal: controller.signal, fetch: busy });
    await assert.rejects(running, (error) => error === reason);
  });
}

for (const [what, own, fetch] of [
  ["the report of what was aborted never ends", { report: never }, never],
  ["the report of what was aborted fails", { report: async () => thrower() }, never],
  ["the report of a retry never ends", { report: never }, busy],
  ["storm() never ends", { storm: never }, busy],
]) {
  test(`an abort is at once, and its reason comes out, where ${what}`, LIMIT, async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 20);
    const { guard } = shared(own);
    await assert.rejects(deliver(url, { destination: guard, signal: controller.signal, fetch }), (error) => error === reason);
  });
}

test("a 200 counts although storm() would never end: only a wait is stretched", LIMIT, async () => {
  const { guard } = shared({ storm: never });
  assert.equal((await deliver(url, { destination: guard, fetch: async () => new Response("ok") })).kind, "delivered");
});

test("what comes after an abort and is nothing at all harms nobody", LIMIT, async () => {
  const unhandled = [];
  const listen = (error) => unhandled.push(error);
  process.on("unhandledRejection", listen);
  for (const answer of [undefined, null, 5, { kind: "maybe" }]) {
    const controller = new AbortController();
    const admit = () => later(20).then(() => answer);
    setTimeout(() => controller.abort(), 5);
    const running = deliver(url, { destination: { admit, report() {} }, signal: controller.signal, fetch: busy });
    await assert.rejects(running, { name: "AbortError" });
  }
  const slow = () => later(30).then(() => undefined);
  assert.equal((await deliver(url, { policy: { ...QUICK, maxAttempts: 1 }, timeout: 5, fetch: slow })).kind, "deadLetter");
  await later(60);
  process.off("unhandledRejection", listen);
  assert.deepEqual(unhandled, []);
});
