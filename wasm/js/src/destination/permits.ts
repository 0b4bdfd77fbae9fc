/** Admissions and permits, off the desk and onto it. */
import { words } from "../boundary/core.js";
import { reading } from "../read.js";
import type { Form } from "./codec.js";
import { GIVEN, PASS, PERMIT, PLACE, STATE } from "./forms.js";
import { WordsSink, WordsSource } from "./numbers.js";
import type { Because, Pass, Permit, Place } from "./types.js";

const BECAUSE: readonly Because[] = [
  "disabled", "isolated", "open", "probing", "full", "budget", "pace", "replay",
];

/** The guards that an admission asks, as `Asked` in core has them, above the kind of the attempt. */
export const ASKED = { standing: 1 << 2, breaker: 2 << 2, gate: 4 << 2, budget: 8 << 2, replay: 16 << 2 } as const;

type Refused =
  | { readonly kind: "wait"; readonly until: number; readonly because: Because }
  | { readonly kind: "hold"; readonly because: Because };

/** What refused an attempt, or `null` where nothing did. */
export function refusedBy(answer: number): Refused | null {
  const because = BECAUSE[answer >> 2]!;
  switch (answer & 3) {
    case 0:
      return null;
    case 1:
      return { kind: "wait", until: new WordsSource(words).point(), because };
    default:
      return { kind: "hold", because };
  }
}

/** What an admission gave: of the guards that were not asked it holds nothing. */
export function givenOnDesk(): Omit<Permit, "kind"> {
  return GIVEN.take(new WordsSource(words), "") as Omit<Permit, "kind">;
}

/** Looks at a permit, which may come from a store. */
export function readPermit(permit: unknown): Permit {
  return reading("INVALID_STATE", "permit", () => PERMIT.read(STATE, permit, "permit")) as Permit;
}

export function readPass(permit: unknown): Pass {
  return reading("INVALID_STATE", "permit", () => PASS.read(STATE, permit, "permit")) as Pass;
}

export function readPlace(permit: unknown): Place {
  return reading("INVALID_STATE", "permit", () => PLACE.read(STATE, permit, "permit")) as Place;
}

export const layPermit = (permit: Permit): void => lay(GIVEN, permit);
export const layPass = (pass: Pass): void => lay(PASS, pass);
export const layPlace = (place: Place): void => lay(PLACE, place);

function lay(form: Form, value: unknown): void {
  const to = new WordsSink();
  form.write(value, to);
  words.set(to.words);
}
