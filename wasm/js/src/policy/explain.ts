/** Why a decision fell as it did, in a sentence. The words are those of core's `explain`. */
import type { DeadReason, Decision, Retry } from "../decision.js";
import type { Failure, Outcome } from "../outcome.js";
import { Reader, reading } from "../read.js";
import { lengthText, MAX_LENGTH, parseLength } from "../time.js";
import type { Policy } from "./policy.js";
import type { Jitter, PolicyJSON } from "./types.js";

export function explain(policy: Policy, outcome: Outcome, decision: Decision, wall?: number): string {
  const ended = reading("INVALID_OUTCOME", "outcome", () => ({ ...outcome }));
  return sentence(policy, ended, reading("INVALID_ARGUMENT", "decision", () => readDecision(decision)), wall);
}

function sentence(policy: Policy, outcome: Outcome, decision: Decision, wall: number | undefined): string {
  const meaning = policy.classify(outcome);
  const json = policy.toJSON();
  // What the server asked for, however much of it is believed.
  const asked = json.hints && policy.with({ hints: { ...json.hints, longest: MAX_LENGTH } }).hint(outcome, { wall });
  const what = `${ending(outcome)} is ${meaning}`;
  switch (decision.kind) {
    case "delivered":
      return what;
    case "retry":
      return `${what}: try ${decision.attempt}${ofAll(json)} in ${lengthText(decision.delay)}, because ${whyRetry(json, asked, decision)}`;
    case "deadLetter":
      return `${what}: dead letter, because ${whyDead(json, asked, outcome, decision.reason)}`;
  }
}

const ARGUMENTS = new Reader("INVALID_ARGUMENT");
const KINDS = ["delivered", "retry", "deadLetter"] as const;
const RETRY_REASONS = ["backoff", "throttled", "hint", "local"] as const;
const DEAD_REASONS = ["permanent", "gone", "dns", "attempts", "window"] as const;

/** What is used of a decision, looked at: it may come from a log. */
function readDecision(value: unknown): Decision {
  if (typeof value !== "object" || value === null) ARGUMENTS.mustBe(value, "decision", "what policy.decide gave");
  const { kind, reason, attempt, delay } = value as { [name in "kind" | "reason" | "attempt" | "delay"]?: unknown };
  switch (KINDS[ARGUMENTS.word(kind, "decision.kind", KINDS)]!) {
    case "delivered":
      return { kind: "delivered" };
    case "retry":
      return {
        kind: "retry",
        at: 0,
        attempt: ARGUMENTS.whole(attempt, "decision.attempt", 1, MAX_LENGTH),
        delay: ARGUMENTS.length(delay, "decision.delay"),
        reason: RETRY_REASONS[ARGUMENTS.word(reason, "decision.reason", RETRY_REASONS)]!,
      };
    case "deadLetter":
      return {
        kind: "deadLetter",
        reason: DEAD_REASONS[ARGUMENTS.word(reason, "decision.reason", DEAD_REASONS)]!,
        last: { status: 0, class: "permanent" },
      };
  }
}

const FAILURE_WORDS: Record<Failure, string> = {
  timeout: "timeout",
  refused: "connection refused",
  reset: "connection reset",
  unreachable: "host unreachable",
  dns: "DNS failure",
  tls: "TLS failure",
  invalid: "invalid request",
  local: "local fault",
};

function ending({ status, error }: Outcome): string {
  return status === undefined ? FAILURE_WORDS[error as Failure] : `status ${status}`;
}

/** The number of the last try, if there is one. */
function lastTry({ backoff, maxAttempts }: PolicyJSON): number | null {
  if (!("schedule" in backoff) || backoff.schedule.then === "repeatLast") return maxAttempts;
  return Math.min(maxAttempts ?? Infinity, backoff.schedule.delays.length + 1);
}

function ofAll(json: PolicyJSON): string {
  const last = lastTry(json);
  return last === null ? "" : ` of ${last}`;
}

function whyRetry(json: PolicyJSON, asked: number | null, { reason }: Retry): string {
  switch (reason) {
    case "local":
      return "the fault was the sender's own, which costs the event no attempt";
    case "hint":
      return whyHint(json, asked);
    case "backoff":
    case "throttled":
      if (asked !== null) {
        const believed = Math.min(asked, parseLength(json.hints?.longest ?? "0s"));
        return `this policy's backoff is longer than the ${lengthText(believed)} the server asked for`;
      }
      return reason === "backoff"
        ? `that is this policy's backoff${spread(json.jitter)}`
        : `the destination asks for less without saying when, so the backoff is multiplied by ${json.throttleFactor}${spread(json.jitter)}`;
  }
}

function whyHint({ hints }: PolicyJSON, asked: number | null): string {
  if (asked === null || hints === null) return "the server said when";
  const believed = asked > parseLength(hints.longest) ? ` (believed up to ${hints.longest})` : "";
  const more = ` and up to ${percent(hints.jitter)} of it is added so that not all come back together`;
  return `the server asked for ${lengthText(asked)}${believed}${hints.jitter === 0 ? "" : more}`;
}

function whyDead(json: PolicyJSON, asked: number | null, outcome: Outcome, reason: DeadReason): string {
  switch (reason) {
    case "permanent":
      if (outcome.error === "invalid") return "the request cannot be sent as it is";
      return outcome.status !== undefined && outcome.status >= 300 && outcome.status <= 399
        ? "redirects are not followed; the destination's address must be mended"
        : "trying again cannot help";
    case "gone":
      return "the destination asks never to be called again; disable it";
    case "dns":
      return `the destination's name could not be looked up ${json.dnsAttempts} times`;
    case "attempts": {
      const all = lastTry(json) ?? 1;
      return all === 1 ? "this policy has one try only" : `all ${all} tries are used up`;
    }
    case "window": {
      const believed = Math.min(asked ?? 0, parseLength(json.hints?.longest ?? "0s"));
      const window = json.window ?? "0s";
      return believed > parseLength(window)
        ? `the server asked for ${lengthText(believed)}, and the window of ${window} does not last that long`
        : `the next try would come more than ${window} after the event was accepted`;
    }
  }
}

function spread(jitter: Jitter): string {
  if (typeof jitter === "object") {
    return "additive" in jitter ? " and a little on top" : `, give or take ${percent(jitter.proportional)}`;
  }
  return {
    none: "",
    full: ", drawn from nothing up to the whole delay",
    equal: ", drawn from its upper half",
    decorrelated: ", drawn up to three times the delay before",
  }[jitter];
}

function percent(perMille: number): string {
  return `${perMille / 10} %`;
}
