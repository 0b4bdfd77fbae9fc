/** One attempt: a request with a time limit, and what came of it. */
import { ReknockError } from "../errors.js";
import type { Outcome } from "../outcome.js";
import { Reader } from "../read.js";
import { payloadOf, type Payload } from "./body.js";
import { discard, drain } from "./drain.js";
import { outcomeOfError } from "./outcome-of-error.js";
import { outcomeOf } from "./outcome.js";
import { unlessAborted } from "./sleep.js";
import type { Answer, AttemptOptions, HeaderNames, Sending } from "./types.js";

/** How an attempt ended. */
export interface Tried {
  readonly outcome: Outcome;
  readonly answer: Answer | null;
  readonly error: unknown;
}

/** The longest that `setTimeout` can wait. */
const TIMEOUT_MAX = 2 ** 31 - 1;
const OPTIONS = new Reader("INVALID_ARGUMENT");

/** Sends the same request any number of times. */
export class Sender {
  readonly #options: AttemptOptions;
  readonly #payload: Payload;
  readonly #timeout: number;

  private constructor(options: AttemptOptions, payload: Payload, timeout: number) {
    this.#options = options;
    this.#payload = payload;
    this.#timeout = timeout;
  }

  static async of(options: AttemptOptions): Promise<Sender> {
    return new Sender(options, await payloadOf(options.body), timeoutOf(options.timeout));
  }

  /**
   * Sends it once. Rejects with the signal's reason if it is aborted before there is an answer, and
   * with whatever the caller's own `headers` and `interpret` throw.
   */
  async send(what: Omit<Sending, "body">, signal: AbortSignal | undefined): Promise<Tried> {
    signal?.throwIfAborted();
    const { headers } = this.#options;
    const sending = { ...what, body: this.#payload.data };
    const own = typeof headers === "function" ? await unlessAborted(headers(sending), signal) : headers;
    const limit = limited(this.#timeout, signal);
    let response: Response;
    try {
      const init = this.#init(own, what, limit.signal);
      const fetcher = this.#options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
      response = await unlessAborted(fetcher(what.url, init), limit.signal, discard);
    } catch (error) {
      signal?.throwIfAborted();
      return { outcome: outcomeOfError(error), answer: null, error };
    } finally {
      limit.over();
    }
    const answer = { status: response.status, headers: response.headers, text: await drain(response, signal) };
    const outcome = outcomeOf(response);
    return { outcome: this.#options.interpret?.(answer, outcome) ?? outcome, answer, error: undefined };
  }

  #init(own: HeadersInit | undefined, what: Omit<Sending, "body">, signal: AbortSignal): RequestInit {
    const headers = new Headers(own);
    const fill = (name: string, value: string) => headers.has(name) || headers.set(name, value);
    if (this.#payload.type !== null) fill("content-type", this.#payload.type);
    for (const name of namesOf(this.#options.headerNames, "id", ["webhook-id", "idempotency-key"])) fill(name, what.id);
    for (const name of namesOf(this.#options.headerNames, "attempt", ["webhook-attempt"])) fill(name, `${what.attempt}`);
    return {
      ...this.#options.init,
      method: this.#options.method ?? "POST",
      headers,
      body: this.#payload.data,
      // A redirect is an answer: to follow it would send the event to who knows whom.
      redirect: "manual",
      signal,
    };
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
  signal?.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    answered: () => clearTimeout(timer),
    over: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    },
  };
}

/** The time limit in milliseconds. */
export function timeoutOf(timeout: unknown): number {
  const millis = OPTIONS.length(timeout ?? "30s", "timeout");
  if (millis > 0 && millis <= TIMEOUT_MAX) return millis;
  throw new ReknockError("INVALID_ARGUMENT", "timeout", `must be above 0 and at most ${TIMEOUT_MAX} ms`);
}

function namesOf(names: HeaderNames | undefined, which: keyof HeaderNames, usual: readonly string[]): readonly string[] {
  const said = names?.[which];
  if (said === undefined) return usual;
  if (said === null) return [];
  return typeof said === "string" ? [said] : said;
}
