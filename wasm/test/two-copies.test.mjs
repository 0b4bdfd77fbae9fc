/** `import` and `require` in one process give two copies of the package: what one makes, the other takes. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as imported from "reknock";
import { listen, QUICK } from "./send/server.mjs";

const required = createRequire(import.meta.url)("reknock");

test("they are two", () => {
  assert.notEqual(required.Policy, imported.Policy);
});

for (const [name, mine, other] of [["import", imported, required], ["require", required, imported]]) {
  test(`${name} takes the policies and draws of the other`, () => {
    const policy = other.policy({ preset: "svix", maxAttempts: 3 });
    assert.deepEqual(mine.policy(policy).toJSON(), policy.toJSON());
    for (const make of [({ derived }) => derived("0x5eed", "evt_1"), ({ fromBits }) => fromBits(() => 2 ** 31)]) {
      const decide = (draws) =>
        mine.policy("stormSafe").decide(mine.newDelivery(0), { status: 503 }, { now: 0, draws });
      assert.deepEqual(decide(make(other)), decide(make(mine)));
    }
  });

  test(`${name} delivers under a policy and with a destination of the other`, async () => {
    const server = await listen([503, 200]);
    const destination = new other.Destination({ now: Date.now() });
    const result = await mine.deliver(server.url, { policy: other.policy(QUICK), destination, body: "x" });
    await server.close();
    assert.deepEqual([result.kind, result.attempts], ["delivered", 2]);
    assert.equal(destination.status(Date.now()).inFlight, 0);
  });
}

test("what only looks like draws or a policy is refused as ever", () => {
  const decide = (draws) =>
    imported.policy("stormSafe").decide(imported.newDelivery(0), { status: 503 }, { now: 0, draws });
  const brand = { [Symbol.for("reknock.draws.1")]: true };
  for (const draws of [brand, { ...brand, next: 5, high: 0, low: 0 }, { ...brand, next: null, high: 0.5, low: 0 }, { next: null, high: 0, low: 0 }]) {
    assert.throws(() => decide(draws), { code: "INVALID_ARGUMENT", field: "draws" });
  }
  assert.throws(() => imported.policy({ [Symbol.for("reknock.policy")]: true, toJSON: () => 5 }), { code: "INVALID_POLICY" });
});
