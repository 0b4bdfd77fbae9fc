/** The options of the sending half, looked at before anything is sent. */
import { Policy } from "../policy/policy.js";
import type { PolicyInput } from "../policy/types.js";
import { Reader, reading, type Fields } from "../read.js";
import { SYSTEM_CLOCK } from "./sleep.js";
import type { Guard, SendClock } from "./types.js";

const OPTIONS = new Reader("INVALID_ARGUMENT");

/**
 * A copy of a caller's options, each read once. A misspelt one is refused, which would otherwise be
 * silently without effect.
 */
export function optionsOf<T extends object>(options: T, known: readonly string[], example: string): T {
  return reading("INVALID_ARGUMENT", "options", () => {
    const read = OPTIONS.object(options, "options", known, example);
    return Object.fromEntries(known.map((name) => [name, OPTIONS.field(read, name)])) as T;
  });
}

/** Refuses what should be functions and is not. */
export function functionsIn(options: object, ...names: readonly string[]): void {
  for (const name of names) {
    const value = (options as Fields)[name];
    if (value !== undefined && typeof value !== "function") OPTIONS.refuse(name, "must be a function");
  }
}

/** The policy that an option names; `unless` it names none. */
export function policyOf(policy: PolicyInput | Policy | undefined, unless: PolicyInput): Policy {
  return Policy.of(policy ?? unless);
}

/** The caller's clock, or the system's. */
export function clockOf(clock: SendClock | undefined): SendClock {
  if (clock === undefined) return SYSTEM_CLOCK;
  return has(clock, "now", "sleep") ? clock : OPTIONS.refuse("clock", "must have the functions now and sleep");
}

/** The guards of a server, if there are any. */
export function guardOf(guard: Guard | undefined): Guard | undefined {
  if (guard === undefined || has(guard, "admit", "report")) return guard;
  return OPTIONS.refuse("destination", "must be a Destination, or have its functions admit and report");
}

/** The signal that stops everything. */
export function signalOf(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || has(signal, "throwIfAborted", "addEventListener")) return signal;
  return OPTIONS.refuse("signal", "must be an AbortSignal, such as the signal of an AbortController");
}

/** An idempotency id, wherever it comes from. */
export function idOf(reader: Reader, id: unknown, path: string): string {
  if (typeof id === "string" && /^[\x21-\x7e]+$/.test(id)) return id;
  return reader.mustBe(id, path, "text of printable ASCII without blanks: it is sent as a header");
}

/** Where to: text, or what `new URL` made. In a page it may be relative, as for `fetch`. */
export function urlOf(url: unknown, reader = OPTIONS): string {
  const text = typeof url === "string" ? url : reading(reader.code, "url", () => (url instanceof URL ? url.href : null));
  if (text === null) return reader.mustBe(url, "url", "text or a URL, such as https://example.com/hook");
  const protocol = protocolOf(text);
  if (protocol === "http:" || protocol === "https:") return text;
  const why = protocol === null ? "is no address" : `cannot be sent to: ${protocol}`;
  return reader.refuse("url", `${JSON.stringify(text.slice(0, 80))} ${why}; write one such as https://example.com/hook`);
}

function protocolOf(text: string): string | null {
  try {
    return new URL(text, (globalThis as { location?: { href: string } }).location?.href).protocol;
  } catch {
    return null;
  }
}

function has(value: unknown, ...functions: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return reading("INVALID_ARGUMENT", "options", () => functions.every((name) => typeof (value as Fields)[name] === "function"));
}
