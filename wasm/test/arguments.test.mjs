/** Arguments that would be silently without effect, or mean something else, are refused by name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Breaker, derived, Destination, fromBits, fromRandom, Gate, newDelivery, outcomeOf, parseRetryAfter, policy, Storm } from "reknock";

const draws = derived("0x5eed", "a");
const refused = (call, field, code = "INVALID_ARGUMENT") => assert.throws(call, { name: "ReknockError", code, field });

test("options that are not known", () => {
  refused(() => new Destination({ now: 0, rule: { gate: { max: 1 } } }), "options.rule");
  for (const Guard of [Breaker, Gate, Storm]) refused(() => new Guard({ now: 0, max: 1 }), "options.max");
  refused(() => new Destination({ now: 0 }).admit({ now: 0, kind: "first", draws, replay: true }), "options.replay");
  refused(() => parseRetryAfter("1", { now: 0 }), "options.now");
});

test("a header that is not text", () => {
  refused(() => parseRetryAfter(5), "value");
  refused(() => parseRetryAfter("5", { date: 5 }), "date");
});

test("a Response in place of an outcome, whose headers would be lost", () => {
  const response = new Response("", { status: 503, headers: { "retry-after": "120" } });
  refused(() => policy("stormSafe").classify(response), "headers", "INVALID_OUTCOME");
  refused(() => policy("stormSafe").decide(newDelivery(0), response, { now: 0, draws }), "headers", "INVALID_OUTCOME");
  assert.equal(policy("stormSafe").hint(outcomeOf(response)), 120_000);
});

test("a date that nothing can be measured against is not a pause of 0", () => {
  const [date, before] = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:48:37 GMT"];
  for (const form of [date, "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]) {
    assert.equal(parseRetryAfter(form), null, form);
    assert.equal(parseRetryAfter(form, { date: "yesterday" }), null, form);
    assert.equal(parseRetryAfter(form, { date: before }), 60_000, form);
    assert.equal(parseRetryAfter(form, { wall: Date.parse(before) }), 60_000, form);
  }
  assert.equal(parseRetryAfter(before, { date }), 0, "over");
  assert.equal(parseRetryAfter(before, { wall: Date.parse(date) }), 0, "over");
  assert.equal(parseRetryAfter("0"), 0);
});

test("a source of shares where one of whole numbers is asked for", () => {
  const storm = policy("stormSafe");
  const decide = (source) => storm.decide(newDelivery(0), { status: 503 }, { now: 0, draws: source });
  refused(() => decide(fromBits(() => 0.3)), "draws");
  refused(() => decide(fromRandom(() => 1)), "draws");
  assert.deepEqual(decide(fromRandom(() => 0.3)), decide(fromBits(() => Math.floor(0.3 * 2 ** 32))));
});
