/** What a response means for a delivery. */
import { ReknockError } from "../errors.js";
import type { Outcome, StatusOutcome } from "../outcome.js";
import { reading } from "../read.js";

/** A response of `fetch`, of axios, of got, or of anything with a status and headers. */
export interface ResponseLike {
  /** The status, as `fetch` and axios name it. */
  readonly status?: unknown;
  /** The status, as got and node:http name it. */
  readonly statusCode?: unknown;
  /** The type that `fetch` gives: a browser hides a redirect behind it. */
  readonly type?: unknown;
  /** The headers: a `Headers`, or an object with names in lower case. */
  readonly headers?: unknown;
}

const HEADERS = [
  ["retryAfter", "retry-after"],
  ["date", "date"],
  ["rateLimit", "ratelimit"],
  ["rateLimitReset", "ratelimit-reset"],
  ["xRateLimitReset", "x-ratelimit-reset"],
] as const;

/**
 * The outcome of an attempt that was answered: the status, and the headers that say when to come
 * back. Takes the responses of `fetch`, axios and got alike.
 *
 * @example
 * ```js
 * const outcome = outcomeOf(new Response("busy", { status: 503, headers: { "Retry-After": "120" } }));
 * // { status: 503, retryAfter: "120" }
 * ```
 */
export function outcomeOf(response: ResponseLike): Outcome {
  if (typeof response !== "object" || response === null) {
    throw new ReknockError("INVALID_ARGUMENT", "response", "must be a response, such as fetch gives");
  }
  return reading("INVALID_ARGUMENT", "response", () => outcomeOfResponse(response));
}

function outcomeOfResponse(response: ResponseLike): Outcome {
  // A browser shows neither status nor target of a redirect that is not followed.
  if (response.type === "opaqueredirect") return { status: 0, class: "permanent" };
  const outcome: StatusOutcome = { status: statusOf(response) ?? 0 };
  for (const [field, name] of HEADERS) {
    const value = headerOf(response.headers, name);
    if (value !== null) outcome[field] = value;
  }
  return outcome;
}

/** The status of something like a response; `null` if it is none. */
export function statusOf(response: ResponseLike): number | null {
  const status = response.status ?? response.statusCode;
  return typeof status === "number" && Number.isInteger(status) && status >= 0 && status <= 65_535 ? status : null;
}

/** One header, of a `Headers`, of axios's, or of a plain object with names in lower case. */
function headerOf(headers: unknown, name: string): string | null {
  if (typeof headers !== "object" || headers === null) return null;
  const bag = headers as { get?: unknown; readonly [name: string]: unknown };
  const value: unknown = typeof bag.get === "function" ? bag.get(name) : bag[name];
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : null;
}
