/** What JavaScript checks of rules: every one at its edges, those that go together, and which comes first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Breaker, Budget, Destination, Gate, Health, Replay, Storm } from "../npm/index.js";

const MAX = 2 ** 32 - 1;
const ALONE = { breaker: Breaker, gate: Gate, budget: Budget, storm: Storm, replay: Replay, health: Health };

/** For a destination the guard's name stands before the field; a guard alone has no such part. */
function each(guard, rules, hold) {
  hold(() => new Destination({ now: 0, rules: { [guard]: rules } }), `${guard}.`);
  if (Object.hasOwn(ALONE, guard)) hold(() => new ALONE[guard]({ now: 0, rules }), "");
}
const takes = (guard, rules) => each(guard, rules, (make) => make());
const refuses = (guard, rules, field, fix) =>
  each(guard, rules, (make, prefix) =>
    assert.throws(make, { name: "ReknockError", code: "INVALID_RULES", field: prefix + field, fix }, JSON.stringify(rules)),
  );

/** The ranges: the least and the most that are taken, what is said of others; what else must be said to get there. */
const RANGES = {
  breaker: {
    consecutive: [1, 65535, "must be 1 to 65535, or none"],
    rate: [1, 1000, "must be 1 to 1000 per mille, or none"],
    minimum: [1, 32767, "must be 1 to 32767"],
    window: [1000, MAX, "must be 1 s or more"],
    cooldown: [1, MAX, "must be above 0", { maxCooldown: MAX }],
    factor: [1, 100, "must be 1 to 100"],
    spread: [0, 1000, "must be 0 to 1000 per mille"],
    probes: [1, 4, "must be 1 to 4"],
    successesToClose: [1, 255, "must be 1 to 255"],
    probeLease: [1, MAX, "must be above 0"],
  },
  gate: { max: [1, 16, "must be 1 to 16"], lease: [1000, MAX, "must be 1 s or more"] },
  budget: {
    cap: [1, 4_000_000, "must be 1 to 4000000 thousandths of a token", { cost: 0 }],
    ...Object.fromEntries(
      ["floor", "deposit", "cost", "refund", "success", "failure", "timeout"].map((name) => [
        name, [0, 1_000_000, "must be 0 to 1000000", { cap: 4_000_000 }],
      ]),
    ),
  },
  storm: {
    window: [1000, MAX, "must be 1 s or more"],
    ratio: [1, 1000, "must be 1 to 1000"],
    minimum: [1, 32767, "must be 1 to 32767"],
    depth: [1, MAX, "must be 1 or more"],
    growing: [1, MAX, "must be 1 or more"],
  },
  replay: {
    slowest: [1, 60_000, "must be 1 to 60000 a minute", { start: 60_000, fastest: 60_000 }],
    fastest: [1, 60_000, "must be 1 to 60000 a minute", { start: 1, slowest: 1 }],
    ramp: [1, 1000, "must be 1 to 1000 per mille"],
  },
  health: { window: [1000, MAX, "must be 1 s or more"] },
  disable: {
    exhausted: [1, 32767, "must be 1 to 32767, or none"],
    failing: [1, MAX, "must be above 0; leave it out for none"],
    failures: [1, 65535, "must be 1 to 65535"],
  },
};
/** What the form alone refuses, with words of its own. */
const FORM = { successesToClose: 255, consecutive: 65535, failures: 65535 };

test("every range, on both sides of its ends", () => {
  for (const [guard, ranges] of Object.entries(RANGES)) {
    for (const [name, [least, most, fix, more]] of Object.entries(ranges)) {
      takes(guard, { ...more, [name]: least });
      takes(guard, { ...more, [name]: most });
      if (least > 0) refuses(guard, { ...more, [name]: least - 1 }, name, fix);
      if (most < MAX && FORM[name] !== most) refuses(guard, { ...more, [name]: most + 1 }, name, fix);
    }
  }
  // The number that stands for `null` on its way is none where a rule is a number.
  refuses("budget", { cap: MAX }, "cap", RANGES.budget.cap[2]);
  refuses("budget", { floor: MAX }, "floor", RANGES.budget.floor[2]);
});

test("rules that may be null are null without a range", () => {
  takes("breaker", { consecutive: null });
  takes("breaker", { rate: null });
  takes("disable", { exhausted: null, failing: null });
});

test("rules that go together, on both sides", () => {
  refuses(
    "breaker", { consecutive: null, rate: null },
    "rate", "must be there where consecutive is not, or nothing ever opens it",
  );
  takes("breaker", { cooldown: 5, maxCooldown: 5 });
  refuses("breaker", { cooldown: 5, maxCooldown: 4 }, "maxCooldown", "must not be below cooldown");
  takes("budget", { cap: 10, reserve: 9, cost: 1 });
  refuses("budget", { cap: 10, reserve: 10, cost: 0 }, "reserve", "must be below the cap");
  refuses("budget", { cap: 10, reserve: MAX, cost: 0 }, "reserve", "must be below the cap");
  refuses("budget", { cap: 10, reserve: 9, cost: 2 }, "reserve", "must leave room for the cost of one retry under the cap");
  takes("replay", { start: 10 });
  takes("replay", { start: 1000 });
  refuses("replay", { start: 9 }, "start", "must lie between slowest and fastest");
  refuses("replay", { start: 1001 }, "start", "must lie between slowest and fastest");
  refuses("replay", { start: 50, slowest: 60, fastest: 40 }, "start", "must lie between slowest and fastest");
});

/** Rules that are all wrong, and how they are mended, one by one, with what is named before each step. */
const ORDER = {
  breaker: [
    {
      consecutive: 0, rate: 0, minimum: 0, window: 999, cooldown: 0, factor: 0, maxCooldown: 0, spread: 1001,
      probes: 0, successesToClose: 0, probeLease: 0,
    },
    [
      ["consecutive", { consecutive: null }], ["rate", { rate: null }], ["rate", { rate: 1 }], ["minimum", { minimum: 1 }],
      ["window", { window: 1000 }], ["cooldown", { cooldown: 1 }], ["factor", { factor: 1 }],
      ["maxCooldown", { maxCooldown: 1 }], ["spread", { spread: 0 }], ["probes", { probes: 1 }],
      ["successesToClose", { successesToClose: 1 }], ["probeLease", { probeLease: 1 }],
    ],
  ],
  gate: [{ max: 0, lease: 999 }, [["max", { max: 1 }], ["lease", { lease: 1000 }]]],
  budget: [
    { cap: 0, floor: MAX, deposit: MAX, cost: MAX, reserve: MAX, refund: MAX, success: MAX, failure: MAX, timeout: MAX },
    [
      ["cap", { cap: 9 }], ["floor", { floor: 0 }], ["deposit", { deposit: 0 }], ["cost", { cost: 9 }],
      ["refund", { refund: 0 }], ["success", { success: 0 }], ["failure", { failure: 0 }], ["timeout", { timeout: 0 }],
      ["reserve", { reserve: 8 }], ["reserve", { reserve: 0 }],
    ],
  ],
  storm: [
    { window: 0, ratio: 0, minimum: 0, depth: 0, growing: 0 },
    [
      ["window", { window: 1000 }], ["ratio", { ratio: 1 }], ["minimum", { minimum: 1 }], ["depth", { depth: 1 }],
      ["growing", { growing: 1 }],
    ],
  ],
  replay: [
    { start: 0, slowest: 0, fastest: 0, ramp: 0 },
    [["slowest", { slowest: 1 }], ["fastest", { fastest: 1 }], ["start", { start: 1 }], ["ramp", { ramp: 1 }]],
  ],
  health: [{ window: 0 }, [["window", { window: 1000 }]]],
  disable: [
    { exhausted: 0, failing: 0, failures: 0 },
    [["exhausted", { exhausted: null }], ["failing", { failing: null }], ["failures", { failures: 1 }]],
  ],
};

test("of many wrong rules the first is named", () => {
  for (const [guard, [wrong, steps]] of Object.entries(ORDER)) {
    let rules = wrong;
    for (const [field, mended] of steps) {
      each(guard, rules, (make, prefix) => assert.throws(make, { code: "INVALID_RULES", field: prefix + field }));
      rules = { ...rules, ...mended };
    }
    takes(guard, rules);
  }
});

test("of many guards the first is named, and the form of all before what any says", () => {
  const rules = Object.fromEntries(Object.entries(ORDER).map(([guard, [wrong]]) => [guard, wrong]));
  for (const [guard, [, [[field]]]] of Object.entries(ORDER)) {
    assert.throws(() => new Destination({ now: 0, rules }), { code: "INVALID_RULES", field: `${guard}.${field}` });
    delete rules[guard];
  }
  const formless = { breaker: { factor: 0 }, disable: { gone: 1 } };
  assert.throws(() => new Destination({ now: 0, rules: formless }), { code: "INVALID_RULES", field: "disable.gone" });
});
