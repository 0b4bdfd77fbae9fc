/** Reading what is left of a response, so that its connection goes back to the pool. */
import { onAbort } from "./abort.js";

/** The most that is read of a body: more is not worth keeping the connection for. */
const BYTES_MAX = 65_536;
/** The longest that a body is read for, once the headers are there. The answer is known by then. */
const MILLIS_MAX = 2_000;

/**
 * The beginning of a response's body as text. What is too long, stalls, breaks off or is aborted is
 * cut there and cancelled: the status is the answer, whatever becomes of the body.
 */
export async function drain(response: object, signal: AbortSignal | undefined): Promise<Drained> {
  const source = sourceOf(response);
  if (source === null) return { text: "", truncated: false };
  const decoder = new TextDecoder();
  let [text, left, over, whole] = ["", BYTES_MAX, false, false];
  const stop = () => {
    over = true;
    source.cancel();
  };
  const timer = setTimeout(stop, MILLIS_MAX);
  const deaf = onAbort(signal, stop);
  if (signal?.aborted) stop();
  try {
    while (!over) {
      const { done, value } = await source.read();
      if (done) {
        whole = !over; // to cancel a body ends it too
        break;
      }
      const chunk = typeof value === "string" ? new TextEncoder().encode(value) : value!;
      text += decoder.decode(chunk.subarray(0, left), { stream: true });
      left -= chunk.byteLength;
      if (left < 0) stop();
    }
  } catch {
    // Broken off: what came is what there is.
  } finally {
    clearTimeout(timer);
    deaf();
  }
  return { text: text + decoder.decode(), truncated: !whole };
}

/** What was read of a body. */
interface Drained {
  readonly text: string;
  /** Whether there was more of it, or may have been. */
  readonly truncated: boolean;
}

/** Lets go of a body that nobody will read. */
export function discard(response: object): void {
  sourceOf(response)?.cancel();
}

/** A body being read; letting go of it never throws. */
interface Source {
  read(): Promise<{ done?: boolean | undefined; value?: Uint8Array | string | undefined }>;
  cancel(): void;
}

/** The body of a response of `fetch`, or of what stands in for it; `null` if it cannot be read. */
function sourceOf(response: object): Source | null {
  try {
    const { body } = response as { body?: unknown };
    if (typeof body !== "object" || body === null) return null;
    if ("getReader" in body) return ofWebStream(body as ReadableStream<Uint8Array>);
    return "destroy" in body && Symbol.asyncIterator in body ? ofNodeStream(body as NodeStream) : null;
  } catch {
    return null;
  }
}

function ofWebStream(body: ReadableStream<Uint8Array>): Source | null {
  if (body.locked) return null;
  const reader = body.getReader();
  return { read: () => reader.read(), cancel: () => void reader.cancel().catch(() => {}) };
}

/** What is used of a stream of Node, which is what node-fetch has for a body. */
interface NodeStream extends AsyncIterable<Uint8Array | string> {
  destroy(): void;
  on(event: "error", listener: () => void): void;
}

function ofNodeStream(body: NodeStream): Source {
  // An error that nobody listens for would end the process.
  body.on("error", () => {});
  const chunks = body[Symbol.asyncIterator]();
  return { read: () => chunks.next(), cancel: () => void body.destroy() };
}
