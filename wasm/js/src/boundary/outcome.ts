/** An outcome as it crosses: one packed number and a hint; header values through the desk. */
import { CLASSES, FAILURES, type Class, type Last, type Outcome } from "../outcome.js";
import { moment, ours, Reader, reading } from "../read.js";
import { BYTES, bytes, core, words } from "./core.js";

/** The caller's own hint of the outcome that was packed last, 0 for none. */
export let packedHint = 0;
/** How often headers were laid on the desk: who sees it change must lay its own again. */
export let laid = 0;

const NO_CLASS = 7 << 17;
const FAILURE = 1 << 16;
const ON_DESK = 1 << 30;
/** Where a header ends that is not there. */
export const ABSENT = 2 ** 32 - 1;

const KNOWN = "status, error, retryAfter, date, rateLimit, rateLimitReset, xRateLimitReset, hint, class";
const OUTCOME = new Reader("INVALID_OUTCOME");

/** Packs an outcome; one with headers leaves them on the desk until the next one. */
export function pack(outcome: Outcome, wall: number | undefined): number {
  try {
    return packed(outcome, wall);
  } catch (error) {
    throw ours(error, "INVALID_OUTCOME", "outcome");
  }
}

function packed(outcome: Outcome, wall: number | undefined): number {
  if (typeof outcome !== "object" || outcome === null) {
    OUTCOME.refuse("", 'must be an object such as {"status":503}');
  }
  let code = -1;
  let ends = 0;
  let headers = false;
  let meaning = NO_CLASS;
  let hint = 0;
  // Only what is there is looked at, and what is not known is seen. What is inherited, as from a
  // prototype that was tampered with, comes last and does not count; to ask that of every field
  // would cost a tenth of a decision.
  for (const name in outcome) {
    const value: unknown = outcome[name as keyof Outcome];
    if (value === undefined) continue;
    switch (name) {
      case "status":
        if (ends > 0 && !Object.hasOwn(outcome, name)) break;
        code = typeof value === "number" && (value & 0xffff) === value ? value : OUTCOME.whole(value, name, 0, 0xffff);
        ends++;
        break;
      case "error":
        if (ends > 0 && !Object.hasOwn(outcome, name)) break;
        code = FAILURE | OUTCOME.word(value, name, FAILURES);
        ends++;
        break;
      case "class":
        if (!Object.hasOwn(outcome, name)) break;
        meaning = OUTCOME.word(value, name, CLASSES) << 17;
        break;
      case "hint":
        if (!Object.hasOwn(outcome, name)) break;
        hint = typeof value === "number" && value >>> 0 === value ? value : OUTCOME.length(value, name);
        break;
      case "retryAfter":
      case "date":
      case "rateLimit":
      case "rateLimitReset":
      case "xRateLimitReset":
        if (value !== null && Object.hasOwn(outcome, name)) headers = true;
        break;
      case "headers":
        return OUTCOME.refuse(name, "belongs to a response, which is no outcome; pass outcomeOf(response)");
      default:
        if (Object.hasOwn(outcome, name)) OUTCOME.refuse(name, `is not known here; known are ${KNOWN}`);
    }
  }
  if (ends !== 1) OUTCOME.refuse("", "must have either status or error");
  if (headers) {
    layHeaders(outcome, code, wall);
    code |= ON_DESK;
  }
  packedHint = hint;
  return code | meaning;
}

const HEADERS = ["retryAfter", "date", "rateLimit", "rateLimitReset", "xRateLimitReset"] as const;
type Headers = { readonly [header in (typeof HEADERS)[number]]?: unknown };

function layHeaders(outcome: Outcome, code: number, wall: number | undefined): void {
  // All are read before the first is laid: a getter might use the desk too.
  const values = HEADERS.map((name) => (Object.hasOwn(outcome, name) ? (outcome as Headers)[name] : null) ?? null);
  const at = wall === undefined ? 0 : moment(wall, "wall");
  let end = 0;
  for (let place = 0; place < HEADERS.length; place++) {
    const [name, value] = [HEADERS[place]!, values[place]];
    if (value !== null && code >= FAILURE) OUTCOME.refuse(name, "belongs to a status; an error has no headers");
    const ends = value === null ? ABSENT : lay(value, name, end);
    words[place] = ends;
    if (ends !== ABSENT) end = ends;
  }
  laid++;
  core.headers(code, wall === undefined ? 0 : 1, at);
}

const UTF8 = new TextEncoder();

/**
 * Lays the bytes of a header value on the desk; the answer is where they end. A value too long for
 * the desk is longer than any server's limit, and counts as malformed, that is, as absent.
 */
export function lay(value: unknown, name: string, from: number): number {
  if (typeof value !== "string") return OUTCOME.refuse(name, "must be the text of a header, or null");
  const end = from + value.length;
  if (end > BYTES) return ABSENT;
  for (let place = 0; place < value.length; place++) {
    const char = value.charCodeAt(place);
    if (char > 127) return layUtf8(value, from);
    bytes[from + place] = char;
  }
  return end;
}

function layUtf8(value: string, from: number): number {
  const { read, written } = UTF8.encodeInto(value, bytes.subarray(from));
  return read === value.length ? from + written : ABSENT;
}

/**
 * A copy of an outcome that somebody else made, looked at. It does without the module, which may not be
 * there yet.
 */
export function checkedOutcome(value: unknown): Outcome {
  return reading("INVALID_OUTCOME", "outcome", () => {
    const outcome = { ...(value as Outcome) };
    const bare: Record<string, unknown> = { ...outcome };
    for (const name of HEADERS) {
      const header = (outcome as Headers)[name] ?? null;
      delete bare[name];
      if (header === null) continue;
      if (typeof header !== "string") OUTCOME.refuse(name, "must be the text of a header, or null");
      if (bare.error !== undefined) OUTCOME.refuse(name, "belongs to a status; an error has no headers");
    }
    pack((typeof value === "object" && value !== null ? bare : value) as Outcome, undefined);
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
    return OUTCOME.refuse("outcome", "must have either status or error");
  }
  return status === undefined
    ? FAILURE | OUTCOME.word(error, "outcome.error", FAILURES)
    : OUTCOME.whole(status, "outcome.status", 0, 0xffff);
}

/** The name of a class that came back. */
export const className = (number: number): Class => CLASSES[number]!;

/** What a packed outcome ended with: not read from the caller's object again, which may have changed. */
export function lastOf(packed: number, meaning: Class): Last {
  return packed & FAILURE
    ? { error: FAILURES[packed & 7]!, class: meaning }
    : { status: packed & 0xffff, class: meaning };
}
