/**
 * Knock, wait, knock again, and know when to stop: one retry policy for webhook delivery.
 *
 * @packageDocumentation
 */
export type * from "./decision.js";
export { due, newDelivery, readDelivery, rebase, restart, wait, type Delivery } from "./delivery.js";
export { Destination, reportOf } from "./destination/destination.js";
export type { Asking, GuardOptions } from "./destination/alone.js";
export { Breaker, Budget, Gate } from "./destination/guards.js";
export type * from "./destination/types.js";
export { Health, Replay, Storm } from "./destination/watches.js";
export { derived, fromBits, fromRandom, type Draws, type Seed } from "./draws.js";
export { ReknockError, type ReknockErrorCode, type ReknockErrorOptions } from "./errors.js";
export type { Class, ErrorOutcome, Failure, Last, Outcome, StatusOutcome } from "./outcome.js";
export { Policy, policy } from "./policy/policy.js";
export { presets } from "./policy/presets.js";
export type * from "./policy/types.js";
export { parseRetryAfter, type RetryAfterOptions } from "./retry-after.js";
export * from "./send/index.js";
export type { Length, LengthText } from "./time.js";
