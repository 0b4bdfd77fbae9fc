/** Hearing of an abort. */

interface Listeners {
  readonly all: Set<() => void>;
  readonly tell: () => void;
}

/**
 * Everyone who listens to a signal, behind one listener of ours: a program hands the same signal to
 * hundreds of deliveries, and Node warns of a leak at eleven listeners.
 */
const heard = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls `stop` when the signal is aborted, until the function that is given back is called. One that
 * is aborted already is not heard of any more.
 */
export function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  if (signal === undefined || signal.aborted) return () => {};
  const { all, tell } = heard.get(signal) ?? listening(signal);
  // One of its own for each call: the same function may listen twice.
  const listener = () => stop();
  all.add(listener);
  return () => {
    if (!all.delete(listener) || all.size > 0) return;
    heard.delete(signal);
    signal.removeEventListener("abort", tell);
  };
}

function listening(signal: AbortSignal): Listeners {
  const all = new Set<() => void>();
  const tell = () => {
    heard.delete(signal);
    for (const listener of [...all]) if (all.delete(listener)) listener();
  };
  const listeners = { all, tell };
  heard.set(signal, listeners);
  signal.addEventListener("abort", tell, { once: true });
  return listeners;
}
