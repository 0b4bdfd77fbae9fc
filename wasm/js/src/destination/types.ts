import type { DeadReason } from "../decision.js";
import type { Class, Failure } from "../outcome.js";
import type { Length } from "../time.js";

/** What an attempt is: the first of an event, a retry, or the first of a dead letter let out again. */
export type Kind = "first" | "retry" | "replay";

/** What refused an attempt. */
export type Because = "disabled" | "isolated" | "open" | "probing" | "full" | "budget" | "pace" | "replay";

/** Why a destination is disabled. `hand`: a person did it. */
export type Why = "gone" | "exhausted" | "failing" | "hand";

/** The state of a breaker. */
export type Circuit = "closed" | "open" | "halfOpen" | "isolated";

/** What a result means to a breaker. */
export type Weight = "success" | "failure" | "ignore";

/** What a breaker gives: plain numbers, to be given back with the result. Goes through JSON. */
export interface Pass {
  /** The breaker's generation. */
  readonly generation: number;
  /** Of a probe: which one, and when it is given up. */
  readonly probe: { readonly index: number; readonly until: number } | null;
}

/** What a gate gives: plain numbers, to be given back once. Goes through JSON. */
export interface Place {
  /** Which place. */
  readonly index: number;
  /** Whose turn at that place. */
  readonly generation: number;
  /** When the place is free again by itself. */
  readonly until: number;
}

/** A permit to try once: plain numbers, to be given back with the report. Goes through JSON. */
export interface Permit extends Pass {
  /** What the attempt is. */
  readonly kind: Kind;
  /** What the gate gave. */
  readonly place: Place;
}

/** Whether an attempt may be made now; if not, when to ask again, and why. */
export type Admission<P = Permit> =
  /** Try now, then report the permit. */
  | { readonly kind: "go"; readonly permit: P }
  /** Not now; ask again at `until`. */
  | { readonly kind: "wait"; readonly until: number; readonly because: Because }
  /** Not until a person, or the program, changes something. */
  | { readonly kind: "hold"; readonly because: Because };

/** Whether a delivery has ended: not yet, delivered, or as a dead letter. */
export type Ended = "no" | "delivered" | DeadReason;

/** What came of an attempt. */
export interface Report {
  /** What it ended with: the status or the error. */
  outcome: { status: number; error?: undefined } | { error: Failure; status?: undefined };
  /** What that meant. */
  class: Class;
  /** The delivery's count of attempts, after the decision. */
  attempts: number;
  /** Whether the delivery has ended with it. */
  ended: Ended;
}

/** What a report did. `late`: the permit had run out, and nothing was counted. */
export type Heard =
  | { readonly kind: "late" }
  | { readonly kind: "heard"; readonly breaker: Circuit; readonly disabled: Why | null };

/** The rules of a breaker. */
export interface BreakerRules {
  /** Failures in a row that open it, or `null`: never; 5 unless said. */
  consecutive?: number | null | undefined;
  /** The share of failures that opens it, in per mille, or `null`: never; 500 unless said. */
  rate?: number | null | undefined;
  /** How many results a rate needs; 20 unless said. */
  minimum?: number | undefined;
  /** Over how long the rate is measured; `"5m"` unless said. */
  window?: Length | undefined;
  /** The first pause; `"30s"` unless said. */
  cooldown?: Length | undefined;
  /** What the pause grows by with every failed probe; 2 unless said. */
  factor?: number | undefined;
  /** The longest pause; `"5m"` unless said. */
  maxCooldown?: Length | undefined;
  /** How far pauses are spread, in per mille; 500 unless said. */
  spread?: number | undefined;
  /** Probes at once, 1 to 4; 1 unless said. */
  probes?: number | undefined;
  /** Successful probes that close it; 1 unless said. */
  successesToClose?: number | undefined;
  /** How long a probe may take; `"1m"` unless said. */
  probeLease?: Length | undefined;
  /** What a throttled answer counts as; `"failure"` unless said. */
  throttled?: Weight | undefined;
  /** What a permanent refusal counts as; `"success"` unless said: the server is there. */
  permanent?: Weight | undefined;
  /** What the sender's own faults count as; `"ignore"` unless said. */
  own?: Weight | undefined;
}

/** The rules of a gate. */
export interface GateRules {
  /** Attempts at once, 1 to 16; 10 unless said. */
  max?: number | undefined;
  /** How long an attempt may take, its timeout included; `"2m"` unless said. */
  lease?: Length | undefined;
}

/** The rules of a retry budget, in thousandths of a token. */
export interface BudgetRules {
  /** The most there can be in it, 1 to 4000000; 100000 unless said. It begins full. */
  cap?: number | undefined;
  /** What a second brings, up to 1000000; 1000 unless said. */
  floor?: number | undefined;
  /** What a first attempt brings, up to 1000000; 200 unless said: one retry for five attempts. */
  deposit?: number | undefined;
  /** What a retry takes, up to 1000000; 1000 unless said. */
  cost?: number | undefined;
  /** What must be left for a retry to be admitted, below the cap; 0 unless said. */
  reserve?: number | undefined;
  /** What a retry that arrives gives back, up to 1000000; 1000 unless said. */
  refund?: number | undefined;
  /** What a first attempt that arrives brings, up to 1000000; 0 unless said. */
  success?: number | undefined;
  /** What a failure takes, up to 1000000; 0 unless said. */
  failure?: number | undefined;
  /** What a timeout takes, up to 1000000; 0 unless said. */
  timeout?: number | undefined;
}

/** Budgets of known systems. */
export type BudgetName = "default" | "aws" | "grpc" | "finagle";

/** The rules of the watch for storms. */
export interface StormRules {
  /** Over how long is counted; `"15m"` unless said. */
  window?: Length | undefined;
  /** Retries to one first attempt that are a storm, 1 to 1000; 5 unless said. */
  ratio?: number | undefined;
  /** How many retries there must be, 1 to 32767; 100 unless said. */
  minimum?: number | undefined;
  /** How many waiting retries are a storm, 1 or more; 1000 unless said. */
  depth?: number | undefined;
  /** By how many the waiting must grow to warn, 1 or more; 100 unless said. */
  growing?: number | undefined;
}

/** The rules of a replay, in letters a minute. */
export interface ReplayRules {
  /** The pace at the beginning, between slowest and fastest; 100 unless said. */
  start?: number | undefined;
  /** The slowest pace, 1 to 60000; 10 unless said. */
  slowest?: number | undefined;
  /** The fastest pace, 1 to 60000; 1000 unless said. */
  fastest?: number | undefined;
  /** How much faster it gets while the destination stays well, in per mille, 1 to 1000; 500 unless said. */
  ramp?: number | undefined;
}

/** The rules of health. */
export interface HealthRules {
  /** Over how long is counted; `"24h"` unless said. */
  window?: Length | undefined;
}

/** When a destination is disabled. */
export interface DisableRules {
  /** Whether an answer of class `gone` does; `true` unless said. */
  gone?: boolean | undefined;
  /** How many deliveries out of attempts do, within the window of health, or `null`: never; 10 unless said. */
  exhausted?: number | null | undefined;
  /** How long nothing may have arrived, or `null`: any time; `"5d"` unless said. */
  failing?: Length | null | undefined;
  /** How many failures there must have been meanwhile; 10 unless said. */
  failures?: number | undefined;
}

/** The rules of a destination; what is left out has its default. */
export interface DestinationRules {
  /** When a failing server is left alone. */
  breaker?: BreakerRules | undefined;
  /** How many attempts there may be at once. */
  gate?: GateRules | undefined;
  /** How many retries there may be for so many first attempts; or the budget of a known system. */
  budget?: BudgetRules | BudgetName | undefined;
  /** What counts as a storm of retries. */
  storm?: StormRules | undefined;
  /** How fast dead letters are let out again. */
  replay?: ReplayRules | undefined;
  /** Over how long health is measured. */
  health?: HealthRules | undefined;
  /** When the server is given up. */
  disable?: DisableRules | undefined;
}

/**
 * A stored state as `JSON.stringify` writes it. What is in it stands in the project's
 * `docs/destination.md`; reading it back looks at every field.
 */
export interface StateJSON {
  /** The version of this form. */
  readonly v: 1;
  /** The time of the last call, in milliseconds. */
  readonly at: number;
  /** What the guards remember. */
  readonly [field: string]: JSONValue;
}

/** What `JSON.parse` can give. */
export type JSONValue =
  | string | number | boolean | null | readonly JSONValue[] | { readonly [name: string]: JSONValue };

/** Whether retries outnumber first attempts. */
export interface StormReport {
  /** How bad it is. */
  readonly level: "calm" | "warning" | "storm";
  /** Retries counted in the window. */
  readonly retries: number;
  /** First attempts counted in the window. */
  readonly first: number;
  /** What to hand to `policy.decide` as `stretch`. */
  readonly stretch: number;
}

/** How well a metric is. `off`: not compared; `few`: too few deliveries to say. */
export type HealthLevel = "off" | "few" | "healthy" | "watch" | "alert";

/** One metric. Rates are per mille; `null` where nothing was counted. */
export interface HealthReading {
  /** The number itself; the mean of attempts is in thousandths. */
  readonly value: number | null;
  /** How well that is. */
  readonly level: HealthLevel;
}

/** What is measured. */
export type Metric = "retryRate" | "deadRate" | "meanAttempts" | "secondSuccess" | "waiting" | "overdue";

/** How well a destination is: the worst of its metrics, and each of them. */
export type HealthReport = { readonly level: HealthLevel } & { readonly [metric in Metric]: HealthReading };

/** What is healthy and what is alarming, for each metric; `null` or left out: not compared. */
export type Thresholds = { [metric in Metric]?: { healthy: number; alert: number } | null | undefined };

/** Sets of thresholds that senders publish. */
export type ThresholdsName = "getHook" | "hookMesh";

/** What a destination is doing. */
export interface Status {
  /** Whether it is served; if not, why. */
  readonly standing: "serving" | Why;
  /** The state of the breaker. */
  readonly breaker: Circuit;
  /** Attempts under way. */
  readonly inFlight: number;
  /** What is in the retry budget, in millionths of a token. */
  readonly tokens: number;
  /** Letters a minute that a replay lets out; `null` where none runs. */
  readonly replayRate: number | null;
}
