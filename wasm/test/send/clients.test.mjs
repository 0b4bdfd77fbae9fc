/** What `outcomeOf` makes of the responses of clients that write headers in their own way, and of what is none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeOf, policy } from "../../npm/index.js";

test("headers that came more than once are joined as fetch joins them", () => {
  const headers = { ratelimit: ['"a";r=0;t=30', '"b";r=0;t=40'], "retry-after": ["7"], date: [] };
  const outcome = outcomeOf({ statusCode: 429, headers });
  assert.deepEqual(outcome, { status: 429, rateLimit: '"a";r=0;t=30, "b";r=0;t=40', retryAfter: "7" });
  assert.equal(policy("stormSafe").hint(outcomeOf({ statusCode: 429, headers: { ratelimit: headers.ratelimit } })), 40_000);
});

test("the name of a header may be written in any case", () => {
  assert.deepEqual(outcomeOf({ status: 503, headers: { "Retry-After": "5" } }), { status: 503, retryAfter: "5" });
  assert.deepEqual(outcomeOf({ status: 503, headers: { "RETRY-AFTER": 5 } }), { status: 503, retryAfter: "5" });
});

test("a list that holds something else is no header", () => {
  for (const value of [[new Map()], [null], [["5"]], [{}]]) {
    assert.deepEqual(outcomeOf({ status: 503, headers: { "retry-after": value } }), { status: 503 });
  }
});

test("what has no status is refused, and a promise is told to be awaited", () => {
  for (const none of [Promise.resolve(new Response()), {}, [], new Error("x"), { ok: true }, { status: "429" }, { status: 70_000 }]) {
    assert.throws(() => outcomeOf(none), { code: "INVALID_ARGUMENT", field: "response", message: /awaited/ });
  }
});
