/** One attempt: a request with a time limit, and what came of it. */
import { checkedOutcome } from "../boundary/outcome.js";
import { ReknockError } from "../errors.js";
import type { Outcome } from "../outcome.js";
import { Reader } from "../read.js";
import { onAbort } from "./abort.js";
import { payloadOf, type Payload } from "./body.js";
import { discard, drain } from "./drain.js";
import { functionsIn } from "./options.js";
import { outcomeOfError } from "./outcome-of-error.js";
import { outcomeOfAnswer } from "./outcome.js";
import { RequestMaker } from "./request.js";
import { unlessAborted } from "./sleep.js";
import type { Answer, AttemptOptions, Sending } from "./types.js";

/** How an attempt ended. */
export interface Tried {
  readonly outcome: Outcome;
  readonly answer: Answer | null;
  readonly error: unknown;
}

/** The longest that `setTimeout` can wait. */
const TIMEOUT_MAX = 2 ** 31 - 1;
const OPTIONS = new Reader("INVALID_ARGUMENT");

/** The options that are the sender's own to look at. */
export const ATTEMPT_OPTIONS = [
  "body", "method", "headers", "headerNames", "timeout", "fetch", "init", "interpret",
] as const;

/** Sends the same request any number of times. */
export class Sender {
  readonly #options: AttemptOptions;
  readonly #payload: Payload;
  readonly #request: RequestMaker;
  readonly #timeout: number;

  private constructor(options: AttemptOptions, payload: Payload) {
    functionsIn(options, "fetch", "interpret");
    this.#options = options;
    this.#payload = payload;
    this.#request = new RequestMaker(options, payload);
    this.#timeout = timeoutOf(options.timeout);
  }

  /** Refuses what is wrong with the options now: nothing is sent before all of them are right. */
  static async of(options: AttemptOptions): Promise<Sender> {
    return new Sender(options, await payloadOf(options.body));
  }

  /**
   * Sends it once. Rejects with the signal's reason if it is aborted before there is an answer, and
   * with whatever the caller's own `headers` and `interpret` throw.
   */
  async send(what: Omit<Sending, "body">, signal: AbortSignal | undefined): Promise<Tried> {
    signal?.throwIfAborted();
    const { headers, fetch: fetcher = (url, init) => fetch(url, init) } = this.#options;
    const sending = { ...what, body: this.#payload.data };
    const own = typeof headers === "function" ? await unlessAborted(headers(sending), signal) : undefined;
    let init: RequestInit;
    try {
      init = this.#request.init(what, own);
    } catch (error) {
      // Headers that are none: it cannot be sent like that.
      return { outcome: { error: "invalid" }, answer: null, error };
    }
    const limit = limited(this.#timeout, signal);
    let response: Response;
    try {
      response = await unlessAborted(fetcher(what.url, { ...init, signal: limit.signal }), limit.signal, discard);
    } catch (error) {
      signal?.throwIfAborted();
      return { outcome: outcomeOfError(error), answer: null, error };
    } finally {
      limit.over();
    }
    const outcome = outcomeOfAnswer(response);
    const answer = { status: response.status, headers: response.headers, ...(await drain(response, signal)) };
    return { outcome: await this.#interpreted(answer, outcome, signal), answer, error: undefined };
  }

  async #interpreted(answer: Answer, outcome: Outcome, signal: AbortSignal | undefined): Promise<Outcome> {
    const given = this.#options.interpret?.(answer, outcome);
    // What is there at once counts even after an abort.
    const second: unknown = given instanceof Promise ? await unlessAborted(given, signal) : given;
    if (second === undefined || second === null) return outcome;
    try {
      return checkedOutcome(second);
    } catch (error) {
      const why = error instanceof Error ? error.message : "";
      throw new ReknockError("INVALID_OUTCOME", "interpret", `must give an outcome: ${why}`, { cause: error });
    }
  }
}

/** A time limit under way. */
interface Limit {
  readonly signal: AbortSignal;
  /** The time no longer counts; an abort still does. */
  answered(): void;
  /** Neither counts any more. */
  over(): void;
}

/** A signal that is aborted with the other one, or when the time is up. */
export function limited(millis: number, signal: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${millis} ms`, "TimeoutError"));
  }, millis);
  if (signal?.aborted) stop();
  const deaf = onAbort(signal, stop);
  return {
    signal: controller.signal,
    answered: () => clearTimeout(timer),
    over: () => {
      clearTimeout(timer);
      deaf();
    },
  };
}

/** The time limit in milliseconds. */
export function timeoutOf(timeout: unknown): number {
  const millis = OPTIONS.length(timeout ?? "30s", "timeout");
  if (millis > 0 && millis <= TIMEOUT_MAX) return millis;
  throw new ReknockError("INVALID_ARGUMENT", "timeout", `must be above 0 and at most ${TIMEOUT_MAX} ms`);
}
