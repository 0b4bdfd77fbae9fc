import type { Last } from "./outcome.js";

/** What gave the delay of a retry. */
export type RetryReason =
  /** The policy's own backoff. */
  | "backoff"
  /** The same, longer, since the destination asks for less without saying when. */
  | "throttled"
  /** The server said when. */
  | "hint"
  /** The sender's own fault, which cost no attempt. */
  | "local";

/** Why a delivery ended without arriving. */
export type DeadReason =
  /** Trying again cannot help. */
  | "permanent"
  /** The destination asks never to be called again. */
  | "gone"
  /** The name failed to resolve too many times. */
  | "dns"
  /** All tries are used up. */
  | "attempts"
  /** The next try would come after the delivery window. */
  | "window";

/** It arrived. */
export interface Delivered {
  /** Says which kind of decision it is. */
  readonly kind: "delivered";
}

/** Try again at `at`. */
export interface Retry {
  /** Says which kind of decision it is. */
  readonly kind: "retry";
  /** When, in milliseconds of the epoch of `now`: never before this. */
  readonly at: number;
  /** How long that is from `now`, in milliseconds. May be longer than `setTimeout` can wait. */
  readonly delay: number;
  /** The number of the coming try: 2 for the first retry. */
  readonly attempt: number;
  /** What gave the delay. */
  readonly reason: RetryReason;
}

/** Never try again by itself: keep the event for a replay. */
export interface DeadLetter {
  /** Says which kind of decision it is. */
  readonly kind: "deadLetter";
  /** Why. */
  readonly reason: DeadReason;
  /** What it ended with last. */
  readonly last: Last;
}

/**
 * What to do now, when, and why.
 *
 * @example
 * ```js
 * switch (decision.kind) {
 *   case "delivered":  break;
 *   case "retry":      schedule(decision.at); break;
 *   case "deadLetter": keep(decision.reason, decision.last); break;
 * }
 * ```
 */
export type Decision = Delivered | Retry | DeadLetter;
