/**
 * The WebAssembly module: its exports, and views on the desk, the memory it shares with us.
 *
 * Only numbers cross. The memory never grows, so the views never detach. What an export does stands
 * with the function of the same name in `wasm/src`.
 */
import { ReknockError } from "../errors.js";

type N = number;

/** The exports of the module. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  desk(): N;
  load_policy(slot: N): N;
  derive(seedHigh: N, seedLow: N, keyHigh: N, keyLow: N): void;
  decide(
    policy: N, packed: N, attempts: N, createdAt: N, delay: N, hint: N, now: N, stretch: N,
    drawHigh: N, drawLow: N,
  ): N;
  load_guard(slot: N): N;
  act(guard: N, act: N, mode: N, packed: N, number: N, now: N, drawHigh: N, drawLow: N): N;
}

/** How many policies are at hand at once; as in `wasm/src/desk.rs`. */
export const POLICIES = 64;
/** How many destinations and guards are at hand at once. */
export const GUARDS = 256;

/** When a decision says to try again. */
const FLOATS = 1;
/** A destination's rules and its longest state. */
const WORDS = 160;

/** Every use of the package before its module is there ends here. */
const notReady = new Proxy({} as Exports, {
  get() {
    throw new ReknockError("NOT_READY", "", "call init() of reknock/slim with the module first");
  },
});

export let core: Exports = notReady;
/** Points in time. */
export let floats = new Float64Array(0);
/** Counts, lengths and codes. */
export let words = new Uint32Array(0);
/** The hot one, at hand without a look into `core`. */
export let decide: Exports["decide"] = (...args) => core.decide(...args);

/** Brings the module, or its bytes, to life; a second time changes nothing. */
export function start(module: object): void {
  if (core !== notReady) return;
  const compiled = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module as BufferSource);
  // It imports nothing: all it does is compute.
  const exports = new WebAssembly.Instance(compiled).exports as unknown as Exports;
  const { buffer } = exports.memory;
  const desk = exports.desk();
  floats = new Float64Array(buffer, desk, FLOATS);
  words = new Uint32Array(buffer, desk + 8 * FLOATS, WORDS);
  decide = exports.decide;
  core = exports;
}
