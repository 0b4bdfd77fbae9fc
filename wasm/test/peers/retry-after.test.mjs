/** `Retry-After`: coming before the time that was asked for, and reading what is no number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import got from "got";
import ky from "ky";
import { Agent, request, RetryAgent } from "undici";
import { deliver, fromRandom, newDelivery, parseRetryAfter, policy } from "reknock";
import { listen } from "../send/server.mjs";
import { answering, hasty, hurried } from "./time.mjs";

const url = "http://127.0.0.1/hook";
const busy = (retryAfter) => ({ status: 503, headers: { "retry-after": retryAfter } });

/** What undici waits for before it comes back to a server that answers so. */
async function undiciWaits(retryAfter) {
  const server = await listen([busy(retryAfter), 200]);
  const agent = new RetryAgent(new Agent());
  try {
    const { result, waits } = await hurried(async () => {
      const { statusCode, body } = await request(server.url, { dispatcher: agent });
      await body.dump();
      return statusCode;
    });
    assert.equal(result, 200);
    assert.equal(server.seen.length, 2);
    return waits;
  } finally {
    await agent.close();
    await server.close();
  }
}

/** What we wait for: through `deliver`, with the shortest draw there is. */
async function ourWait(retryAfter, policy = "stormSafe") {
  const clock = hasty();
  const fetch = answering(busy(retryAfter), { status: 200 });
  const { kind } = await deliver(url, { policy, fetch, clock });
  assert.equal(kind, "delivered");
  return clock.waited();
}

test("undici's RetryHandler: back after 30 s where 120 s were asked for", async () => {
  const waits = await undiciWaits("120");
  assert.ok(waits.includes(30_000) && !waits.includes(120_000), `${waits}`);

  assert.ok((await ourWait("120")) >= 120_000);
  assert.ok((await ourWait("120", { backoff: { constant: { delay: "1s" } }, maxDelay: "30s" })) >= 120_000);
});

test("undici's RetryHandler: 0x10 is taken for 16 seconds", async () => {
  const waits = await undiciWaits("0x10");
  assert.ok(waits.includes(16_000), `${waits}`);

  for (const malformed of ["0x10", "1e3", "+5", "5.5", " ", "Infinity", "0b11", "1_000", "-1"]) {
    assert.equal(parseRetryAfter(malformed), null, malformed);
    assert.equal(policy("stormSafe").hint({ status: 503, retryAfter: malformed }), null, malformed);
  }
});

test("ky: min(cap, x) comes before the time that was asked for", async () => {
  const fetch = answering(busy("120"), { status: 200 });
  const { result, waits } = await hurried(() => ky(url, { fetch, retry: { limit: 2, maxRetryAfter: 10_000 }, timeout: false }));
  assert.equal(result.status, 200);
  assert.deepEqual(waits, [10_000]);

  // With a cap on what is believed, at least that much is waited for; the policy's own cap does not shorten it.
  const capped = policy({ preset: "stormSafe", hints: { longest: "10s", mode: "atLeast" } });
  const given = capped.decide(newDelivery(0), { status: 503, retryAfter: "120" }, { now: 0, draws: fromRandom(() => 0) });
  assert.deepEqual([given.delay, given.reason], [10_000, "hint"]);
  assert.ok((await ourWait("120", { backoff: { constant: { delay: "1s" } }, maxDelay: "10s" })) >= 120_000);
});

test("ky: without a cap, any number is believed", async () => {
  const fetch = answering(busy("99999999"), { status: 200 });
  const { waits } = await hurried(() => Promise.race([ky(url, { fetch, timeout: false }), new Promise((r) => setTimeout(r, 50))]));
  // Three years, cut to what a timer holds: the event is lost to a bad header either way.
  assert.ok(waits.some((wait) => wait >= 24 * 86_400_000), `${waits}`);

  assert.equal(policy("stormSafe").hint({ status: 503, retryAfter: "99999999" }), 86_400_000);
});

test("got: past its cap it gives the request up, and a 0 that means so is no delay", async () => {
  const server = await listen([busy("120"), 200]);
  try {
    const { waits } = await hurried(() =>
      assert.rejects(got(server.url, { retry: { limit: 2, maxRetryAfter: 10_000 } }), /503/),
    );
    assert.equal(server.seen.length, 1);
    assert.deepEqual(waits, []);
  } finally {
    await server.close();
  }

  const patient = policy({ preset: "stormSafe", hints: { longest: "10s" } });
  assert.equal(patient.decide(newDelivery(0), { status: 503, retryAfter: "120" }, { now: 0, draws: fromRandom(Math.random) }).kind, "retry");
});
