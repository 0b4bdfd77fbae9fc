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
  readonly index: number;
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
  cap?: number | undefined;
  floor?: number | undefined;
  deposit?: number | undefined;
  cost?: number | undefined;
  reserve?: number | undefined;
  refund?: number | undefined;
  success?: number | undefined;
  failure?: number | undefined;
  timeout?: number | undefined;
}

/** Budgets of known systems. */
export type BudgetName = "default" | "aws" | "grpc" | "finagle";

/** The rules of the watch for storms. */
export interface StormRules {
  window?: Length | undefined;
  ratio?: number | undefined;
  minimum?: number | undefined;
  depth?: number | undefined;
  growing?: number | undefined;
}

/** The rules of a replay, in letters a minute. */
export interface ReplayRules {
  start?: number | undefined;
  slowest?: number | undefined;
  fastest?: number | undefined;
  ramp?: number | undefined;
}

/** The rules of health. */
export interface HealthRules {
  window?: Length | undefined;
}

/** When a destination is disabled. */
export interface DisableRules {
  gone?: boolean | undefined;
  exhausted?: number | null | undefined;
  failing?: Length | null | undefined;
  failures?: number | undefined;
}

/** The rules of a destination; what is left out has its default. */
export interface DestinationRules {
  breaker?: BreakerRules | undefined;
  gate?: GateRules | undefined;
  budget?: BudgetRules | BudgetName | undefined;
  storm?: StormRules | undefined;
  replay?: ReplayRules | undefined;
  health?: HealthRules | undefined;
  disable?: DisableRules | undefined;
}

/** Whether retries outnumber first attempts. */
export interface StormReport {
  readonly level: "calm" | "warning" | "storm";
  readonly retries: number;
  readonly first: number;
  /** What to hand to `policy.decide` as `stretch`. */
  readonly stretch: number;
}

/** How well a metric is. `off`: not compared; `few`: too few deliveries to say. */
export type HealthLevel = "off" | "few" | "healthy" | "watch" | "alert";

/** One metric. Rates are per mille; `null` where nothing was counted. */
export interface HealthReading {
  readonly value: number | null;
  readonly level: HealthLevel;
}

/** What is measured. */
export type Metric = "retryRate" | "deadRate" | "meanAttempts" | "secondSuccess" | "waiting" | "overdue";

/** How well a destination is, and what is wrong in sentences. */
export type HealthReport = { readonly level: HealthLevel } & { readonly [metric in Metric]: HealthReading };

/** What is healthy and what is alarming, for each metric; `null` or left out: not compared. */
export type Thresholds = { [metric in Metric]?: { healthy: number; alert: number } | null | undefined };

/** Sets of thresholds that senders publish. */
export type ThresholdsName = "getHook" | "hookMesh";

/** What a destination is doing. */
export interface Status {
  readonly standing: "serving" | Why;
  readonly breaker: Circuit;
  readonly inFlight: number;
  readonly tokens: number;
  readonly replayRate: number | null;
}
