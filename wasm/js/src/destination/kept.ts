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
/** Where a draw comes from. */
const enum Mode {
  Derived, Given, Unknown,
}

/**
 * What can be done, in the order of `Act` in `core/src/raw/act.rs`, which says what numbers each takes.
 *
 * @internal
 */
export const enum Act {
  Show, ShowAsLeft, Admit, Report, BreakerResult, Release, Tell, Storm, Disable, Enable, Isolate, Reset, Replay,
  StopReplay, Waiting, Budget, GiveBack, Count, Opened, Replayed, Tried, Ended,
}

/** A state that lives in a slot while it is used, and in words of its own otherwise. */
export abstract class Kept {
  readonly #kind: KeptKind;
  readonly #rules: Uint32Array;
  #words: Uint32Array;
  #slot = 0;
  /** Of that slot, in the module. */
  #address = 0;

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
   * await store(JSON.stringify(server)); // and later: Destination.from(JSON.parse(text), rules)
   * ```
   */
  toJSON(): StateJSON {
    const state = Kept.peek(this);
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
   * await store(server.toBytes()); // and later: Destination.from(bytes, rules)
   * ```
   */
  toBytes(): Uint8Array {
    const state = Kept.peek(this);
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
    const state = Kept.peek(this);
    this.#words = wordsOf({ ...state, at: moved(state.at, from, to) });
    this.#load(this.#slot);
  }

  /**
   * Does what needs no draw. `lay` puts on the desk what no number says. Static, as all that follows: a method could
   * be called, or replaced, by whoever extends a destination.
   *
   * @internal
   */
  static act(self: Kept, act: Act, now: unknown, packed = 0, number = 0, lay = nothing): number {
    return Kept.#act(self, act, Mode.Given, packed, number, moment(now, "now"), 0, 0, lay);
  }

  /**
   * Does what may need a draw. A function is asked only if it turns out to be needed, and then all is done again,
   * from asking for the address on: the function is the caller's, and may have used the module itself.
   *
   * @internal
   */
  static draw(self: Kept, draws: unknown, act: Act, now: unknown, packed = 0, number = 0, lay = nothing): number {
    const at = moment(now, "now");
    const { next, high, low } = DrawsOf.of(draws);
    const mode = next === null ? Mode.Derived : Mode.Unknown;
    const answer = Kept.#act(self, act, mode, packed, number, at, high, low, lay);
    return answer === DRAW_NEEDED ? Kept.#act(self, act, Mode.Given, packed, number, at, 0, draw(next!), lay) : answer;
  }

  /**
   * The state, as it was left.
   *
   * @internal
   */
  static peek(self: Kept): Whole {
    return fromWords(words.subarray(0, Kept.act(self, Act.ShowAsLeft, 0)));
  }

  /**
   * The version alone, which is looked at after every call: the second word of a state.
   *
   * @internal
   */
  static version(self: Kept): number {
    Kept.act(self, Act.ShowAsLeft, 0);
    return words[1]!;
  }

  /**
   * The state as it is at a time: what was due until then has happened.
   *
   * @internal
   */
  static settled(self: Kept, now: number): Whole {
    return fromWords(words.subarray(0, Kept.act(self, Act.Show, now)));
  }

  static #act(
    self: Kept, act: Act, mode: Mode, packed: number, number: number, now: number, high: number, low: number, lay: () => void,
  ): number {
    // Before anything is laid down: a full cache makes room on the same desk.
    const address = Kept.#ready(self);
    lay();
    return core.act(address, act, mode, packed, number, now, high, low);
  }

  static #ready(self: Kept): number {
    if (typeof self !== "object" || self === null || !(#slot in self)) notItself("the object that was made");
    return slots.owners[self.#slot] === self ? self.#address : self.#load(slots.next());
  }

  #load(slot: number): number {
    const load = core.load_guard; // before the desk is written to: there may be none yet
    const before = slots.owners[slot];
    if (before && before !== this) before.#park();
    words.set(this.#rules);
    words.set(this.#words, this.#rules.length);
    slots.owners[slot] = this;
    this.#slot = slot;
    return (this.#address = load(slot));
  }

  /** Makes room: the state goes into words of its own. */
  #park(): void {
    this.#words = words.slice(0, Kept.act(this, Act.ShowAsLeft, 0));
    slots.owners[this.#slot] = null;
  }
}

/** Most acts take numbers only. */
function nothing(): void {}
