/** The guards, each kept by itself. */
import { core } from "../boundary/core.js";
import type { Draws } from "../draws.js";
import { CLASSES, type Class } from "../outcome.js";
import { count, moment, options as optionsOf, Reader } from "../read.js";
import { CIRCUITS, ENDED, KINDS } from "./destination.js";
import { healthReport, stormReport } from "./health.js";
import { drawing, Kept } from "./kept.js";
import { layPass, layPlace, passOnDesk, placeOnDesk, readPass, readPlace, refusedBy } from "./permits.js";
import { rulesOfGuard, WEIGHTS, type GuardName } from "./rules.js";
import type {
  Admission, BreakerRules, BudgetName, BudgetRules, Circuit, Ended, GateRules, HealthReport, HealthRules, Kind, Pass,
  Place, ReplayRules, StormReport, StormRules, Thresholds, ThresholdsName, Weight,
} from "./types.js";

const ARGUMENTS = new Reader("INVALID_ARGUMENT");

/** What a guard begins with. */
export interface GuardOptions<R> {
  /** The time now, in milliseconds. */
  now: number;
  /** Its rules; what is left out has its default. */
  rules?: R | undefined;
}

/** A call that may draw. */
export interface Asking {
  now: number;
  draws: Draws;
}

abstract class Guard<R> extends Kept {
  /** A guard about which nothing is known yet; or, with a state, as it was stored. */
  protected constructor(kind: number, guard: GuardName, options: GuardOptions<R>, state: unknown) {
    const { now, rules } = optionsOf(options, "{ now, rules }");
    super(kind, rulesOfGuard(guard, rules), false, moment(now, "now"), state);
  }

  protected ask<P>(options: Asking, permit: () => P): Admission<P> {
    const { now, draws } = optionsOf(options, "{ now, draws }") as unknown as Asking;
    const at = moment(now, "now");
    const slot = this.slot();
    const answer = drawing(draws, (mode, a, b, c, d) => core.admit(slot, mode << 2, at, a, b, c, d));
    return refusedBy(answer) ?? { kind: "go", permit: permit() };
  }
}

/**
 * Opens when a destination fails, and lets one probe through after a pause.
 *
 * @example
 * ```js
 * const breaker = new Breaker({ now: Date.now(), rules: { consecutive: 3 } });
 * const answer = breaker.admit({ now: Date.now(), draws });
 * if (answer.kind === "go") breaker.result(answer.permit, "failure", { now: Date.now(), draws });
 * ```
 */
export class Breaker extends Guard<BreakerRules> {
  constructor(options: GuardOptions<BreakerRules>, state?: unknown) {
    super(1, "breaker", options, state);
  }

  /** Whether a call may be made now. */
  admit(options: Asking): Admission<Pass> {
    return this.ask(options, passOnDesk);
  }

  /** What came of a call; the answer is the state now. */
  result(pass: Pass, weight: Weight, options: Asking): Circuit {
    const { now, draws } = optionsOf(options, "{ now, draws }") as unknown as Asking;
    const [at, given] = [moment(now, "now"), readPass(pass)];
    const number = ARGUMENTS.word(weight, "weight", WEIGHTS);
    const slot = this.slot();
    const answer = drawing(draws, (mode, a, b, c, d) => {
      layPass(given);
      return core.breaker_result(slot, number | (mode << 2), at, a, b, c, d);
    });
    return CIRCUITS[answer]!;
  }

  /** Holds it open by hand, until `reset`. */
  isolate(now: number): void {
    this.call(0, now);
  }

  /** Closes it by hand. */
  reset(now: number): void {
    this.call(1, now);
  }

  /** Its state. */
  get circuit(): Circuit {
    return CIRCUITS[this.call(2, 0)]!;
  }
}

/** At most so many calls at once; a place that is not given back is free again after its lease. */
export class Gate extends Guard<GateRules> {
  constructor(options: GuardOptions<GateRules>, state?: unknown) {
    super(2, "gate", options, state);
  }

  /** Whether there is a place. */
  admit(options: Asking): Admission<Place> {
    return this.ask(options, placeOnDesk);
  }

  /** Gives a place back; `false` where that came too late. */
  release(place: Place, now: number): boolean {
    const given = readPlace(place);
    // Before the place is laid down: a full cache makes room on the same desk.
    this.slot();
    layPlace(given);
    return this.call(0, now) !== 0;
  }

  /** How many places are taken. */
  inFlight(now: number): number {
    return this.call(1, now);
  }
}

/** Retries as a share of first attempts, plus a small floor. */
export class Budget extends Guard<BudgetRules | BudgetName> {
  constructor(options: GuardOptions<BudgetRules | BudgetName>, state?: unknown) {
    super(3, "budget", options, state);
  }

  /** Whether a retry may be made; it takes its cost. */
  admit(options: Asking): Admission<null> {
    return this.ask(options, () => null);
  }

  /** What came of an attempt. */
  result(kind: Kind, meaning: Class, options: { now: number; timeout?: boolean | undefined }): void {
    const { now, timeout } = optionsOf(options, "{ now, timeout }") as unknown as typeof options;
    const flags = ARGUMENTS.word(meaning, "class", CLASSES) | (timeout === true ? 8 : 0);
    this.call(0, now, ARGUMENTS.word(kind, "kind", KINDS), flags);
  }

  /** Puts back what a retry took that was never sent. */
  giveBack(now: number): void {
    this.call(1, now);
  }

  /** What is in it, in millionths of a token. */
  tokens(now: number): number {
    return this.call(2, now);
  }
}

/** Whether retries outnumber first attempts, and how far to stretch them. */
export class Storm extends Guard<StormRules> {
  constructor(options: GuardOptions<StormRules>, state?: unknown) {
    super(4, "storm", options, state);
  }

  /** Counts an attempt. */
  count(kind: Kind, now: number): void {
    this.call(0, now, ARGUMENTS.word(kind, "kind", KINDS));
  }

  /** Says how many retries wait now. */
  waiting(now: number, depth: number): void {
    this.call(1, now, count(depth, "depth"));
  }

  /** How bad it is. */
  report(now: number): StormReport {
    return stormReport(this.call(2, now));
  }
}

/** Lets dead letters out again, slowly, and faster only while the destination stays well. */
export class Replay extends Guard<ReplayRules> {
  constructor(options: GuardOptions<ReplayRules>, state?: unknown) {
    super(5, "replay", options, state);
  }

  begin(now: number): void {
    this.call(0, now);
  }

  stop(now: number): void {
    this.call(1, now);
  }

  /** Says that the breaker opened: as slow as it gets. */
  opened(now: number): void {
    this.call(2, now);
  }

  /** Whether the next letter is due. */
  admit(options: Asking): Admission<null> {
    return this.ask(options, () => null);
  }

  /** What came of a letter. */
  result(weight: Weight, now: number): void {
    this.call(3, now, ARGUMENTS.word(weight, "weight", WEIGHTS));
  }

  /** Letters a minute, or `null` where no replay runs. */
  rate(now: number): number | null {
    return this.call(4, now) || null;
  }
}

/** What is wrong with a destination, in numbers. */
export class Health extends Guard<HealthRules> {
  constructor(options: GuardOptions<HealthRules>, state?: unknown) {
    super(6, "health", options, state);
  }

  /** Counts an attempt: which one of its delivery it was, and whether it arrived. */
  result(kind: Kind, attempts: number, delivered: boolean, now: number): void {
    const flags = ARGUMENTS.word(kind, "kind", KINDS) | (delivered === true ? 4 : 0);
    this.call(0, now, count(attempts, "attempts"), flags);
  }

  /** Counts the end of a delivery. `local`: its last outcome was the sender's own fault. */
  ended(ended: Ended, attempts: number, local: boolean, now: number): void {
    const flags = ARGUMENTS.word(ended, "ended", ENDED) | (local === true ? 8 : 0);
    this.call(1, now, count(attempts, "attempts"), flags);
  }

  /** How well it is; see {@link Destination.health}. */
  report(options: {
    now: number;
    waiting?: number | undefined;
    overdue?: number | undefined;
    thresholds?: Thresholds | ThresholdsName | undefined;
  }): HealthReport {
    return healthReport(this.slot(), options);
  }
}
