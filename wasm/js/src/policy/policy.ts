import { core, decide, floats, POLICIES, refusal, words } from "../boundary/core.js";
import { className, pack, packedHint } from "../boundary/outcome.js";
import { Slots } from "../boundary/slots.js";
import type { DeadReason, Decision, RetryReason } from "../decision.js";
import { checkDelivery, type Delivery } from "../delivery.js";
import { draw, sourceOf, type Draws } from "../draws.js";
import { ReknockError } from "../errors.js";
import type { Class, Failure, Last, Outcome } from "../outcome.js";
import { moment, options as optionsOf } from "../read.js";
import { explain } from "./explain.js";
import { numbersOf } from "./numbers.js";
import { presets } from "./presets.js";
import { plan, survival } from "./timeline.js";
import type { PolicyInput, PolicyJSON, PolicyObject, Range, TimelineRetry } from "./types.js";
import { toJSON } from "./write.js";

/** What a decision needs besides the policy, the delivery and the outcome. */
export interface DecideOptions {
  /** The time now, in milliseconds of the epoch of the delivery; usually `Date.now()`. */
  now: number;
  /** Where the one random draw comes from. */
  draws: Draws;
  /** Unix milliseconds, to measure dates against where a response has no `Date` header. */
  wall?: number | undefined;
  /** How far delays are stretched in a storm, in per mille: 1000 (the default) to 10000. */
  stretch?: number | undefined;
}

/**
 * A policy from a preset, an object, or a preset with changes.
 *
 * @example
 * ```js
 * policy("stormSafe");
 * policy({ backoff: { exponential: { base: "1s", factor: 2 } }, jitter: "equal", maxAttempts: 8 });
 * policy({ preset: "svix", maxAttempts: 4 });
 * ```
 *
 * @throws {ReknockError} `INVALID_POLICY`, with the field that is wrong.
 */
export function policy(input: PolicyInput): Policy {
  return new Policy(input);
}

const RETRY_REASONS: readonly RetryReason[] = ["backoff", "backoff", "throttled", "hint", "local"];
const DEAD_REASONS: readonly DeadReason[] = ["permanent", "gone", "dns", "attempts", "window"];
const DELIVERED: Decision = Object.freeze({ kind: "delivered" });
/** The answer of `decide` that asks for a draw. */
const DRAW_NEEDED = -1;
const DERIVED = 0;
const GIVEN = 1 << 28;
const UNKNOWN = 2 << 28;

const slots = new Slots<Policy>(POLICIES);

/**
 * How a delivery is retried: a checked, immutable value. Made by {@link policy}; keep it and use it
 * for many deliveries.
 *
 * @example
 * ```js
 * const decision = storm.decide(delivery, { status: 503, retryAfter: "120" }, { now: Date.now(), draws });
 * ```
 */
export class Policy {
  readonly #numbers: Uint32Array;
  readonly #maxAttempts: number | null;
  readonly #maxDelay: number;
  #slot: number;

  /** The same as {@link policy}. */
  constructor(input: PolicyInput) {
    this.#numbers = numbersOf(objectOf(input));
    this.#slot = this.#load();
    this.#maxAttempts = words[0]! || null;
    this.#maxDelay = words[1]!;
  }

  /**
   * What to do after an attempt ended with `outcome`. Updates `delivery` in place: store it, then
   * obey the decision.
   *
   * @throws {ReknockError} where an argument is not what it should be; then nothing has changed.
   */
  decide(delivery: Delivery, outcome: Outcome, options: DecideOptions): Decision {
    checkDelivery(delivery);
    const { now, draws, wall, stretch } = optionsOf(options, "{ now, draws }") as unknown as DecideOptions;
    const source = sourceOf(draws);
    const packed = pack(outcome, wall) | (delivery.dns << 20);
    const hint = packedHint;
    const slot = slots.owners[this.#slot] === this ? this.#slot : this.#load();
    const { attempts, createdAt, delay } = delivery;
    const at = moment(now, "now");
    const stretched = stretch === undefined ? 1000 : stretchOf(stretch);
    const { next, seedHigh, seedLow, keyHigh, keyLow } = source;
    let answer = decide(
      slot, packed | (next === null ? DERIVED : UNKNOWN), attempts, createdAt, delay, hint, at, stretched,
      seedHigh, seedLow, keyHigh, keyLow,
    );
    if (answer === DRAW_NEEDED) {
      const bits = draw(next!);
      answer = decide(slot, packed | GIVEN, attempts, createdAt, delay, hint, at, stretched, 0, 0, 0, bits);
    }
    delivery.attempts = words[2]!;
    delivery.dns = words[3]!;
    const reason = (answer >> 2) & 7;
    switch (answer & 3) {
      case 0:
        return DELIVERED;
      case 1: {
        const retryAt = floats[0]!;
        const retryDelay = words[0]!;
        delivery.nextAt = retryAt;
        delivery.delay = retryDelay;
        return { kind: "retry", at: retryAt, delay: retryDelay, attempt: words[1]!, reason: RETRY_REASONS[reason]! };
      }
      default:
        return { kind: "deadLetter", reason: DEAD_REASONS[reason]!, last: lastOf(outcome, className(answer >> 5)) };
    }
  }

  /**
   * What an outcome means under this policy.
   *
   * @example
   * ```js
   * policy("stormSafe").classify({ status: 429 }); // "throttled"
   * ```
   */
  classify(outcome: Outcome): Class {
    const packed = pack(outcome, undefined);
    return className(core.classify(this.#ready(), packed));
  }

  /**
   * The pause that is believed of an outcome, in milliseconds, or `null` for none.
   *
   * @example
   * ```js
   * policy("stormSafe").hint({ status: 503, retryAfter: "120" }); // 120000
   * ```
   */
  hint(outcome: Outcome, wall?: number): number | null {
    const packed = pack(outcome, wall);
    return core.hint(this.#ready(), packed, packedHint) >>> 0 || null;
  }

  /** Whether the delivery's window is over. */
  expired(delivery: Delivery, now: number): boolean {
    checkDelivery(delivery);
    return core.expired(this.#ready(), delivery.createdAt, moment(now, "now")) !== 0;
  }

  /**
   * What the policy will do, retry by retry, before anything happens.
   *
   * @example
   * ```js
   * for (const { attempt, delay } of policy("svix").timeline()) console.log(attempt, delay.nominal);
   * ```
   */
  timeline(): IterableIterator<TimelineRetry> {
    return plan(() => this.#ready());
  }

  /**
   * How long an outage may last so that the last try still comes after it, in milliseconds: by plan
   * (`nominal`), and whatever the draws (`earliest`). `Infinity` where no number holds it.
   */
  survives(): Range {
    return survival(this.#ready());
  }

  /**
   * Why a decision fell as it did, in a sentence for people.
   *
   * @example
   * ```js
   * const outcome = { status: 503, retryAfter: "120" };
   * const decision = storm.decide(delivery, outcome, { now, draws });
   * storm.explain(outcome, decision);
   * // status 503 is transient: try 2 of 5 in 2m31s, because the server asked for 2m and up to 50 % of
   * // it is added so that not all come back together
   * ```
   */
  explain(outcome: Outcome, decision: Decision, wall?: number): string {
    return explain(this, outcome, decision, wall);
  }

  /**
   * This policy, but for what is said here. Each field replaces the old one as a whole.
   *
   * @example
   * ```js
   * policy("stormSafe").with({ maxAttempts: 12 });
   * ```
   */
  with(changes: Partial<PolicyObject>): Policy {
    return new Policy({ ...this.toJSON(), ...changes } as PolicyObject);
  }

  /** The JSON form, every field said; `policy(JSON.parse(JSON.stringify(p)))` is the same policy. */
  toJSON(): PolicyJSON {
    return toJSON(this.#numbers, this.#maxAttempts, this.#maxDelay);
  }

  #ready(): number {
    return slots.owners[this.#slot] === this ? this.#slot : this.#load();
  }

  /** Builds it in a slot; core says what is wrong, if anything is. */
  #load(): number {
    words.set(this.#numbers);
    const slot = slots.next();
    const refused = core.load_policy(slot);
    if (refused !== 0) {
      const { field, fix } = refusal(refused);
      throw new ReknockError("INVALID_POLICY", field, fix);
    }
    slots.owners[slot] = this;
    return (this.#slot = slot);
  }
}

/** The policy object that an input stands for. */
function objectOf(input: unknown): unknown {
  const named = (name: unknown, field: string) => {
    if (typeof name === "string" && Object.hasOwn(presets, name)) return presets[name as "svix"];
    const known = Object.keys(presets).join(", ");
    throw new ReknockError("INVALID_POLICY", field, `must be an object or the name of a preset: ${known}`);
  };
  if (typeof input === "object" && input !== null && !Array.isArray(input)) {
    const { preset, ...said } = input as { preset?: unknown };
    return preset === undefined ? said : { ...named(preset, "preset"), ...dropUndefined(said) };
  }
  return named(input, "policy");
}

function dropUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** As an argument, a stretch outside its range becomes the nearer end. */
function stretchOf(stretch: unknown): number {
  if (typeof stretch === "number" && stretch === stretch) {
    return Math.floor(Math.min(Math.max(stretch, 1000), 10000));
  }
  throw new ReknockError("INVALID_ARGUMENT", "stretch", "must be a number of per mille from 1000 to 10000");
}

function lastOf({ status, error }: Outcome, meaning: Class): Last {
  return status === undefined ? { error: error as Failure, class: meaning } : { status, class: meaning };
}
