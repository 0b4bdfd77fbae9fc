import type { Length } from "./time.js";

/** Why there was no answer. `invalid`: the request can never be sent as it is; `local`: the sender's own fault. */
export type Failure = "timeout" | "refused" | "reset" | "unreachable" | "dns" | "tls" | "invalid" | "local";

/** What an outcome means. `gone`: the destination asks never to be called again. */
export type Class = "delivered" | "transient" | "throttled" | "permanent" | "gone";

/** All classes, in the order of their numbers. */
export const CLASSES: readonly Class[] = ["delivered", "transient", "throttled", "permanent", "gone"];

/** All errors, in the order of their numbers. */
export const FAILURES: readonly Failure[] = [
  "timeout", "refused", "reset", "unreachable", "dns", "tls", "invalid", "local",
];

/** What either kind of outcome may carry. */
interface OutcomeBase {
  /** A pause the caller found elsewhere, such as in a body. It beats every header. */
  hint?: Length | undefined;
  /** The caller's own word on what the outcome means. It beats the policy's `classes`. */
  class?: Class | undefined;
}

/** The server answered. Header values are given as they came; what is malformed counts as absent. */
export interface StatusOutcome extends OutcomeBase {
  /** The status code, 0 to 65535. */
  status: number;
  /** There is none: the server answered. */
  error?: undefined;
  /** The value of `Retry-After`: seconds, or any of the three HTTP-date forms. */
  retryAfter?: string | null | undefined;
  /** The value of `Date`: what a date in the other headers is measured against. */
  date?: string | null | undefined;
  /** The value of `RateLimit`; looked at where the class is `throttled`. */
  rateLimit?: string | null | undefined;
  /** The value of `RateLimit-Reset`; likewise. */
  rateLimitReset?: string | null | undefined;
  /** The value of `X-RateLimit-Reset`; likewise. */
  xRateLimitReset?: string | null | undefined;
  /** A response is no outcome: `outcomeOf(response)` makes one of it. */
  headers?: undefined;
}

/** There was no answer. */
export interface ErrorOutcome extends OutcomeBase {
  /** Why not. */
  error: Failure;
  /** There is none: nothing was answered. */
  status?: undefined;
}

/**
 * What one attempt ended with: a status with the response's headers, or an error.
 *
 * @example
 * ```js
 * const answered = { status: 503, retryAfter: "120" };
 * const silent = { error: "timeout" };
 * const odd = { status: 200, class: "transient" }; // "200 OK", but the body says busy
 * ```
 */
export type Outcome = StatusOutcome | ErrorOutcome;

/** What a delivery ended with last: the status or the error, and its class. */
export type Last =
  | { readonly status: number; readonly error?: undefined; readonly class: Class }
  | { readonly error: Failure; readonly status?: undefined; readonly class: Class };
