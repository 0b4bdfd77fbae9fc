import { core, decide, floats, POLICIES, words } from "../boundary/core.js";
import { className, countsOn, lastOf, look, pack, packedHint, packedStatus, Seen } from "../boundary/outcome.js";
import { Slots } from "../boundary/slots.js";
import type { DeadReason, Decision, RetryReason } from "../decision.js";
import { checkDelivery, isDelivery, unwritable, type Delivery } from "../delivery.js";
import { draw, DrawsOf, type Draws } from "../draws.js";
import { ReknockError } from "../errors.js";
import { INSPECT, inspected, type Inspect } from "../inspect.js";
import type { Class, Outcome } from "../outcome.js";
import { moment, notItself, options as optionsOf, ours, reading } from "../read.js";
import { MAX_POINT } from "../time.js";
import { check } from "./check.js";
import { explain } from "./explain.js";
import { dropUndefined, objectOf, POLICY } from "./input.js";
import { AT, ATTEMPTS, numbersOf } from "./numbers.js";
import { rowOf } from "./row.js";
import { plan, survival } from "./timeline.js";
import type { PolicyInput, PolicyJSON, PolicyObject, Range, TimelineRetry } from "./types.js";
import { toJSON } from "./write.js";

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
/** What `decide` answers in its lowest bits, and as a whole where it asks for a draw. */
const enum Answer {
  Delivered = 0,
  Retry = 1,
  DrawNeeded = -1,
}
/** Where the draw comes from. */
const enum Mode {
  Derived = 0,
  Given = 1 << 28,
  Unknown = 2 << 28,
  /** None: the class of the outcome is all that is asked. */
  ClassOnly = 3 << 28,
}

const slots = new Slots<Policy>(POLICIES);

/** A way to a decision, or `null` where it does not lead to one. */
type Way = (self: Policy, delivery: Delivery, outcome: Outcome, options: DecideOptions) => Decision | null;
/** The two ways of `decide`, made with the first policy: there the module is at hand for certain. */
let short: Way = () => null;
let long: Way = () => notItself("a Policy");
let made = false;

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
  /** The same, as the module takes it. */
  readonly #row: Uint32Array;
  readonly #maxAttempts: number | null;
  readonly #maxDelay: number;
  /** Its address in the module, 0 for none. */
  #address = 0;

  /** The same as {@link policy}. */
  constructor(input: PolicyInput) {
    this.#numbers = reading("INVALID_POLICY", "", () => numbersOf(objectOf(input)));
    const { attempts, maxDelay } = check(this.#numbers);
    this.#maxAttempts = attempts || null;
    this.#maxDelay = maxDelay;
    this.#row = rowOf(this.#numbers);
    this.#load();
    if (!made) [short, long, made] = [Policy.#short(), Policy.#long(), true];
  }

  /**
   * The policy itself, or one made of it.
   *
   * @internal
   */
  static of(input: PolicyInput | Policy): Policy {
    return Policy.#is(input) ? input : new Policy(input);
  }

  /**
   * What to do after an attempt ended with `outcome`. Updates `delivery` in place: store it, then
   * obey the decision.
   *
   * @throws {ReknockError} where an argument is not what it should be; then nothing has changed.
   */
  decide(delivery: Delivery, outcome: Outcome, options: DecideOptions): Decision {
    try {
      const decision = short(this, delivery, outcome, options);
      if (decision !== null) return decision;
    } catch {
      // Whatever is wrong is met again on the long way, and named.
    }
    return long(this, delivery, outcome, options)!;
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
    return className(Policy.#classOf(this, pack(outcome, undefined)));
  }

  /**
   * The pause that is believed of an outcome, in milliseconds, or `null` for none.
   *
   * @example
   * ```js
   * policy("stormSafe").hint({ status: 503, retryAfter: "120" }); // 120000
   * ```
   */
  hint(outcome: Outcome, options: WallOptions = {}): number | null {
    const packed = pack(outcome, wallIn(options));
    const hint = packedHint;
    const meaning = Policy.#classOf(this, packed);
    const numbers = this.#numbers;
    if (hint === 0 || !numbers[AT.hasHints] || !countsOn(packed, className(meaning))) return null;
    return Math.min(hint, numbers[AT.longest]!);
  }

  /**
   * Whether the delivery's window is over.
   *
   * @example
   * ```js
   * policy("hookMesh").expired(newDelivery(0), 172_800_001); // true: its window is 48h
   * ```
   */
  expired(delivery: Delivery, now: number): boolean {
    const { createdAt } = checkDelivery(delivery);
    const at = moment(now, "now");
    Policy.#ready(this); // not a policy at all
    return this.#numbers[AT.hasWindow] !== 0 && at - createdAt > this.#numbers[AT.window]!;
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
    Policy.#ready(this); // not a policy at all: told now, not at the first retry
    return plan(this.#numbers, () => Policy.#ready(this));
  }

  /**
   * How long an outage may last so that the last try still comes after it, in milliseconds: by plan
   * (`nominal`), and whatever the draws (`earliest`). `Infinity` where no number holds it.
   *
   * @example
   * ```js
   * policy("getHook").survives().earliest; // 3480000: 58 minutes, whatever the draws
   * ```
   */
  survives(): Range {
    const address = Policy.#ready(this);
    return survival(this.#numbers, address);
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
  explain(outcome: Outcome, decision: Decision, options: WallOptions = {}): string {
    return explain(this, outcome, decision, wallIn(options));
  }

  /**
   * This policy, but for what is said here. Each field replaces the old one as a whole; what was left
   * to its default goes on to follow it.
   *
   * @example
   * ```js
   * policy("stormSafe").with({ maxAttempts: 12 });
   * ```
   *
   * @throws {ReknockError} `INVALID_POLICY`, with the field that is wrong.
   */
  with(changes: Partial<PolicyObject>): Policy {
    if (typeof changes !== "object" || changes === null) refuse("changes", "must be an object such as { maxAttempts: 12 }");
    return reading("INVALID_POLICY", "", () => {
      const { maxAttempts, maxDelay, ...rest } = this.toJSON();
      const said = {
        ...rest,
        ...(this.#numbers[AT.attempts] === ATTEMPTS.unsaid ? {} : { maxAttempts }),
        ...(this.#numbers[AT.hasMaxDelay] === 0 ? {} : { maxDelay }),
      };
      return new Policy({ ...said, ...dropUndefined(changes) } as PolicyObject);
    });
  }

  /**
   * The JSON form, every field said. `JSON.stringify` calls this.
   *
   * @example
   * ```js
   * const same = policy(JSON.parse(JSON.stringify(policy("svix"))));
   * ```
   */
  toJSON(): PolicyJSON {
    if (!Policy.#is(this)) notItself("a Policy");
    return toJSON(this.#numbers, this.#maxAttempts, this.#maxDelay);
  }

  /** @internal */
  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected(this, depth, options, inspect);
  }

  /** @internal */
  get [POLICY](): true {
    return true;
  }

  /**
   * Makes the short way to a decision: for draws that are derived, a status that may have a hint, a retry that comes
   * of it, and everything as it should be. For all else it throws or answers `null`, before anything has changed.
   *
   * What `decide` costs is mostly the care that it takes, so here that is taken in few words: V8 puts a function into
   * its caller if it is short enough, and what is constant in a closure that is made once it takes for what it is.
   */
  static #short(): Way {
    const [exported, desk, points, last] = [decide, words, floats, MAX_POINT];
    const [looking, drawing, isWhole, reasons, ready] = [look, DrawsOf.of, isDelivery, RETRY_REASONS, Policy.#ready];
    return (self, delivery, outcome, options) => {
      const { now, draws, stretch } = options;
      const { next, high, low } = drawing(draws);
      if (next !== null || stretch !== undefined || typeof now !== "number" || !(now >= 0 && now <= last)) return null;
      const { v, attempts, dns, createdAt, nextAt, delay } = delivery;
      if (!isWhole(v, attempts, dns, createdAt, nextAt, delay)) return null;
      const seen = looking(outcome);
      if (seen !== Seen.Status && seen !== Seen.StatusAndHint) return null;
      const status = outcome.status!;
      const hint = (seen === Seen.Status ? 0 : outcome.hint) as number;
      if ((status & 0xffff) !== status || hint >>> 0 !== hint) return null;
      const answer = exported(
        ready(self), packedStatus(status) | (dns << 20), attempts, createdAt, delay, hint, now, 1000, high, low,
      );
      if ((answer & 3) !== Answer.Retry) return null;
      // The desk is read before anything is written: a setter is the caller's too.
      const retry: Decision = {
        kind: "retry", at: points[0]!, delay: desk[0]!, attempt: desk[1]!, reason: reasons[(answer >> 2) & 7]!,
      };
      const dnsAfter = desk[3]!;
      delivery.attempts = desk[2]!;
      delivery.dns = dnsAfter;
      delivery.nextAt = retry.at;
      delivery.delay = retry.delay;
      return retry;
    };
  }

  /** Makes the long way, which takes whatever it is given, and names what is wrong. */
  static #long(): Way {
    const [exported, desk, points, last] = [decide, words, floats, MAX_POINT];
    const [packing, drawing, isWhole, reasons, ready] = [pack, DrawsOf.of, isDelivery, RETRY_REASONS, Policy.#ready];
    return (self, delivery, outcome, options) => {
      // Everything of the caller's is read here, each value once: nothing of theirs runs between the
      // packing of the outcome and the decision. Names that are not known are not looked for in the options, as they
      // are in every other call: that would cost more than the decision itself.
      let attempts: number, dns: number, createdAt: number, delay: number;
      let at: number, stretched: number, wall: number | undefined, source: DrawsOf;
      try {
        if (typeof options !== "object" || options === null) refuse("options", "must be an object such as { now, draws }");
        const { now, draws, stretch } = options;
        wall = options.wall;
        source = drawing(draws);
        // As it is: the module drops a fraction.
        at = typeof now === "number" && now >= 0 && now <= last ? now : moment(now, "now");
        stretched = stretch === undefined ? 1000 : stretchOf(stretch);
      } catch (error) {
        throw ours(error, "INVALID_ARGUMENT", "options");
      }
      try {
        let v: unknown, nextAt: unknown;
        ({ v, attempts, dns, createdAt, nextAt, delay } = delivery);
        if (!isWhole(v, attempts, dns, createdAt, nextAt, delay)) {
          ({ attempts, dns, createdAt, delay } = checkDelivery(delivery));
        }
      } catch (error) {
        // Not an object at all, or one that throws; this says which.
        ({ attempts, dns, createdAt, delay } = checkDelivery(delivery));
      }
      const packed = packing(outcome, wall) | (dns << 20);
      const hint = packedHint;
      const { next, high, low } = source;
      const mode = next === null ? Mode.Derived : Mode.Unknown;
      let answer = exported(ready(self), packed | mode, attempts, createdAt, delay, hint, at, stretched, high, low);
      if (answer === Answer.DrawNeeded) {
        const bits = draw(next!);
        // The source is the caller's, and may have made so many policies that this one lost its place.
        answer = exported(ready(self), packed | Mode.Given, attempts, createdAt, delay, hint, at, stretched, 0, bits);
      }
      // The desk is read before anything is written: a setter is the caller's too.
      const kind = answer & 3;
      const reason = (answer >> 2) & 7;
      const retryAt = points[0]!;
      const retryDelay = desk[0]!;
      const attempt = desk[1]!;
      const attemptsAfter = desk[2]!;
      const dnsAfter = desk[3]!;
      try {
        delivery.attempts = attemptsAfter;
        delivery.dns = dnsAfter;
        if (kind === Answer.Retry) {
          delivery.nextAt = retryAt;
          delivery.delay = retryDelay;
        }
      } catch (error) {
        throw unwritable(error);
      }
      switch (kind) {
        case Answer.Delivered:
          return DELIVERED;
        case Answer.Retry:
          return { kind: "retry", at: retryAt, delay: retryDelay, attempt, reason: reasons[reason]! };
        default:
          return { kind: "deadLetter", reason: DEAD_REASONS[reason]!, last: lastOf(packed, className(answer >> 5)) };
      }
    };
  }

  /** Where the module has it, for the call that comes next. */
  static #ready(self: Policy): number {
    let address: number;
    try {
      address = self.#address;
    } catch {
      return notItself("a Policy");
    }
    return address || self.#load();
  }

  static #classOf(self: Policy, packed: number): number {
    return decide(Policy.#ready(self), packed | Mode.ClassOnly, 0, 0, 0, 0, 0, 0, 0, 0) >> 5;
  }

  static #is(value: unknown): value is Policy {
    return typeof value === "object" && value !== null && #address in value;
  }

  /** Builds it in a slot. */
  #load(): number {
    const load = core.load_policy; // before the desk is written to: there may be none yet
    words.set(this.#row);
    const slot = slots.next();
    const address = load(slot);
    // Who had it is told, so that nobody need ask whether a slot is still theirs.
    const before = slots.owners[slot] ?? null;
    if (before !== null) before.#address = 0;
    slots.owners[slot] = this;
    return (this.#address = address);
  }
}

function wallIn(options: WallOptions): number | undefined {
  const { wall } = optionsOf(options, "wall");
  return wall === undefined ? undefined : moment(wall, "wall");
}

/** As an argument, a stretch outside its range becomes the nearer end. */
function stretchOf(stretch: unknown): number {
  if (typeof stretch === "number" && stretch === stretch) {
    return Math.floor(Math.min(Math.max(stretch, 1000), 10000));
  }
  return refuse("stretch", "must be a number of per mille from 1000 to 10000");
}

function refuse(field: string, fix: string): never {
  throw new ReknockError("INVALID_ARGUMENT", field, fix);
}
