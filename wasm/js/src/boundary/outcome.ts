/** An outcome as it crosses: one packed number and a hint; header values through the desk. */
import { CLASSES, FAILURES, type Class, type Failure, type Outcome } from "../outcome.js";
import { moment, Reader } from "../read.js";
import { BYTES, bytes, core, words } from "./core.js";

/** The caller's own hint of the outcome that was packed last, 0 for none. */
export let packedHint = 0;

const NO_CLASS = 7 << 17;
const FAILURE = 1 << 16;
const ON_DESK = 1 << 30;
const ABSENT = 2 ** 32 - 1;

const KNOWN = "status, error, retryAfter, date, rateLimit, rateLimitReset, xRateLimitReset, hint, class";
const OUTCOME = new Reader("INVALID_OUTCOME");

/** Packs an outcome; one with headers leaves them on the desk until the next one. */
export function pack(outcome: Outcome, wall: number | undefined): number {
  if (typeof outcome !== "object" || outcome === null) {
    OUTCOME.refuse("", 'must be an object such as {"status":503}');
  }
  let code = -1;
  let ends = 0;
  let headers = false;
  let meaning = NO_CLASS;
  packedHint = 0;
  // Only what is there is looked at, and what is not known is seen.
  for (const name in outcome) {
    const value: unknown = outcome[name as keyof Outcome];
    if (value === undefined) continue;
    switch (name) {
      case "status":
        if (((value as number) & 0xffff) !== value) OUTCOME.whole(value, name, 0, 0xffff);
        code = value as number;
        ends++;
        break;
      case "error":
        code = FAILURE | OUTCOME.word(value, name, FAILURES);
        ends++;
        break;
      case "class":
        meaning = OUTCOME.word(value, name, CLASSES) << 17;
        break;
      case "hint":
        packedHint = (value as number) >>> 0 === value ? (value as number) : OUTCOME.length(value, name);
        break;
      case "retryAfter":
      case "date":
      case "rateLimit":
      case "rateLimitReset":
      case "xRateLimitReset":
        if (value !== null) headers = true;
        break;
      default:
        OUTCOME.refuse(name, `is not known here; known are ${KNOWN}`);
    }
  }
  if (ends !== 1) OUTCOME.refuse("", "must have either status or error");
  if (headers) {
    layHeaders(outcome, code, wall);
    code |= ON_DESK;
  }
  return code | meaning;
}

const HEADERS = ["retryAfter", "date", "rateLimit", "rateLimitReset", "xRateLimitReset"] as const;

function layHeaders(outcome: Outcome, code: number, wall: number | undefined): void {
  let end = 0;
  for (let place = 0; place < HEADERS.length; place++) {
    const name = HEADERS[place]!;
    const value = (outcome as { [header in typeof name]?: unknown })[name] ?? null;
    if (value !== null && code >= FAILURE) OUTCOME.refuse(name, "belongs to a status; an error has no headers");
    const laid = value === null ? ABSENT : lay(value, name, end);
    words[place] = laid;
    if (laid !== ABSENT) end = laid;
  }
  core.headers(code, wall === undefined ? 0 : 1, wall === undefined ? 0 : moment(wall, "wall"));
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

/** The status or error of an outcome alone; what else it says is not looked at. */
export function endingOf(outcome: unknown): number {
  if (typeof outcome !== "object" || outcome === null) {
    return OUTCOME.refuse("outcome", 'must be an object such as {"status":503}');
  }
  const { status, error } = outcome as { status?: unknown; error?: unknown };
  if ((status === undefined) === (error === undefined)) {
    return OUTCOME.refuse("outcome", "must have either status or error");
  }
  return status === undefined
    ? FAILURE | OUTCOME.word(error, "outcome.error", FAILURES)
    : OUTCOME.whole(status, "outcome.status", 0, 0xffff);
}

/** The name of a class or failure that came back. */
export const className = (number: number): Class => CLASSES[number]!;
export const failureName = (number: number): Failure => FAILURES[number]!;
