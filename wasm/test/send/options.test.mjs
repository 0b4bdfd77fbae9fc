import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { deliver, ReknockError, resume } from "reknock";
import { listen, QUICK } from "./server.mjs";

async function sent(body) {
  const server = await listen([503, 200]);
  await deliver(server.url, { policy: QUICK, body });
  await server.close();
  const [first, second] = server.seen;
  assert.equal(second.body, first.body);
  assert.equal(second.headers["content-type"], first.headers["content-type"]);
  return first;
}

test("bodies go out the same on every attempt", async () => {
  assert.equal((await sent("plain")).body, "plain");
  assert.equal((await sent(new TextEncoder().encode("bytes"))).body, "bytes");
  assert.equal((await sent(new TextEncoder().encode("buffer").buffer)).body, "buffer");
  assert.equal((await sent(new DataView(new TextEncoder().encode("view").buffer))).body, "view");
  assert.equal((await sent([1, { two: 2 }])).body, '[1,{"two":2}]');
  assert.equal((await sent(null)).body, "");
  const params = await sent(new URLSearchParams({ a: "1 2" }));
  assert.equal(params.body, "a=1+2");
  assert.equal(params.headers["content-type"], "application/x-www-form-urlencoded;charset=UTF-8");
  const blob = await sent(new Blob(["{}"], { type: "application/cloudevents+json" }));
  assert.equal(blob.headers["content-type"], "application/cloudevents+json");
  const form = new FormData();
  form.set("name", "value");
  assert.match((await sent(form)).body, /name="name"\r\n\r\nvalue\r\n/);
});

test("any value that JSON can hold is a body: a class's instance, a date, a number", async () => {
  class Order {
    number = 42;
  }
  for (const [body, text] of [
    [new Order(), '{"number":42}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [new URL("https://example.com/"), '"https://example.com/"'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [7, "7"],
    [false, "false"],
    [{}, "{}"],
  ]) {
    const { body: got, headers } = await sent(body);
    assert.deepEqual([got, headers["content-type"]], [text, "application/json"]);
  }
});

test("what JSON would send as {} is refused, with what to do instead", async () => {
  for (const [body, fix] of [
    [new Map([["order", 42]]), /nothing of this Map.*Object\.fromEntries/],
    [new Set([1]), /nothing of this Set.*\[\.\.\.set\]/],
    [Promise.resolve({ order: 42 }), /nothing of this Promise.*await it/],
    [new Response("x"), /nothing of this Response/],
    [Object.assign(new Error("x"), { code: "E" }), /nothing of this Error/],
    [/x/, /nothing of this RegExp/],
  ]) {
    await assert.rejects(deliver("http://127.0.0.1/", { body, fetch: assert.fail }), (error) => {
      assert.deepEqual([error.code, error.field], ["INVALID_ARGUMENT", "body"]);
      assert.match(error.fix, fix);
      return true;
    });
  }
});

test("a body that the caller changes later goes out as it was", async () => {
  const object = { order: 42 };
  const bytes = new TextEncoder().encode("abc");
  const server = await listen([503, 200, 503, 200]);
  await deliver(server.url, { policy: QUICK, body: object, onAttempt: () => (object.order = 0) });
  await deliver(server.url, { policy: QUICK, body: bytes, save: () => bytes.fill(0) });
  await server.close();
  assert.deepEqual(server.seen.map(({ body }) => body), ['{"order":42}', '{"order":42}', "abc", "abc"]);
});

test("a stream is refused, with what to do instead", async () => {
  const streams = [new Blob(["x"]).stream(), Readable.from(["x"]), (async function* () {})()];
  for (const body of streams) {
    await assert.rejects(deliver("http://127.0.0.1/", { body }), (error) => {
      assert.ok(error instanceof ReknockError);
      assert.deepEqual([error.code, error.field], ["INVALID_ARGUMENT", "body"]);
      assert.match(error.fix, /can be sent only once; read it first/);
      return true;
    });
  }
});

test("options that are wrong are refused by name before anything is sent", async () => {
  const circle = {};
  circle.self = circle;
  for (const [options, field] of [
    [{ retries: 3 }, "options.retries"],
    [{ onAttempt: true }, "onAttempt"],
    [{ save: "file" }, "save"],
    [{ id: "two words" }, "id"],
    [{ id: "" }, "id"],
    [{ headers: 5 }, "headers"],
    [{ headers: { "x y": "z" } }, "headers"],
    [{ headerNames: 5 }, "headerNames"],
    [{ headerNames: { id: 5 } }, "headerNames.id"],
    [{ headerNames: { id: ["x-id", "x y"] } }, "headerNames.id"],
    [{ headerNames: { ids: "x" } }, "headerNames.ids"],
    [{ replay: "yes" }, "replay"],
    [{ method: 7 }, "method"],
    [{ init: 5 }, "init"],
    [{ init: { headers: { a: "b" } } }, "init.headers"],
    [{ init: { redirect: "follow" } }, "init.redirect"],
    [{ init: { signal: AbortSignal.abort() } }, "init.signal"],
    [{ timeout: 0 }, "timeout"],
    [{ timeout: 2 ** 31 }, "timeout"],
    [{ timeout: "soon" }, "timeout"],
    [{ body: circle }, "body"],
    [{ body: () => {} }, "body"],
    [{ body: 1n }, "body"],
    [{ method: "TWO WORDS" }, "method"],
    [{ method: "trace" }, "method"],
    [{ method: "get", body: "x" }, "method"],
    [{ seed: "5eed" }, "seed"],
    [{ policy: { backoff: { constant: { delay: 0 } } } }, "backoff.constant.delay"],
    [null, "options"],
  ]) {
    await assert.rejects(
      deliver("http://127.0.0.1/", options && { fetch: assert.fail, ...options }),
      (error) => error instanceof ReknockError && error.field === field,
      `${field}`,
    );
  }
});

test("headers that a function gives and that are none cannot be sent: a dead letter, without a request", async () => {
  for (const headers of [() => 5, async () => ({ "x y": "z" }), () => [["a"]]]) {
    const { kind, last, attempts } = await deliver("http://127.0.0.1/", { policy: QUICK, fetch: assert.fail, headers });
    assert.deepEqual([kind, last, attempts], ["deadLetter", { error: "invalid", class: "permanent" }, 1]);
  }
});

test("an address that is none is refused, and not kept as a dead letter", async () => {
  for (const url of ["", "example.com/hook", "/hook", "http://", "htps://example.com/", "file:///tmp/x", undefined, 5, new URL("ftp://example.com/")]) {
    await assert.rejects(
      deliver(url, { fetch: assert.fail }),
      { name: "ReknockError", code: "INVALID_ARGUMENT", field: "url", message: /such as https:\/\/example\.com\/hook/ },
      String(url),
    );
  }
});

test("a method goes out in capitals", async () => {
  const server = await listen([200]);
  await deliver(server.url, { method: "patch", body: "x" });
  await deliver(server.url, { method: "get" });
  await server.close();
  assert.deepEqual(server.seen.map(({ method }) => method), ["PATCH", "GET"]);
});

test("a stored state is untrusted, and refused by the name of its field", async () => {
  const delivery = { v: 1, attempts: 0, dns: 0, createdAt: 0, nextAt: 0, delay: 0 };
  const state = { v: 1, id: "e1", url: "http://127.0.0.1/", delivery };
  for (const [bad, field] of [
    [null, ""],
    ["{}", ""],
    [{ ...state, v: 2 }, "v"],
    [{ ...state, id: "" }, "id"],
    [{ ...state, id: "a\nb" }, "id"],
    [{ ...state, id: 7 }, "id"],
    [{ ...state, url: 7 }, "url"],
    [{ ...state, url: "" }, "url"],
    [{ ...state, url: "file:///etc/passwd" }, "url"],
    [{ ...state, body: "x" }, "body"],
    [{ ...state, delivery: undefined }, "delivery"],
    [{ ...state, delivery: { ...delivery, attempts: -1 } }, "delivery.attempts"],
    [{ ...state, delivery: { ...delivery, nextAt: 0.5 } }, "delivery.nextAt"],
  ]) {
    await assert.rejects(
      resume(bad),
      (error) => error instanceof ReknockError && error.code === "INVALID_STATE" && error.field === field,
      JSON.stringify(bad),
    );
  }
});
