/** What an error means for a delivery. */
import { checkedOutcome } from "../boundary/outcome.js";
import type { Failure, Outcome } from "../outcome.js";
import { failureOfCode, failureOfMessage } from "./error-shapes.js";
import { outcomeOfAnswer, statusOf, type ResponseLike } from "./outcome.js";

/** The most errors looked at in one chain: a chain that leads back into itself ends here. */
const CHAIN_MAX = 16;
/** The most errors of an `AggregateError` looked at: one for each address of a name. */
const ADDRESSES_MAX = 16;
/** How deep such errors may lie in each other; Node has one level. */
const NESTED_MAX = 2;

/**
 * The outcome of an attempt that threw: of `fetch` in Node (undici), browsers, Deno and Bun, and of
 * axios, got and node:http. What wraps another error is opened. An error that carries a response
 * (axios, got) or an `outcome` becomes that. What says nothing more precise is `reset`: the
 * connection broke, for whatever reason.
 *
 * `local`, which costs no attempt, is only what can be nothing but the sender's doing: no file
 * handles, no memory. An `AbortError` is a `timeout`: many clients abort when their time is up, and
 * as `local` it might be retried for ever.
 *
 * @example
 * ```js
 * try {
 *   await fetch("http://127.0.0.1:4"); // where nobody listens
 * } catch (error) {
 *   outcomeOfError(error); // { error: "refused" }
 * }
 * ```
 */
export function outcomeOfError(error: unknown): Outcome {
  let next = error;
  for (let step = 0; step < CHAIN_MAX && isObject(next); step += 1) {
    const looked: object = next;
    const told = safely(() => carried(looked));
    if (told !== null) return told;
    const failure = safely(() => failureOf(looked));
    if (failure !== null) return { error: failure };
    next = property(next, "cause");
  }
  return { error: "reset" };
}

/** What a caller's own error says outright. An `outcome` that is none of ours is somebody else's, and says nothing. */
function carried(error: object): Outcome | null {
  const outcome = property(error, "outcome");
  const told = isObject(outcome) ? safely(() => checkedOutcome(outcome)) : null;
  if (told !== null) return told;
  const response = property(error, "response");
  return isObject(response) && statusOf(response as ResponseLike) !== null ? outcomeOfAnswer(response as ResponseLike) : null;
}

/** What one error says by itself, without its cause. */
function failureOf(error: object, nested = 0): Failure | null {
  const [code, name, message] = (["code", "name", "message"] as const).map((key) => property(error, key));
  return (
    (nested < NESTED_MAX ? failureOfAddresses(property(error, "errors"), nested + 1) : null) ??
    (typeof code === "string" ? failureOfCode(code, String(message)) : null) ??
    (typeof name === "string" ? failureOfCode(name, String(message)) : null) ??
    (typeof message === "string" ? failureOfMessage(message, name === "TypeError") : null)
  );
}

/** Of several addresses tried, one that was reached tells more than one without a route. */
function failureOfAddresses(errors: unknown, nested: number): Failure | null {
  if (!Array.isArray(errors)) return null;
  const failures = errors.slice(0, ADDRESSES_MAX).map((error) => (isObject(error) ? failureOf(error, nested) : null));
  const known = failures.filter((failure) => failure !== null);
  return known.find((failure) => failure !== "unreachable") ?? known[0] ?? null;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" || typeof value === "function") && value !== null;
}

/** An error may be anything, a proxy too: one that throws when it is looked at says nothing. */
function safely<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/** A property of anything, even where reading it throws. */
function property(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}
