/** The guards that count and pace, each kept by itself. */
import { count, moment, nowIn, options as optionsOf, Reader } from "../read.js";
import { Guard, type Asking, type GuardOptions } from "./alone.js";
import { ENDED, KINDS } from "./destination.js";
import { replayRateOf } from "./forms.js";
import { healthReport, stormReport } from "./health.js";
import { Act, Kept } from "./kept.js";
import { ASKED } from "./permits.js";
import { WEIGHTS } from "./rules.js";
import type {
  Admission, Ended, HealthReport, HealthRules, Kind, ReplayRules, StormReport, StormRules, Thresholds, ThresholdsName,
  Weight,
} from "./types.js";

const ARGUMENTS = new Reader("INVALID_ARGUMENT");

/**
 * Whether retries outnumber first attempts, and how far to stretch them.
 *
 * @example
 * ```js
 * const watch = new Storm({ now: Date.now() });
 * watch.count("retry", { now: Date.now() });
 * const { level, stretch } = watch.report(Date.now()); // "calm", 1000
 * ```
 */
export class Storm extends Guard<StormRules> {
  /** One about which nothing is known yet. */
  constructor(options: GuardOptions<StormRules>);
  /** @internal */
  constructor(options: GuardOptions<StormRules>, state?: unknown);
  constructor(options: GuardOptions<StormRules>, state?: unknown) {
    super("storm", options, state);
  }

  /** One from what was stored: its JSON form or its bytes. */
  static from(state: unknown, rules?: StormRules): Storm {
    return new Storm({ now: 0, rules }, state ?? null);
  }

  /** Counts an attempt. */
  count(kind: Kind, options: { now: number }): void {
    Kept.act(this, Act.Count, nowIn(options), ARGUMENTS.word(kind, "kind", KINDS));
  }

  /** Says how many retries wait now. */
  waiting(depth: number, options: { now: number }): void {
    Kept.act(this, Act.Waiting, nowIn(options), 0, count(depth, "depth"));
  }

  /** How bad it is. */
  report(now: number): StormReport {
    return stormReport(Kept.act(this, Act.Storm, now));
  }
}

/**
 * Lets dead letters out again, slowly, and faster only while the destination stays well.
 *
 * @example
 * ```js
 * const replay = new Replay({ now: Date.now() });
 * replay.begin(Date.now());
 * if (replay.admit({ now: Date.now(), draws }).kind === "go") replay.result("success", { now: Date.now() });
 * ```
 */
export class Replay extends Guard<ReplayRules> {
  /** One about which nothing is known yet. */
  constructor(options: GuardOptions<ReplayRules>);
  /** @internal */
  constructor(options: GuardOptions<ReplayRules>, state?: unknown);
  constructor(options: GuardOptions<ReplayRules>, state?: unknown) {
    super("replay", options, state);
  }

  /** One from what was stored: its JSON form or its bytes. */
  static from(state: unknown, rules?: ReplayRules): Replay {
    return new Replay({ now: 0, rules }, state ?? null);
  }

  /** Begins to let letters out. */
  begin(now: number): void {
    Kept.act(this, Act.Replay, now);
  }

  /** Ends it. */
  stop(now: number): void {
    Kept.act(this, Act.StopReplay, now);
  }

  /** Says that the breaker opened: as slow as it gets. */
  opened(now: number): void {
    Kept.act(this, Act.Opened, now);
  }

  /** Whether the next letter is due. */
  admit(options: Asking): Admission<null> {
    return Guard.ask(this, options, ASKED.replay, () => null);
  }

  /** What came of a letter. */
  result(weight: Weight, options: { now: number }): void {
    Kept.act(this, Act.Replayed, nowIn(options), ARGUMENTS.word(weight, "weight", WEIGHTS));
  }

  /** Letters a minute, or `null` where no replay runs. */
  rate(now: number): number | null {
    return replayRateOf(Kept.settled(this, now));
  }
}

/**
 * What is wrong with a destination, in numbers.
 *
 * @example
 * ```js
 * const health = new Health({ now: Date.now() });
 * health.result("first", { now: Date.now(), attempts: 1, delivered: true });
 * health.ended("delivered", { now: Date.now(), attempts: 1 });
 * health.report({ now: Date.now() }).retryRate; // { value: 0, level: "few" }
 * ```
 */
export class Health extends Guard<HealthRules> {
  /** One about which nothing is known yet. */
  constructor(options: GuardOptions<HealthRules>);
  /** @internal */
  constructor(options: GuardOptions<HealthRules>, state?: unknown);
  constructor(options: GuardOptions<HealthRules>, state?: unknown) {
    super("health", options, state);
  }

  /** One from what was stored: its JSON form or its bytes. */
  static from(state: unknown, rules?: HealthRules): Health {
    return new Health({ now: 0, rules }, state ?? null);
  }

  /** Counts an attempt: which one of its delivery it was, and whether it arrived. */
  result(kind: Kind, options: { now: number; attempts: number; delivered: boolean }): void {
    const { now, attempts, delivered } = optionsOf(options, "now", "attempts", "delivered");
    const flags = ARGUMENTS.word(kind, "kind", KINDS) | (ARGUMENTS.boolean(delivered, "delivered") ? 4 : 0);
    Kept.act(this, Act.Tried, moment(now, "now"), flags, count(attempts, "attempts"));
  }

  /** Counts the end of a delivery. `local`: its last outcome was the sender's own fault. */
  ended(ended: Ended, options: { now: number; attempts: number; local?: boolean | undefined }): void {
    const { now, attempts, local = false } = optionsOf(options, "now", "attempts", "local");
    const flags = ARGUMENTS.word(ended, "ended", ENDED) | (ARGUMENTS.boolean(local, "local") ? 8 : 0);
    Kept.act(this, Act.Ended, moment(now, "now"), flags, count(attempts, "attempts"));
  }

  /** How well it is; see {@link Destination.health}. */
  report(options: {
    now: number;
    waiting?: number | undefined;
    overdue?: number | undefined;
    thresholds?: Thresholds | ThresholdsName | undefined;
  }): HealthReport {
    return healthReport((now) => Kept.settled(this, now), options);
  }
}
