/** What the guards have in common that are kept each by itself. */
import type { Draws } from "../draws.js";
import { moment, options as optionsOf } from "../read.js";
import type { KeptKind } from "./forms.js";
import { Act, Kept } from "./kept.js";
import { refusedBy } from "./permits.js";
import { rulesJSON, rulesOfGuard, type GuardName } from "./rules.js";
import type { Admission } from "./types.js";

/** What a guard begins with. */
export interface GuardOptions<R> {
  /** The time now, in milliseconds. */
  now: number;
  /** Its rules; what is left out has its default. */
  rules?: R | undefined;
}

/** A call that may draw. */
export interface Asking {
  /** The time now, in milliseconds. */
  now: number;
  /** Where the random draw comes from. */
  draws: Draws;
}

/** One guard: its rules, and a state of its own. */
export abstract class Guard<R> extends Kept {
  readonly #guard: GuardName;
  readonly #rules: Uint32Array;

  /** @internal */
  protected constructor(guard: KeptKind & GuardName, options: GuardOptions<R>, state: unknown) {
    const { now, rules } = optionsOf(options, "now", "rules");
    const numbers = rulesOfGuard(guard, rules);
    super(guard, numbers, moment(now, "now"), state);
    this.#guard = guard;
    this.#rules = numbers;
  }

  /** The rules, every one said. */
  get rules(): R {
    return rulesJSON(this.#rules)[this.#guard] as R;
  }

  /** @internal */
  static ask<P>(self: Kept, options: Asking, asked: number, permit: () => P): Admission<P> {
    const { now, draws } = optionsOf(options, "now", "draws");
    const answer = Kept.draw(self, draws, Act.Admit, now, asked);
    return refusedBy(answer) ?? { kind: "go", permit: permit() };
  }
}
