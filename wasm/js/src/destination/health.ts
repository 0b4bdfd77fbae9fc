/** Reports on storms and health, off the desk. */
import { core, refusal, words } from "../boundary/core.js";
import { ReknockError } from "../errors.js";
import { count, moment, options as optionsOf, Reader, reading } from "../read.js";
import { MAX_LENGTH } from "../time.js";
import type { HealthLevel, HealthReading, HealthReport, Metric, StormReport, Thresholds, ThresholdsName } from "./types.js";

const METRICS: readonly Metric[] = ["retryRate", "deadRate", "meanAttempts", "secondSuccess", "waiting", "overdue"];
const LEVELS: readonly HealthLevel[] = ["off", "few", "healthy", "watch", "alert"];
const STORMS: readonly StormReport["level"][] = ["calm", "warning", "storm"];

/** What senders publish. Rates are per mille, the mean of attempts in thousandths. */
const SETS: Record<ThresholdsName, Thresholds> = {
  getHook: {
    retryRate: { healthy: 50, alert: 100 },
    deadRate: { healthy: 5, alert: 10 },
    meanAttempts: { healthy: 1300, alert: 2000 },
    secondSuccess: { healthy: 800, alert: 600 },
    overdue: { healthy: 10, alert: 100 },
  },
  hookMesh: {
    retryRate: { healthy: 50, alert: 100 },
    meanAttempts: { healthy: 2000, alert: 3000 },
    waiting: { healthy: 100, alert: 1000 },
  },
};

const RULES = new Reader("INVALID_RULES");

export function stormReport(level: number): StormReport {
  return { level: STORMS[level]!, retries: words[0]!, first: words[1]!, stretch: words[2]! };
}

/** `waiting` and `overdue` are 0 unless said, the thresholds GetHook's. */
export function healthReport(ready: () => number, options: unknown): HealthReport {
  const { now, waiting = 0, overdue = 0, thresholds = "getHook" } = optionsOf(
    options, "now", "waiting", "overdue", "thresholds",
  );
  const at = moment(now, "now");
  const [inRetry, tooLong] = [count(waiting, "waiting"), count(overdue, "overdue")];
  const set = reading("INVALID_RULES", "thresholds", () => thresholdsOf(thresholds));
  const slot = ready();
  words.set(set);
  const answer = core.health(slot, at, inRetry, tooLong);
  if (answer >= 8) {
    const { field, fix } = refusal(answer >> 3);
    throw new ReknockError("INVALID_RULES", `thresholds.${field}`, fix);
  }
  return { level: LEVELS[answer]!, ...readings() };
}

/** Six times: whether there are thresholds, healthy, alert. */
function thresholdsOf(value: unknown): number[] {
  const named = typeof value === "string" && Object.hasOwn(SETS, value) ? SETS[value as ThresholdsName] : value;
  if (typeof named !== "object" || named === null) {
    RULES.mustBe(named, "thresholds", 'an object such as {"retryRate":{"healthy":50,"alert":100}}, or one of "getHook" "hookMesh"');
  }
  const set = RULES.object(named, "thresholds", METRICS, '{"retryRate":{"healthy":50,"alert":100}}');
  return METRICS.flatMap((metric) => {
    const bounds = RULES.field(set, metric) ?? null;
    if (bounds === null) return [0, 0, 0];
    const path = `thresholds.${metric}`;
    const fields = RULES.object(bounds, path, ["healthy", "alert"], '{"healthy":50,"alert":100}, or null');
    const bound = (name: string) => RULES.whole(RULES.field(fields, name), `${path}.${name}`, 0, MAX_LENGTH);
    return [1, bound("healthy"), bound("alert")];
  });
}

function readings(): { readonly [metric in Metric]: HealthReading } {
  const entries = METRICS.map((metric, place): [Metric, HealthReading] => [
    metric,
    { value: words[3 * place] === 0 ? null : words[3 * place + 1]!, level: LEVELS[words[3 * place + 2]!]! },
  ]);
  return Object.fromEntries(entries) as { readonly [metric in Metric]: HealthReading };
}
