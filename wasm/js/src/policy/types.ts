import type { Draws } from "../draws.js";
import type { Class, Failure } from "../outcome.js";
import type { Length, LengthText } from "../time.js";

/** How the base delay grows with the attempts: exactly one of the four. */
export type Backoff =
  | {
      /** The same delay every time. */
      constant: {
        /** The delay. */
        delay: Length;
      };
    }
  | {
      /** A step more every time. */
      linear: {
        /** The first delay, and what each later one is longer by. */
        step: Length;
      };
    }
  | {
      /** Times the factor every time. */
      exponential: {
        /** The first delay. */
        base: Length;
        /** A whole number, or a ratio such as `[3, 2]`; above 1. */
        factor: number | readonly [number, number];
      };
    }
  | {
      /** One delay after the other. */
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
  | {
      /** So many per mille shorter or longer, 0 to 1000. */
      proportional: number;
    }
  | {
      /** So many per mille on top, but not less than `min` nor more than `max`. */
      additive: { perMille: number; min: Length; max: Length };
    };

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

/** What outcomes mean where they mean something else than usual. */
export type Classes = { readonly [which in Which]?: Class | undefined } & {
  /** A status may be written as a number too. */
  readonly [status: number]: Class | undefined;
};

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
  classes?: Classes | undefined;
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

/** What a policy says of itself: every field, lengths as text for people to read. A {@link PolicyObject} too. */
export interface PolicyJSON {
  /** How the base delay grows. */
  backoff: Backoff;
  /** How delays are spread. */
  jitter: Jitter;
  /** The longest delay of backoff; left out where there is none. */
  maxDelay?: LengthText;
  /** All tries there may be; `null`: the window alone ends it. */
  maxAttempts: number | null;
  /** How long after creation a try may still be scheduled for; `null`: any time. */
  window: LengthText | null;
  /** How many DNS failures end a delivery. */
  dnsAttempts: number;
  /** What a delay is multiplied by when the destination asks for less without saying when. */
  throttleFactor: number;
  /** How the server's word is taken; `null`: not at all. */
  hints: { longest: LengthText; mode: "replace" | "atLeast"; jitter: number } | null;
  /** Outcomes that mean something else than usual; left out where there are none. */
  classes?: { [which in Which]?: Class };
}

/** Three points of view: every draw short, as written, every draw long. */
export interface Range {
  /** Every draw short. */
  readonly earliest: number;
  /** As written. */
  readonly nominal: number;
  /** Every draw long. */
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

/** What dates in headers are measured against. */
export interface WallOptions {
  /** Unix milliseconds, to measure dates against where a response has no `Date` header. */
  wall?: number | undefined;
}

/** What a decision needs besides the policy, the delivery and the outcome. */
export interface DecideOptions extends WallOptions {
  /** The time now, in milliseconds of the epoch of the delivery; usually `Date.now()`. */
  now: number;
  /** Where the one random draw comes from. */
  draws: Draws;
  /** How far delays are stretched in a storm, in per mille: 1000 (the default) to 10000. */
  stretch?: number | undefined;
}
