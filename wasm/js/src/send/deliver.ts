/** The whole loop: knock, wait, knock again, and know when to stop. */
import type { Decision } from "../decision.js";
import { newDelivery, wait } from "../delivery.js";
import { reportOf } from "../destination/destination.js";
import { derived, type Draws } from "../draws.js";
import type { Policy } from "../policy/policy.js";
import { Reader } from "../read.js";
import { ATTEMPT_OPTIONS, Sender, type Tried } from "./attempt.js";
import { admitted, reported, returned, type Admitted } from "./guard.js";
import { RANDOM, randomId } from "./random.js";
import { clockOf, functionsIn, guardOf, idOf, optionsOf, policyOf, signalOf, urlOf } from "./options.js";
import { sleepUntil, turn, unlessAborted } from "./sleep.js";
import { copy, goesOn, readState } from "./state.js";
import type { DeliverOptions, DeliverResult, SendClock, SendState, UnguardedOptions, UnguardedResult } from "./types.js";

/**
 * Delivers one event: sends it, waits as the policy says, and sends it again, until it arrives or
 * becomes a dead letter. Every attempt carries the same id and its number. Redirects are not
 * followed.
 *
 * It resolves with how the delivery ended. It rejects only with the reason of `signal`, once that is
 * aborted, with what a function of yours throws, and with a {@link ReknockError} for options that
 * are wrong. After an abort nothing is sent any more, and the attempt under way, which may have
 * arrived, is not counted; if its answer has already come and ends the delivery, that is the result.
 *
 * @example
 * ```js
 * import { deliver } from "reknock";
 *
 * const result = await deliver("https://example.com/hook", {
 *   body: { type: "order.paid", order: 42 },
 *   policy: "svix",
 *   onAttempt: ({ attempt, outcome, decision }) => console.log(attempt, outcome, decision),
 * });
 * if (result.kind === "deadLetter") console.log("not delivered:", result.reason, result.last);
 * ```
 */
export async function deliver(url: string | URL, options?: UnguardedOptions): Promise<UnguardedResult>;
/**
 * The same with a `destination`, whose guards may hold the delivery until a person acts.
 *
 * @example
 * ```js
 * import { deliver } from "reknock";
 *
 * const result = await deliver("https://example.com/hook", { body: { order: 42 }, destination: server });
 * if (result.kind === "held") rows.set(result.id, JSON.stringify(result.state)); // resume it after server.enable(now)
 * ```
 */
export async function deliver(url: string | URL, options: DeliverOptions): Promise<DeliverResult>;
export async function deliver(url: string | URL, options: DeliverOptions = {}): Promise<DeliverResult> {
  const read = checked(options);
  const to = urlOf(url);
  const body = read.body !== undefined && read.body !== null;
  const state: SendState = { v: 1, id: read.id ?? randomId(), url: to, body, delivery: newDelivery(clockOf(read.clock).now()) };
  const run = await Run.of(state, read);
  await run.save();
  return run.toTheEnd();
}

/**
 * Goes on with a delivery from what `save` stored, after a restart or on another machine: waits for
 * what is left of its wait, and sends it under the same id. Give it the same options as
 * {@link deliver}: the state holds the id, the address and how far it got, but no body, headers,
 * method or policy. Another `id`, or no `body` where there was one, is refused.
 *
 * @example
 * ```js
 * import { deliver, resume } from "reknock";
 *
 * const options = { body: event, save: (state) => rows.set(event.id, JSON.stringify(state)) };
 * const row = rows.get(event.id);
 * const result = await (row ? resume(JSON.parse(row), options) : deliver(event.url, options));
 * ```
 *
 * The state of a delivery that has ended is not marked: resumed, it is tried once more at least. To
 * send a dead letter again from its first attempt, {@link restart} the `delivery` in it before.
 *
 * @throws {ReknockError} `INVALID_STATE`, with the field that is wrong.
 */
export async function resume(state: unknown, options?: UnguardedOptions): Promise<UnguardedResult>;
/**
 * The same with a `destination`, whose guards may hold the delivery until a person acts.
 *
 * @example
 * ```js
 * const state = { v: 1, id: "evt_1", url: event.url, delivery };
 * const { kind } = await resume(state, { destination: server });
 * ```
 */
export async function resume(state: unknown, options: DeliverOptions): Promise<DeliverResult>;
export async function resume(state: unknown, options: DeliverOptions = {}): Promise<DeliverResult> {
  const [from, read] = [readState(state), checked(options)];
  goesOn(from, read);
  return (await Run.of(from, read)).toTheEnd();
}

/** One delivery under way. */
class Run {
  readonly #state: SendState;
  readonly #options: DeliverOptions;
  readonly #sender: Sender;
  readonly #policy: Policy;
  readonly #draws: Draws;
  readonly #clock: SendClock;
  readonly #signal: AbortSignal | undefined;

  private constructor(state: SendState, options: DeliverOptions, sender: Sender) {
    this.#state = state;
    this.#options = options;
    this.#sender = sender;
    this.#policy = policyOf(options.policy, "stormSafe");
    this.#draws = options.seed === undefined ? RANDOM : derived(options.seed, state.id);
    this.#clock = clockOf(options.clock);
    this.#signal = options.signal;
  }

  static async of(state: SendState, options: DeliverOptions): Promise<Run> {
    options.signal?.throwIfAborted();
    return new Run(state, options, await Sender.of(options));
  }

  async save(): Promise<void> {
    await unlessAborted(this.#options.save?.(copy(this.#state)), this.#signal);
  }

  async toTheEnd(): Promise<DeliverResult> {
    for (;;) {
      await sleepUntil((now) => wait(this.#state.delivery, now), this.#clock, this.#signal);
      const admission = await admitted(this.#options.destination, {
        kind: this.#kind(),
        clock: this.#clock,
        draws: this.#draws,
        signal: this.#signal,
      });
      if ("because" in admission) return { kind: "held", because: admission.because, ...this.#end() };
      const attempt = this.#state.delivery.attempts + 1;
      const { tried, decision } = await this.#try(attempt, admission);
      // An answer that came before the abort still counts where it is the last one.
      if (decision.kind === "retry") {
        this.#signal?.throwIfAborted();
        await this.save();
      }
      const told = this.#options.onAttempt?.({ id: this.#state.id, attempt, ...tried, decision });
      if (decision.kind === "retry") await unlessAborted(told, this.#signal);
      else await told;
      const result = this.#result(tried, decision);
      if (result !== null) return result;
      await turn();
    }
  }

  /** Sends it once and decides. Whatever throws on the way, the place among others is given back. */
  async #try(attempt: number, admission: Admitted): Promise<{ tried: Tried; decision: Decision }> {
    const { id, url, delivery } = this.#state;
    let heard = false;
    try {
      const tried = await this.#sender.send({ id, url, attempt, now: this.#clock.now() }, this.#signal);
      const decision = await this.#decide(tried, admission);
      const told = reportOf(this.#policy, tried.outcome, delivery, decision);
      heard = true;
      const report = reported(admission, told, this.#clock, this.#draws);
      await (decision.kind === "retry" ? unlessAborted(report, this.#signal) : report);
      return { tried, decision };
    } catch (error) {
      // Nothing was learned about the server, and nobody is blamed.
      if (!heard) returned(admission, delivery.attempts, this.#clock, this.#draws);
      throw error;
    }
  }

  async #decide({ outcome }: Tried, { guard }: Admitted): Promise<Decision> {
    const meaning = this.#policy.classify(outcome);
    // Only a wait can be stretched; what is final is so even after an abort.
    const waits = meaning === "transient" || meaning === "throttled";
    const stretch = waits ? (await unlessAborted(guard?.storm?.(this.#clock.now()), this.#signal))?.stretch : undefined;
    const now = this.#clock.now();
    return this.#policy.decide(this.#state.delivery, outcome, { now, wall: now, stretch, draws: this.#draws });
  }

  #kind(): "first" | "retry" | "replay" {
    if (this.#state.delivery.attempts > 0) return "retry";
    return this.#options.replay === true ? "replay" : "first";
  }

  #result({ answer, error, outcome }: Tried, decision: Decision): DeliverResult | null {
    if (decision.kind === "retry") return null;
    if (decision.kind === "deadLetter") return { ...decision, answer, error, ...this.#end() };
    // A policy may count an error as delivered; then there is no answer to show.
    const shown = answer ?? { status: outcome.status ?? 0, headers: new Headers(), text: "", truncated: false };
    return { kind: "delivered", status: shown.status, answer: shown, ...this.#end() };
  }

  #end(): { id: string; attempts: number; state: SendState } {
    return { id: this.#state.id, attempts: this.#state.delivery.attempts, state: copy(this.#state) };
  }
}

const OPTIONS = new Reader("INVALID_ARGUMENT");
const KNOWN = [
  ...ATTEMPT_OPTIONS, "policy", "id", "seed", "signal", "save", "onAttempt", "destination", "replay", "clock",
];

/** The options, looked at but for those of the sender: nothing is sent before all of them are right. */
function checked(options: DeliverOptions): DeliverOptions {
  const read = optionsOf(options, KNOWN, '{ body: { type: "ping" } }');
  functionsIn(read, "save", "onAttempt");
  signalOf(read.signal);
  guardOf(read.destination);
  clockOf(read.clock);
  if (read.replay !== undefined) OPTIONS.boolean(read.replay, "replay");
  if (read.id !== undefined) idOf(OPTIONS, read.id, "id");
  return read;
}
