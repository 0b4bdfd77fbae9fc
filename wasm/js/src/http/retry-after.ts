/** `Retry-After`, and the other fields that hold a number of seconds: `core/src/http/retry_after.rs`. */
import { MAX_LENGTH } from "../time.js";
import { parseDate } from "./date.js";
import { digits, trim } from "./text.js";

/**
 * From here on, an `X-RateLimit-Reset` is a date: nobody asks for a pause of 31 years, and no server's clock stands
 * before September 2001.
 */
const UNIX_SECONDS_FROM = 1e9;

/**
 * The pause that a `Retry-After` asks for, in milliseconds, 0 where it has passed; `null` where it is malformed. A
 * date is measured against the response's own `Date` header if that is well-formed, else against `wall` (unix
 * milliseconds). Without either it is well-formed all the same, and silences the other fields: `"unmeasured"`.
 */
export function retryAfterPause(
  value: string, date: string | null, wall: number | null,
): number | "unmeasured" | null {
  const text = trim(value);
  const seconds = digits(text);
  if (seconds !== null) return lengthOf(seconds);
  const reference = referenceOf(date, wall);
  const at = parseDate(text, reference);
  if (at === null) return null;
  return reference === null ? "unmeasured" : pauseUntil(at, reference);
}

/** The length that a number of seconds means; 0 where it is malformed or not there. */
export function secondsPause(value: string | null): number {
  return lengthOf(digits(trim(value ?? "")) ?? 0);
}

/**
 * The length that a number of seconds, or a point in unix seconds, means; 0 where it is malformed or not there, or
 * nothing is there to measure it against.
 */
export function unixPause(value: string | null, date: string | null, wall: number | null): number {
  const seconds = digits(trim(value ?? "")) ?? 0;
  if (seconds < UNIX_SECONDS_FROM) return lengthOf(seconds);
  const reference = referenceOf(date, wall);
  return reference === null ? 0 : pauseUntil(seconds * 1000, reference);
}

/** So many seconds as a length: too many are as many as there can be. */
export function lengthOf(seconds: number): number {
  return Math.min(seconds * 1000, MAX_LENGTH);
}

/** What a date is measured against: the response's own if that is well-formed, else wall time, if any. */
function referenceOf(date: string | null, wall: number | null): number | null {
  return (date === null ? null : parseDate(trim(date), wall)) ?? wall;
}

/**
 * How long from the reference until then; 0 if that has passed. What is not exact above 2^53 is no matter: such a
 * difference is far longer than a length can be.
 */
function pauseUntil(at: number, reference: number): number {
  return Math.min(Math.max(at - reference, 0), MAX_LENGTH);
}
