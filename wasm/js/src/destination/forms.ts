/** The stored forms of a destination, its guards and its permits. */
import { Reader, reading } from "../read.js";
import { bool, Cursor, length, list, object, point, rate, u16, u32, u8, union, version, word, wordOr, type Form } from "./codec.js";

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
const running = wordOr("idle", object({ rate, left: length, well: u16 }));
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

/** What can be kept, in the order of `wasm/src/guards.rs`. */
export const FORMS = [
  object({
    v: version, version: u32, at: point, standing,
    breaker: object(breaker), gate: object(gate), budget: object(budget), storm: object(storm), replay: running,
    health: object(health),
  }),
  alone(breaker),
  alone(gate),
  alone(budget),
  alone(storm),
  alone({ replay: running }),
  alone(health),
] as const;

export const STATE = new Reader("INVALID_STATE");

/** The bytes of a state: of its JSON form, or of what should be bytes already. */
export function bytesOf(kind: number, state: unknown): Uint8Array {
  const form = FORMS[kind]!;
  const json = reading("INVALID_STATE", "", () =>
    // A copy, which nobody else can change or take away.
    state instanceof Uint8Array ? fromBytes(kind, Uint8Array.from(state)) : form.read(STATE, state, ""),
  );
  const bytes: number[] = [];
  form.write(json, bytes);
  return Uint8Array.from(bytes);
}

/** The JSON form of the bytes of a state. */
export function fromBytes(kind: number, bytes: Uint8Array): unknown {
  const cursor = new Cursor(STATE, bytes);
  const json = FORMS[kind]!.take(cursor, "");
  cursor.end("");
  return json;
}

const place = object({ index: u8, generation: u8, until: point });
const probe = object({ index: u8, until: point });
const nullable = (form: Form): Form => ({
  ...form,
  read: (reader, value, path) => (value === null ? null : form.read(reader, value, path)),
});

/** What an admission gives away; these have no bytes. */
export const PERMIT = object({
  kind: word("first", "retry", "replay"), generation: u16, probe: nullable(probe), place,
});
export const PASS = object({ generation: u16, probe: nullable(probe) });
export const PLACE = place;
