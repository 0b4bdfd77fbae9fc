/** The guards that let attempts through or not, each kept by itself. */
import { CLASSES, type Class } from "../outcome.js";
import { moment, nowIn, options as optionsOf, Reader } from "../read.js";
import { Guard, type Asking, type GuardOptions } from "./alone.js";
import { CIRCUITS, KINDS } from "./destination.js";
import { circuitOf, placesOf } from "./forms.js";
import { Act, Kept } from "./kept.js";
import { ASKED, givenOnDesk, layPass, layPlace, readPass, readPlace } from "./permits.js";
import { WEIGHTS } from "./rules.js";
import type { Admission, BreakerRules, BudgetName, BudgetRules, Circuit, GateRules, Kind, Pass, Place, Weight } from "./types.js";

const ARGUMENTS = new Reader("INVALID_ARGUMENT");

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
  /** One about which nothing is known yet. */
  constructor(options: GuardOptions<BreakerRules>);
  /** @internal */
  constructor(options: GuardOptions<BreakerRules>, state?: unknown);
  constructor(options: GuardOptions<BreakerRules>, state?: unknown) {
    super("breaker", options, state);
  }

  /** One from what was stored: its JSON form or its bytes. */
  static from(state: unknown, rules?: BreakerRules): Breaker {
    return new Breaker({ now: 0, rules }, state ?? null);
  }

  /** Whether a call may be made now. */
  admit(options: Asking): Admission<Pass> {
    return Guard.ask(this, options, ASKED.breaker, () => {
      const { generation, probe } = givenOnDesk();
      return { generation, probe };
    });
  }

  /** What came of a call; the answer is the state now. */
  result(permit: Pass, weight: Weight, options: Asking): Circuit {
    const { now, draws } = optionsOf(options, "now", "draws");
    const [at, given] = [moment(now, "now"), readPass(permit)];
    const number = ARGUMENTS.word(weight, "weight", WEIGHTS);
    return CIRCUITS[Kept.draw(this, draws, Act.BreakerResult, at, number, 0, () => layPass(given))]!;
  }

  /** Holds it open by hand, until `reset`. */
  isolate(now: number): void {
    Kept.act(this, Act.Isolate, now);
  }

  /** Closes it by hand. */
  reset(now: number): void {
    Kept.act(this, Act.Reset, now);
  }

  /** Its state. */
  get circuit(): Circuit {
    return circuitOf(Kept.peek(this));
  }
}

/**
 * At most so many calls at once; a place that is not given back is free again after its lease.
 *
 * @example
 * ```js
 * const gate = new Gate({ now: Date.now(), rules: { max: 4 } });
 * const answer = gate.admit({ now: Date.now(), draws });
 * if (answer.kind === "go") gate.release(answer.permit, { now: Date.now() }); // once the call is over
 * ```
 */
export class Gate extends Guard<GateRules> {
  /** One about which nothing is known yet. */
  constructor(options: GuardOptions<GateRules>);
  /** @internal */
  constructor(options: GuardOptions<GateRules>, state?: unknown);
  constructor(options: GuardOptions<GateRules>, state?: unknown) {
    super("gate", options, state);
  }

  /** One from what was stored: its JSON form or its bytes. */
  static from(state: unknown, rules?: GateRules): Gate {
    return new Gate({ now: 0, rules }, state ?? null);
  }

  /** Whether there is a place. */
  admit(options: Asking): Admission<Place> {
    return Guard.ask(this, options, ASKED.gate, () => givenOnDesk().place);
  }

  /** Gives a place back; `false` where that came too late. */
  release(permit: Place, options: { now: number }): boolean {
    const [given, now] = [readPlace(permit), nowIn(options)];
    return Kept.act(this, Act.Release, now, 0, 0, () => layPlace(given)) !== 0;
  }

  /** How many places are taken. */
  inFlight(now: number): number {
    return placesOf(Kept.settled(this, now));
  }
}

/**
 * Retries as a share of first attempts, plus a small floor.
 *
 * @example
 * ```js
 * const budget = new Budget({ now: Date.now(), rules: "aws" });
 * if (budget.admit({ now: Date.now(), draws }).kind === "go") {
 *   budget.result("retry", "delivered", { now: Date.now() }); // once the retry is over
 * }
 * ```
 */
export class Budget extends Guard<BudgetRules | BudgetName> {
  /** One about which nothing is known yet. */
  constructor(options: GuardOptions<BudgetRules | BudgetName>);
  /** @internal */
  constructor(options: GuardOptions<BudgetRules | BudgetName>, state?: unknown);
  constructor(options: GuardOptions<BudgetRules | BudgetName>, state?: unknown) {
    super("budget", options, state);
  }

  /** One from what was stored: its JSON form or its bytes. */
  static from(state: unknown, rules?: BudgetRules | BudgetName): Budget {
    return new Budget({ now: 0, rules }, state ?? null);
  }

  /** Whether a retry may be made; it takes its cost. */
  admit(options: Asking): Admission<null> {
    return Guard.ask(this, options, ASKED.budget, () => null);
  }

  /** What came of an attempt. */
  result(kind: Kind, meaning: Class, options: { now: number; timeout?: boolean | undefined }): void {
    const { now, timeout } = optionsOf(options, "now", "timeout");
    const late = timeout !== undefined && ARGUMENTS.boolean(timeout, "timeout");
    const flags = (ARGUMENTS.word(meaning, "class", CLASSES) << 2) | (late ? 1 << 5 : 0);
    const at = moment(now, "now");
    Kept.act(this, Act.Budget, at, ARGUMENTS.word(kind, "kind", KINDS) | flags);
  }

  /** Puts back what a retry took that was never sent. */
  giveBack(now: number): void {
    Kept.act(this, Act.GiveBack, now);
  }

  /** What is in it, in millionths of a token. */
  tokens(now: number): number {
    return Kept.settled(this, now).budget.tokens;
  }
}
