/**
 * Stored states, spoiled as rows and disks spoil them: a field changed to any number, bytes flipped, cut off or
 * added. Each is a state that works, and comes out as it went in, or is refused with its field.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as reknock from "reknock";

const { derived, Destination, fromBits, ReknockError } = reknock;
const numRuns = Number(process.env.FUZZ_RUNS ?? 300);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_103);
const KINDS = ["Destination", "Breaker", "Gate", "Budget", "Storm", "Replay", "Health"];
const draws = derived("0x5eed", "states");

/** States of every kind in which something has happened. */
const lived = {
  Destination: () => {
    const server = new Destination({ now: 1_000, rules: { breaker: { consecutive: 1 } } });
    const { permit } = server.admit({ now: 1_000, kind: "first", draws });
    server.admit({ now: 1_001, kind: "first", draws });
    server.report(permit, { outcome: { status: 503 }, class: "transient", attempts: 1, ended: "attempts" }, { now: 1_500, draws });
    server.replay(1_600);
    return server;
  },
};
for (const name of KINDS.slice(1)) lived[name] = () => new reknock[name]({ now: 1_000 });

const number = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1, -1, 0.5),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.maxSafeInteger(),
);

for (const name of KINDS) {
  test(`${name}: any numbers in the JSON form`, () => {
    const property = fc.property(fc.array(fc.tuple(fc.nat(200), number), { minLength: 1, maxLength: 6 }), (changes) => {
      const state = lived[name]().toJSON();
      const places = [...numbersIn(state)];
      for (const [pick, value] of changes) {
        const [holder, key] = places[pick % places.length];
        holder[key] = value;
      }
      holds(name, state);
    });
    fc.assert(property, { numRuns, seed, includeErrorInReport: true });
  });

  test(`${name}: spoiled bytes`, () => {
    const spoil = fc.array(fc.record({ how: fc.constantFrom("flip", "cut", "add"), at: fc.nat(400), byte: fc.integer({ min: 1, max: 255 }) }), { minLength: 1, maxLength: 4 });
    const property = fc.property(spoil, (steps) => {
      let bytes = [...lived[name]().toBytes()];
      for (const { how, at, byte } of steps) {
        const place = at % (bytes.length + 1);
        if (how === "flip" && bytes.length > 0) bytes[at % bytes.length] ^= byte;
        if (how === "cut") bytes = bytes.slice(0, place);
        if (how === "add") bytes.splice(place, 0, byte);
      }
      holds(name, Uint8Array.from(bytes));
    });
    fc.assert(property, { numRuns, seed, includeErrorInReport: true });
  });

  test(`${name}: any bytes`, () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => holds(name, bytes)), { numRuns, seed, includeErrorInReport: true });
  });
}

function holds(name, state) {
  let restored;
  try {
    restored = reknock[name].from(state);
  } catch (error) {
    assert.ok(error instanceof ReknockError, error.stack);
    assert.equal(error.code, "INVALID_STATE");
    // What JavaScript lets through, core must read: otherwise nobody would know which field it was.
    assert.ok(!error.message.includes("this version"), error.message);
    return;
  }
  const json = restored.toJSON();
  if (!(state instanceof Uint8Array)) assert.deepEqual(json, state);
  assert.deepEqual(reknock[name].from(restored.toBytes()).toJSON(), json);
  restored.rebase(0, 5);
  // It works: whatever it answers, its state is one again.
  for (const now of [json.at, json.at + 1_000, -(2 ** 53) + 1, 2 ** 53 - 1]) {
    restored.admit?.({ now, ...(name === "Destination" && { kind: "retry" }), draws: fromBits(() => 2 ** 32 - 1) });
    reknock[name].from(restored.toJSON());
  }
}

/** Every place in it that holds a number, but for the version of the form. */
function* numbersIn(value) {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "number" && key !== "v") yield [value, key];
    if (typeof inner === "object" && inner !== null) yield* numbersIn(inner);
  }
}
