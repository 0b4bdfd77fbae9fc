import { ReknockError } from "./errors.js";
import { moment, Reader, reading } from "./read.js";
import { MAX_LENGTH, moved } from "./time.js";

/**
 * The state of one event on its way to one destination: six plain numbers that go through
 * `JSON.stringify` and back. `policy.decide` updates it in place; store it before every wait.
 */
export interface Delivery {
  /** The version of this form. */
  v: 1;
  /** Tries counted so far. */
  attempts: number;
  /** How many of them were DNS failures. */
  dns: number;
  /** When the event was accepted, in milliseconds. */
  createdAt: number;
  /** When the next try is due, in milliseconds of the same epoch. */
  nextAt: number;
  /** The delay decided last, in milliseconds. */
  delay: number;
}

/**
 * A new delivery: no try counted, due at once.
 *
 * @example
 * ```js
 * const delivery = newDelivery(Date.now());
 * ```
 */
export function newDelivery(now: number): Delivery {
  const at = moment(now, "now");
  return { v: 1, attempts: 0, dns: 0, createdAt: at, nextAt: at, delay: 0 };
}

const FIELDS = ["v", "attempts", "dns", "createdAt", "nextAt", "delay"] as const;
const EXAMPLE = '{"v":1,"attempts":0,"dns":0,"createdAt":0,"nextAt":0,"delay":0}';
const STATE = new Reader("INVALID_STATE");

/**
 * A delivery from untrusted, stored data: six fields in range, and nothing else.
 *
 * @example
 * ```js
 * const delivery = readDelivery(JSON.parse(row));
 * ```
 *
 * @throws {ReknockError} `INVALID_STATE`, with the field that is wrong.
 */
export function readDelivery(value: unknown): Delivery {
  return reading("INVALID_STATE", "", () => readFields(value));
}

function readFields(value: unknown): Delivery {
  const read = STATE.object(value, "", FIELDS, EXAMPLE);
  const field = (name: (typeof FIELDS)[number]) => STATE.field(read, name);
  STATE.whole(field("v"), "v", 1, 1);
  return {
    v: 1,
    attempts: STATE.whole(field("attempts"), "attempts", 0, MAX_LENGTH),
    dns: STATE.whole(field("dns"), "dns", 0, 255),
    createdAt: STATE.point(field("createdAt"), "createdAt"),
    nextAt: STATE.point(field("nextAt"), "nextAt"),
    delay: STATE.length(field("delay"), "delay"),
  };
}

/**
 * The numbers of a delivery that a caller passes in, looked at. Fields that are not ours are left
 * alone, and a text length becomes a number.
 */
export function checkDelivery(delivery: Delivery): Delivery {
  return reading("INVALID_STATE", "delivery", () => {
    if (typeof delivery !== "object" || delivery === null) STATE.object(delivery, "", FIELDS, EXAMPLE);
    const { v, attempts, dns, createdAt, nextAt, delay } = delivery;
    const read = { v, attempts, dns, createdAt, nextAt, delay };
    return isDelivery(v, attempts, dns, createdAt, nextAt, delay) ? read : readFields(read);
  });
}

/** Whether six values are a delivery, all of them numbers already. */
export function isDelivery(
  v: unknown, attempts: unknown, dns: unknown, createdAt: unknown, nextAt: unknown, delay: unknown,
): boolean {
  // What is equal to a number is one.
  return (
    v === 1 &&
    (attempts as number) >>> 0 === attempts &&
    ((dns as number) & 255) === dns &&
    (delay as number) >>> 0 === delay &&
    Number.isSafeInteger(createdAt) &&
    Number.isSafeInteger(nextAt)
  );
}

/** Writes into a delivery of the caller's: all of it, or, where one field does not let itself be written, nothing. */
function keep(delivery: Delivery, changes: Partial<Delivery>): void {
  const before = checkDelivery(delivery);
  try {
    Object.assign(delivery, changes);
  } catch (error) {
    throw undone(delivery, before, error);
  }
}

/** What is thrown where a delivery does not let itself be changed; what was written already is as it was before. */
export function undone(delivery: Delivery, before: Partial<Delivery>, error: unknown): ReknockError {
  for (const [name, value] of Object.entries(before)) {
    try {
      delivery[name as "delay"] = value as number;
    } catch {
      // Then it was not written before either.
    }
  }
  const fix = "must be an object that can be changed; pass a copy of it: { ...delivery }";
  return new ReknockError("INVALID_ARGUMENT", "delivery", fix, { cause: error });
}

/**
 * How long until the next try is due, in milliseconds. Never longer than the delay decided last,
 * even if the clock was set back. `setTimeout` cannot wait longer than 2^31 − 1.
 *
 * @example
 * ```js
 * wait({ v: 1, attempts: 1, dns: 0, createdAt: 0, nextAt: 30_000, delay: 30_000 }, 10_000); // 20000
 * ```
 */
export function wait(delivery: Delivery, now: number): number {
  const { nextAt, delay } = checkDelivery(delivery);
  return Math.min(Math.max(nextAt - moment(now, "now"), 0), delay);
}

/**
 * Whether the next try is due.
 *
 * @example
 * ```js
 * due(newDelivery(Date.now()), Date.now()); // true
 * ```
 */
export function due(delivery: Delivery, now: number): boolean {
  return wait(delivery, now) === 0;
}

/**
 * Begins anew, as for a replay: no try counted, due at once.
 *
 * @example
 * ```js
 * restart(delivery, Date.now());
 * ```
 */
export function restart(delivery: Delivery, now: number): void {
  keep(delivery, newDelivery(now));
}

/**
 * Moves a delivery to another epoch: what was `was` on the old clock is `is` on the new one.
 *
 * @example
 * ```js
 * rebase(delivery, performance.now(), Date.now()); // from a clock of this process to unix time
 * ```
 */
export function rebase(delivery: Delivery, was: number, is: number): void {
  const { createdAt, nextAt } = checkDelivery(delivery);
  const [from, to] = [moment(was, "was"), moment(is, "is")];
  keep(delivery, { createdAt: moved(createdAt, from, to), nextAt: moved(nextAt, from, to) });
}
