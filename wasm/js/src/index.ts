/**
 * Knock, wait, knock again, and know when to stop: one retry policy for webhook delivery.
 *
 * @packageDocumentation
 */
export * from "./decision.js";
export * from "./delivery.js";
export * from "./destination/destination.js";
export type * from "./destination/types.js";
export * from "./draws.js";
export * from "./errors.js";
export * from "./outcome.js";
export * from "./policy/policy.js";
export type * from "./policy/types.js";
export * from "./time.js";
