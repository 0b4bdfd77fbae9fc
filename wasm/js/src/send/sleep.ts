/** Waiting that ends at once when it is aborted, and never early. */
import { onAbort } from "./abort.js";
import type { SendClock } from "./types.js";

/** The longest single timer. `setTimeout` would allow 24 days; a machine that was suspended should notice sooner. */
export const NAP_MAX = 300_000;

/** The system's clock and timers. */
export const SYSTEM_CLOCK: SendClock = {
  now: () => Date.now(),
  sleep: (millis, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = setTimeout(() => {
        over();
        resolve();
      }, millis);
      const over = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason);
      });
    }),
};

/**
 * Sleeps, in naps, until `left(now)` says 0. It may say more than before, if the clock was set back:
 * then it is what was left at first that counts, or the wait might never end.
 */
export async function sleepUntil(
  left: (now: number) => number,
  clock: SendClock,
  signal: AbortSignal | undefined,
): Promise<void> {
  let rest = left(clock.now());
  while (rest > 0) {
    const nap = Math.min(rest, NAP_MAX);
    // One more, since a clock of whole milliseconds rounds down.
    await clock.sleep(nap + 1, signal);
    rest = Math.min(rest - nap, left(clock.now()));
  }
}

/** One turn of the event loop. In it the connection of an answer that was read goes back to its pool. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/**
 * What `promise` gives, unless the signal is aborted first: then its reason, at once. What the
 * promise gives later is handed to `late`; nobody is left to hear what that throws.
 */
export function unlessAborted<T>(
  promise: T | PromiseLike<T>,
  signal: AbortSignal | undefined,
  late?: (value: T) => void,
): Promise<T> {
  const given = Promise.resolve(promise);
  if (signal === undefined) return given;
  return new Promise((resolve, reject) => {
    let over = false;
    const stop = () => {
      over = true;
      reject(signal.reason);
    };
    const deaf = onAbort(signal, stop);
    if (signal.aborted) stop();
    given.then(
      (value) => {
        deaf();
        if (!over) return resolve(value);
        try {
          late?.(value);
        } catch {}
      },
      (error: unknown) => {
        deaf();
        reject(error);
      },
    );
  });
}
