/**
 * `decide` has a short way and a long one. They decide the same, refuse the same in the same words, and a delivery that
 * does not let itself be written is as it was before, whichever way was gone.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { derived, newDelivery, policy } from "../npm/index.js";

const draws = derived("0x5eed", "ways");
const NOW = 1_768_000_000_000;
/** A stretch that changes nothing, but that the short way does not take. */
const LONG = { stretch: 1000 };

/** What came of it: the decision or the error, and the delivery. */
const outcomeOf = (decide) => {
  try {
    return { decision: decide() };
  } catch (error) {
    return { code: error.code, field: error.field, message: error.message };
  }
};

/** SplitMix in 32 bits, so that every run has the same cases. */
const random = (seed) => () => {
  seed = (seed + 0x9e3779b9) | 0;
  let z = Math.imul(seed ^ (seed >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
};

/** What JSON cannot write is written as text. */
const written = (_, value) => (typeof value === "object" || Number.isFinite(value) ? value : String(value));

const ODD = [0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53) + 1,
  255, 256, 65_535, 65_536, 503, 429, 200, 408, "503", "", null, undefined, true, 5n, {}, [], () => 1, Symbol("s")];

test("both ways decide the same, whatever they are given", () => {
  const next = random(7);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const policies = ["stormSafe", "svix", "hookMesh", "hook0", "convoyExponential"].map((name) => policy(name));
  let decided = 0;
  for (let round = 0; round < 20_000; round++) {
    const delivery = { ...newDelivery(NOW), attempts: Math.floor(next() * 12), delay: Math.floor(next() * 1e6) };
    const outcome = { status: pick([503, 503, 500, 429, 404, 410, 200, 302]) };
    if (next() < 0.4) outcome.hint = Math.floor(next() * 1e7);
    const options = { now: NOW + Math.floor(next() * 1e9), draws };
    for (const [object, share] of [[delivery, 0.2], [outcome, 0.2], [options, 0.1]]) {
      if (next() < share) object[pick([...Object.keys(object), "hint", "status", "wall", "more"])] = pick(ODD);
    }
    const [one, other] = [{ ...delivery }, { ...delivery }];
    const chosen = pick(policies);
    const short = outcomeOf(() => chosen.decide(one, outcome, options));
    const long = outcomeOf(() => chosen.decide(other, outcome, { ...options, ...LONG }));
    assert.deepEqual(short, long);
    // As they are stored: a −0 that was there may be a 0 by then.
    assert.equal(JSON.stringify(one, written), JSON.stringify(other, written));
    if (short.decision !== undefined) decided++;
  }
  assert.ok(decided > 10_000, `${decided} were decided`);
});

const unwritable = {
  "a field that cannot be written": (field) => Object.defineProperty(newDelivery(NOW), field, { writable: false }),
  "a field with a getter alone": (field) => Object.defineProperty(newDelivery(NOW), field, { get: () => (field === "delay" ? 0 : NOW) }),
  "a proxy that refuses a field": (field) =>
    new Proxy(newDelivery(NOW), { set: (target, name, value) => name !== field && Reflect.set(target, name, value) }),
};

for (const [what, make] of Object.entries(unwritable)) {
  for (const field of ["nextAt", "delay"]) {
    for (const more of [{}, LONG]) {
      test(`${what}, ${field}: refused, and as before${more === LONG ? ", on the long way" : ""}`, () => {
        const delivery = make(field);
        assert.throws(() => policy("stormSafe").decide(delivery, { status: 503 }, { now: NOW, draws, ...more }), {
          code: "INVALID_ARGUMENT", field: "delivery",
        });
        assert.deepEqual({ ...delivery }, newDelivery(NOW));
      });
    }
  }
}

test("a setter that throws once loses no try", () => {
  let value = NOW;
  let throws = true;
  const delivery = Object.defineProperty(newDelivery(NOW), "nextAt", {
    enumerable: true,
    get: () => value,
    set(at) {
      if (throws) {
        throws = false;
        throw new Error("once");
      }
      value = at;
    },
  });
  const decide = () => policy("stormSafe").decide(delivery, { status: 503 }, { now: NOW, draws });
  assert.throws(decide, { code: "INVALID_ARGUMENT", field: "delivery" });
  assert.equal(delivery.attempts, 0);
  assert.deepEqual([decide().attempt, delivery.attempts], [2, 1]);
});

test("a getter that throws the second time is an error of ours, and loses no try", () => {
  let reads = 0;
  const delivery = Object.defineProperty(newDelivery(NOW), "nextAt", {
    enumerable: true,
    get() {
      reads += 1;
      if (reads === 2) throw new Error("the second time");
      return NOW;
    },
    set() {},
  });
  const decide = () => policy("stormSafe").decide(delivery, { status: 503 }, { now: NOW, draws });
  assert.equal(decide().attempt, 2);
  assert.ok(reads > 2, "the long way was gone");
  assert.equal(delivery.attempts, 1);
});

test("a wall time that is none is refused, also where nothing is measured against it", () => {
  const decide = (wall) => policy("stormSafe").decide(newDelivery(NOW), { status: 503 }, { now: NOW, draws, wall });
  assert.throws(() => decide("now"), { code: "INVALID_ARGUMENT", field: "wall" });
  assert.equal(decide(NOW).kind, "retry");
});
