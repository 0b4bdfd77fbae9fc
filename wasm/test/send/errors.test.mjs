import assert from "node:assert/strict";
import http from "node:http";
import { test } from "node:test";
import axios from "axios";
import fc from "fast-check";
import got from "got";
import { outcomeOf, outcomeOfError, policy } from "reknock";
import { Agent, request as undici } from "undici";
import { certified } from "./certificate.mjs";
import { freePort, listen } from "./server.mjs";

/** The error of a promise that must not be kept. */
const errorOf = (promise) => promise.then(() => assert.fail("it succeeded"), (error) => error);
const bare = ({ date, ...outcome }) => outcome;

/** A client of `node:http`, as old code has it. */
const nodeHttp = (url, options = {}) =>
  new Promise((resolve, reject) => {
    const request = http.get(url, options, resolve);
    request.on("error", reject);
    request.on("timeout", () => request.destroy(Object.assign(new Error("timed out"), { code: "ESOCKETTIMEDOUT" })));
  });

/** A resolver that knows no name: the client's own error, and no packet leaves the machine. */
const lookup = (name, _options, answer) =>
  answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND", syscall: "getaddrinfo" }));
const agent = new http.Agent({ lookup });
const [SHORT, LONG] = [150, 60_000];

/** Each takes the longest it may last; short only where it is meant to pass. */
const CLIENTS = {
  fetch: (url, init, limit = LONG) => fetch(url, { signal: AbortSignal.timeout(limit), ...init }),
  "undici.request": (url, init, limit = LONG) => undici(url, { dispatcher: new Agent({ headersTimeout: limit }), ...init }),
  "node:http": (url, init, limit = LONG) => nodeHttp(url, { timeout: limit, ...init }),
  axios: (url, init, limit = LONG) => axios.get(url, { timeout: limit, ...init }),
  got: (url, init, limit = LONG) => got(url, { retry: { limit: 0 }, timeout: { request: limit }, ...init }),
};
const NO_NAMES = {
  fetch: { dispatcher: new Agent({ connect: { lookup } }) },
  "undici.request": { dispatcher: new Agent({ connect: { lookup } }) },
  "node:http": { agent },
  axios: { httpAgent: agent },
  got: { agent: { http: agent } },
};

for (const [name, get] of Object.entries(CLIENTS)) {
  test(`${name}: what really happens on loopback becomes the right outcome`, async () => {
    const refused = await errorOf(get(`http://127.0.0.1:${await freePort()}/`));
    assert.deepEqual(outcomeOfError(refused), { error: "refused" });
    for (const [misdeed, error, limit] of [["reset", "reset"], ["close", "reset"], ["junk", "reset"], ["stall", "timeout", SHORT]]) {
      const server = await listen([misdeed]);
      assert.deepEqual(outcomeOfError(await errorOf(get(server.url, {}, limit))), { error }, misdeed);
      await server.close();
    }
    assert.deepEqual(outcomeOfError(await errorOf(get("http://reknock.invalid/", NO_NAMES[name]))), { error: "dns" });
  });
}

for (const name of ["axios", "got"]) {
  test(`${name} throws for a status: the answer in its error is the outcome`, async () => {
    const server = await listen([{ status: 429, headers: { "retry-after": "120" } }]);
    const outcome = outcomeOfError(await errorOf(CLIENTS[name](server.url)));
    await server.close();
    assert.deepEqual(bare(outcome), { status: 429, retryAfter: "120" });
  });
}

test("an untrusted certificate, and a port that speaks no TLS", async () => {
  const secure = await certified();
  const plain = await listen([200]);
  for (const port of [secure.port, plain.port]) {
    for (const get of [(url) => fetch(url), (url) => axios.get(url), (url) => got(url, { retry: { limit: 0 } })]) {
      assert.deepEqual(outcomeOfError(await errorOf(get(`https://127.0.0.1:${port}/`))), { error: "tls" });
    }
  }
  await secure.close();
  await plain.close();
});

test("a request that can never be sent is invalid", async () => {
  const open = await listen([200]);
  for (const [url, init] of [
    ["nonsense"],
    ["htp://127.0.0.1/"],
    ["http://user:secret@127.0.0.1/"],
    ["http://127.0.0.1:1/"],
    [open.url, { body: "a GET with a body" }],
    [open.url, { headers: { "a b": "c" } }],
    [open.url, { headers: { a: "b\nc" } }],
  ]) {
    assert.deepEqual(outcomeOfError(await errorOf(fetch(url, init))), { error: "invalid" }, `${url}`);
  }
  await open.close();
});

const coded = (code, message = "") => Object.assign(new Error(message), { code });
const wrapped = (cause) => new TypeError("fetch failed", { cause });

test("every code of Node and undici, by itself and as fetch wraps it", () => {
  for (const [failure, codes] of Object.entries({
    timeout: "ETIMEDOUT ESOCKETTIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_TLS_HANDSHAKE_TIMEOUT",
    refused: "ECONNREFUSED ConnectionRefused",
    reset: "ECONNRESET EPIPE UND_ERR_SOCKET ECONNABORTED HPE_INVALID_CONSTANT ERR_HTTP2_STREAM_ERROR UND_ERR_HEADERS_OVERFLOW ConnectionClosed UND_ERR_DESTROYED E_NEVER_HEARD_OF",
    unreachable: "EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN EADDRNOTAVAIL EACCES EPERM FailedToOpenSocket",
    dns: "ENOTFOUND EAI_AGAIN EAI_NONAME EAI_FAIL ENODATA ESERVFAIL",
    tls: "CERT_HAS_EXPIRED CERT_NOT_YET_VALID DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY ERR_SSL_WRONG_VERSION_NUMBER EPROTO",
    invalid: "ERR_INVALID_URL ERR_INVALID_CHAR ERR_INVALID_HTTP_TOKEN ERR_UNESCAPED_CHARACTERS UND_ERR_INVALID_ARG",
    local: "EMFILE ENFILE ENOMEM ENOBUFS EADDRINUSE EAI_MEMORY",
  })) {
    for (const code of codes.split(" ")) {
      assert.deepEqual(outcomeOfError(coded(code)), { error: failure }, code);
      assert.deepEqual(outcomeOfError(wrapped(coded(code))), { error: failure }, `fetch failed: ${code}`);
    }
  }
});

test("of several addresses, one that was reached tells more than one without a route", () => {
  const addresses = (...codes) => wrapped(Object.assign(new AggregateError(codes.map((code) => coded(code))), { code: codes[0] }));
  assert.deepEqual(outcomeOfError(addresses("ENETUNREACH", "ECONNREFUSED")), { error: "refused" });
  assert.deepEqual(outcomeOfError(addresses("ETIMEDOUT", "ENETUNREACH")), { error: "timeout" });
  assert.deepEqual(outcomeOfError(addresses("ENETUNREACH", "EHOSTUNREACH")), { error: "unreachable" });
});

/** As they were thrown by Deno 2.9 and Bun 1.4, or as the browsers' sources have them. */
const SHAPES = [
  ["Deno", wrapped(new Error("error sending request for url (http://127.0.0.1:9/): client error (Connect): tcp connect error: Connection refused (os error 111)")), "refused"],
  ["Deno", wrapped(new Error("Connection reset by peer (os error 104)")), "reset"],
  ["Deno", wrapped(new Error("error sending request from 127.0.0.1:43302 for http://127.0.0.1:44333/ (127.0.0.1:44333): client error (SendRequest): connection closed before message completed")), "reset"],
  ["Deno", wrapped(new Error("error sending request from 127.0.0.1:46910 for http://127.0.0.1:40773/ (127.0.0.1:40773): client error (SendRequest): invalid HTTP version parsed")), "reset"],
  ["Deno", wrapped(new Error("error sending request for url (https://localhost:1/): client error (Connect): invalid peer certificate: UnknownIssuer")), "tls"],
  ["Deno", wrapped(new Error("error sending request for url (https://127.0.0.1:1/): client error (Connect): received corrupt message of type InvalidContentType")), "tls"],
  ["Deno", wrapped(new Error("error sending request for url (http://reknock.invalid/): client error (Connect): dns error: failed to lookup address information: Name or service not known")), "dns"],
  ["Deno", wrapped(new Error("error sending request for url (http://[2001:db8::1]/): client error (Connect): tcp connect error: No route to host (os error 113)")), "unreachable"],
  ["Deno", wrapped(new Error("error sending request for url (http://192.0.2.1/): client error (Connect): tcp connect error: Network is unreachable (os error 101)")), "unreachable"],
  ["Deno", new TypeError("Url scheme 'htp' not supported"), "invalid"],
  ["Deno", new TypeError("Invalid URL: 'nonsense'"), "invalid"],
  ["Deno", new TypeError("Fetch failed: Requests to port 1 are blocked"), "invalid"],
  ["Deno", Object.assign(new Error("Requires net access"), { name: "NotCapable" }), "unreachable"],
  ["Bun", Object.assign(new TypeError("ECONNREFUSED: Unable to connect. Is the computer able to access the url?"), { code: "ECONNREFUSED", errno: 0 }), "refused"],
  ["Bun", Object.assign(new Error("Unable to connect."), { code: "ConnectionRefused" }), "refused"],
  ["Bun", Object.assign(new TypeError("getaddrinfo ENOTFOUND reknock.invalid"), { code: "ENOTFOUND", errno: 4 }), "dns"],
  ["Bun", Object.assign(new TypeError("EPROTO: The TLS handshake failed."), { code: "EPROTO", errno: 0 }), "tls"],
  ["Bun", Object.assign(new TypeError("self signed certificate"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }), "tls"],
  ["Bun", Object.assign(new TypeError("Malformed_HTTP_Response fetching"), { code: "Malformed_HTTP_Response" }), "reset"],
  ["Bun", Object.assign(new TypeError("fetch() URL is invalid"), { code: "ERR_INVALID_URL" }), "invalid"],
  ["Bun", new TypeError("Header 'a' has invalid value"), "invalid"],
  ["Chromium", new TypeError("Failed to fetch"), "reset"],
  ["Chromium", new TypeError("Failed to execute 'fetch' on 'Window': Failed to parse URL from http://"), "invalid"],
  ["Firefox", new TypeError("NetworkError when attempting to fetch resource."), "reset"],
  ["Safari", new TypeError("Load failed"), "reset"],
  ["Safari", new TypeError("The network connection was lost."), "reset"],
  ["Safari", new TypeError("The Internet connection appears to be offline."), "unreachable"],
  ["Safari", new TypeError("A server with the specified hostname could not be found."), "dns"],
  ["Safari", new TypeError("Could not connect to the server."), "refused"],
  ["Safari", new TypeError("The request timed out."), "timeout"],
  ["the platform", new DOMException("The operation was aborted due to timeout", "TimeoutError"), "timeout"],
  ["the platform", new DOMException("This operation was aborted", "AbortError"), "timeout"],
  ["axios", Object.assign(new Error("timeout of 150ms exceeded"), { code: "ECONNABORTED" }), "timeout"],
];

for (const [who, error, failure] of SHAPES) {
  test(`${who}: ${(error.cause ?? error).message} → ${failure}`, () => {
    assert.deepEqual(outcomeOfError(error), { error: failure });
  });
}

test("an address that sounds like an error is not taken for one", () => {
  const error = new Error("error sending request for url (http://127.0.0.1/dns error/timeout/certificate): client error");
  assert.deepEqual(outcomeOfError(wrapped(new Error(error.message.replace("dns error", "dns%20error")))), { error: "reset" });
});

test("an error that leads back into itself ends", () => {
  const error = new Error("see below");
  error.cause = error;
  assert.deepEqual(outcomeOfError(error), { error: "reset" });
});

test("anything thrown gives an outcome that can be decided on", () => {
  const storm = policy("stormSafe");
  const hostile = new Proxy({}, { get: () => { throw new Error("no"); } });
  for (const thrown of [hostile, null, undefined, "text", 7, Symbol("s"), () => {}]) {
    assert.deepEqual(outcomeOfError(thrown), { error: "reset" });
  }
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), fc.string(), fc.string(), (cause, code, message) => {
      for (const thrown of [cause, wrapped(cause), Object.assign(new Error(message), { code, cause })]) {
        assert.ok(typeof storm.classify(outcomeOfError(thrown)) === "string");
      }
    }),
  );
});

test("responses of fetch, axios and got give the same outcome", async () => {
  const headers = { "Retry-After": "7", RateLimit: '"d";r=0;t=9', "RateLimit-Reset": "9", "X-RateLimit-Reset": "9", Date: "d" };
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const expected = { status: 429, retryAfter: "7", date: "d", rateLimit: '"d";r=0;t=9', rateLimitReset: "9", xRateLimitReset: "9" };
  assert.deepEqual(outcomeOf(new Response("", { status: 429, headers })), expected);
  assert.deepEqual(outcomeOf({ status: 429, headers: new axios.AxiosHeaders(headers) }), expected);
  assert.deepEqual(outcomeOf({ statusCode: 429, headers: lower }), expected);
  assert.deepEqual(outcomeOf({ status: 204 }), { status: 204 });
});

test("an outcome that is somebody else's is not ours: the error goes on to say what it can", () => {
  for (const outcome of [{ status: "failed" }, { status: 503, detail: "x" }, { error: "oops" }, { status: -1 }, [], () => {}]) {
    assert.deepEqual(outcomeOfError(Object.assign(new Error("x"), { outcome })), { error: "reset" });
    assert.deepEqual(outcomeOfError(Object.assign(new Error("x"), { outcome, code: "ECONNREFUSED" })), { error: "refused" });
  }
  const ours = { status: 503, retryAfter: "7" };
  assert.deepEqual(outcomeOfError(Object.assign(new Error("x"), { outcome: ours })), ours);
});

test("errors that lie in each other without end are not all looked at", () => {
  let looks = 0;
  const leaf = { get code() { looks += 1; return "X"; } };
  let tree = leaf;
  for (let level = 0; level < 12; level += 1) tree = { errors: Array(16).fill(tree) };
  assert.deepEqual(outcomeOfError(tree), { error: "reset" });
  assert.ok(looks < 10_000, `${looks} looks`);
});
