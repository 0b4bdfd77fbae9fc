/** An outcome as it crosses: one packed number and a hint; header values through the desk. */
import { CLASSES, FAILURES, type Class, type Last, type Outcome } from "../outcome.js";
import { moment, ours, Reader, reading } from "../read.js";
import { BYTES, bytes, core, words } from "./core.js";

/** The caller's own hint of the outcome that was packed last, 0 for none. */
export let packedHint = 0;
/** How often headers were laid on the desk: who sees it change must lay its own again. */
export let laid = 0;

/**
 * The bits of a packed outcome, as `unpack` in `wasm/src/outcome.rs` takes it. An enum, so that they are numbers in
 * the bundle too: a constant of the module would be looked up there at every use.
 */
const enum Bit {
  Code = 0x1ffff,
  Failure = 1 << 16,
  NoClass = 7 << 17,
  /** One ending was met, status or error; the place is the delivery's afterwards. */
  Ended = 1 << 20,
  Ends = 3 << 20,
  OnDesk = 1 << 30,
}

/** Where a header ends that is not there. */
export const ABSENT = 2 ** 32 - 1;

const KNOWN = "status, error, retryAfter, date, rateLimit, rateLimitReset, xRateLimitReset, hint, class";
const OUTCOME = new Reader("INVALID_OUTCOME");

/** Packs an outcome; one with headers leaves them on the desk until the next one. */
export function pack(outcome: Outcome, wall: number | undefined): number {
  try {
    if (typeof outcome !== "object" || outcome === null) {
      OUTCOME.refuse("", 'must be an object such as {"status":503}');
    }
    let packed = Bit.NoClass;
    let hint = 0;
    // Only what is there is looked at, and what is not known is seen. What is inherited, as from a
    // prototype that was tampered with, comes last and does not count. Inside such a loop V8 answers
    // this `hasOwnProperty` without a call; `Object.hasOwn` would be one, a tenth of a decision.
    for (const name in outcome) {
      const value: unknown = outcome[name as keyof Outcome];
      if (value === undefined) continue;
      if (name === "status") {
        if ((packed & Bit.Ends) !== 0 && !Object.prototype.hasOwnProperty.call(outcome, name)) continue;
        packed += Bit.Ended + (typeof value === "number" && (value & 0xffff) === value ? value : OUTCOME.whole(value, name, 0, 0xffff));
      } else if (name === "hint") {
        if (!Object.prototype.hasOwnProperty.call(outcome, name)) continue;
        hint = typeof value === "number" && value >>> 0 === value ? value : OUTCOME.length(value, name);
      } else {
        packed = withField(packed, outcome, name, value);
      }
    }
    if ((packed & Bit.Ends) !== Bit.Ended) OUTCOME.refuse("", "must have either status or error");
    if ((packed & Bit.OnDesk) !== 0) layHeaders(outcome, packed & Bit.Code, wall);
    packedHint = hint;
    return packed ^ Bit.Ended;
  } catch (error) {
    throw ours(error, "INVALID_OUTCOME", "outcome");
  }
}

/** A packed outcome and one more field of it: a rarer one, so that the loop above stays short. */
function withField(packed: number, outcome: Outcome, name: string, value: unknown): number {
  switch (name) {
    case "error":
      if ((packed & Bit.Ends) !== 0 && !Object.hasOwn(outcome, name)) return packed;
      return packed + Bit.Ended + (Bit.Failure | OUTCOME.word(value, name, FAILURES));
    case "class":
      if (!Object.hasOwn(outcome, name)) return packed;
      return packed - Bit.NoClass + (OUTCOME.word(value, name, CLASSES) << 17);
    case "retryAfter":
    case "date":
    case "rateLimit":
    case "rateLimitReset":
    case "xRateLimitReset":
      return value !== null && Object.hasOwn(outcome, name) ? packed | Bit.OnDesk : packed;
    case "headers":
      return OUTCOME.refuse(name, "belongs to a response, which is no outcome; pass outcomeOf(response)");
    default:
      if (Object.hasOwn(outcome, name)) OUTCOME.refuse(name, `is not known here; known are ${KNOWN}`);
      return packed;
  }
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
    if (value !== null && code >= Bit.Failure) OUTCOME.refuse(name, "belongs to a status; an error has no headers");
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
    ? Bit.Failure | OUTCOME.word(error, "outcome.error", FAILURES)
    : OUTCOME.whole(status, "outcome.status", 0, 0xffff);
}

/** The name of a class that came back. */
export const className = (number: number): Class => CLASSES[number]!;

/** What a packed outcome ended with: not read from the caller's object again, which may have changed. */
export function lastOf(packed: number, meaning: Class): Last {
  return packed & Bit.Failure
    ? { error: FAILURES[packed & 7]!, class: meaning }
    : { status: packed & 0xffff, class: meaning };
}
