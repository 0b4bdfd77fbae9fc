/** An outcome as it crosses: one packed number and a hint, which its headers are read into. */
import { rateLimitPause } from "../http/rate-limit.js";
import { retryAfterPause } from "../http/retry-after.js";
import { CLASSES, FAILURES, type Class, type Last, type Outcome } from "../outcome.js";
import { moment, ours, Reader, reading } from "../read.js";

/** The hint of the outcome that was packed last, 0 for none. */
export let packedHint = 0;

/**
 * The bits of a packed outcome, as `unpack` in `wasm/src/decide.rs` takes it. An enum, so that they are numbers in
 * the bundle too: a constant of the module would be looked up there at every use.
 */
const enum Bit {
  Failure = 1 << 16,
  NoClass = 7 << 17,
  /** One ending was met, status or error; the place is the delivery's afterwards. */
  Ended = 1 << 20,
  Ends = 3 << 20,
  /** The hint counts on a throttled answer only. */
  IfThrottled = 1 << 30,
}

const KNOWN = "status, error, retryAfter, date, rateLimit, rateLimitReset, xRateLimitReset, hint, class";
const OUTCOME = new Reader("INVALID_OUTCOME");

/**
 * What a {@link look} at an outcome found.
 *
 * @internal
 */
export const enum Seen {
  Status = 1,
  Hint = 2,
  StatusAndHint = 3,
  More = 4,
}

/** What an outcome has, its own: most have a status and perhaps a hint, for which a decision needs no {@link pack}. */
export function look(outcome: Outcome): number {
  let seen = 0;
  for (const name in outcome) {
    const own = Object.prototype.hasOwnProperty.call(outcome, name);
    seen |= name === "status" && own ? Seen.Status : name === "hint" && own ? Seen.Hint : Seen.More;
  }
  return seen;
}

/** A status as it crosses, without a class of the caller's. */
export const packedStatus = (status: number): number => Bit.NoClass | status;

/** Packs an outcome, and leaves its hint in {@link packedHint} until the next one. `wall` is for dates in its headers. */
export function pack(outcome: Outcome, wall: number | undefined): number {
  try {
    if (typeof outcome !== "object" || outcome === null) {
      OUTCOME.refuse("", 'must be an object such as {"status":503}');
    }
    let packed = Bit.NoClass;
    let hint = 0;
    let retryAfter: unknown = null;
    let others: unknown[] | null = null;
    // Only what is there is looked at, and what is not known is seen. What is inherited, as from a
    // prototype that was tampered with, comes last and does not count. Inside such a loop V8 answers
    // this `hasOwnProperty` without a call; `Object.hasOwn` would be one, a tenth of a decision.
    for (const name in outcome) {
      const value: unknown = outcome[name as keyof Outcome];
      if (value === undefined) continue;
      const own = Object.prototype.hasOwnProperty.call(outcome, name);
      if (name === "status") {
        if ((packed & Bit.Ends) !== 0 && !own) continue;
        packed += Bit.Ended + (typeof value === "number" && (value & 0xffff) === value ? value : OUTCOME.whole(value, name, 0, 0xffff));
      } else if (name === "hint") {
        if (own) hint = typeof value === "number" && value >>> 0 === value ? value : OUTCOME.length(value, name);
      } else if (name === "retryAfter") {
        if (own) retryAfter = value;
      } else {
        const place = own ? OTHERS.indexOf(name) : -1;
        if (place < 0) packed = withField(packed, name, value, own);
        else if (value !== null) (others ??= [null, null, null, null])[place] = value;
      }
    }
    if ((packed & Bit.Ends) !== Bit.Ended) OUTCOME.refuse("", "must have either status or error, and not both");
    packed ^= Bit.Ended;
    packedHint = hint;
    return retryAfter === null && others === null ? packed : withHeaders(packed, retryAfter, others ?? NONE, wall);
  } catch (error) {
    throw ours(error, "INVALID_OUTCOME", "outcome");
  }
}

/** A packed outcome and one more field of it: a rarer one, so that the loop above stays short. */
function withField(packed: number, name: string, value: unknown, own: boolean): number {
  switch (name) {
    case "error":
      if ((packed & Bit.Ends) !== 0 && !own) return packed;
      return packed + Bit.Ended + (Bit.Failure | OUTCOME.word(value, name, FAILURES));
    case "class":
      return own ? packed - Bit.NoClass + (OUTCOME.word(value, name, CLASSES) << 17) : packed;
    case "headers":
      return OUTCOME.refuse(name, "belongs to a response, which is no outcome; pass outcomeOf(response)");
  }
  return own ? OUTCOME.refuse(name, `is not known here; known are ${KNOWN}`) : packed;
}

/** The headers beside `retryAfter`, which is the one that most have. */
const OTHERS = ["date", "rateLimit", "rateLimitReset", "xRateLimitReset"];
const NONE = [null, null, null, null];

/** A packed outcome, once its headers are read: the caller's own hint wins over theirs, unless it is 0. */
function withHeaders(packed: number, after: unknown, others: readonly unknown[], wall: number | undefined): number {
  const own = packedHint;
  const retryAfter = textOf(after, "retryAfter", packed);
  const other = (place: number) => textOf(others[place], OTHERS[place]!, packed);
  const [date, rateLimit, rateLimitReset, xRateLimitReset] = [other(0), other(1), other(2), other(3)];
  const at = wall === undefined ? null : moment(wall, "wall");
  const pause = retryAfter === null ? null : retryAfterPause(retryAfter, date, at);
  if (pause !== null) {
    // It silences the others, also where it asks for no pause, or for one that nobody can tell.
    packedHint = own || (pause === "unmeasured" ? 0 : pause);
    return packed;
  }
  packedHint = own || rateLimitPause({ date, rateLimit, rateLimitReset, xRateLimitReset }, at);
  return own === 0 ? packed | Bit.IfThrottled : packed;
}

/** The text of a header, or `null` where there is none. */
function textOf(value: unknown, name: string, packed: number): string | null {
  if (value === null) return null;
  if ((packed & Bit.Failure) !== 0) OUTCOME.refuse(name, "belongs to a status; an error has no headers");
  return typeof value === "string" ? value : OUTCOME.refuse(name, "must be the text of a header, or null");
}

/**
 * A copy of an outcome that somebody else made, looked at. It does without the module, which may not be
 * there yet.
 */
export function checkedOutcome(value: unknown): Outcome {
  return reading("INVALID_OUTCOME", "outcome", () => {
    const outcome = typeof value === "object" && value !== null ? { ...(value as Outcome) } : (value as Outcome);
    pack(outcome, undefined);
    return outcome;
  });
}

/** The status or error of an outcome alone; what else it says is not looked at. */
export function endingOf(outcome: unknown): number {
  if (typeof outcome !== "object" || outcome === null) {
    return OUTCOME.refuse("outcome", 'must be an object such as {"status":503}');
  }
  const { status, error } = reading("INVALID_OUTCOME", "outcome", () => {
    const { status, error } = outcome as { status?: unknown; error?: unknown };
    return { status, error };
  });
  if ((status === undefined) === (error === undefined)) {
    return OUTCOME.refuse("outcome", "must have either status or error, and not both");
  }
  return status === undefined
    ? Bit.Failure | OUTCOME.word(error, "outcome.error", FAILURES)
    : OUTCOME.whole(status, "outcome.status", 0, 0xffff);
}

/** The name of a class that came back. */
export const className = (number: number): Class => CLASSES[number]!;

/** Whether the hint of a packed outcome counts where it means this. */
export const countsOn = (packed: number, meaning: Class): boolean =>
  (packed & Bit.IfThrottled) === 0 || meaning === "throttled";

/** What a packed outcome ended with: not read from the caller's object again, which may have changed. */
export function lastOf(packed: number, meaning: Class): Last {
  return packed & Bit.Failure
    ? { error: FAILURES[packed & 7]!, class: meaning }
    : { status: packed & 0xffff, class: meaning };
}
