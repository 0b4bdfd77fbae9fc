/**
 * What a policy will do: `core/src/delivery/timeline.rs`, on top of the module's decision, which knows every
 * window of delays. Not in the module: it would be a tenth of it.
 */
import { decide, words } from "../boundary/core.js";
import { MAX_LENGTH } from "../time.js";
import { after, limitsOf } from "./check.js";
import { AT, JITTERS } from "./numbers.js";
import type { Range, TimelineRetry } from "./types.js";

/** The most retries of a plan; more than anyone reads. */
const RETRIES_MAX = 100_000;
/** After so many tries, only a linear backoff may still be growing. */
const SETTLED_AFTER = 100;
/** Status 503, by the caller's word transient, so that no exception of the policy matters; the draw is given. */
const FAILED = 503 | (1 << 17) | (1 << 28);
/** Earliest, nominal, latest. */
type Three = readonly [number, number, number];
const ZERO: Three = [0, 0, 0];

/**
 * The retries of the policy of these numbers that come within the window. Whoever iterates may use the desk
 * and the slots between two of them: `ready` gives the address, and is asked anew each time.
 */
export function* plan(
  numbers: Uint32Array, ready: () => number, window = windowOf(numbers),
): Generator<TimelineRetry, undefined, undefined> {
  const { maxDelay } = limitsOf(numbers);
  let base = numbers[AT.first]!;
  // Kept apart from what is handed out, which is the caller's to change.
  let delay = ZERO;
  let since = ZERO;
  for (let tries = 1; tries <= RETRIES_MAX; tries++) {
    const address = ready();
    // The lowest draw finds the lower end of the window, the highest its upper end. Created at the latest
    // point there is, a delivery never meets the end of its window.
    const end = (previous: number, draw: number) =>
      decide(address, FAILED, tries - 1, Number.MAX_SAFE_INTEGER, previous, 0, 0, 1000, 0, draw) & 1 ? words[0]! : -1;
    const earliest = end(delay[0], 0);
    if (earliest < 0) return; // a dead letter: the attempts are used up
    // Past the list one step after the other, without an end: at the 65th, where core takes no more of
    // them, an exponential backoff is at its cap.
    if (tries <= numbers[AT.delayCount]!) base = numbers[AT.delays + tries - 1]!;
    else if (tries > 1) base = after(numbers, base);
    const nominal = JITTERS[numbers[AT.jitter]!] === "decorrelated"
      ? Math.floor((earliest + end(delay[1], MAX_LENGTH)) / 2) // the lower end is always the first delay
      : Math.min(base, maxDelay);
    delay = [earliest, nominal, end(delay[2], MAX_LENGTH)];
    since = [since[0] + delay[0], since[1] + delay[1], since[2] + delay[2]];
    if (since[0] > window) return;
    yield { attempt: tries + 1, delay: range(delay), sinceFirst: range(since) };
  }
}

/** How long an outage the policy of these numbers outlasts. Nothing of the caller's runs meanwhile: one address will do. */
export function survival(numbers: Uint32Array, address: number): Range {
  const { lastTry, maxDelay } = limitsOf(numbers);
  const window = windowOf(numbers);
  let last: TimelineRetry = { attempt: 1, delay: range(ZERO), sinceFirst: range(ZERO) };
  let longest = 0;
  let certain = 0;
  let nominal = 0;
  for (const retry of plan(numbers, () => address, Infinity)) {
    const { attempt, delay, sinceFirst } = retry;
    const before = last.delay.nominal;
    last = retry;
    longest = Math.max(longest, delay.latest);
    if (sinceFirst.latest <= window) certain = sinceFirst.earliest;
    if (sinceFirst.nominal <= window) nominal = sinceFirst.nominal;
    // By then every plan grows up to its cap, or not at all: once it is like the one before, so are all to come,
    // and their ends with them.
    if (attempt > SETTLED_AFTER && delay.nominal === before) break;
  }
  const { attempt, delay, sinceFirst } = last;
  let { latest } = delay;
  // One that still grows is planned as if it grew no more, but for the worst case.
  if (attempt > RETRIES_MAX) latest = longest = maxDelay;
  // All tries that are left, none where the attempts are used up: where they end without the window. A
  // policy without a limit has a window, and a delay above 0.
  const left = lastTry ? lastTry - attempt : Infinity;
  const end = (since: number, each: number) => known(lastTry ? since + each * left : Infinity);
  const all: Three = [
    end(sinceFirst.earliest, delay.earliest), end(sinceFirst.nominal, delay.nominal), end(sinceFirst.latest, latest),
  ];
  if (all[2] <= window) return range(all);
  if (sinceFirst.nominal <= window && delay.nominal > 0) {
    nominal += delay.nominal * Math.min(left, Math.floor((window - nominal) / delay.nominal));
  }
  // The window ends it: the next try would have come after, and no delay is longer than the longest. Or the
  // attempts do, if they are used up sooner.
  return range([Math.min(Math.max(certain, window + 1 - longest), all[0]), nominal, window]);
}

function windowOf(numbers: Uint32Array): number {
  return numbers[AT.hasWindow] ? numbers[AT.window]! : Infinity;
}

function range([earliest, nominal, latest]: Three): Range {
  return { earliest, nominal, latest };
}

/** 300,000 years are as good as forever, and exact they are not. */
function known(millis: number): number {
  return millis > Number.MAX_SAFE_INTEGER ? Infinity : millis;
}
