/**
 * What the rate-limit fields ask for: `core/src/http/rate_limit.rs`. `RateLimit` is the one of the IETF draft, a
 * structured field (RFC 8941): `"default";r=0;t=30, "daily";r=400;t=3600`.
 */
import { lengthOf, secondsPause, unixPause } from "./retry-after.js";
import { trim } from "./text.js";

/** The texts of the fields, and of the `Date` that one of them is measured against. */
export interface RateLimitHeaders {
  readonly date: string | null;
  readonly rateLimit: string | null;
  readonly rateLimitReset: string | null;
  readonly xRateLimitReset: string | null;
}

/** The pause of the first of the fields that asks for one, in milliseconds; 0 for none. */
export function rateLimitPause(headers: RateLimitHeaders, wall: number | null): number {
  return (
    (headers.rateLimit === null ? 0 : lengthOf(longestExhausted(trim(headers.rateLimit)))) ||
    secondsPause(headers.rateLimitReset) ||
    unixPause(headers.xRateLimitReset, headers.date, wall)
  );
}

// The pieces of the field. No repetition stands in another, so each takes as long as it is; a string is taken in
// pieces of its own, since a pattern for all of it would need memory for every character.
/** A bare item, of a string its first quote; a whole number is the group. */
const ITEM = /"|-?\d{1,12}\.\d{1,3}|(-?\d{1,15})|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|:[A-Za-z\d+/=]*:|\?[01]/y;
const IN_STRING = /[ !#-[\]-~]+|\\["\\]/y;
const QUOTE = /"/y;
/** A parameter up to its value: the key, and whether there is a value. */
const PARAMETER = /; *([a-z*][a-z\d_.*-]*)(=?)/y;
const COMMA = /[ \t]*,[ \t]*/y;

/** What is no count: any item but a whole number from 0 on. */
const OTHER = -1;

/**
 * The longest time, in seconds, until one of the quotas that are used up (`r=0`) is filled again (`t`); 0 if none is,
 * or the field is malformed.
 */
function longestExhausted(field: string): number {
  let at = 0;
  let wrong = false;
  let longest = 0;
  const take = (piece: RegExp): RegExpExecArray | null => {
    piece.lastIndex = at;
    const taken = piece.exec(field);
    at += taken === null ? 0 : taken[0].length;
    return taken;
  };
  const count = (): number => {
    let item = take(ITEM);
    if (item?.[0] === '"') {
      while (take(IN_STRING));
      item = take(QUOTE);
    }
    wrong ||= item === null;
    return +(item?.[1] ?? OTHER);
  };
  do {
    count();
    let remaining = OTHER;
    let reset = OTHER;
    for (let parameter; (parameter = take(PARAMETER)); ) {
      const value = parameter[2] ? count() : OTHER;
      // Of a parameter that comes twice, the last one counts.
      if (parameter[1] === "r") remaining = value;
      if (parameter[1] === "t") reset = value;
    }
    if (remaining === 0) longest = Math.max(longest, reset);
  } while (take(COMMA));
  return wrong || at < field.length ? 0 : longest;
}
