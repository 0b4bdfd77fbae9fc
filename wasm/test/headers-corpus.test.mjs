/**
 * What headers ask for is what core reads: every line of `tests/policies/headers.jsonl`, which Rust writes and checks.
 * With another file of such lines in `HEADERS`, every line of that.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { source } from "./sources.mjs";

const { retryAfterPause } = await source("http/retry-after.ts");
const { rateLimitPause } = await source("http/rate-limit.ts");
const file = process.env.HEADERS ?? new URL("../../tests/policies/headers.jsonl", import.meta.url);
const lines = readFileSync(file, "utf8").trimEnd().split("\n");

test("there are enough headers", () => {
  assert.ok(lines.length >= 3_000, `${lines.length}`);
});

test("every pause and every hint is core's", () => {
  for (const line of lines) {
    const { pause, hints, ...headers } = JSON.parse(line);
    assert.deepStrictEqual(answers(headers), pause === undefined ? { hints } : { pause, hints }, line);
  }
});

/** What core says of headers, in core's words. */
function answers({ retryAfter = null, date = null, rateLimit = null, rateLimitReset = null, xRateLimitReset = null, wall = null }) {
  const pause = retryAfter === null ? null : retryAfterPause(retryAfter, date, wall);
  const limit = rateLimitPause({ date, rateLimit, rateLimitReset, xRateLimitReset }, wall);
  const asked = pause === "unmeasured" ? 0 : pause;
  const hints = [asked ?? limit, asked ?? 0];
  return retryAfter === null ? { hints } : { pause: pause ?? "malformed", hints };
}
