/** `fetch`, with retries. */
import { newDelivery, wait } from "../delivery.js";
import type { Outcome } from "../outcome.js";
import type { Decision } from "../decision.js";
import type { Policy } from "../policy/policy.js";
import type { PolicyInput } from "../policy/types.js";
import { Reader, reading as readValue } from "../read.js";
import type { Length } from "../time.js";
import { limited, timeoutOf } from "./attempt.js";
import { isStream } from "./body.js";
import { discard, drain } from "./drain.js";
import { outcomeOfError } from "./outcome-of-error.js";
import { outcomeOfAnswer } from "./outcome.js";
import { RANDOM } from "./random.js";
import { clockOf, functionsIn, optionsOf, policyOf } from "./options.js";
import { sleepUntil, turn, unlessAborted } from "./sleep.js";
import type { SendClock } from "./types.js";

/** A function that can be called as `fetch` is. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The options of {@link withRetries}. */
export interface WithRetriesOptions {
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
  /**
   * Hears of every try. `final`: none follows, as after the decision `"retry"` too if the request may
   * not be sent twice. It is not awaited.
   */
  onAttempt?:
    | ((attempt: { attempt: number; outcome: Outcome; decision: Decision; final: boolean }) => void)
    | undefined;
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
export function withRetries(fetch: Fetch, options: WithRetriesOptions = {}): Fetch {
  if (typeof fetch !== "function") OPTIONS.refuse("fetch", "must be a function such as the global fetch");
  const read = optionsOf(options, KNOWN, '{ policy: "workerJournal" }');
  functionsIn(read, "onAttempt");
  const policy = policyOf(read.policy, SOON);
  const methods = methodsOf(read.methods);
  const timeout = timeoutOf(read.timeout);
  const clock = clockOf(read.clock);

  return async (input, init) => {
    // As with `fetch`, an init that says null takes a request's own signal away.
    const said = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal;
    const signal = said ?? undefined;
    signal?.throwIfAborted();
    const repeatable = mayRepeat(input, init, methods);
    const delivery = newDelivery(clock.now());
    for (;;) {
      const attempt = delivery.attempts + 1;
      const tried = await once(fetch, [repeatable ? fresh(input) : input, init], timeout, signal);
      const now = clock.now();
      const decision = policy.decide(delivery, tried.outcome, { now, wall: now, draws: RANDOM });
      const final = decision.kind !== "retry" || !repeatable;
      read.onAttempt?.({ attempt, outcome: tried.outcome, decision, final });
      if (final) return tried.give();
      tried.drop();
      await turn();
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
    const give = () => {
      reading.register(isObject(response.body) ? response.body : response, limit.over);
      return response;
    };
    const drop = () => void drain(response, signal).then(limit.over);
    return { outcome: outcomeOfAnswer(response), give, drop };
  } catch (error) {
    limit.over();
    signal?.throwIfAborted();
    const give = () => {
      throw error;
    };
    return { outcome: outcomeOfError(error), give, drop: () => {} };
  }
}

/** Lets go of the caller's signal, which may live long, once nobody holds the body any more. */
const reading = new FinalizationRegistry((over: () => void) => over());

function methodsOf(methods: readonly string[] | undefined): readonly string[] {
  return readValue("INVALID_ARGUMENT", "methods", () => {
    if (methods === undefined) return IDEMPOTENT;
    if (!Array.isArray(methods)) OPTIONS.refuse("methods", 'must be a list of methods, such as ["GET", "POST"]');
    return Array.from(methods, (method: unknown, place) =>
      typeof method === "string" ? method.toUpperCase() : OPTIONS.refuse(`methods.${place}`, 'must be text such as "POST"'),
    );
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
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
