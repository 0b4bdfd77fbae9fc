/**
 * Any value anywhere gives an error of ours or a valid answer: never a trap of the module, never NaN, never an
 * error from inside; and afterwards the module still decides right.
 *
 * `FUZZ_RUNS` and `FUZZ_SEED` look further than the check does.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Destination, derived, fromRandom, newDelivery, policy, ReknockError } from "reknock";
import { anything, Own, spoiled } from "./hostile.mjs";
import { CALLS } from "./surface.mjs";

const numRuns = Number(process.env.FUZZ_RUNS ?? 300);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101);
const CODES = ["INVALID_POLICY", "INVALID_RULES", "INVALID_STATE", "INVALID_OUTCOME", "INVALID_SEED", "INVALID_ARGUMENT"];

for (const [place, { name, call, args }] of CALLS.entries()) {
  test(name, () => {
    const given = fc.tuple(
      ...args.map((make) =>
        fc.oneof(
          { weight: 2, arbitrary: spoiled(make) },
          { weight: 1, arbitrary: fc.constant(make) },
          { weight: 1, arbitrary: anything },
        ),
      ),
    );
    let [answered, refused] = [0, 0];
    const property = fc.property(given, (makers) => {
      const values = makers.map((make) => make());
      let answer;
      try {
        answer = call(...values);
        answered++;
      } catch (error) {
        refused++;
        assertOurs(error);
      }
      assertSound(answer);
      assertStillRight();
    });
    fc.assert(property, { numRuns, seed: seed + place, includeErrorInReport: true });
    // Both ways are gone, or nothing was tried; a few runs may miss one.
    const both = answered > 0 && (refused > 0 || name === "outcomeOfError");
    assert.ok(both || numRuns < 300, `${answered} answered, ${refused} refused`);
  });
}

/** An error of ours, whole; or what a function of the caller's threw, as it is. */
function assertOurs(error) {
  // A class is a function too, and only this says that it cannot be called.
  if (error instanceof Own || /^Class constructors? /.test(error?.message)) return;
  assert.ok(error instanceof ReknockError, `not ours: ${error?.stack ?? String(error)}`);
  assert.ok(CODES.includes(error.code), error.code);
  assert.equal(typeof error.field, "string");
  assert.ok(error.fix.length > 0);
  assert.equal(error.message, error.field === "" ? error.fix : `${error.field}: ${error.fix}`);
}

/** No number in it is none, and no place is empty that a type says is filled. */
function assertSound(answer, depth = 0) {
  if (typeof answer === "number") assert.ok(Number.isFinite(answer) && !Object.is(answer, -0), `${answer}`);
  if (typeof answer === "string") assert.ok(!/undefined|NaN|\[object/.test(answer), answer);
  if (typeof answer !== "object" || answer === null || depth > 4) return;
  for (const [name, value] of Object.entries(answer)) {
    assert.ok(value !== undefined || Array.isArray(answer), `${name} is not there`);
    assertSound(value, depth + 1);
  }
}

const reference = policy({ backoff: { exponential: { base: "10s", factor: 2 } }, jitter: "equal", maxAttempts: 4 });
const draws = derived("0x1234", "reference");
const server = new Destination({ now: 0, rules: { gate: { max: 1 } } });
server.admit({ now: 0, kind: "first", draws });
const right = answers();

function answers() {
  const delivery = newDelivery(0);
  return JSON.stringify([
    reference.decide(delivery, { status: 503, retryAfter: "30" }, { now: 0, draws }),
    reference.decide(delivery, { error: "timeout" }, { now: 50_000, draws: fromRandom(() => 0.25) }),
    delivery,
    reference.decide(delivery, { status: 410 }, { now: 90_000, draws }),
    server.admit({ now: 5, kind: "first", draws }),
    server,
  ]);
}

function assertStillRight() {
  assert.equal(answers(), right);
}
