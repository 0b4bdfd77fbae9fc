/** Randomness from the system's entropy, which needs no seed. */
import { fromBits } from "../draws.js";

/** Draws of which no two processes have the same. */
export const RANDOM = fromBits(() => crypto.getRandomValues(new Uint32Array(1))[0]!);

/** An id as Standard Webhooks has them, of 128 random bits. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `msg_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
