/** What JavaScript checks of a whole policy: every rule at its edges, and which of two comes first. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { policy } from "../npm/index.js";

const MAX = 2 ** 32 - 1;
const constant = (delay) => ({ constant: { delay } });
const linear = (step) => ({ linear: { step } });
const exponential = (base, factor) => ({ exponential: { base, factor } });
const schedule = (delays, then) => ({ schedule: { delays, then } });
const additive = (min, max) => ({ additive: { perMille: 0, min, max } });
const spread = { backoff: constant("1s") };

const refuses = (input, field, fix) =>
  assert.throws(() => policy(input), { name: "ReknockError", code: "INVALID_POLICY", field, fix }, JSON.stringify(input));

const FACTOR = "backoff.exponential.factor";
const LONGER = "must make every delay longer than the one before; a larger factor or base does";
const STEPS = "must reach maxDelay (or maxAttempts) within 64 steps; a larger factor or a shorter maxDelay does";
const OVERLAP = "no two ranges may overlap, and no status or error may come twice";
const BELOW_FIRST = "must not be below the first delay; unless set, it is 1h where delays grow";
const DECORRELATED = "decorrelated goes with constant or exponential backoff only";
const NEVER_ENDS = "may be null only with a window, or nothing ever ends";
const NO_PAUSE =
  "may be null only if a schedule that repeats its last delay ends above 0, or it is tried without a pause";

/** Each rule: what just keeps it, what just breaks it, and what is said then. */
const RULES = [
  [{ backoff: constant(1) }, { backoff: constant(0) }, "backoff.constant.delay", "must be above 0"],
  [{ backoff: linear(1) }, { backoff: linear(0) }, "backoff.linear.step", "must be above 0"],
  [{ backoff: exponential(1, 2) }, { backoff: exponential(0, 2) }, "backoff.exponential.base", "must be above 0"],
  [{ backoff: schedule([0]), maxDelay: 1 }, { backoff: schedule([0]), maxDelay: 0 }, "maxDelay", "must be above 0"],
  [{ backoff: constant(9), maxDelay: 9 }, { backoff: constant(9), maxDelay: 8 }, "maxDelay", BELOW_FIRST],
  [{ backoff: schedule([9]), maxDelay: 9 }, { backoff: schedule([9]), maxDelay: 8 }, "maxDelay", BELOW_FIRST],
  [{ backoff: linear(3_600_000) }, { backoff: linear(3_600_001) }, "maxDelay", BELOW_FIRST],
  [{ backoff: exponential(3_600_000, 2) }, { backoff: exponential(3_600_001, 2) }, "maxDelay", BELOW_FIRST],
  [{ backoff: exponential(1000, [3, 2]) }, { backoff: exponential(1000, [3, 3]) }, FACTOR, "must be above 1"],
  [{ backoff: exponential(1000, 2) }, { backoff: exponential(1000, 1) }, FACTOR, "must be above 1"],
  // The first step must already show: ⌊base · 11/10⌋ is base up to 9.
  [{ backoff: exponential(10, [11, 10]) }, { backoff: exponential(9, [11, 10]) }, FACTOR, LONGER],
  // At its cap, or at its last attempt, it need not grow any more.
  [{ backoff: exponential(9, [11, 10]), maxDelay: 9 }, { backoff: exponential(9, [11, 10]), maxDelay: 10 }, FACTOR, LONGER],
  [{ backoff: exponential(9, [11, 10]), maxAttempts: 1 }, { backoff: exponential(9, [11, 10]), maxAttempts: 2 }, FACTOR, LONGER],
  [{ backoff: exponential(1000, [1001, 1000]), maxAttempts: 65 }, { backoff: exponential(1000, [1001, 1000]), maxAttempts: 66 }, FACTOR, STEPS],
  [
    { backoff: exponential(1000, [1001, 1000]), maxDelay: 1064, maxAttempts: 99 },
    { backoff: exponential(1000, [1001, 1000]), maxDelay: 1065, maxAttempts: 99 },
    FACTOR, STEPS,
  ],
  [
    { backoff: exponential(1000, [1001, 1000]), maxDelay: 1064, maxAttempts: null, window: "1d" },
    { backoff: exponential(1000, [1001, 1000]), maxDelay: 1065, maxAttempts: null, window: "1d" },
    FACTOR, STEPS,
  ],
  [{ ...spread, jitter: "decorrelated" }, { backoff: linear(1), jitter: "decorrelated" }, "jitter", DECORRELATED],
  [
    { backoff: exponential(1, 2), jitter: "decorrelated" }, { backoff: schedule([1]), jitter: "decorrelated" },
    "jitter", DECORRELATED,
  ],
  [{ ...spread, jitter: additive(5, 5) }, { ...spread, jitter: additive(6, 5) }, "jitter.additive.min", "must not be above max"],
  [{ ...spread, window: 1 }, { ...spread, window: 0 }, "window", "must be above 0; leave it out for none"],
  [{ ...spread, maxAttempts: null, window: 1 }, { ...spread, maxAttempts: null }, "maxAttempts", NEVER_ENDS],
  [
    { backoff: schedule([0, 1], "repeatLast"), maxAttempts: null, window: 1 },
    { backoff: schedule([1, 0], "repeatLast"), maxAttempts: null, window: 1 },
    "maxAttempts", NO_PAUSE,
  ],
  [
    { backoff: schedule([1, 0], "stop"), maxAttempts: null, window: 1 },
    { backoff: schedule(Array(32).fill(0), "repeatLast"), maxAttempts: null, window: 1 },
    "maxAttempts", NO_PAUSE,
  ],
  [
    { ...spread, hints: { longest: 1 } }, { ...spread, hints: { longest: 0 } },
    "hints.longest", 'must be above 0; write "hints": null to ignore them',
  ],
  [
    { ...spread, classes: { "500-509": "gone", "510-519": "gone" } },
    { ...spread, classes: { "500-509": "gone", "509-519": "gone" } },
    "classes", OVERLAP,
  ],
  [
    { ...spread, classes: { "510-519": "gone", "500-509": "gone" } },
    { ...spread, classes: { "509-519": "gone", "400-409": "gone", "500-509": "gone" } },
    "classes", OVERLAP,
  ],
  [
    { ...spread, classes: { "500-509": "gone", 505: "permanent", dns: "gone", 0: "gone", tls: "gone" } },
    { ...spread, classes: { "500-509": "gone", 505: "permanent", "501-502": "gone" } },
    "classes", OVERLAP,
  ],
];

test("every rule, on both sides of its edge", () => {
  for (const [keeps, breaks, field, fix] of RULES) {
    policy(keeps);
    refuses(breaks, field, fix);
  }
});

test("the ranges of single fields are the form's, which comes before", () => {
  const broken = { backoff: constant(0) };
  for (const [changes, field] of [
    [{ dnsAttempts: 0 }, "dnsAttempts"],
    [{ dnsAttempts: 256 }, "dnsAttempts"],
    [{ throttleFactor: 0 }, "throttleFactor"],
    [{ throttleFactor: 101 }, "throttleFactor"],
    [{ maxAttempts: 0 }, "maxAttempts"],
    [{ jitter: { proportional: 1001 } }, "jitter.proportional"],
    [{ jitter: { additive: { perMille: 1001, min: 0, max: 0 } } }, "jitter.additive.perMille"],
    [{ hints: { jitter: 1001 } }, "hints.jitter"],
    [{ classes: { "509-500": "gone" } }, "classes.509-500"],
  ]) {
    assert.throws(() => policy({ ...broken, ...changes }), { code: "INVALID_POLICY", field });
  }
});

test("of many wrong things the first is named, in the order of the fields", () => {
  const wrong = {
    classes: { "500-509": "gone", "509-519": "gone" }, backoff: linear(0), maxDelay: 0, jitter: "decorrelated",
    window: 0, maxAttempts: null, hints: { longest: 0 },
  };
  const mended = [
    [{}, "classes"],
    [{ classes: {} }, "backoff.linear.step"],
    [{ backoff: linear(2) }, "maxDelay"],
    [{ maxDelay: 1 }, "maxDelay"],
    [{ maxDelay: 2 }, "jitter"],
    [{ backoff: exponential(2, 1), maxDelay: 3 }, FACTOR],
    [{ backoff: exponential(2, 2), jitter: additive(2, 1) }, "jitter.additive.min"],
    [{ jitter: "none" }, "window"],
    [{ window: null }, "maxAttempts"],
    [{ window: 1, backoff: schedule([0], "repeatLast") }, "maxAttempts"],
    [{ maxAttempts: 2 }, "hints.longest"],
  ];
  let input = wrong;
  for (const [changes, field] of mended) {
    input = { ...input, ...changes };
    assert.throws(() => policy(input), { code: "INVALID_POLICY", field }, JSON.stringify(input));
  }
  policy({ ...input, hints: null });
});

test("limits that were not said have their defaults", () => {
  for (const [input, maxAttempts, maxDelay] of [
    [{ backoff: constant(1) }, 5, undefined],
    [{ backoff: linear(1) }, 5, "1h"],
    [{ backoff: exponential(1, 2) }, 5, "1h"],
    [{ backoff: schedule([1, 2, 3]) }, 4, undefined],
    [{ backoff: schedule([1, 2, 3], "repeatLast") }, 5, undefined],
    [{ backoff: schedule([1, 2, 3]), maxAttempts: 9, maxDelay: 3 }, 9, "3ms"],
    [{ backoff: schedule([1, 2, 3]), maxAttempts: null, window: 1 }, null, undefined],
    [{ backoff: constant(1), maxAttempts: MAX, maxDelay: MAX }, MAX, undefined],
  ]) {
    const written = policy(input).toJSON();
    assert.deepEqual([written.maxAttempts, written.maxDelay], [maxAttempts, maxDelay], JSON.stringify(input));
  }
});
