/** A checked policy → the row of words that the module decides by, everything worked out. */
import { delaysOf, limitsOf } from "./check.js";
import { AT, KINDS, MOST_DELAYS } from "./numbers.js";

/**
 * 32 delays, how many of them are listed, the kind (a schedule that repeats its last delay has one of its
 * own), the factor as a ratio, the jitter, the limits, window, DNS attempts, throttle factor, hints; then how
 * many exceptions there are, and each in two words: the first status and above it the last, the class and above
 * it whether it is for an error, whose number then is both first and last.
 */
export function rowOf(numbers: Uint32Array): Uint32Array {
  const at = (name: keyof typeof AT) => numbers[AT[name]]!;
  const { attempts, lastTry, maxDelay } = limitsOf(numbers);
  const kind = KINDS[at("backoff")]!;
  const row = Uint32Array.of(
    ...delaysOf(numbers),
    kind === "schedule" ? at("delayCount") : MOST_DELAYS,
    at("backoff") + at("then"),
    ...(kind === "exponential" ? [at("num"), at("den")] : [1, 1]),
    ...numbers.slice(AT.jitter, AT.hasMaxDelay),
    maxDelay, attempts, lastTry,
    ...numbers.slice(AT.hasWindow, AT.delays),
  );
  const classes = row.subarray(row.length - (AT.delays - AT.classes));
  for (let place = 0; place < classes.length; place += 2) {
    const isError = classes[place + 1]! >> 4;
    if (isError) classes[place]! *= 0x10001;
    classes[place + 1] = (classes[place + 1]! & 7) | (isError << 3);
  }
  return row;
}
