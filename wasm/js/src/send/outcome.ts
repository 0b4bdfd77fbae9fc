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
  /** The headers: a `Headers`, or an object whose values are texts or, of a header that came more than once, lists. */
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
 * back. Takes the responses of `fetch`, undici, axios and got alike.
 *
 * @example
 * ```js
 * const outcome = outcomeOf(new Response("busy", { status: 503, headers: { "Retry-After": "120" } }));
 * // { status: 503, retryAfter: "120" }
 * ```
 *
 * @throws {ReknockError} `INVALID_ARGUMENT`, for what has no status: a promise of a response, for one.
 */
export function outcomeOf(response: ResponseLike): Outcome {
  return reading("INVALID_ARGUMENT", "response", () => {
    if (typeof response !== "object" || response === null) {
      throw new ReknockError("INVALID_ARGUMENT", "response", "must be a response, such as fetch gives");
    }
    if (statusOf(response) === null) {
      const fix = "must have a status, a whole number from 0 to 65535; what fetch gives is to be awaited first";
      throw new ReknockError("INVALID_ARGUMENT", "response", fix);
    }
    return outcomeOfResponse(response);
  });
}

/** The same of whatever a `fetch` gave that is not ours: an answer without a status is a broken one. */
export function outcomeOfAnswer(response: ResponseLike): Outcome {
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

/** One header, of a `Headers`, of axios's, or of a plain object; that one may write the name as it likes. */
function headerOf(headers: unknown, name: string): string | null {
  if (typeof headers !== "object" || headers === null) return null;
  const bag = headers as { get?: unknown; readonly [name: string]: unknown };
  const value: unknown =
    typeof bag.get === "function"
      ? bag.get(name)
      : bag[name] ?? bag[Object.keys(bag).find((written) => written.toLowerCase() === name) ?? name];
  if (!Array.isArray(value)) return textOf(value);
  // As `fetch` joins them.
  const texts = value.slice(0, MOST_LINES).map(textOf);
  return texts.length > 0 && texts.every((text) => text !== null) ? texts.join(", ") : null;
}

/** How often a header may come; more are no server's, and the rest is not looked at. */
const MOST_LINES = 64;

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : null;
}
