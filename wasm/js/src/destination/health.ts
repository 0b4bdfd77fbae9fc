/** Reports on storms, off the desk, and on health, out of a state. */
import { words } from "../boundary/core.js";
import { count, moment, options as optionsOf, Reader, reading } from "../read.js";
import { MAX_LENGTH } from "../time.js";
import type { Whole } from "./forms.js";
import { backwards, levelOf, METRICS, rateOf, worstOf, type Bounds, type Measured } from "./levels.js";
import type { HealthReading, HealthReport, Metric, StormReport, Thresholds, ThresholdsName } from "./types.js";

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
export function healthReport(settled: (now: number) => Whole, options: unknown): HealthReport {
  const { now, waiting = 0, overdue = 0, thresholds = "getHook" } = optionsOf(
    options, "now", "waiting", "overdue", "thresholds",
  );
  const at = moment(now, "now");
  const [inRetry, tooLong] = [count(waiting, "waiting"), count(overdue, "overdue")];
  const set = reading("INVALID_RULES", "thresholds", () => thresholdsOf(thresholds));
  const readings = measure(settled(at), inRetry, tooLong).map(({ value, exact }, place): HealthReading => ({
    value, level: levelOf(METRICS[place]!, exact, set[place]!),
  }));
  return {
    level: worstOf(readings.map(({ level }) => level)),
    ...(Object.fromEntries(readings.map((reading, place) => [METRICS[place], reading])) as Record<Metric, HealthReading>),
  };
}

/** The bounds of each metric; `null` where it is not compared. */
function thresholdsOf(value: unknown): (Bounds | null)[] {
  const named = typeof value === "string" && Object.hasOwn(SETS, value) ? SETS[value as ThresholdsName] : value;
  if (typeof named !== "object" || named === null) {
    RULES.mustBe(named, "thresholds", 'an object such as {"retryRate":{"healthy":50,"alert":100}}, or one of "getHook" "hookMesh"');
  }
  const set = RULES.object(named, "thresholds", METRICS, '{"retryRate":{"healthy":50,"alert":100}}');
  const read = METRICS.map((metric) => {
    const bounds = RULES.field(set, metric) ?? null;
    if (bounds === null) return null;
    const path = `thresholds.${metric}`;
    const fields = RULES.object(bounds, path, ["healthy", "alert"], '{"healthy":50,"alert":100}, or null');
    const bound = (name: string) => RULES.whole(RULES.field(fields, name), `${path}.${name}`, 0, MAX_LENGTH);
    return { healthy: bound("healthy"), alert: bound("alert") };
  });
  // Only now: the form of all of them comes first.
  METRICS.forEach((metric, place) => {
    const fix = read[place] && backwards(metric, read[place]);
    if (fix) RULES.refuse(`thresholds.${metric}`, fix);
  });
  return read;
}

/** What was counted, metric by metric. */
function measure({ health }: Whole, waiting: number, overdue: number): Measured[] {
  const total = (name: keyof Whole["health"]) => health[name].reduce((sum, number) => sum + number);
  const [second, delivered, dead] = [total("second"), total("delivered"), total("dead")];
  return [
    rateOf(second, total("first")),
    rateOf(dead, dead + delivered),
    rateOf(total("attempts"), delivered),
    rateOf(total("secondDelivered"), second),
    { value: waiting, exact: waiting },
    { value: overdue, exact: overdue },
  ];
}
