/** Admissions and permits, off the desk and onto it. */
import { floats, words } from "../boundary/core.js";
import { reading } from "../read.js";
import { PASS, PERMIT, PLACE, STATE } from "./forms.js";
import type { Because, Pass, Permit, Place } from "./types.js";

const BECAUSE: readonly Because[] = [
  "disabled", "isolated", "open", "probing", "full", "budget", "pace", "replay",
];

/** Where a permit lies, as in `wasm/src/admit.rs`. */
const AT = 8;

/** The guards that an admission asks, as `Asked` in core has them, above the kind and the draw. */
export const ASKED = { standing: 1 << 4, breaker: 2 << 4, gate: 4 << 4, budget: 8 << 4, replay: 16 << 4 } as const;

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
      return { kind: "wait", until: floats[0]!, because };
    default:
      return { kind: "hold", because };
  }
}

export function passOnDesk(): Pass {
  const probe = words[AT + 1]!;
  return { generation: words[AT]!, probe: probe === 0 ? null : { index: probe - 1, until: floats[1]! } };
}

export function placeOnDesk(): Place {
  return { index: words[AT + 2]!, generation: words[AT + 3]!, until: floats[0]! };
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

export function layPass({ generation, probe }: Pass): void {
  words[AT] = generation;
  words[AT + 1] = probe === null ? 0 : probe.index + 1;
  if (probe !== null) floats[1] = probe.until;
}

export function layPlace({ index, generation, until }: Place): void {
  words[AT + 2] = index;
  words[AT + 3] = generation;
  floats[0] = until;
}
