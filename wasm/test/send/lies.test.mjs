import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { setTimeout as later } from "node:timers/promises";
import { test } from "node:test";
import { deliver, withRetries } from "reknock";
import { QUICK } from "./server.mjs";
import { drips, endless, listenRaw, OK, says, saysAndEnds } from "./raw.mjs";

const LIMIT = { timeout: 60_000 };

/** Delivers to a server that lies first and is honest then; gives the outcomes of both. */
async function after(lie, options = {}) {
  const server = await listenRaw([lie, OK]);
  const attempts = [];
  try {
    const onAttempt = (attempt) => attempts.push(attempt);
    const result = await deliver(server.url, { policy: QUICK, body: "hi", timeout: "20s", onAttempt, ...options });
    // What was cut off must not go on in the background.
    for (let turn = 0; turn < 500 && server.open() > 1; turn += 1) await later(10);
    return { result, attempts, first: attempts[0].outcome, requests: server.state.requests, open: server.open() };
  } finally {
    await server.close();
  }
}

const HEAD = "HTTP/1.1 503 Service Unavailable\r\n";

for (const [lie, act] of Object.entries({
  "another protocol": saysAndEnds("220 mail.example.com ESMTP\r\n"),
  "a status line that is garbage": says("HTTP/9.9 \0\xff garbage\r\n\r\n"),
  "a status that is no number": says("HTTP/1.1 abc Nonsense\r\n\r\n"),
  "a Content-Length that is no number": says(`${HEAD}Content-Length: many\r\n\r\n`),
  "two Content-Lengths that differ": says(`${HEAD}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde`),
  "nothing": (socket) => socket.end(),
  "half a header": saysAndEnds(`${HEAD}Content-Le`),
  "headers without end": endless(HEAD, `X-Flood: ${"x".repeat(1_000)}\r\n`),
  "one header without end": endless(`${HEAD}X-Flood: `, "x".repeat(10_000)),
})) {
  test(`a server that says ${lie} is a broken connection, and is tried again`, LIMIT, async () => {
    const { result, first, requests, open } = await after(act);
    assert.deepEqual(first, { error: "reset" });
    assert.deepEqual([result.kind, requests], ["delivered", 2]);
    assert.ok(open <= 1, `${open} connections stay open`);
  });
}

for (const [lie, act] of Object.entries({
  "a Content-Length that is too long": saysAndEnds(`${HEAD}Content-Length: 100\r\n\r\nhalf`),
  "a Content-Length that is too short": says(`${HEAD}Content-Length: 4\r\n\r\nhalf and then some`),
  "chunks of a wrong size": says(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n`),
  "chunks that break off": saysAndEnds(`${HEAD}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`),
  "gzip that is none": says(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nhalf`),
  "a body without end": endless(`${HEAD}\r\n`, "x".repeat(10_000)),
  "chunks without end": endless(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, `a\r\n${"x".repeat(10)}\r\n`),
})) {
  test(`the status counts, whatever becomes of the body: ${lie}`, LIMIT, async () => {
    const { result, first, attempts, requests, open } = await after(act);
    assert.equal(first.status, 503);
    assert.ok(attempts[0].answer.text.length <= 65_536);
    assert.deepEqual([result.kind, requests], ["delivered", 2]);
    assert.ok(open <= 1, `${open} connections stay open`);
  });
}

test("a body that compresses a gigabyte into little is cut off as well", LIMIT, async () => {
  const { gzipSync } = await import("node:zlib");
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const { attempts } = await after((socket) => {
    socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  assert.equal(attempts[0].answer.text.length, 65_536);
});

test("a status that drips in byte by byte cannot outlast the time limit", LIMIT, async () => {
  const { result, first } = await after(drips(`${HEAD}X-Slow: ${"x".repeat(1_000)}`, 5), { timeout: 200 });
  assert.deepEqual(first, { error: "timeout" });
  assert.equal(result.kind, "delivered");
});

test("a body that drips in is not waited for longer than two seconds", LIMIT, async () => {
  const body = drips("drip ", 5);
  const { attempts, result } = await after((socket) => {
    socket.write(`${HEAD}\r\n`);
    body(socket);
  });
  assert.match(attempts[0].answer.text, /^drip /);
  assert.equal(result.kind, "delivered");
});

test("an interim answer is none, and a thousand of them are not waited for", LIMIT, async () => {
  const { result, attempts } = await after(says(`HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`));
  assert.deepEqual([result.status, attempts.length], [200, 1]);
  const flood = await after(endless("", "HTTP/1.1 103 Early Hints\r\n\r\n"), { timeout: 300 });
  assert.deepEqual(flood.first, { error: "timeout" });
});

test("statuses that do not exist are broken answers, and tried again", LIMIT, async () => {
  for (const status of [600, 999]) {
    const { first, result } = await after(says(`HTTP/1.1 ${status} What\r\nContent-Length: 0\r\n\r\n`));
    // A runtime may refuse such a status itself; then the connection counts as broken.
    assert.ok(first.status === status || first.error === "reset", JSON.stringify(first));
    assert.equal(result.kind, "delivered");
  }
});

test("a switch to another protocol is never an arrival", LIMIT, async () => {
  const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
  const { first, result } = await after(says(upgrade));
  assert.notEqual(first.status, 200);
  assert.equal(result.attempts, 2);
});

/** A fetch as node-fetch is: its bodies are streams of Node. */
const nodeFetch = (body, status = 503) => async () => ({ status, headers: new Headers(), body });

test("a body that is a stream of Node is read, and cut off, as any other", LIMIT, async () => {
  const policy = { ...QUICK, maxAttempts: 1 };
  const text = async (body) => (await deliver("http://127.0.0.1/", { policy, fetch: nodeFetch(body) })).answer.text;
  assert.equal(await text(Readable.from(["be", Buffer.from("sy")])), "besy");
  const flood = Readable.from((function* () { for (;;) yield "x".repeat(10_000); })());
  assert.equal((await text(flood)).length, 65_536);
  assert.ok(flood.destroyed);
  const broken = new Readable({ read() { this.push("half"); setImmediate(() => this.destroy(new Error("cut"))); } });
  assert.match(await text(broken), /^(half)+$/);
  for (const odd of ["text", 7, {}, { getReader: 5 }, { get getReader() { throw new Error("no"); } }]) assert.equal(await text(odd), "");
});

test("withRetries lets go of a body that is a stream of Node", LIMIT, async () => {
  const bodies = [];
  const fetch = async () => {
    bodies.push(Readable.from(["x"]));
    return { status: 503, headers: new Headers(), body: bodies.at(-1) };
  };
  const response = await withRetries(fetch, { policy: { ...QUICK, maxAttempts: 3 } })("http://127.0.0.1/");
  assert.deepEqual([response.status, bodies.length], [503, 3]);
  assert.ok(bodies.slice(0, 2).every(({ destroyed }) => destroyed), "those that were not wanted were read to the end");
  assert.equal(bodies[2].destroyed, false, "the last one is the caller's");
});
