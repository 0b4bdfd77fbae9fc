/**
 * What the numbers of a policy mean together: the rules of `core/src/policy/check.rs`, in its order and its
 * words, so that every reader names the same thing first. Ranges of single fields are not here: the form
 * has held each of them to its own.
 */
import { Reader } from "../read.js";
import { MAX_LENGTH } from "../time.js";
import { AT, KINDS, MOST_DELAYS } from "./numbers.js";

const POLICY = new Reader("INVALID_POLICY");
const LINEAR = 1;
const EXPONENTIAL = 2;
const SCHEDULE = 3;
const DECORRELATED = 3;
const ADDITIVE = 5;
/** The field of the first delay, for each kind that must not begin at 0. */
const FIRSTS = ["delay", "step", "base"];
/** The most steps an exponential backoff takes; it must be at its cap by then. */
const STEPS_MAX = 64;

/** The limits, with their defaults where they were not said; 0 stands for none. */
export interface Limits {
  readonly attempts: number;
  /** The try after which nothing comes: the last of all, or the one after a schedule that stops. */
  readonly lastTry: number;
  readonly maxDelay: number;
}

export function limitsOf(numbers: Uint32Array): Limits {
  const at = reader(numbers);
  const listed = at("backoff") === SCHEDULE && at("then") === 0 ? at("delayCount") + 1 : 0;
  // Unsaid, a limit, none.
  const attempts = [listed || 5, at("maxAttempts"), 0][at("attempts")]!;
  return {
    attempts,
    lastTry: listed && attempts ? Math.min(listed, attempts) : listed || attempts,
    maxDelay: at("hasMaxDelay") ? at("maxDelay") : at("backoff") % 3 === 0 ? MAX_LENGTH : 3_600_000,
  };
}

/** The first delays, not yet limited by the longest; of a schedule its entries, and zeros after them. */
export function delaysOf(numbers: Uint32Array): Uint32Array {
  const delays = numbers.slice(AT.delays, AT.delays + MOST_DELAYS);
  if (numbers[AT.backoff] === SCHEDULE) return delays;
  let delay = numbers[AT.first]!;
  return delays.map((_, place) => (delay = place === 0 ? delay : after(numbers, delay)));
}

/** The delay after this one. Exact: a product of 32 and 16 bits fits a double, and so does its quotient. */
export function after(numbers: Uint32Array, delay: number): number {
  const at = reader(numbers);
  if (at("backoff") === LINEAR) return Math.min(delay + at("first"), MAX_LENGTH);
  if (at("backoff") === EXPONENTIAL) return Math.min(Math.floor((delay * at("num")) / at("den")), MAX_LENGTH);
  return delay;
}

/** Refuses a policy that breaks a rule, or gives its limits. */
export function check(numbers: Uint32Array): Limits {
  const at = reader(numbers);
  const limits = limitsOf(numbers);
  const { attempts, maxDelay } = limits;
  const kind = at("backoff");
  const first = kind === SCHEDULE ? at("delays") : at("first");
  const slow = kind === EXPONENTIAL ? growth(numbers, limits) : "";
  const repeatsZero = at("then") === 1 && numbers[AT.delays + at("delayCount") - 1] === 0;
  const rules: readonly (readonly [broken: boolean, field: string, fix: string])[] = [
    [overlap(numbers), "classes", "no two ranges may overlap, and no status or error may come twice"],
    [kind !== SCHEDULE && first === 0, `backoff.${KINDS[kind]}.${FIRSTS[kind]}`, "must be above 0"],
    [maxDelay === 0, "maxDelay", "must be above 0"],
    [maxDelay < first, "maxDelay", "must not be below the first delay; unless set, it is 1h where delays grow"],
    [slow !== "", "backoff.exponential.factor", `must ${slow}`],
    [
      at("jitter") === DECORRELATED && (kind === LINEAR || kind === SCHEDULE),
      "jitter", "decorrelated goes with constant or exponential backoff only",
    ],
    [at("jitter") === ADDITIVE && at("min") > at("max"), "jitter.additive.min", "must not be above max"],
    [at("hasWindow") === 1 && at("window") === 0, "window", "must be above 0; leave it out for none"],
    [
      attempts === 0 && at("hasWindow") === 0,
      "maxAttempts", "may be null only with a window, or nothing ever ends",
    ],
    [
      attempts === 0 && repeatsZero,
      "maxAttempts",
      "may be null only if a schedule that repeats its last delay ends above 0, or it is tried without a pause",
    ],
    [
      at("hasHints") === 1 && at("longest") === 0,
      "hints.longest", 'must be above 0; write "hints": null to ignore them',
    ],
  ];
  for (const [broken, field, fix] of rules) if (broken) POLICY.refuse(field, fix);
  return limits;
}

/**
 * What an exponential backoff must do and does not: grow at every step, and be at its cap, or at its last
 * attempt, soon enough.
 */
function growth(numbers: Uint32Array, { attempts, maxDelay }: Limits): string {
  if (numbers[AT.num]! <= numbers[AT.den]!) return "be above 1";
  let delay = numbers[AT.first]!;
  for (let attempt = 1; delay < maxDelay && attempt !== attempts; attempt++) {
    const next = after(numbers, delay);
    if (next <= delay) return "make every delay longer than the one before; a larger factor or base does";
    if (attempt > STEPS_MAX) {
      return "reach maxDelay (or maxAttempts) within 64 steps; a larger factor or a shorter maxDelay does";
    }
    delay = next;
  }
  return "";
}

/** Whether two ranges share a status. Single statuses and errors come once: they are names in an object. */
function overlap(numbers: Uint32Array): boolean {
  const ranges: [first: number, last: number][] = [];
  for (let at = AT.classes; at < AT.classes + 2 * numbers[AT.classCount]!; at += 2) {
    const statuses = numbers[at]!;
    if (numbers[at + 1]! >> 3 === 1) ranges.push([statuses & 0xffff, statuses >>> 16]);
  }
  ranges.sort(([a], [b]) => a - b);
  return ranges.some(([, last], place) => place + 1 < ranges.length && ranges[place + 1]![0] <= last);
}

function reader(numbers: Uint32Array): (name: keyof typeof AT) => number {
  return (name) => numbers[AT[name]]!;
}
