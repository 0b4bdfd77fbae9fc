import assert from "node:assert/strict";
import { setTimeout as later } from "node:timers/promises";
import { test } from "node:test";
import { ReknockError, withRetries } from "reknock";
import { freePort, listen, QUICK, virtualClock } from "./server.mjs";

async function calls(script, use, options = {}) {
  const server = await listen(script);
  try {
    const value = await use(withRetries(fetch, { policy: QUICK, ...options }), server.url);
    return [value, server.seen];
  } finally {
    await server.close();
  }
}

test("a response that arrives is the response of fetch", async () => {
  const [text, seen] = await calls([{ status: 200, body: "hello" }], async (steady, url) => (await steady(url)).text());
  assert.equal(text, "hello");
  assert.equal(seen.length, 1);
  assert.equal(seen[0].method, "GET");
});

test("what is transient is tried again, and a URL object or a Request will do", async () => {
  for (const make of [(url) => url, (url) => new URL(url), (url) => new Request(url)]) {
    const [status, seen] = await calls([503, "reset", 429, 200], async (steady, url) => (await steady(make(url))).status);
    assert.equal(status, 200);
    assert.equal(seen.length, 4);
  }
});

test("the last response comes back whatever its status, as with fetch", async () => {
  const [response, seen] = await calls([{ status: 503, body: "down" }], async (steady, url) => {
    const response = await steady(url);
    return [response.status, await response.text()];
  });
  assert.deepEqual(response, [503, "down"]);
  assert.equal(seen.length, 4);
});

test("the last error is thrown as fetch threw it", async () => {
  const port = await freePort();
  const steady = withRetries(fetch, { policy: QUICK });
  await assert.rejects(steady(`http://127.0.0.1:${port}/`), (error) => {
    assert.ok(error instanceof TypeError);
    assert.equal(error.cause.code, "ECONNREFUSED");
    return true;
  });
});

test("what is permanent is not tried again", async () => {
  for (const status of [400, 401, 404, 410, 422]) {
    const [got, seen] = await calls([status, 200], async (steady, url) => (await steady(url)).status);
    assert.deepEqual([got, seen.length], [status, 1]);
  }
});

test("a POST is sent once, unless it says that it may be repeated", async () => {
  const post = (init) => async (steady, url) => (await steady(url, { method: "POST", body: "x", ...init })).status;
  assert.equal((await calls([503, 200], post()))[1].length, 1);
  assert.equal((await calls([503, 200], post(), { methods: ["post"] }))[1].length, 2);
  assert.equal((await calls([503, 200], post({ headers: { "Idempotency-Key": "e1" } })))[1].length, 2);
});

test("the body of a PUT goes out whole on every try, from init and from a Request", async () => {
  const init = { method: "PUT", body: "whole" };
  for (const use of [(steady, url) => steady(url, init), (steady, url) => steady(new Request(url, init))]) {
    const [response, seen] = await calls([503, 503, 200], use);
    assert.equal(response.status, 200);
    assert.deepEqual(seen.map(({ body }) => body), ["whole", "whole", "whole"]);
  }
});

test("a body that is a stream is sent once", async () => {
  const [response, seen] = await calls([503, 200], (steady, url) =>
    steady(url, { method: "PUT", body: new Blob(["once"]).stream(), duplex: "half" }),
  );
  assert.deepEqual([response.status, seen.length, seen[0].body], [503, 1, "once"]);
});

test("a Retry-After is waited for, and past the window the response comes back at once", async () => {
  const clock = virtualClock();
  const start = clock.time;
  const busy = (seconds) => ({ status: 429, headers: { "retry-after": seconds } });
  const [status] = await calls([busy("20"), 200], async (steady, url) => (await steady(url)).status, { clock, policy: undefined });
  assert.equal(status, 200);
  assert.ok(clock.time - start >= 20_000);
  const before = clock.time;
  const [late, seen] = await calls([busy("3600"), 200], async (steady, url) => (await steady(url)).status, { clock, policy: undefined });
  assert.deepEqual([late, seen.length, clock.time - before], [429, 1, 0]);
});

test("connections of answers that are not wanted are let go", async () => {
  const big = { status: 503, body: "x".repeat(5_000_000) };
  const [response] = await calls([big, big, big, 200], (steady, url) => steady(url));
  assert.equal(response.status, 200);
});

test("a try that stalls is given up, and the time limit does not touch the body", async () => {
  const [response, seen] = await calls(["stall", 200], (steady, url) => steady(url), { timeout: 1_500 });
  assert.deepEqual([response.status, seen.length], [200, 2]);
  const slow = async () =>
    new Response(
      new ReadableStream({
        async start(stream) {
          await later(60);
          stream.enqueue(new TextEncoder().encode("slow"));
          stream.close();
        },
      }),
    );
  assert.equal(await (await withRetries(slow, { timeout: 20 })("http://127.0.0.1/")).text(), "slow");
});

test("an abort ends it at once: before, in a try, in a wait, and in the caller's reading", async () => {
  const reason = new Error("enough");
  const same = (error) => error === reason;
  const server = await listen([503]);
  const slow = { ...QUICK, backoff: { constant: { delay: "1h" } } };
  const steady = withRetries(fetch, { policy: slow });
  await assert.rejects(steady(server.url, { signal: AbortSignal.abort(reason) }), same);
  assert.equal(server.seen.length, 0);

  const waiting = new AbortController();
  const onAttempt = () => void setTimeout(() => waiting.abort(reason), 30);
  const request = new Request(server.url, { signal: waiting.signal });
  await assert.rejects(withRetries(fetch, { policy: slow, onAttempt })(request), same);
  await later(40);
  assert.equal(server.seen.length, 1);
  await server.close();

  for (const script of ["stall", "stallBody"]) {
    const other = await listen([script]);
    const controller = new AbortController();
    const reading = steady(other.url, { signal: controller.signal }).then((response) => response.text());
    const refused = assert.rejects(reading, same, script);
    while (other.seen.length === 0) await later(5);
    await later(30);
    controller.abort(reason);
    await refused;
    assert.equal(other.seen.length, 1);
    await other.close();
  }
});

test("every try is told of", async () => {
  const told = [];
  const onAttempt = ({ attempt, outcome, decision }) => told.push([attempt, outcome.status, decision.kind]);
  await calls([503, 404], (steady, url) => steady(url), { onAttempt });
  assert.deepEqual(told, [[1, 503, "retry"], [2, 404, "deadLetter"]]);
});

test("a try that is the last says so, also where the request may not be sent twice", async () => {
  const finals = async (init) => {
    const told = [];
    await calls([503, 200], (steady, url) => steady(url, init), { onAttempt: ({ decision, final }) => told.push([decision.kind, final]) });
    return told;
  };
  assert.deepEqual(await finals({ method: "POST" }), [["retry", true]]);
  assert.deepEqual(await finals(), [["retry", false], ["delivered", true]]);
});

test("a signal of null takes the request's own away, as with fetch", async () => {
  const request = new Request("http://127.0.0.1/", { signal: AbortSignal.abort() });
  const steady = withRetries(async () => new Response("ok"));
  assert.equal((await steady(request, { signal: null })).status, 200);
  await assert.rejects(steady(request), { name: "AbortError" });
});

test("an error with an outcome that is none is thrown as it was", async () => {
  const error = Object.assign(new Error("theirs"), { outcome: { status: "failed" } });
  const steady = withRetries(async () => { throw error; }, { policy: QUICK });
  await assert.rejects(steady("http://127.0.0.1/"), (thrown) => thrown === error);
});

test("options that are wrong are refused by name", () => {
  for (const [args, field] of [
    [[null], "fetch"],
    [[fetch, { retries: 3 }], "options.retries"],
    [[fetch, { timeout: -1 }], "timeout"],
    [[fetch, { policy: {} }], "backoff"],
  ]) {
    assert.throws(() => withRetries(...args), (error) => error instanceof ReknockError && error.field === field, field);
  }
});
