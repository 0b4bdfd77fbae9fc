import type { Decision } from "../decision.js";
import type { Delivery } from "../delivery.js";
import type { Draws } from "../draws.js";
import type { Class, Outcome } from "../outcome.js";
import type { PolicyInput, PolicyJSON, Range, TimelineRetry } from "./types.js";

/** What a decision needs besides the policy, the delivery and the outcome. */
export interface DecideOptions {
  /** The time now, in milliseconds of the epoch of the delivery; usually `Date.now()`. */
  now: number;
  /** Where the one random draw comes from. */
  draws: Draws;
  /** Unix milliseconds, to measure dates against where a response has no `Date`. */
  wall?: number | undefined;
  /** How far delays are stretched in a storm, in per mille: 1000 (the default) to 10000. */
  stretch?: number | undefined;
}

/**
 * How a delivery is retried: a checked, immutable value.
 */
export declare class Policy {
  /**
   * What to do after an attempt ended with `outcome`. Updates `delivery` in place: store it, then obey.
   */
  decide(delivery: Delivery, outcome: Outcome, options: DecideOptions): Decision;
  /** What an outcome means under this policy. */
  classify(outcome: Outcome): Class;
  /** The pause that is believed of an outcome, in milliseconds, or `null` for none. */
  hint(outcome: Outcome, wall?: number): number | null;
  /** Whether the delivery's window is over. */
  expired(delivery: Delivery, now: number): boolean;
  /** What the policy will do, retry by retry, before anything happens. */
  timeline(): IterableIterator<TimelineRetry>;
  /** How long an outage may last so that the last try still comes after it, in milliseconds. */
  survives(): Range;
  /** Why a decision fell as it did, in a sentence. */
  explain(outcome: Outcome, decision: Decision): string;
  /** The JSON form, every field said. */
  toJSON(): PolicyJSON;
}

/**
 * A policy from a preset, an object, or both.
 */
export declare function policy(input: PolicyInput): Policy;
