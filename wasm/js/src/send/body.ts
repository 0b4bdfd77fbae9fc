/** Bodies that can be sent again. */
import { ReknockError } from "../errors.js";

/** A body as it goes out, the same on every attempt. */
export interface Payload {
  readonly data: string | Uint8Array<ArrayBuffer> | null;
  /** The `Content-Type` it asks for, unless the caller names one; `null`: `fetch` knows. */
  readonly type: string | null;
}

/** Reads a body once; what the caller does to it afterwards changes nothing. */
export async function payloadOf(body: unknown): Promise<Payload> {
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
  return { data: json(body), type: "application/json" };
}

/** Whether a body can be read only once. */
export function isStream(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return "getReader" in body || Symbol.asyncIterator in body || ("pipe" in body && typeof body.pipe === "function");
}

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
