import { core, decide, POLICIES, words } from "../boundary/core.js";
import { className, countsOn, pack, packedHint } from "../boundary/outcome.js";
import { Slots } from "../boundary/slots.js";
import type { Decision } from "../decision.js";
import { checkDelivery, type Delivery } from "../delivery.js";
import { ReknockError } from "../errors.js";
import { INSPECT, inspected, type Inspect } from "../inspect.js";
import type { Class, Outcome } from "../outcome.js";
import { moment, notItself, options as optionsOf, reading } from "../read.js";
import { check } from "./check.js";
import { decidingWith, Mode, type Deciding } from "./decide.js";
import { explain } from "./explain.js";
import { dropUndefined, objectOf, POLICY } from "./input.js";
import { AT, ATTEMPTS, numbersOf } from "./numbers.js";
import { rowOf } from "./row.js";
import { plan, survival } from "./timeline.js";
import type {
  DecideOptions, PolicyInput, PolicyJSON, PolicyObject, Range, TimelineRetry, WallOptions,
} from "./types.js";
import { toJSON } from "./write.js";

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

const slots = new Slots<Policy>(POLICIES);

/** What `decide` does, made with the first policy: there the module is at hand for certain. */
let deciding: Deciding<Policy> = () => notItself("a Policy");
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
    if (!made) [deciding, made] = [decidingWith(Policy.#ready), true];
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
    return deciding(this, delivery, outcome, options);
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
      if ((changes as { preset?: unknown }).preset !== undefined) {
        refuse("changes.preset", "is another policy, and not a change of this one: policy({ preset, … }) starts from it");
      }
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

function refuse(field: string, fix: string): never {
  throw new ReknockError("INVALID_ARGUMENT", field, fix);
}
