import { core, words } from "./boundary/core.js";
import { lay } from "./boundary/outcome.js";
import { moment } from "./read.js";

/**
 * The pause that a `Retry-After` asks for, in milliseconds, or `null` where it is malformed. Takes
 * seconds and the three HTTP-date forms; a date is measured against `date`, the response's own `Date`
 * header, else against `wall`, unix milliseconds. A date in the past, or one that cannot be
 * measured, gives 0.
 *
 * @example
 * ```js
 * parseRetryAfter("120"); // 120000
 * parseRetryAfter("Sun, 06 Nov 1994 08:49:37 GMT", { date: "Sun, 06 Nov 1994 08:48:37 GMT" }); // 60000
 * parseRetryAfter("soon"); // null
 * ```
 */
export function parseRetryAfter(
  value: string,
  { date, wall }: { date?: string | null | undefined; wall?: number | undefined } = {},
): number | null {
  const end = lay(value, "retryAfter", 0);
  words[0] = end;
  words[1] = date == null ? ABSENT : lay(date, "date", end);
  const pause = core.retry_after(wall === undefined ? 0 : 1, wall === undefined ? 0 : moment(wall, "wall"));
  return pause < 0 ? null : pause;
}

const ABSENT = 2 ** 32 - 1;
