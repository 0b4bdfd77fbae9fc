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

/** A new delivery: no try counted, due at once. */
export declare function newDelivery(now: number): Delivery;
/** A delivery from untrusted, stored data: six fields in range, and nothing else. */
export declare function readDelivery(value: unknown): Delivery;
/** How long until the next try is due, in milliseconds; never longer than the delay decided last. */
export declare function wait(delivery: Delivery, now: number): number;
/** Whether the next try is due. */
export declare function due(delivery: Delivery, now: number): boolean;
/** Begins anew, as for a replay. */
export declare function restart(delivery: Delivery, now: number): void;
/** Moves the delivery to another epoch: what was `was` on the old clock is `is` on the new one. */
export declare function rebase(delivery: Delivery, was: number, is: number): void;
