/** A delay of 2^31 ms or more: `setTimeout` cannot hold it, and fires at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import axios, { AxiosError } from "axios";
import axiosRetry, { exponentialDelay, retryAfter } from "axios-retry";
import { backOff } from "exponential-backoff";
import { deliver, fromRandom, newDelivery, policy } from "reknock";
import { answering, hasty } from "./time.mjs";

const DAYS_24_9 = 2 ** 31;
const SETTIMEOUT_MAX = 2 ** 31 - 1;
const url = "http://127.0.0.1/hook";

test("exponential-backoff: four attempts at once where 25 days were asked for before each", async () => {
  let calls = 0;
  const fails = async () => {
    calls++;
    throw new Error("down");
  };
  // It would not end while this test runs, if it waited.
  await assert.rejects(backOff(fails, { startingDelay: DAYS_24_9, numOfAttempts: 4, timeMultiple: 1 }), /down/);
  assert.equal(calls, 4);

  const clock = hasty();
  const fetch = answering({ status: 503 });
  const patient = { backoff: { constant: { delay: DAYS_24_9 } }, jitter: "none", maxAttempts: 4 };
  const result = await deliver(url, { policy: patient, fetch, clock });
  assert.equal(result.reason, "attempts");
  assert.equal(fetch.calls, 4);
  assert.ok(clock.waited() >= 3 * DAYS_24_9, `${clock.waited()}`);
  assert.ok(Math.max(...clock.naps) <= SETTIMEOUT_MAX, `${Math.max(...clock.naps)}`);
});

test("axios-retry: an uncapped Retry-After becomes a timer that fires at once", async () => {
  const answer = { status: 503, headers: { "retry-after": "99999999999" } };
  assert.equal(retryAfter({ response: answer }), 99_999_999_999_000);
  let calls = 0;
  const adapter = async (config) => {
    calls++;
    throw new AxiosError("busy", "ERR_BAD_RESPONSE", config, null, { ...answer, config, data: "" });
  };
  const client = axios.create({ adapter });
  axiosRetry(client, { retries: 3, retryDelay: exponentialDelay });
  // 3000 years, three times.
  await assert.rejects(client.get(url), AxiosError);
  assert.equal(calls, 4);

  const storm = policy("stormSafe");
  assert.equal(storm.hint({ status: 503, retryAfter: "99999999999" }), 86_400_000);
  const decision = storm.decide(newDelivery(0), { status: 503, retryAfter: "99999999999" }, {
    now: 0, draws: fromRandom(() => 1 - 2 ** -32),
  });
  assert.equal(decision.reason, "hint");
  assert.ok(decision.delay >= 86_400_000 && decision.delay <= 1.5 * 86_400_000, `${decision.delay}`);
  const clock = hasty();
  const fetch = answering(answer, { status: 200 });
  assert.equal((await deliver(url, { fetch, clock })).kind, "delivered");
  assert.ok(clock.waited() >= 86_400_000, `${clock.waited()}`);
});
