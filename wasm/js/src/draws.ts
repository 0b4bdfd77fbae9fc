/** A 64-bit number: text such as `"0x5eed"`, a bigint, or a whole number up to 2^53 − 1. */
export type Seed = `0x${string}` | bigint | number;

/**
 * Where the one random draw of a decision comes from: made by {@link derived} or {@link fromRandom}.
 * reknock never draws by itself, and has no default seed.
 */
export interface Draws {
  readonly source: "derived" | "random";
}

/**
 * Draws derived from a seed, the delivery's id and its attempts, so that any worker, and a replay in
 * a debugger, computes the same delay. The seed is yours, from your configuration; the id is text,
 * or a 64-bit number that is used as it is.
 */
export declare function derived(seed: Seed, id: string | bigint | number): Draws;
/** Draws from a source like `Math.random`: a number from 0 up to, but not including, 1. */
export declare function fromRandom(random: () => number): Draws;
/** Draws from a source of whole numbers of 32 bits, such as a seeded generator. */
export declare function fromBits(next: () => number): Draws;
