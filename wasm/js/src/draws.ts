import { core, words } from "./boundary/core.js";
import { ReknockError } from "./errors.js";
import { Reader } from "./read.js";

/** A 64-bit number: text such as `"0x5eed"`, a bigint, or a whole number up to 2^53 − 1. */
export type Seed = string | bigint | number;

/**
 * Where the one random draw of a decision comes from: made by {@link derived}, {@link fromRandom} or
 * {@link fromBits}. reknock never draws by itself, and has no default seed.
 */
export interface Draws {
  /** How it draws. */
  readonly source: "derived" | "random";
}

/** By this draws are known that another copy of the package made: `import` and `require` have one each. */
const DRAWS = Symbol.for("reknock.draws.1");

/**
 * The numbers of a source as they cross to core: what seed and key come to, or a function. All of one shape,
 * so that a call site sees one kind of object.
 */
export class DrawsOf implements Draws {
  readonly #made = true;

  constructor(
    readonly next: (() => number) | null,
    readonly high: number,
    readonly low: number,
  ) {
    // By force somebody may call this with what is none: no code of theirs is to run when the numbers cross.
    if (!isSigned(high) || !isSigned(low)) ARGUMENTS.refuse("draws", "must come from derived, fromRandom or fromBits");
    Object.freeze(this);
  }

  /** The source a caller passes in. A proxy of one is none. */
  static of(draws: unknown): DrawsOf {
    try {
      if (#made in (draws as object)) return draws as DrawsOf;
    } catch {
      // Not an object at all: to ask that first would cost every decision more.
    }
    return ofAnotherCopy(draws) ?? ARGUMENTS.refuse("draws", "must come from derived(seed, id), fromRandom(Math.random) or fromBits(next)");
  }

  get [DRAWS](): true {
    return true;
  }

  get source(): "derived" | "random" {
    return this.next === null ? "derived" : "random";
  }
}

/**
 * Draws derived from a seed, the delivery's id and its attempts: any worker of a fleet, and a replay
 * in a debugger, computes the same delay. The seed is yours, from your configuration; the id is
 * text, or a 64-bit number that is used as it is.
 *
 * @example
 * ```js
 * const draws = derived(process.env.RETRY_SEED ?? "0x5eed", event.id);
 * ```
 *
 * @throws {ReknockError} `INVALID_SEED`
 */
export function derived(seed: Seed, id: string | bigint | number): Draws {
  const [seedHigh, seedLow] = wide(seed, "seed");
  const [keyHigh, keyLow] = typeof id === "string" ? hash(id) : wide(id, "id", "must be text, or a 64-bit number");
  core.derive(seedHigh, seedLow, keyHigh, keyLow);
  // As signed numbers, which V8 need not box.
  return new DrawsOf(null, words[0]! | 0, words[1]! | 0);
}

/**
 * Draws from a source like `Math.random`, which gives numbers from 0 up to, but not including, 1.
 *
 * @example
 * ```js
 * const draws = fromRandom(Math.random);
 * ```
 */
export function fromRandom(random: () => number): Draws {
  functionOf(random, "random");
  const bits = () => {
    const share: unknown = random();
    return typeof share === "number" ? Math.floor(share * 2 ** 32) : NaN;
  };
  return new DrawsOf(bits, 0, 0);
}

/**
 * Draws from a source of whole numbers from 0 to 2^32 − 1, such as a seeded generator.
 *
 * @example
 * ```js
 * const draws = fromBits(() => crypto.getRandomValues(new Uint32Array(1))[0]);
 * ```
 */
export function fromBits(next: () => number): Draws {
  functionOf(next, "next");
  return new DrawsOf(next, 0, 0);
}

/** The next draw of a function; what is no draw is refused, since it would not be random. */
export function draw(next: () => number): number {
  const bits = next();
  if (Number.isInteger(bits) && bits >= 0 && bits < 2 ** 32) return bits + 0;
  throw new ReknockError(
    "INVALID_ARGUMENT",
    "draws",
    "the source must give numbers from 0 up to 1 (fromRandom) or whole numbers from 0 to 4294967295 (fromBits)",
  );
}

function ofAnotherCopy(draws: unknown): DrawsOf | null {
  if (typeof draws !== "object" || draws === null || !(DRAWS in draws)) return null;
  const { next, high, low } = draws as Partial<DrawsOf>;
  if (typeof next === "function") return new DrawsOf(next, 0, 0);
  return next === null && isSigned(high) && isSigned(low) ? new DrawsOf(null, high, low) : null;
}

function isSigned(value: unknown): value is number {
  return typeof value === "number" && (value | 0) === value;
}

const ARGUMENTS = new Reader("INVALID_ARGUMENT");
const SEEDS = new Reader("INVALID_SEED");

const HEX = 'must be a 64-bit number: hexadecimal text such as "0x5eed", a bigint or a whole number';

/** The upper and lower half of a 64-bit number. */
function wide(value: unknown, name: string, fix = HEX): [number, number] {
  if (typeof value === "string" && /^0x[0-9a-f]{1,16}$/i.test(value)) {
    const digits = value.slice(2).padStart(16, "0");
    return [parseInt(digits.slice(0, 8), 16), parseInt(digits.slice(8), 16)];
  }
  if (typeof value === "bigint" && value >= 0n && value < 1n << 64n) {
    return [Number(value >> 32n), Number(value & 0xffff_ffffn)];
  }
  if (Number.isSafeInteger(value) && (value as number) >= 0) {
    return [Math.floor((value as number) / 2 ** 32) + 0, (value as number) >>> 0];
  }
  return SEEDS.refuse(name, fix);
}

const UTF8 = new TextEncoder();

/** FNV-1a-64 over the UTF-8 bytes of an id. */
function hash(id: string): [number, number] {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of UTF8.encode(id)) {
    low = (low ^ byte) >>> 0;
    // Times 2^40 + 435, the first of which only moves the lower half up.
    const product = low * 435;
    high = (Math.imul(high, 435) + (low << 8) + Math.floor(product / 2 ** 32)) >>> 0;
    low = product >>> 0;
  }
  return [high, low];
}

function functionOf(value: unknown, name: string): void {
  if (typeof value !== "function") ARGUMENTS.refuse(name, "must be a function that gives a number");
}
