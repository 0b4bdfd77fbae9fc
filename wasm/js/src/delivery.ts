import { moment, Reader } from "./read.js";
import { MAX_LENGTH, MAX_POINT } from "./time.js";

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

/** Looks at a delivery that a caller passes in; a text length in it becomes a number. */
export function checkDelivery(delivery: Delivery): void {
  if (
    typeof delivery === "object" &&
    delivery !== null &&
    delivery.v === 1 &&
    delivery.attempts >>> 0 === delivery.attempts &&
    (delivery.dns & 255) === delivery.dns &&
    delivery.delay >>> 0 === delivery.delay &&
    Number.isSafeInteger(delivery.createdAt) &&
    Number.isSafeInteger(delivery.nextAt)
  ) {
    return;
  }
  STATE.object(delivery, "", Object.keys(delivery ?? {}), EXAMPLE);
  STATE.whole(delivery.v, "v", 1, 1);
  STATE.whole(delivery.attempts, "attempts", 0, MAX_LENGTH);
  STATE.whole(delivery.dns, "dns", 0, 255);
  STATE.point(delivery.createdAt, "createdAt");
  STATE.point(delivery.nextAt, "nextAt");
  delivery.delay = STATE.length(delivery.delay, "delay");
}

/**
 * How long until the next try is due, in milliseconds. Never longer than the delay decided last,
 * even if the clock was set back. `setTimeout` cannot wait longer than 2^31 − 1.
 */
export function wait(delivery: Delivery, now: number): number {
  checkDelivery(delivery);
  return Math.min(Math.max(delivery.nextAt - moment(now, "now"), 0), delivery.delay);
}

/** Whether the next try is due. */
export function due(delivery: Delivery, now: number): boolean {
  return wait(delivery, now) === 0;
}

/** Begins anew, as for a replay: no try counted, due at once. */
export function restart(delivery: Delivery, now: number): void {
  checkDelivery(delivery);
  Object.assign(delivery, newDelivery(now));
}

/** Moves a delivery to another epoch: what was `was` on the old clock is `is` on the new one. */
export function rebase(delivery: Delivery, was: number, is: number): void {
  checkDelivery(delivery);
  const [from, to] = [moment(was, "was"), moment(is, "is")];
  delivery.createdAt = moved(delivery.createdAt, from, to);
  delivery.nextAt = moved(delivery.nextAt, from, to);
}

/** point + to − from, brought to a point; exact although the sum may need more than 53 bits. */
export function moved(point: number, from: number, to: number): number {
  const sum = BigInt(point) + BigInt(to) - BigInt(from);
  return Number(sum > MAX_POINT ? BigInt(MAX_POINT) : sum < -MAX_POINT ? BigInt(-MAX_POINT) : sum);
}
