/** What destinations and guards have in common: rules, a state, and a slot of the module. */
import { bytes, core, GUARDS as SLOTS, refusal, words } from "../boundary/core.js";
import { Slots } from "../boundary/slots.js";
import { draw, sourceOf, type Draws, type DrawsOf } from "../draws.js";
import { ReknockError } from "../errors.js";
import { moment } from "../read.js";
import { bytesOf, fromBytes } from "./forms.js";
import { GUARDS } from "./rules.js";

const slots = new Slots<Kept>(SLOTS);

/** The answer that asks for a draw. */
const DRAW_NEEDED = -1;

/** An export that draws: where the draw comes from, and its numbers. */
type Drawing = (mode: number, seedHigh: number, seedLow: number, keyHigh: number, keyLow: number) => number;

/** A state that lives in a slot while it is used, and in bytes of its own otherwise. */
export abstract class Kept {
  readonly #kind: number;
  readonly #numbers: Uint32Array;
  /** Whether an error in the rules begins with the guard's name. */
  readonly #named: boolean;
  #stored: Uint8Array;
  #slot = 0;

  /** @internal */
  protected constructor(kind: number, numbers: Uint32Array, named: boolean, now: number, state: unknown) {
    this.#kind = kind;
    this.#numbers = numbers;
    this.#named = named;
    this.#stored = state === undefined ? new Uint8Array(0) : bytesOf(kind, state);
    this.#load(now);
  }

  /** The JSON form of the state, to be stored: `JSON.stringify` calls this. */
  toJSON(): unknown {
    return fromBytes(this.#kind, this.toBytes());
  }

  /** The bytes of the state, to be stored: shorter than JSON, and read by every part of reknock. */
  toBytes(): Uint8Array {
    return bytes.slice(0, core.save_guard(this.slot()));
  }

  /** Moves the state to another epoch: what was `was` on the old clock is `is` on the new one. */
  rebase(was: number, is: number): void {
    core.rebase_guard(this.slot(), moment(was, "was"), moment(is, "is"));
  }

  /**
   * The slot it is in now.
   *
   * @internal
   */
  protected slot(): number {
    return slots.owners[this.#slot] === this ? this.#slot : this.#load(0);
  }

  /** @internal */
  protected call(what: number, now: number, number = 0, more = 0): number {
    const at = moment(now, "now");
    return core.call(this.slot(), what, at, number, more) >>> 0;
  }

  #load(now: number): number {
    const slot = slots.next();
    const before = slots.owners[slot];
    if (before) before.#park(slot);
    words.set(this.#numbers);
    bytes.set(this.#stored);
    const answer = core.load_guard(slot, this.#kind, this.#stored.length, now);
    if (answer !== 0) this.#refuse(answer);
    slots.owners[slot] = this;
    return (this.#slot = slot);
  }

  /** Makes room: the state goes into bytes of its own. */
  #park(slot: number): void {
    this.#stored = bytes.slice(0, core.save_guard(slot));
    slots.owners[slot] = null;
  }

  #refuse(answer: number): never {
    const { field, fix } = refusal(answer & 0xffff);
    throw new ReknockError("INVALID_RULES", this.#named ? `${GUARDS[answer >> 16]}.${field}` : field, fix);
  }
}

/** Makes a call that may draw; a function is asked only if the call turns out to need it. */
export function drawing(draws: Draws, call: Drawing): number {
  const source: DrawsOf = sourceOf(draws);
  const { next, seedHigh, seedLow, keyHigh, keyLow } = source;
  const answer = call(next === null ? 0 : 2, seedHigh, seedLow, keyHigh, keyLow);
  return answer === DRAW_NEEDED ? call(1, 0, 0, 0, draw(next!)) : answer;
}
