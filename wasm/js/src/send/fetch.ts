/** `fetch`, with retries. */
import { newDelivery, wait } from "../delivery.js";
import type { Outcome } from "../outcome.js";
import type { Decision } from "../decision.js";
import { Policy } from "../policy/policy.js";
import type { PolicyInput } from "../policy/types.js";
import { Reader } from "../read.js";
import type { Length } from "../time.js";
import { limited, timeoutOf } from "./attempt.js";
import { isStream } from "./body.js";
import { discard } from "./drain.js";
import { outcomeOfError } from "./outcome-of-error.js";
import { outcomeOf } from "./outcome.js";
import { RANDOM } from "./random.js";
import { sleepUntil, SYSTEM_CLOCK, unlessAborted } from "./sleep.js";
import type { SendClock } from "./types.js";

/** A function that can be called as `fetch` is. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The options of {@link withRetries}. */
export interface RetryingFetchOptions {
  /**
   * How it is retried. Unless said: 100 ms doubling to 2 s, five tries, and never a try more than a
   * minute after the call.
   */
  policy?: PolicyInput | Policy | undefined;
  /**
   * Methods that may be sent twice; `GET`, `HEAD`, `OPTIONS`, `PUT`, `DELETE` and `TRACE` unless said.
   * A request with an `Idempotency-Key` header may always.
   */
  methods?: readonly string[] | undefined;
  /** How long one try may take until the response's headers are there; `"30s"` unless said. */
  timeout?: Length | undefined;
  /** Hears of every try. */
  onAttempt?: ((attempt: { attempt: number; outcome: Outcome; decision: Decision }) => void) | undefined;
  /** Another clock. */
  clock?: SendClock | undefined;
}

/** For a caller who waits: soon, and not for long. */
const SOON: PolicyInput = {
  backoff: { exponential: { base: "100ms", factor: 2 } },
  maxDelay: "2s",
  maxAttempts: 5,
  window: "1m",
};
/** The methods that RFC 9110 calls idempotent. */
const IDEMPOTENT = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"];
const OPTIONS = new Reader("INVALID_ARGUMENT");
const KNOWN = ["policy", "methods", "timeout", "onAttempt", "clock"];

/**
 * A drop-in `fetch` that tries again where the policy says so. As `fetch` does, it resolves with the
 * last response, whatever its status, and rejects with the last error. It keeps to `Retry-After`; if
 * that leads past the policy's window, the response is yours at once.
 *
 * What may not be sent twice is sent once: other methods than the idempotent ones (unless `methods`
 * names them, or the request has an `Idempotency-Key`), and a body that is a stream. The body of a
 * `Request` is kept in memory until the last try.
 *
 * An abort ends it at once, in a wait too. The time limit is for the headers of each try; reading
 * the body is yours.
 *
 * @example
 * ```js
 * import { withRetries } from "reknock";
 *
 * const steady = withRetries(fetch, { onAttempt: ({ outcome, decision }) => console.log(outcome, decision.kind) });
 * const response = await steady("https://api.example.com/orders/42");
 * ```
 */
export function withRetries(fetch: Fetch, options: RetryingFetchOptions = {}): Fetch {
  if (typeof fetch !== "function") OPTIONS.refuse("fetch", "must be a function such as the global fetch");
  OPTIONS.object(options, "options", KNOWN, '{ policy: "workerJournal" }');
  const policy = options.policy instanceof Policy ? options.policy : new Policy(options.policy ?? SOON);
  const methods = (options.methods ?? IDEMPOTENT).map((method) => method.toUpperCase());
  const timeout = timeoutOf(options.timeout);
  const clock = options.clock ?? SYSTEM_CLOCK;

  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const repeatable = mayRepeat(input, init, methods);
    const delivery = newDelivery(clock.now());
    for (;;) {
      const attempt = delivery.attempts + 1;
      const tried = await once(fetch, [repeatable ? fresh(input) : input, init], timeout, signal);
      const now = clock.now();
      const decision = policy.decide(delivery, tried.outcome, { now, wall: now, draws: RANDOM });
      options.onAttempt?.({ attempt, outcome: tried.outcome, decision });
      if (decision.kind !== "retry" || !repeatable) return tried.give();
      tried.drop();
      await sleepUntil((now) => wait(delivery, now), clock, signal);
    }
  };
}

interface Tried {
  readonly outcome: Outcome;
  /** Gives the caller what `fetch` gave. */
  give(): Response;
  /** Lets go of it. */
  drop(): void;
}

async function once(
  fetch: Fetch,
  [input, init]: [Parameters<Fetch>[0], RequestInit | undefined],
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Tried> {
  const limit = limited(timeout, signal);
  try {
    const response = await unlessAborted(fetch(input, { ...init, signal: limit.signal }), limit.signal, discard);
    // From now on the caller's own signal must still reach the body, and the time limit must not.
    limit.answered();
    return { outcome: outcomeOf(response), give: () => response, drop: () => discard(response) };
  } catch (error) {
    limit.over();
    signal?.throwIfAborted();
    const give = () => {
      throw error;
    };
    return { outcome: outcomeOfError(error), give, drop: () => {} };
  }
}

/** Whether a request may be sent more than once. */
function mayRepeat(input: Parameters<Fetch>[0], init: RequestInit | undefined, methods: readonly string[]): boolean {
  if (isStream(init?.body)) return false;
  const request = input instanceof Request ? input : undefined;
  if (request?.bodyUsed) return false;
  const headers = new Headers(init?.headers ?? request?.headers);
  return methods.includes((init?.method ?? request?.method ?? "GET").toUpperCase()) || headers.has("idempotency-key");
}

/** A request whose body has not been read. */
function fresh(input: Parameters<Fetch>[0]): Parameters<Fetch>[0] {
  return input instanceof Request ? input.clone() : input;
}
