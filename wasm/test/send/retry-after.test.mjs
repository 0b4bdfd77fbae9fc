import assert from "node:assert/strict";
import { test } from "node:test";
import { deliver } from "reknock";
import { listen, QUICK, virtualClock } from "./server.mjs";

const DATE = "Tue, 06 Jan 2026 08:49:37 GMT";
const HOUR = 3_600_000;
/** Without a hint a throttled try waits twice the ten milliseconds of the policy. */
const DOUBLED = 20;

/** The decision after one answer with these headers, over a real connection and in virtual time. */
async function decisionAfter(status, headers) {
  const server = await listen([{ status, headers: { date: DATE, ...headers } }, 200]);
  const clock = virtualClock();
  const decisions = [];
  const onAttempt = ({ decision }) => decisions.push(decision);
  const result = await deliver(server.url, { policy: QUICK, clock, onAttempt });
  await server.close();
  assert.equal(result.kind, "delivered");
  assert.equal(server.seen.length, 2);
  const [{ delay, reason, at }] = decisions;
  assert.ok(clock.time >= at, "the second attempt came before its moment");
  return { delay, reason };
}

for (const [form, value, delay] of [
  ["seconds", "120", 120_000],
  ["seconds with leading zeros", "00120", 120_000],
  ["an IMF-fixdate", "Tue, 06 Jan 2026 09:49:37 GMT", HOUR],
  ["an RFC 850 date", "Tuesday, 06-Jan-26 09:49:37 GMT", HOUR],
  ["an asctime date", "Tue Jan  6 09:49:37 2026", HOUR],
  ["more seconds than there are, which count as the longest believed,", "99999999999", 24 * HOUR],
]) {
  test(`a 429 with Retry-After as ${form} is kept to: ${value}`, async () => {
    assert.deepEqual(await decisionAfter(429, { "retry-after": value }), { delay, reason: "hint" });
  });
}

for (const lie of ["inf", "Infinity", "NaN", "-5", "1e17", "0x10", "12.5", "120s", "+3", "soon", "Tue, 99 Jan 2026 09:49:37 GMT"]) {
  test(`a Retry-After that lies is absent, and never zero: ${lie}`, async () => {
    assert.deepEqual(await decisionAfter(429, { "retry-after": lie }), { delay: DOUBLED, reason: "throttled" });
  });
}

test("a date that is over and zero seconds say nothing", async () => {
  for (const value of ["0", "Tue, 06 Jan 2026 08:00:00 GMT"]) {
    assert.deepEqual(await decisionAfter(429, { "retry-after": value }), { delay: DOUBLED, reason: "throttled" });
  }
});

test("Retry-After is kept to with 503 as well", async () => {
  assert.deepEqual(await decisionAfter(503, { "retry-after": "7" }), { delay: 7_000, reason: "hint" });
});

test("rate limit fields are kept to with 429", async () => {
  for (const headers of [
    { ratelimit: '"default";r=0;t=90' },
    { "ratelimit-reset": "90" },
    { "x-ratelimit-reset": "90" },
    { "x-ratelimit-reset": String(Date.UTC(2026, 0, 6, 8, 51, 7) / 1000) },
  ]) {
    assert.deepEqual(await decisionAfter(429, headers), { delay: 90_000, reason: "hint" }, JSON.stringify(headers));
  }
});

test("without Date, a date is measured against the sender's own clock", async () => {
  const answers = [429, 200];
  const fetch = async () => {
    const status = answers.shift();
    return new Response("", { status, headers: { "retry-after": "Thu, 01 Jan 2026 00:10:00 GMT" } });
  };
  const delays = [];
  const onAttempt = ({ decision }) => delays.push(decision.delay);
  await deliver("http://127.0.0.1/", { policy: QUICK, fetch, clock: virtualClock(), onAttempt });
  assert.equal(delays[0], 600_000);
});
