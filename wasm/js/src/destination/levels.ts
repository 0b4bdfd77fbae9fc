/** Values of health against what is healthy, as `core/src/destination/health` compares them. */
import type { HealthLevel, Metric } from "./types.js";

export const METRICS: readonly Metric[] = ["retryRate", "deadRate", "meanAttempts", "secondSuccess", "waiting", "overdue"];
/** From the one that says least to the worst. */
const LEVELS: readonly HealthLevel[] = ["off", "few", "healthy", "watch", "alert"];
/** Of fewer than these a rate says nothing. */
const FEW = 20;

/** Where the healthy side of a metric ends, and where the alarming side begins. */
export interface Bounds {
  readonly healthy: number;
  readonly alert: number;
}

/** What was measured. */
export interface Measured {
  /** What is told: rounded down, and `null` for a share of nothing. */
  readonly value: number | null;
  /** What is compared: not rounded, and `null` where there are too few to say. */
  readonly exact: number | null;
}

/** A rate in per mille, from what was counted. Counts are below 2^19, so that the quotient's order is exact. */
export function rateOf(part: number, whole: number): Measured {
  const exact = (1_000 * part) / whole;
  return { value: whole === 0 ? null : Math.floor(exact), exact: whole < FEW ? null : exact };
}

/** Whether healthy and alarming overlap; if so, what to say. Second successes are the better the more there are. */
export function backwards(metric: Metric, { healthy, alert }: Bounds): string | null {
  if (metric === "secondSuccess") return healthy < alert ? "healthy must not be below alert" : null;
  return healthy > alert ? "healthy must not be above alert" : null;
}

/** How an exact value compares; one on a bound is still to be watched, but for a mean, which is healthy up to it. */
export function levelOf(metric: Metric, exact: number | null, bounds: Bounds | null): HealthLevel {
  if (bounds === null) return "off";
  if (exact === null) return "few";
  const { healthy, alert } = bounds;
  const falling = metric === "secondSuccess";
  if (falling ? exact < alert : exact > alert) return "alert";
  if (metric === "meanAttempts" && exact === healthy) return "healthy";
  return (falling ? exact > healthy : exact < healthy) ? "healthy" : "watch";
}

/** The worst of all; few where no metric has a verdict. */
export function worstOf(levels: readonly HealthLevel[]): HealthLevel {
  return LEVELS[Math.max(1, ...levels.map((level) => LEVELS.indexOf(level)))]!;
}
