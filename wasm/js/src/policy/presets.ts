import type { PolicyObject, PresetName } from "./types.js";

const schedule = (...delays: string[]) => ({ schedule: { delays: delays as `${number}s`[] } });
const proportional = (perMille: number) => ({ proportional: perMille });

/**
 * What known senders publish, as policy objects to read or to begin with. Where the numbers come
 * from stands in the README of the project.
 *
 * @example
 * ```js
 * Object.keys(presets);  // stormSafe, getHook, hookMesh, …
 * policy("svix");        // the same as policy(presets.svix)
 * ```
 */
export const presets: Readonly<Record<PresetName, Readonly<PolicyObject>>> = frozen({
  stormSafe: { backoff: { exponential: { base: "30s", factor: 2 } }, maxDelay: "1h", maxAttempts: 5 },
  getHook: { backoff: schedule("30s", "2m", "10m", "1h"), jitter: proportional(200) },
  hookMesh: {
    backoff: {
      schedule: {
        delays: ["5s", "25s", "125s", "625s", "3125s", "15625s", "6h"],
        then: "repeatLast",
      },
    },
    jitter: proportional(250),
    maxAttempts: null,
    window: "48h",
  },
  webhookStream: {
    backoff: schedule("10s", "30s", "2m", "10m", "30m", "2h", "8h", "24h"),
    jitter: proportional(200),
  },
  workerJournal: { backoff: { exponential: { base: "100ms", factor: 2 } }, maxDelay: "2s" },
  slack: { backoff: schedule("0s", "1m", "5m"), jitter: "none" },
  svix: { backoff: schedule("5s", "5m", "30m", "2h", "5h", "10h", "10h"), jitter: proportional(200) },
  standardWebhooks: {
    backoff: schedule("5s", "5m", "30m", "2h", "5h", "10h", "14h", "20h", "24h"),
    jitter: proportional(100),
  },
  hook0: {
    backoff: schedule("3s", "10s", "3m", "30m", "1h", "3h", "5h", ...Array<string>(17).fill("10h")),
    jitter: { additive: { perMille: 100, min: "2s", max: "15m" } },
    hints: { longest: "10h", mode: "atLeast" },
  },
  outpost: {
    backoff: { exponential: { base: "30s", factor: 2 } },
    jitter: "none",
    maxDelay: "15360s",
    maxAttempts: 11,
  },
  convoy: { backoff: { constant: { delay: "100s" } }, jitter: "none", maxAttempts: 10 },
  convoyExponential: {
    backoff: { exponential: { base: "100s", factor: 2 } },
    jitter: { additive: { perMille: 0, min: "4999ms", max: "4999ms" } },
    maxDelay: "2h",
    maxAttempts: 10,
  },
  gitHub: { backoff: { constant: { delay: "1m" } }, jitter: "none", maxAttempts: 1 },
  square: {
    backoff: schedule("1m", "2m", "4m", "8m", "16m", "32m", "60m", "2h", "4h", "8h", "8h"),
    jitter: "none",
  },
  kit: { backoff: schedule("30s", "2m", "15m", "1h", "4h", "12h", "24h"), jitter: "none" },
  brevo: { backoff: schedule("10m", "1h", "2h", "8h"), jitter: "none" },
  wix: {
    backoff: schedule("1m", "10m", "1h", "2h", "2h", "2h", "4h", "4h", "4h", "8h", "8h", "12h"),
    jitter: "none",
  },
});

/** So that no part of a program changes a preset for all others. */
function frozen<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) frozen(inner);
  return Object.freeze(value);
}
