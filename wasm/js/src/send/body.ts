/** Bodies that can be sent again. */
import { ReknockError } from "../errors.js";
import { ours } from "../read.js";

/** A body as it goes out, the same on every attempt. */
export interface Payload {
  readonly data: string | Uint8Array<ArrayBuffer> | null;
  /** The `Content-Type` it asks for, unless the caller names one; `null`: `fetch` knows. */
  readonly type: string | null;
}

/** Reads a body once; what the caller does to it afterwards changes nothing. */
export async function payloadOf(body: unknown): Promise<Payload> {
  try {
    return await payload(body);
  } catch (error) {
    throw ours(error, "INVALID_ARGUMENT", "body");
  }
}

async function payload(body: unknown): Promise<Payload> {
  if (body === undefined || body === null) return { data: null, type: null };
  if (typeof body === "string") return { data: body, type: null };
  if (body instanceof ArrayBuffer) return { data: new Uint8Array(body.slice(0)), type: null };
  if (ArrayBuffer.isView(body)) {
    return { data: new Uint8Array(new Uint8Array(body.buffer, body.byteOffset, body.byteLength)), type: null };
  }
  if (isForm(body)) {
    // The boundary of a form is drawn here, once, so that a signature holds on every attempt.
    const whole = new Response(body);
    return { data: new Uint8Array(await whole.arrayBuffer()), type: whole.headers.get("content-type") };
  }
  if (isStream(body)) {
    return refuse("is a stream, which can be sent only once; read it first: await new Response(stream).text()");
  }
  const kind = contentless(body);
  if (kind !== null) return refuse(`cannot be sent: JSON keeps nothing of this ${kind}; ${INSTEAD[kind] ?? "make a plain object of it"}`);
  return { data: json(body), type: "application/json" };
}

/** Whether a body can be read only once. */
export function isStream(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return "getReader" in body || Symbol.asyncIterator in body || ("pipe" in body && typeof body.pipe === "function");
}

/** What to send instead. */
const INSTEAD: { readonly [kind: string]: string } = {
  Map: "send Object.fromEntries(map)",
  Set: "send [...set]",
  Promise: "await it first",
};

/** What is built in and would become `{}`, by its name: the event would arrive empty. */
function contentless(body: unknown): string | null {
  if (typeof body !== "object" || body === null || typeof (body as { toJSON?: unknown }).toJSON === "function") return null;
  const kind = Object.prototype.toString.call(body).slice(8, -1);
  if (kind === "Error") return kind;
  return HAVE_JSON.has(kind) || Object.keys(body).length > 0 ? null : kind;
}

const HAVE_JSON = new Set(["Object", "Array", "Number", "String", "Boolean"]);

function isForm(body: unknown): body is Blob | FormData | URLSearchParams {
  return body instanceof Blob || body instanceof FormData || body instanceof URLSearchParams;
}

function json(body: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch (error) {
    return refuse(`cannot be written as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return text ?? refuse("must be text, bytes, a form, or a value that can be written as JSON");
}

function refuse(fix: string): never {
  throw new ReknockError("INVALID_ARGUMENT", "body", fix);
}
