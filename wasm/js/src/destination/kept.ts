/** What destinations and guards have in common: rules, a state, and a slot of the module. */
import { core, GUARDS, words } from "../boundary/core.js";
import { Slots } from "../boundary/slots.js";
import { draw, DrawsOf } from "../draws.js";
import { INSPECT, inspected, type Inspect } from "../inspect.js";
import { moment, notItself } from "../read.js";
import { moved } from "../time.js";
import { bytesOf, formOf, fresh, fromWords, stored, wordsOf, type KeptKind, type Whole } from "./forms.js";
import { tokensOf } from "./rules.js";
import type { StateJSON } from "./types.js";

const slots = new Slots<Kept>(GUARDS);

/** The answer that asks for a draw. */
const DRAW_NEEDED = -1;

/** What can be done to a state without a draw, in the order of `wasm/src/calls.rs`. */
export const CALL = {
  tell: 0, release: 1, storm: 2, disable: 3, enable: 4, isolate: 5, reset: 6, replay: 7, stopReplay: 8, waiting: 9,
  budget: 10, giveBack: 11, count: 12, opened: 13, replayed: 14, tried: 15, ended: 16,
} as const;

/** An export that draws: where the draw comes from, and its numbers. */
type Drawing = (mode: number, high: number, low: number) => number;

/** A state that lives in a slot while it is used, and in words of its own otherwise. */
export abstract class Kept {
  readonly #kind: KeptKind;
  readonly #rules: Uint32Array;
  #words: Uint32Array;
  #slot = 0;

  /** @internal */
  protected constructor(kind: KeptKind, rules: Uint32Array, now: number, state: unknown) {
    this.#kind = kind;
    this.#rules = rules;
    this.#words = wordsOf(state === undefined ? fresh(now, tokensOf(rules)) : stored(kind, state));
    this.#load(slots.next());
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
    const state = this.peek();
    return formOf(this.#kind, state) as StateJSON;
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
    const state = this.peek();
    return bytesOf(this.#kind, state);
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
    const state = this.peek();
    this.#words = wordsOf({ ...state, at: moved(state.at, from, to) });
    this.#load(this.#slot);
  }

  /**
   * The slot it is in now.
   *
   * @internal
   */
  protected slot(): number {
    if (typeof this !== "object" || this === null || !(#slot in this)) notItself("the object that was made");
    return slots.owners[this.#slot] === this ? this.#slot : this.#load(slots.next());
  }

  /** @internal */
  protected call(what: number, now: number, number = 0, more = 0): number {
    const at = moment(now, "now");
    return core.call(this.slot(), what, at, number, more) >>> 0;
  }

  /**
   * The state, as it was left.
   *
   * @internal
   */
  protected peek(): Whole {
    return fromWords(words.subarray(0, core.save_guard(this.slot(), 0, 0)));
  }

  /**
   * The version alone, which is looked at after every call: the second word of a state.
   *
   * @internal
   */
  protected stateVersion(): number {
    core.save_guard(this.slot(), 0, 0);
    return words[1]!;
  }

  /**
   * The state as it is at a time: what was due until then has happened.
   *
   * @internal
   */
  protected settled(now: number): Whole {
    const at = moment(now, "now");
    return fromWords(words.subarray(0, core.save_guard(this.slot(), 1, at)));
  }

  #load(slot: number): number {
    const load = core.load_guard; // before the desk is written to: there may be none yet
    const before = slots.owners[slot];
    if (before && before !== this) before.#park(slot);
    words.set(this.#rules);
    words.set(this.#words, this.#rules.length);
    load(slot);
    slots.owners[slot] = this;
    return (this.#slot = slot);
  }

  /** Makes room: the state goes into words of its own. */
  #park(slot: number): void {
    this.#words = words.slice(0, core.save_guard(slot, 0, 0));
    slots.owners[slot] = null;
  }
}

/**
 * Makes a call that may draw; a function is asked only if the call turns out to need it. Then the call
 * is made again, from asking for the slot on: the function is the caller's, and may have used the
 * module itself.
 */
export function drawing(draws: unknown, call: Drawing): number {
  const source = DrawsOf.of(draws);
  const { next, high, low } = source;
  const answer = call(next === null ? 0 : 2, high, low);
  return answer === DRAW_NEEDED ? call(1, 0, draw(next!)) : answer;
}
