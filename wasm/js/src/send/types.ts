/** What the sending half takes and gives. */
import type { DeadReason, Decision } from "../decision.js";
import type { Delivery } from "../delivery.js";
import type { Admission, Because, Heard, Kind, Permit, Report } from "../destination/types.js";
import type { Draws, Seed } from "../draws.js";
import type { Last, Outcome } from "../outcome.js";
import type { Policy } from "../policy/policy.js";
import type { PolicyInput } from "../policy/types.js";
import type { Length } from "../time.js";

/**
 * What can be sent again on every attempt. Text, bytes, a `Blob`, a `FormData` and `URLSearchParams`
 * go out as they are; any other value goes out as JSON. A stream can be read only once, and is
 * refused; so is what JSON would make `{}` of, such as a `Map`.
 */
export type Body =
  | string
  | number
  | boolean
  | { readonly [name: string]: unknown }
  | (object & {
      /** A web stream has this. */
      readonly getReader?: never;
      /** A Node stream has this. */
      readonly pipe?: never;
    });

/** What an attempt is about to send, for headers that change from one to the next. */
export interface Sending {
  /** Where to. */
  readonly url: string;
  /** The idempotency id: the same on every attempt of a delivery. */
  readonly id: string;
  /** The number of the attempt: 1 for the first. */
  readonly attempt: number;
  /** The body exactly as it goes out, to sign it; `null` if there is none. */
  readonly body: string | Uint8Array | null;
  /** The time, in unix milliseconds. */
  readonly now: number;
}

/** What the server answered. */
export interface Answer {
  /** The status code; 0 for a redirect in a browser, which hides the number. */
  readonly status: number;
  /** The response's headers. */
  readonly headers: Headers;
  /** The beginning of the body as text: up to 64 KiB of it, and for 2 seconds at most. */
  readonly text: string;
  /** Whether the body was cut off: it was longer, stalled, or broke off. */
  readonly truncated: boolean;
}

/** How one attempt ended, and what was decided. */
export interface Attempt {
  /** The idempotency id. */
  readonly id: string;
  /** Its number: 1 for the first. An attempt that cost nothing (`local`) gives its number to the next. */
  readonly attempt: number;
  /** What it ended with. */
  readonly outcome: Outcome;
  /** What happens next, when, and why. */
  readonly decision: Decision;
  /** What the server answered, if it did. */
  readonly answer: Answer | null;
  /** What `fetch` threw, if it did. */
  readonly error: unknown;
}

/**
 * A delivery on its way, as `save` gets it: plain JSON. It holds neither the body nor the headers, the
 * method, the policy or any other option: {@link resume} is given those again.
 */
export interface SendState {
  /** The version of this form. */
  v: 1;
  /** The idempotency id. */
  id: string;
  /** Where it goes. */
  url: string;
  /** Whether it has a body; if so, `resume` insists on being given one. */
  body?: boolean | undefined;
  /** How far it got. */
  delivery: Delivery;
}

/** Time, for those who bring their own. The two belong together: who sleeps moves `now`. */
export interface SendClock {
  /** Unix milliseconds. */
  now(): number;
  /**
   * Resolves after so many milliseconds, a few minutes at most; rejects at once with the signal's
   * reason if it is aborted.
   */
  sleep(millis: number, signal: AbortSignal | undefined): Promise<void>;
}

/**
 * What stands before a server that many deliveries share. A `Destination` is one; so is whatever
 * keeps one in a row that several workers share, and answers when the row is written.
 */
export interface Guard {
  /** Whether an attempt may be made now; if not, when to ask again. */
  admit(options: { now: number; kind: Kind; draws: Draws }): Admission | Promise<Admission>;
  /** What came of an attempt. */
  report(permit: Permit, report: Report, options: { now: number; draws: Draws }): Heard | Promise<Heard>;
  /** How far retries are stretched in a storm, if the guards watch for one. */
  storm?(now: number): { readonly stretch: number } | Promise<{ readonly stretch: number }>;
}

/** Names of headers, or `null` for none. */
export interface HeaderNames {
  /** What carries the id; `["webhook-id", "idempotency-key"]` unless said. */
  id?: string | readonly string[] | null | undefined;
  /** What carries the number of the attempt; `"webhook-attempt"` unless said. */
  attempt?: string | readonly string[] | null | undefined;
}

/** Headers in any form that `fetch` takes. */
export type HeadersLike = Headers | Record<string, string> | [name: string, value: string][];

/** What one attempt needs. */
export interface AttemptOptions {
  /** What is sent; none unless said. */
  body?: Body | null | undefined;
  /** `"POST"` unless said. */
  method?: string | undefined;
  /** Headers, or a function that gives them anew for every attempt, such as a signature over a time. */
  headers?: HeadersLike | ((sending: Sending) => HeadersLike | Promise<HeadersLike>) | undefined;
  /** How the headers with id and attempt are called. A header of your own wins. */
  headerNames?: HeaderNames | undefined;
  /** How long one attempt may take until the response's headers are there; `"30s"` unless said. */
  timeout?: Length | undefined;
  /** What sends; the global `fetch` unless said. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** More for `fetch`, such as undici's `dispatcher`. */
  init?: Omit<RequestInit, "method" | "headers" | "body" | "redirect" | "signal"> | undefined;
  /** A second look at an answer: for one whose body says when to come back, or that it is not well. It is awaited. */
  interpret?: ((answer: Answer, outcome: Outcome) => Outcome | Promise<Outcome>) | undefined;
}

/** The options of {@link deliver} and {@link resume}. */
export interface DeliverOptions extends AttemptOptions {
  /** How it is retried; `"stormSafe"` unless said. */
  policy?: PolicyInput | Policy | undefined;
  /** The idempotency id; a random one unless said. That of a resumed delivery is in its state. */
  id?: string | undefined;
  /** Derives the jitter from seed and id, so that any worker computes the same; else it is random. */
  seed?: Seed | undefined;
  /** Stops everything at once. */
  signal?: AbortSignal | undefined;
  /** Stores the state, before the first attempt and before every wait. It is awaited. */
  save?: ((state: SendState) => unknown) | undefined;
  /** Hears of every attempt, after `save`. It is awaited. */
  onAttempt?: ((attempt: Attempt) => unknown) | undefined;
  /** The guards of the server, which may hold an attempt back. */
  destination?: Guard | undefined;
  /** Whether this is a dead letter let out again; the guards pace those. */
  replay?: boolean | undefined;
  /** Another clock. */
  clock?: SendClock | undefined;
}

/** The options of a delivery that nothing can hold back. */
export interface UnguardedOptions extends DeliverOptions {
  /** None. */
  destination?: undefined;
}

interface Ended {
  /** The idempotency id. */
  readonly id: string;
  /** Attempts counted. */
  readonly attempts: number;
  /** The state at the end; of a dead letter or a held delivery, worth keeping. */
  readonly state: SendState;
}

/** It arrived. */
export interface DeliveredResult extends Ended {
  /** Says how it ended. */
  readonly kind: "delivered";
  /** The status. */
  readonly status: number;
  /** What the server answered. */
  readonly answer: Answer;
}

/** It will not arrive by itself: keep the event. */
export interface DeadLetterResult extends Ended {
  /** Says how it ended. */
  readonly kind: "deadLetter";
  /** Why it ended. */
  readonly reason: DeadReason;
  /** What the last attempt ended with. */
  readonly last: Last;
  /** What the server answered last, if it did. */
  readonly answer: Answer | null;
  /** What `fetch` threw last, if it did. */
  readonly error: unknown;
}

/**
 * The destination takes nothing until a person acts: keep the state, and `resume` it then. Only a
 * delivery with a `destination` can end so.
 */
export interface HeldResult extends Ended {
  /** Says how it ended. */
  readonly kind: "held";
  /** What holds it. */
  readonly because: Because;
}

/** How a delivery without a `destination` ended. */
export type UnguardedResult = DeliveredResult | DeadLetterResult;

/** How a delivery ended. */
export type DeliverResult = UnguardedResult | HeldResult;
