/** Reading what is left of a response, so that its connection goes back to the pool. */

/** The most that is read of a body: more is not worth keeping the connection for. */
const BYTES_MAX = 65_536;
/** The longest that a body is read for, once the headers are there. The answer is known by then. */
const MILLIS_MAX = 2_000;

/**
 * The beginning of a response's body as text. What is too long, stalls, breaks off or is aborted is
 * cut there and cancelled: the status is the answer, whatever becomes of the body.
 */
export async function drain(response: Response, signal: AbortSignal | undefined): Promise<string> {
  const reader = readerOf(response);
  if (reader === null) return "";
  const decoder = new TextDecoder();
  let [text, left, over] = ["", BYTES_MAX, false];
  const stop = () => {
    over = true;
    reader.cancel().catch(() => {});
  };
  const timer = setTimeout(stop, MILLIS_MAX);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    while (!over) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.byteLength;
      if (left <= 0) stop();
    }
  } catch {
    // Broken off: what came is what there is.
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
  return text + decoder.decode();
}

/** Lets go of a body that nobody will read. */
export function discard(response: Response): void {
  readerOf(response)
    ?.cancel()
    .catch(() => {});
}

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> | null {
  const body = response.body as ReadableStream<Uint8Array> | null | undefined;
  if (body === null || body === undefined || body.locked) return null;
  return body.getReader();
}
