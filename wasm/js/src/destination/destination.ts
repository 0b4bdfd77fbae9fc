import { endingOf } from "../boundary/outcome.js";
import type { Decision } from "../decision.js";
import { checkDelivery, type Delivery } from "../delivery.js";
import type { Draws } from "../draws.js";
import { CLASSES, type Class, type Failure, type Outcome } from "../outcome.js";
import type { Policy } from "../policy/policy.js";
import { count, moment, nowIn, options as optionsOf, Reader, reading } from "../read.js";
import { healthReport, stormReport } from "./health.js";
import { circuitOf, placesOf, replayRateOf } from "./forms.js";
import { Act, Kept } from "./kept.js";
import { ASKED, givenOnDesk, layPermit, readPermit, refusedBy } from "./permits.js";
import { rulesJSON, rulesOf } from "./rules.js";
import type {
  Admission, Circuit, DestinationRules, Ended, Heard, HealthReport, Kind, Permit, Report, Status, StormReport,
  Thresholds, ThresholdsName, Why,
} from "./types.js";

export const KINDS: readonly Kind[] = ["first", "retry", "replay"];
export const CIRCUITS: readonly Circuit[] = ["closed", "open", "halfOpen", "isolated"];
export const ENDED: readonly Ended[] = ["no", "delivered", "permanent", "gone", "dns", "attempts", "window"];
const WHY: readonly Why[] = ["gone", "exhausted", "failing", "hand"];
const ARGUMENTS = new Reader("INVALID_ARGUMENT");

/** Which guards an attempt of each kind asks. */
const EVERY = ASKED.standing | ASKED.breaker | ASKED.gate;
const ASKED_BY = [EVERY, EVERY | ASKED.budget, EVERY | ASKED.replay];

/**
 * Many deliveries, one server: breaker, gate, retry budget, watch for storms, replay and health behind
 * two calls. Ask `admit` before an attempt, and `report` what came of it.
 *
 * As with every guard: what takes nothing but the time takes it as it is, `enable(now)`; what takes more
 * takes it among its options, which come last.
 *
 * @example
 * ```js
 * const server = new Destination({ now: Date.now() });
 * const answer = server.admit({ now: Date.now(), kind: "first", draws });
 * if (answer.kind === "go") {
 *   const outcome = await post(event);
 *   const decision = storm.decide(delivery, outcome, { now: Date.now(), draws });
 *   server.report(answer.permit, reportOf(storm, outcome, delivery, decision), { now: Date.now(), draws });
 * }
 * await store(JSON.stringify(server)); // and later: Destination.from(JSON.parse(text), rules)
 * ```
 */
export class Destination extends Kept {
  readonly #rules: Uint32Array;

  /** A destination about which nothing is known yet. */
  constructor(options: { now: number; rules?: DestinationRules | undefined });
  /** @internal */
  constructor(options: { now: number; rules?: DestinationRules | undefined }, state?: unknown);
  constructor(options: { now: number; rules?: DestinationRules | undefined }, state?: unknown) {
    const { now, rules } = optionsOf(options, "now", "rules");
    const numbers = rulesOf(rules);
    super("destination", numbers, moment(now, "now"), state);
    this.#rules = numbers;
  }

  /**
   * A destination from what was stored: its JSON form or its bytes.
   *
   * @throws {ReknockError} `INVALID_STATE`, with the field that is wrong.
   */
  static from(state: unknown, rules?: DestinationRules): Destination {
    return new Destination({ now: 0, rules }, state ?? null);
  }

  /** Whether an attempt may be made now; if not, when to ask again, and why. */
  admit(options: { now: number; kind: Kind; draws: Draws }): Admission {
    const { now, kind, draws } = optionsOf(options, "now", "kind", "draws");
    const at = moment(now, "now");
    const number = ARGUMENTS.word(kind, "kind", KINDS);
    const answer = Kept.draw(this, draws, Act.Admit, at, number | ASKED_BY[number]!);
    return refusedBy(answer) ?? { kind: "go", permit: { kind: KINDS[number]!, ...givenOnDesk() } };
  }

  /** What came of an attempt: every guard learns of it, once. A permit that ran out is late. */
  report(permit: Permit, report: Report, options: { now: number; draws: Draws }): Heard {
    const { now, draws } = optionsOf(options, "now", "draws");
    const { outcome, class: meaning, attempts, ended } = optionsOf(report, "outcome", "class", "attempts", "ended");
    const given = readPermit(permit);
    const packed =
      endingOf(outcome) |
      (ARGUMENTS.word(meaning, "class", CLASSES) << 17) |
      (ARGUMENTS.word(ended, "ended", ENDED) << 20) |
      (KINDS.indexOf(given.kind) << 23);
    const [at, tries] = [moment(now, "now"), count(attempts, "attempts")];
    const answer = Kept.draw(this, draws, Act.Report, at, packed, tries, () => layPermit(given));
    if (answer === 0) return { kind: "late" };
    return { kind: "heard", breaker: CIRCUITS[(answer & 7) - 1]!, disabled: whyOf(answer >> 3) };
  }

  /** Why it was disabled, told once; `null` if there is nothing to tell. */
  tell(now: number): Why | null {
    return whyOf(Kept.act(this, Act.Tell, now));
  }

  /** Disables it by hand: nothing is admitted until `enable`. */
  disable(now: number): void {
    Kept.act(this, Act.Disable, now);
  }

  /** Serves it again, and lets what was kept out slowly: a replay begins. */
  enable(now: number): void {
    Kept.act(this, Act.Enable, now);
  }

  /** Holds the breaker open by hand, until `reset`. */
  isolate(now: number): void {
    Kept.act(this, Act.Isolate, now);
  }

  /** Closes the breaker by hand. */
  reset(now: number): void {
    Kept.act(this, Act.Reset, now);
  }

  /** Begins to let dead letters out: attempts of kind `"replay"` are admitted, at a pace. */
  replay(now: number): void {
    Kept.act(this, Act.Replay, now);
  }

  /** Ends the replay. */
  stopReplay(now: number): void {
    Kept.act(this, Act.StopReplay, now);
  }

  /** Says how many retries wait for this destination now: a growing number warns of a storm. */
  waiting(depth: number, options: { now: number }): void {
    Kept.act(this, Act.Waiting, nowIn(options), 0, count(depth, "depth"));
  }

  /** Whether retries outnumber first attempts; its `stretch` is for `policy.decide`. */
  storm(now: number): StormReport {
    return stormReport(Kept.act(this, Act.Storm, now));
  }

  /**
   * How well it is. `waiting` is the number of deliveries in retry, `overdue` of those for more than a
   * day; both are yours to count.
   */
  health(options: {
    now: number;
    waiting?: number | undefined;
    overdue?: number | undefined;
    thresholds?: Thresholds | ThresholdsName | undefined;
  }): HealthReport {
    return healthReport((now) => Kept.settled(this, now), options);
  }

  /** What it is doing. */
  status(now: number): Status {
    const state = Kept.settled(this, now);
    return {
      standing: state.standing.disabled?.why ?? "serving",
      breaker: circuitOf(state),
      inFlight: placesOf(state),
      tokens: state.budget.tokens,
      replayRate: replayRateOf(state),
    };
  }

  /** Grows with every call that changes the state: what a write to a shared row is compared with. */
  get version(): number {
    return Kept.version(this);
  }

  /** The rules, every one said. */
  get rules(): DestinationRules {
    return rulesJSON(this.#rules) as DestinationRules;
  }
}

/**
 * What to report of an attempt, after the decision on it.
 *
 * @example
 * ```js
 * server.report(permit, reportOf(storm, outcome, delivery, decision), { now: Date.now(), draws });
 * ```
 */
export function reportOf(policy: Policy, outcome: Outcome, delivery: Delivery, decision: Decision): Report {
  if (typeof decision !== "object" || decision === null) ARGUMENTS.refuse("decision", "must be what policy.decide answered");
  return reading("INVALID_ARGUMENT", "decision", () => {
    const ended = decision.kind === "retry" ? "no" : decision.kind === "delivered" ? "delivered" : decision.reason;
    ARGUMENTS.word(ended, "decision.reason", ENDED);
    return { outcome: endOf(outcome), class: classOf(policy, outcome), attempts: checkDelivery(delivery).attempts, ended };
  });
}

/** What it means, under a policy that may be none. */
function classOf(policy: Policy, outcome: Outcome): Class {
  const { classify } = Object(policy) as Partial<Policy>;
  return typeof classify === "function" ? policy.classify(outcome) : ARGUMENTS.refuse("policy", "must be what policy(…) made");
}

/** The status or the error alone: what else an outcome says is not part of a report. */
function endOf({ status, error }: Outcome): Report["outcome"] {
  return status === undefined ? { error: error as Failure } : { status };
}

function whyOf(number: number): Why | null {
  return number === 0 ? null : WHY[number - 1]!;
}
