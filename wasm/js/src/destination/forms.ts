/** The stored forms of a destination, its guards and its permits. */
import { Reader, reading } from "../read.js";
import {
  bool, length, list, nullOr, object, point, rate, u16, u32, u8, union, version, word, wordOr, type Form,
} from "./codec.js";
import { BytesSink, BytesSource, WordsSink, WordsSource } from "./numbers.js";
import type { Circuit, Why } from "./types.js";

const breaker = {
  generation: u16,
  base: length,
  state: union({
    closed: object({ phase: length, successes: list(u16, 5), failures: list(u16, 5), consecutive: u16 }),
    open: object({ left: length, cooldown: length }),
    halfOpen: object({ probes: list(length, 4), successes: u8, cooldown: length }),
    isolated: null,
  }),
};
const gate = { phase: length, left: list(u8, 16), generations: list(u8, 16) };
const budget = { tokens: u32 };
const storm = { phase: length, first: list(u16, 5), retries: list(u16, 5), depth: u32, before: u32, age: u8 };
const running = wordOr("replay", "idle", object({ rate, left: length, well: u16 }));
const slots = list(u16, 4);
const health = {
  phase: length, first: slots, second: slots, secondDelivered: slots, delivered: slots, attempts: slots, dead: slots,
  exhausted: slots,
};
const standing = union({
  serving: object({ failures: u16, failing: length }),
  disabled: object({ since: length, why: word("gone", "exhausted", "failing", "hand"), told: bool }),
});

const alone = (guard: Readonly<Record<string, Form>>): Form => object({ v: version, at: point, ...guard });

const whole = object({
  v: version, version: u32, at: point, standing,
  breaker: object(breaker), gate: object(gate), budget: object(budget), storm: object(storm), replay: running,
  health: object(health),
});

/** What can be kept: a destination, or one guard of it alone. */
const FORMS = {
  destination: whole,
  breaker: alone(breaker),
  gate: alone(gate),
  budget: alone(budget),
  storm: alone(storm),
  // In bytes core names the fields of every guard from the guard on: `rate`, and not `replay.rate`.
  replay: alone({ replay: { ...running, take: (from) => running.take(from, "") } }),
  health: alone(health),
} as const;

export type KeptKind = keyof typeof FORMS;

/** The JSON form of a whole destination. */
export interface Whole {
  at: number;
  version: number;
  standing: { disabled?: { why: Why } };
  breaker: { state: "isolated" | Record<string, unknown> };
  gate: { left: number[] };
  budget: { tokens: number };
  storm: object;
  replay: "idle" | { rate: number };
  health: Record<"first" | "second" | "secondDelivered" | "delivered" | "attempts" | "dead", number[]>;
}

export const STATE = new Reader("INVALID_STATE");

/** A stored state, looked at: its JSON form, or what should be its bytes. */
export function stored(kind: KeptKind, state: unknown): Whole {
  const json = reading("INVALID_STATE", "", () => {
    if (!(state instanceof Uint8Array)) return FORMS[kind].read(STATE, state, "");
    // A copy, which nobody else can change or take away.
    const from = new BytesSource(STATE, Uint8Array.from(state));
    const json = FORMS[kind].take(from, "") as object;
    // As in core, what follows is laid to the last field.
    from.end(Object.keys(json).at(-1)!);
    return json;
  }) as Whole & Record<string, unknown>;
  if (kind === "destination") return json;
  const { v: _, at, ...guard } = json;
  return { ...fresh(at, 0), [kind]: kind === "replay" ? json.replay : guard };
}

/** A destination about which nothing is known: all numbers are 0, but for the version of the form. */
export function fresh(at: number, tokens: number): Whole {
  const words = new Uint32Array(128); // longer than any state: what is not there is not read
  words[0] = 1;
  return { ...fromWords(words), at, budget: { tokens } };
}

/** The JSON form of what is kept. */
export function formOf(kind: KeptKind, state: Whole): unknown {
  if (kind === "destination") return state;
  const guard = state[kind] as object;
  return { v: 1, at: state.at, ...(kind === "replay" ? { replay: guard } : guard) };
}

/** The bytes of what is kept. */
export function bytesOf(kind: KeptKind, state: Whole): Uint8Array {
  const to = new BytesSink();
  FORMS[kind].write(formOf(kind, state), to);
  return Uint8Array.from(to.bytes);
}

/** What the breaker is doing. */
export function circuitOf({ breaker: { state } }: Whole): Circuit {
  return (typeof state === "string" ? state : Object.keys(state)[0]) as Circuit;
}

/** How many places of the gate are taken. */
export function placesOf({ gate: { left } }: Whole): number {
  return left.filter((ticks) => ticks > 0).length;
}

/** Letters a minute, or `null` where no replay runs. */
export function replayRateOf({ replay }: Whole): number | null {
  return replay === "idle" ? null : replay.rate;
}

/** A state as the module takes it. */
export function wordsOf(state: Whole): Uint32Array {
  const to = new WordsSink();
  whole.write(state, to);
  return Uint32Array.from(to.words);
}

/** A state as the module laid it down. */
export function fromWords(words: Uint32Array): Whole {
  return whole.take(new WordsSource(words), "") as Whole;
}

/** What an admission gives away: for a store as JSON only, for the module in words. */
export const PLACE = object({ index: u8, generation: u8, until: point });
const pass = { generation: u16, probe: nullOr(object({ index: u8, until: point })) };
export const PASS = object(pass);
const given = { ...pass, place: PLACE };
export const GIVEN = object(given);
export const PERMIT = object({ kind: word("first", "retry", "replay"), ...given });
