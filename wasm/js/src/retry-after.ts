import { retryAfterPause } from "./http/retry-after.js";
import { moment, options as optionsOf, Reader } from "./read.js";

/** What a date in a `Retry-After` is measured against. */
export interface RetryAfterOptions {
  /** The response's own `Date` header. */
  date?: string | null | undefined;
  /** Unix milliseconds, where there is no `Date` header. */
  wall?: number | undefined;
}

/**
 * The pause that a `Retry-After` asks for, in milliseconds, or `null` where it is malformed, not
 * there, or a date that cannot be measured. Takes seconds and the three HTTP-date forms; a date is
 * measured against `date`, the response's own `Date` header, else against `wall`, unix milliseconds. A
 * date in the past gives 0.
 *
 * @example
 * ```js
 * parseRetryAfter("120"); // 120000
 * parseRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", { date: "Sun, 06 Nov 1994 08:48:37 GMT" }); // 60000
 * parseRetryAfter("soon"); // null
 * parseRetryAfter(response.headers.get("retry-after"), { wall: Date.now() });
 * ```
 */
export function parseRetryAfter(value: string | null | undefined, options: RetryAfterOptions = {}): number | null {
  const { date, wall } = optionsOf(options, "date", "wall");
  const at = wall === undefined ? null : moment(wall, "wall");
  const [text, measure] = [header(value, "value"), header(date, "date")];
  const pause = text === null ? null : retryAfterPause(text, measure, at);
  return pause === "unmeasured" ? null : pause;
}

const ARGUMENTS = new Reader("INVALID_ARGUMENT");

function header(value: unknown, name: string): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : ARGUMENTS.mustBe(value, name, "the text of a header, or null");
}
