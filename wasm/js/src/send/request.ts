/** What `fetch` is given, from the options of a caller. */
import { Reader, reading, type Fields } from "../read.js";
import type { Payload } from "./body.js";
import type { AttemptOptions, HeadersLike, Sending } from "./types.js";

const OPTIONS = new Reader("INVALID_ARGUMENT");
/** What every attempt says itself. */
const NOT_IN_INIT = ["method", "headers", "body", "redirect", "signal"];
/** Methods that the standard forbids `fetch`. */
const NEVER = ["CONNECT", "TRACE", "TRACK"];
/** A word as RFC 9110 has it for methods and the names of headers. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;

/** A request that is made again for every attempt. */
export class RequestMaker {
  readonly #payload: Payload;
  readonly #init: RequestInit;
  readonly #method: string;
  readonly #headers: Headers;
  readonly #id: readonly string[];
  readonly #attempt: readonly string[];

  constructor(options: AttemptOptions, payload: Payload) {
    this.#payload = payload;
    this.#init = initOf(options.init);
    this.#method = methodOf(options.method, payload.data !== null);
    this.#headers = typeof options.headers === "function" ? new Headers() : headersOf(options.headers);
    const names = reading("INVALID_ARGUMENT", "headerNames", () =>
      OPTIONS.object(options.headerNames === undefined ? {} : options.headerNames, "headerNames", ["id", "attempt"], '{ id: "x-event-id" }'),
    );
    this.#id = namesOf(names, "id") ?? ["webhook-id", "idempotency-key"];
    this.#attempt = namesOf(names, "attempt") ?? ["webhook-attempt"];
  }

  /** One attempt's, with headers that were made for it. Throws if those are none. */
  init({ id, attempt }: Omit<Sending, "body">, own: HeadersLike | undefined): RequestInit {
    const headers = new Headers(own ?? this.#headers);
    const fill = (name: string, value: string) => headers.has(name) || headers.set(name, value);
    if (this.#payload.type !== null) fill("content-type", this.#payload.type);
    for (const name of this.#id) fill(name, id);
    for (const name of this.#attempt) fill(name, `${attempt}`);
    // A redirect is an answer: to follow it would send the event to who knows whom.
    return { ...this.#init, method: this.#method, headers, body: this.#payload.data, redirect: "manual" };
  }
}

function initOf(init: unknown): RequestInit {
  return reading("INVALID_ARGUMENT", "init", () => {
    if (init === undefined) return {};
    if (typeof init !== "object" || init === null) return OPTIONS.refuse("init", "must be an object such as { keepalive: true }");
    const read: Record<string, unknown> = { ...init };
    for (const name of NOT_IN_INIT) {
      const why = name === "redirect" ? "redirects are never followed" : "is an option of its own, beside init";
      if (read[name] !== undefined) OPTIONS.refuse(`init.${name}`, why);
    }
    return read;
  });
}

function methodOf(method: unknown, hasBody: boolean): string {
  if (method === undefined) return "POST";
  if (typeof method !== "string" || !TOKEN.test(method)) return OPTIONS.refuse("method", 'must be text such as "PUT"');
  // `fetch` does so for some methods only: "patch" would go out as it is, and servers do not know it.
  const upper = method.toUpperCase();
  if (NEVER.includes(upper)) OPTIONS.refuse("method", `fetch never sends a ${upper}`);
  if (hasBody && (upper === "GET" || upper === "HEAD")) OPTIONS.refuse("method", `a ${upper} cannot have a body`);
  return upper;
}

function headersOf(headers: HeadersLike | undefined): Headers {
  try {
    return new Headers(headers);
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    return OPTIONS.refuse("headers", `must be headers as fetch takes them, or a function that gives some${why}`);
  }
}

/** The names that were said; `null` says that there are none. */
function namesOf(names: Fields, which: "id" | "attempt"): readonly string[] | undefined {
  return reading("INVALID_ARGUMENT", `headerNames.${which}`, () => {
    const said = OPTIONS.field(names, which);
    if (said === undefined) return undefined;
    const list: readonly unknown[] = said === null ? [] : Array.isArray(said) ? Array.from(said) : [said];
    return list.map((name) =>
      typeof name === "string" && TOKEN.test(name)
        ? name
        : OPTIONS.refuse(`headerNames.${which}`, "must be the name of a header, a list of names, or null for none"),
    );
  });
}
