/** What destinations and guards have in common: rules, a state, and a slot of the module. */
import { bytes, core, GUARDS, taken, words } from "../boundary/core.js";
import { Slots } from "../boundary/slots.js";
import { draw, sourceOf, type DrawsOf } from "../draws.js";
import { ReknockError } from "../errors.js";
import { INSPECT, inspected, type Inspect } from "../inspect.js";
import { moment, notItself } from "../read.js";
import { bytesOf, fromBytes } from "./forms.js";
import type { StateJSON } from "./types.js";

const slots = new Slots<Kept>(GUARDS);

/** The answer that asks for a draw. */
const DRAW_NEEDED = -1;
/** The answer of `load_guard` to bytes that are no state. */
const NO_STATE = -1;

/** An export that draws: where the draw comes from, and its numbers. */
type Drawing = (mode: number, high: number, low: number) => number;

/** A state that lives in a slot while it is used, and in bytes of its own otherwise. */
export abstract class Kept {
  readonly #kind: number;
  readonly #numbers: Uint32Array;
  #stored: Uint8Array;
  #slot = 0;

  /** @internal */
  protected constructor(kind: number, numbers: Uint32Array, now: number, state: unknown) {
    this.#kind = kind;
    this.#numbers = numbers;
    this.#stored = state === undefined ? new Uint8Array(0) : bytesOf(kind, state);
    this.#load(now);
  }

  /**
   * The JSON form of the state, to be stored: `JSON.stringify` calls this.
   *
   * @example
   * ```js
   * await store(JSON.stringify(server)); // and later: Destination.from(JSON.parse(text))
   * ```
   */
  toJSON(): StateJSON {
    const bytes = this.toBytes();
    return fromBytes(this.#kind, bytes) as StateJSON;
  }

  /** @internal */
  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected(this, depth, options, inspect);
  }

  /**
   * The bytes of the state, to be stored: shorter than JSON, and read by every part of reknock.
   *
   * @example
   * ```js
   * await store(server.toBytes()); // and later: Destination.from(bytes)
   * ```
   */
  toBytes(): Uint8Array {
    return bytes.slice(0, core.save_guard(this.slot()));
  }

  /**
   * Moves the state to another epoch: what was `was` on the old clock is `is` on the new one.
   *
   * @example
   * ```js
   * server.rebase(performance.now(), Date.now()); // from a clock of this process to unix time
   * ```
   */
  rebase(was: number, is: number): void {
    const [from, to] = [moment(was, "was"), moment(is, "is")];
    core.rebase_guard(this.slot(), from, to);
  }

  /**
   * The slot it is in now.
   *
   * @internal
   */
  protected slot(): number {
    if (typeof this !== "object" || this === null || !(#slot in this)) notItself("the object that was made");
    return slots.owners[this.#slot] === this ? this.#slot : this.#load(0);
  }

  /** @internal */
  protected call(what: number, now: number, number = 0, more = 0): number {
    const at = moment(now, "now");
    return core.call(this.slot(), what, at, number, more) >>> 0;
  }

  #load(now: number): number {
    const load = core.load_guard; // before the desk is written to: there may be none yet
    const slot = slots.next();
    const before = slots.owners[slot];
    if (before) before.#park(slot);
    words.set(this.#numbers);
    bytes.set(this.#stored);
    const answer = load(slot, this.#kind, this.#stored.length, now);
    if (answer === NO_STATE) throw new ReknockError("INVALID_STATE", "", "is not a state that this version reads");
    taken(answer);
    slots.owners[slot] = this;
    return (this.#slot = slot);
  }

  /** Makes room: the state goes into bytes of its own. */
  #park(slot: number): void {
    this.#stored = bytes.slice(0, core.save_guard(slot));
    slots.owners[slot] = null;
  }
}

/**
 * Makes a call that may draw; a function is asked only if the call turns out to need it. Then the call
 * is made again, from asking for the slot on: the function is the caller's, and may have used the
 * module itself.
 */
export function drawing(draws: unknown, call: Drawing): number {
  const source: DrawsOf = sourceOf(draws);
  const { next, high, low } = source;
  const answer = call(next === null ? 0 : 2, high, low);
  return answer === DRAW_NEEDED ? call(1, 0, draw(next!)) : answer;
}
