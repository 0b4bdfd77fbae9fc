import type { Class, Failure } from "../outcome.js";
import type { Length } from "../time.js";

/** How the base delay grows with the attempts: exactly one of the four. */
export type Backoff =
  | { constant: { delay: Length } }
  | { linear: { step: Length } }
  | {
      exponential: {
        /** The first delay. */
        base: Length;
        /** A whole number, or a ratio such as `[3, 2]`; above 1. */
        factor: number | readonly [number, number];
      };
    }
  | {
      schedule: {
        /** 1 to 32 delays; 0 is an immediate retry. */
        delays: readonly Length[];
        /** What comes after the last; `"stop"` unless said. */
        then?: "stop" | "repeatLast" | undefined;
      };
    };

/** How delays are spread: a word, `{ proportional: perMille }`, or `{ additive: … }`. */
export type Jitter =
  | "none"
  | "full"
  | "equal"
  | "decorrelated"
  | { proportional: number }
  | { additive: { perMille: number; min: Length; max: Length } };

/** How the server's word is taken. */
export interface HintRules {
  /** The longest pause that is believed; `"24h"` unless said. A longer one counts as this. */
  longest?: Length | undefined;
  /** Whether a hint replaces the policy's own delay, or only lengthens it; `"replace"` unless said. */
  mode?: "replace" | "atLeast" | undefined;
  /** How much may be added so that not all come back together, in per mille; 500 unless said. */
  jitter?: number | undefined;
}

/** A status (`"409"`), a range of them (`"500-599"`) or the name of an error (`"tls"`). */
export type Which = `${number}` | `${number}-${number}` | Failure;

/** Everything a policy may say besides its backoff. What is left out has its default. */
export interface PolicyFields {
  /** `"full"` unless said. */
  jitter?: Jitter | undefined;
  /** The longest delay of backoff, jitter included. `"1h"` where delays grow, none otherwise. */
  maxDelay?: Length | null | undefined;
  /** All tries there may be, the first included. 5 unless said; one more than a schedule that stops has entries. */
  maxAttempts?: number | null | undefined;
  /** From creation to the last moment a try may be scheduled for; none unless said. */
  window?: Length | null | undefined;
  /** How many DNS failures end a delivery, 1 to 255; 3 unless said. */
  dnsAttempts?: number | undefined;
  /** What a delay is multiplied by when the destination asks for less without saying when, 1 to 100; 2 unless said. */
  throttleFactor?: number | undefined;
  /** How the server's word is taken; `null`: not at all. */
  hints?: HintRules | null | undefined;
  /** Up to 8 outcomes that mean something else than usual. */
  classes?: { readonly [which in Which]?: Class | undefined } | undefined;
}

/** A policy as an object: the JSON form that every part of reknock reads. */
export interface PolicyObject extends PolicyFields {
  /** How the base delay grows. */
  backoff: Backoff;
}

/** A preset, but for what is said here. Each field replaces the preset's as a whole. */
export interface PolicyOverrides extends PolicyFields {
  /** The preset to begin with. */
  preset: PresetName;
  /** How the base delay grows, if not as in the preset. */
  backoff?: Backoff | undefined;
}

/** What {@link policy} takes: the name of a preset, an object, or a preset with changes. */
export type PolicyInput = PresetName | PolicyObject | PolicyOverrides;

/** The published policies of known senders. */
export type PresetName =
  | "stormSafe"
  | "getHook"
  | "hookMesh"
  | "webhookStream"
  | "workerJournal"
  | "slack"
  | "svix"
  | "standardWebhooks"
  | "hook0"
  | "outpost"
  | "convoy"
  | "convoyExponential"
  | "gitHub"
  | "square"
  | "kit"
  | "brevo"
  | "wix";

/** What a policy says of itself: every field, lengths as text for people to read. */
export interface PolicyJSON {
  backoff: Backoff;
  jitter: Jitter;
  maxDelay?: string;
  maxAttempts: number | null;
  window: string | null;
  dnsAttempts: number;
  throttleFactor: number;
  hints: { longest: string; mode: "replace" | "atLeast"; jitter: number } | null;
  classes?: { [which: string]: Class };
}

/** Three points of view: every draw short, as written, every draw long. */
export interface Range {
  readonly earliest: number;
  readonly nominal: number;
  readonly latest: number;
}

/** One retry of a policy's plan. All lengths are milliseconds. */
export interface TimelineRetry {
  /** The number of the try: 2 for the first retry. */
  readonly attempt: number;
  /** How long it is waited for. */
  readonly delay: Range;
  /** How long it comes after the first try. */
  readonly sinceFirst: Range;
}
