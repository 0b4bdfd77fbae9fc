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
    [{ timeout: 0 }, "timeout"],
    [{ timeout: 2 ** 31 }, "timeout"],
    [{ timeout: "soon" }, "timeout"],
    [{ body: circle }, "body"],
    [{ body: () => {} }, "body"],
    [{ body: 1n }, "body"],
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

test("a stored state is untrusted, and refused by the name of its field", async () => {
  const delivery = { v: 1, attempts: 0, dns: 0, createdAt: 0, nextAt: 0, delay: 0 };
  const state = { v: 1, id: "e1", url: "http://127.0.0.1/", delivery };
  for (const [bad, field] of [
    [null, ""],
    ["{}", ""],
    [{ ...state, v: 2 }, "v"],
    [{ ...state, id: "" }, "id"],
    [{ ...state, url: 7 }, "url"],
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
