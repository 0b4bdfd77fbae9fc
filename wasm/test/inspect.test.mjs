/** What `console.log` shows of a policy or a guard. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";
import { Breaker, Destination, policy } from "reknock";

test("a policy is printed with what it says", () => {
  assert.equal(inspect(policy("slack")), `Policy ${inspect(policy("slack").toJSON())}`);
  assert.match(inspect(policy("slack")), /^Policy \{\n  backoff: /);
});

test("a destination and a guard are printed with their state", () => {
  for (const kept of [new Destination({ now: 0 }), new Breaker({ now: 0 })]) {
    assert.equal(inspect(kept), `${kept instanceof Breaker ? "Breaker" : "Destination"} ${inspect(kept.toJSON())}`);
  }
});

test("what is deep, a proxy or a prototype is printed too", () => {
  const svix = policy("svix");
  assert.equal(inspect({ a: { b: { c: svix } } }, { depth: 2 }), "{ a: { b: { c: [Policy] } } }");
  assert.equal(svix[Symbol.for("nodejs.util.inspect.custom")].call(new Proxy(svix, {}), 2, {}, inspect), "[Policy]");
  assert.doesNotThrow(() => inspect(Object.getPrototypeOf(svix)));
});
