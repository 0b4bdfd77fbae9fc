/** Values of health against thresholds: on the bounds, on both sides of them, and between two numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Health } from "../npm/index.js";
import { source } from "./sources.mjs";

const { levelOf, METRICS, rateOf, worstOf } = await source("destination/levels.ts");
const MAX = 2 ** 32 - 1;

test("a metric without thresholds is off, and one of too few is few", () => {
  for (const metric of METRICS) {
    for (const exact of [null, 0, 50.5, MAX]) assert.equal(levelOf(metric, exact, null), "off");
    assert.equal(levelOf(metric, null, { healthy: 0, alert: 0 }), "few");
  }
});

test("each metric, around both bounds", () => {
  const usual = [
    [0, "healthy"], [49, "healthy"], [49.999, "healthy"], [50, "watch"], [50.001, "watch"], [99.999, "watch"],
    [100, "watch"], [100.001, "alert"], [101, "alert"], [MAX, "alert"],
  ];
  const mean = usual.map(([exact, level]) => [exact, exact === 50 ? "healthy" : level]);
  const falling = [
    [0, "alert"], [49.999, "alert"], [50, "watch"], [50.001, "watch"], [100, "watch"], [100.001, "healthy"], [1000, "healthy"],
  ];
  for (const metric of METRICS) {
    const second = metric === "secondSuccess";
    const bounds = second ? { healthy: 100, alert: 50 } : { healthy: 50, alert: 100 };
    for (const [exact, level] of second ? falling : metric === "meanAttempts" ? mean : usual) {
      assert.equal(levelOf(metric, exact, bounds), level, `${metric} ${exact}`);
    }
  }
});

test("where both bounds are one, nothing but it lies between them", () => {
  const at = (metric, exact) => levelOf(metric, exact, { healthy: 7, alert: 7 });
  const around = (metric) => [6.5, 7, 7.5].map((exact) => at(metric, exact));
  assert.deepEqual(around("retryRate"), ["healthy", "watch", "alert"]);
  assert.deepEqual(around("meanAttempts"), ["healthy", "healthy", "alert"]);
  assert.deepEqual(around("secondSuccess"), ["alert", "watch", "healthy"]);
});

test("the worst level is told; few where there is no verdict", () => {
  assert.equal(worstOf([]), "few");
  assert.equal(worstOf(["off", "off"]), "few");
  assert.equal(worstOf(["off", "few"]), "few");
  assert.equal(worstOf(["few", "healthy", "off"]), "healthy");
  assert.equal(worstOf(["watch", "healthy"]), "watch");
  assert.equal(worstOf(["watch", "alert", "healthy"]), "alert");
});

test("a rate is told rounded down, and compared as it is", () => {
  assert.deepEqual(rateOf(0, 0), { value: null, exact: null });
  assert.deepEqual(rateOf(1, 19), { value: 52, exact: null });
  assert.deepEqual(rateOf(1, 20), { value: 50, exact: 50 });
  assert.equal(rateOf(1, 21).value, 47);
  // As products of whole numbers say it, up to the largest counts there can be.
  const most = 4 * 65535;
  for (const whole of [20, 21, 999, 1000, 1001, 65535, most - 1, most]) {
    for (const part of [0, 1, 2, 19, 333, 65535, whole - 1, whole, most].filter((part) => part <= most)) {
      const { value, exact } = rateOf(part, whole);
      assert.equal(BigInt(value), (1000n * BigInt(part)) / BigInt(whole));
      for (const bound of [0, value - 1, value, value + 1, MAX].filter((bound) => bound >= 0)) {
        const [left, right] = [1000n * BigInt(part), BigInt(bound) * BigInt(whole)];
        assert.deepEqual([exact < bound, exact > bound], [left < right, left > right], `${part} of ${whole}, ${bound}`);
      }
    }
  }
});

test("a report compares what was counted, not what it tells", () => {
  const counted = (first, second, secondDelivered) => {
    const none = [0, 0, 0, 0];
    const slots = (count) => [count, 0, 0, 0];
    return Health.from({
      v: 1, at: 0, phase: 0, first: slots(first), second: slots(second), secondDelivered: slots(secondDelivered),
      delivered: none, attempts: none, dead: none, exhausted: none,
    });
  };
  const bounds = { healthy: 50, alert: 50 };
  const retryRate = (second, first) => counted(first, second, 0).report({ now: 0, thresholds: { retryRate: bounds } }).retryRate;
  assert.deepEqual(retryRate(1, 19), { value: 52, level: "few" });
  assert.deepEqual(retryRate(1, 20), { value: 50, level: "watch" });
  assert.deepEqual(retryRate(51, 1019), { value: 50, level: "alert" }, "50.05 is told as 50");
  assert.deepEqual(retryRate(51, 1021), { value: 49, level: "healthy" });
  const second = (part, whole) => counted(0, whole, part).report({ now: 0, thresholds: { secondSuccess: bounds } }).secondSuccess;
  assert.deepEqual(second(1, 20), { value: 50, level: "watch" });
  assert.deepEqual(second(51, 1019), { value: 50, level: "healthy" });
});

test("thresholds that overlap are refused by the metric, the first of them, after the form of all", () => {
  const report = (thresholds) => new Health({ now: 0 }).report({ now: 0, thresholds });
  for (const metric of METRICS) {
    const second = metric === "secondSuccess";
    report({ [metric]: { healthy: 7, alert: 7 } });
    report({ [metric]: second ? { healthy: 8, alert: 7 } : { healthy: 7, alert: 8 } });
    assert.throws(() => report({ [metric]: second ? { healthy: 7, alert: 8 } : { healthy: 8, alert: 7 } }), {
      code: "INVALID_RULES", field: `thresholds.${metric}`,
      fix: `healthy must not be ${second ? "below" : "above"} alert`,
    });
  }
  const overlap = { healthy: 8, alert: 7 };
  assert.throws(() => report({ overdue: overlap, deadRate: overlap }), { field: "thresholds.deadRate" });
  assert.throws(() => report({ deadRate: overlap, overdue: { healthy: 1 } }), { field: "thresholds.overdue.alert" });
});
