/**
 * The slots of the module are a cache: thousands of policies and destinations live at once, in any order of use, and
 * neither the module's memory nor JavaScript's grows with those that are gone. Nothing is freed by hand.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Breaker, derived, Destination, fromBits, Gate, newDelivery, policy, ReknockError } from "../npm/index.js";

const draws = derived("0x5eed", "slots");
const THOUSANDS = 5_000;

test("thousands of policies decide as each of them says, in any order", () => {
  const policies = Array.from({ length: THOUSANDS }, (_, place) =>
    policy({ backoff: { constant: { delay: place + 1 } }, jitter: "none" }),
  );
  for (const step of [1, 7, 4_999]) {
    for (let turn = 0; turn < THOUSANDS; turn++) {
      const place = (turn * step) % THOUSANDS;
      assert.equal(policies[place].decide(newDelivery(0), { status: 503 }, { now: 0, draws }).delay, place + 1);
    }
  }
});

test("thousands of destinations keep their states, in any order", () => {
  const servers = Array.from({ length: THOUSANDS }, (_, place) =>
    new Destination({ now: 0, rules: { gate: { max: 1 + (place % 16) } } }),
  );
  const permits = servers.map((server, place) => server.admit({ now: place % 1_000, kind: "first", draws }).permit);
  for (let turn = 0; turn < THOUSANDS; turn++) {
    const at = (turn * 7) % THOUSANDS;
    assert.equal(servers[at].status(1_000).inFlight, 1);
    assert.equal(servers[at].rules.gate.max, 1 + (at % 16));
    const report = { outcome: { status: 200 }, class: "delivered", attempts: 1, ended: "delivered" };
    assert.equal(servers[at].report(permits[at], report, { now: 1_000, draws }).kind, "heard");
    assert.equal(servers[at].report(permits[at], report, { now: 1_000, draws }).kind, "late", "once only");
  }
});

test("guards of all kinds share the slots and do not mix", () => {
  const gates = Array.from({ length: 400 }, () => new Gate({ now: 0, rules: { max: 2 } }));
  const breakers = Array.from({ length: 400 }, () => new Breaker({ now: 0, rules: { consecutive: 1 } }));
  for (let place = 0; place < 400; place++) {
    gates[place].admit({ now: 0, draws });
    const { permit } = breakers[place].admit({ now: 0, draws });
    breakers[place].result(permit, place % 2 === 0 ? "failure" : "success", { now: 0, draws });
  }
  for (let place = 0; place < 400; place++) {
    assert.equal(gates[place].inFlight(0), 1);
    assert.equal(breakers[place].circuit, place % 2 === 0 ? "open" : "closed");
  }
});

test("a source of draws may use the package itself, however much of it", () => {
  const outcome = { status: 503, retryAfter: "60" };
  const lone = { backoff: { constant: { delay: "1h" } }, jitter: "full", hints: { mode: "atLeast" } };
  const expected = policy(lone).decide(newDelivery(0), outcome, { now: 0, draws: fromBits(() => 2 ** 31) });
  const crowd = () => {
    for (let one = 0; one < 100; one++) {
      policy("svix").decide(newDelivery(9), { status: 429, retryAfter: "7", hint: 5 }, { now: 9, draws });
    }
    return 2 ** 31;
  };
  assert.deepEqual(policy(lone).decide(newDelivery(0), outcome, { now: 0, draws: fromBits(crowd) }), expected);

  const gate = new Gate({ now: 0, rules: { max: 1 } });
  gate.admit({ now: 0, draws });
  const others = () => {
    for (let one = 0; one < 600; one++) new Gate({ now: 5 }).admit({ now: 5, draws });
    return 0;
  };
  const [busy, crowded] = [fromBits(() => 0), fromBits(others)].map((draws) => gate.admit({ now: 0, draws }));
  assert.equal(busy.kind, "wait");
  assert.deepEqual(crowded, busy);
  assert.equal(gate.inFlight(0), 1);
});

test("what nobody holds any more is collected, all but what is in a slot", { timeout: 120_000 }, async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  let collected = 0;
  const registry = new FinalizationRegistry(() => collected++);
  const rounds = 20;
  const sizes = [];
  for (let round = 0; round < rounds; round++) {
    for (let one = 0; one < 1_000; one++) {
      for (const object of [policy("stormSafe"), new Destination({ now: 0 })]) registry.register(object);
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
    gc();
    sizes.push(process.memoryUsage().heapUsed);
  }
  for (let wait = 0; collected < 2_000 * rounds - 400 && wait < 200; wait++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  // 64 slots of policies and 256 of guards keep their last owners.
  assert.ok(collected >= 2_000 * rounds - 400, `${collected} of ${2_000 * rounds} were collected`);
  const grown = Math.max(...sizes.slice(rounds / 2)) - Math.min(...sizes.slice(0, rounds / 2));
  assert.ok(grown < 8 * 2 ** 20, `the heap grew by ${grown} bytes`);
});

test("a method works on its own object only, and says so", () => {
  const storm = policy("stormSafe");
  const server = new Destination({ now: 0 });
  const { classify } = storm;
  for (const use of [
    () => new Proxy(storm, {}).decide(newDelivery(0), { status: 503 }, { now: 0, draws }),
    () => new Proxy(storm, {}).toJSON(),
    () => classify({ status: 503 }),
    () => new Proxy(server, {}).admit({ now: 0, kind: "first", draws }),
    () => new Proxy(server, {}).toJSON(),
  ]) {
    assert.throws(use, (error) => error instanceof ReknockError && error.field === "this");
  }
});

test("a delivery that cannot be changed is refused by name, and one with more fields is left whole", () => {
  const frozen = Object.freeze(newDelivery(0));
  assert.throws(() => policy("stormSafe").decide(frozen, { status: 503 }, { now: 0, draws }), {
    code: "INVALID_ARGUMENT", field: "delivery", message: /\{ \.\.\.delivery \}/,
  });
  const row = { ...newDelivery(0), event: "evt_1" };
  policy("stormSafe").decide(row, { status: 503 }, { now: 0, draws });
  assert.deepEqual([row.event, row.attempts], ["evt_1", 1]);
});

test("a prototype that was tampered with changes no decision", () => {
  const decide = () => {
    const delivery = newDelivery(0);
    const decision = policy({ backoff: { linear: { step: "1s" } } }).decide(delivery, { status: 503 }, { now: 0, draws });
    return [decision, policy("svix").classify({ error: "timeout" }), new Destination({ now: 0, rules: { gate: {} } }).rules];
  };
  const before = decide();
  const tampering = { class: "delivered", hint: 1, status: 200, error: "local", retryAfter: "9", preset: "slack", maxAttempts: 1, max: 1, zzz: 1 };
  try {
    for (const [name, value] of Object.entries(tampering)) {
      Object.defineProperty(Object.prototype, name, { value, enumerable: true, configurable: true, writable: true });
    }
    const during = decide();
    for (const name of Object.keys(tampering)) delete Object.prototype[name];
    assert.deepEqual(during, before);
  } finally {
    for (const name of Object.keys(tampering)) delete Object.prototype[name];
  }
});
