/** What an error is about, for programs: `error.code`. */
export type ReknockErrorCode =
  /** A policy breaks a rule; `field` is its dotted path, such as `backoff.exponential.factor`. */
  | "INVALID_POLICY"
  /** The rules of a destination or of a guard break a rule. */
  | "INVALID_RULES"
  /** A stored delivery, state or permit is not one. */
  | "INVALID_STATE"
  /** An outcome is not one: neither `status` nor `error`, or a value out of range. */
  | "INVALID_OUTCOME"
  /** A seed or key is not a 64-bit number. There is no default seed. */
  | "INVALID_SEED"
  /** Another argument is of the wrong kind, such as a `now` that is not a number. */
  | "INVALID_ARGUMENT"
  /** `reknock/slim` was used before its `init`. */
  | "NOT_READY";

/** More about an error. */
export interface ReknockErrorOptions {
  /** What it came from: what a getter or a proxy of the caller's threw. */
  cause?: unknown;
}

/**
 * What reknock throws, and the only thing it throws. It names the field that is wrong and says what
 * would be right. What a function of yours throws, such as a source of draws, passes through as it is.
 *
 * @example
 * ```js
 * import { policy, ReknockError } from "reknock";
 *
 * try {
 *   policy({ backoff: { constant: { delay: "0s" } } });
 * } catch (error) {
 *   if (!(error instanceof ReknockError)) throw error;
 *   console.log(error.code);  // INVALID_POLICY
 *   console.log(error.field); // backoff.constant.delay
 *   console.log(error.fix);   // must be above 0
 * }
 * ```
 */
export class ReknockError extends Error {
  /** What the error is about. */
  readonly code: ReknockErrorCode;
  /** The dotted path of the field that is wrong; empty where the whole value is. */
  readonly field: string;
  /** What would be right, in words for whoever wrote the input. */
  readonly fix: string;

  constructor(code: ReknockErrorCode, field: string, fix: string, options?: ReknockErrorOptions) {
    super(field === "" ? fix : `${field}: ${fix}`, options);
    this.code = code;
    this.field = field;
    this.fix = fix;
  }

  static {
    // On the prototype, as with the built-in errors: not one more property of every error.
    Object.defineProperty(this.prototype, "name", { value: "ReknockError", configurable: true, writable: true });
  }
}
