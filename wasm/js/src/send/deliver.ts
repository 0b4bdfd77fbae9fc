/** The whole loop: knock, wait, knock again, and know when to stop. */
import type { Decision } from "../decision.js";
import { newDelivery, wait } from "../delivery.js";
import { derived, type Draws } from "../draws.js";
import { Policy } from "../policy/policy.js";
import { Reader } from "../read.js";
import { Sender, type Tried } from "./attempt.js";
import { admitted, reported, returned, type Admitted } from "./guard.js";
import { RANDOM, randomId } from "./random.js";
import { sleepUntil, SYSTEM_CLOCK, unlessAborted } from "./sleep.js";
import { copy, readState } from "./state.js";
import type { DeliverOptions, DeliverResult, SendClock, SendState } from "./types.js";

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
export async function deliver(url: string | URL, options: DeliverOptions = {}): Promise<DeliverResult> {
  const id = checked(options).id ?? randomId();
  const now = (options.clock ?? SYSTEM_CLOCK).now();
  const state: SendState = { v: 1, id, url: String(url), delivery: newDelivery(now) };
  const run = await Run.of(state, options);
  await run.save();
  return run.toTheEnd();
}

/**
 * Goes on with a delivery from what `save` stored, after a restart or on another machine: waits for
 * what is left of its wait, and sends it under the same id. Give it the same options as
 * {@link deliver}: body and headers are not part of the state.
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
 * @throws {ReknockError} `INVALID_STATE`, with the field that is wrong.
 */
export async function resume(state: unknown, options: DeliverOptions = {}): Promise<DeliverResult> {
  return (await Run.of(readState(state), checked(options))).toTheEnd();
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
    this.#policy = options.policy instanceof Policy ? options.policy : new Policy(options.policy ?? "stormSafe");
    this.#draws = options.seed === undefined ? RANDOM : derived(options.seed, state.id);
    this.#clock = options.clock ?? SYSTEM_CLOCK;
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
      const tried = await this.#try(attempt, admission);
      const decision = await this.#decide(tried, admission);
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
    }
  }

  async #try(attempt: number, admission: Admitted): Promise<Tried> {
    const { id, url } = this.#state;
    try {
      return await this.#sender.send({ id, url, attempt, now: this.#clock.now() }, this.#signal);
    } catch (error) {
      // Nothing was learned about the server: its place is given back, and nobody is blamed.
      await returned(admission, this.#state.delivery.attempts, this.#clock, this.#draws);
      throw error;
    }
  }

  async #decide(tried: Tried, admission: Admitted): Promise<Decision> {
    const { delivery } = this.#state;
    const stretch = (await admission.guard?.storm?.(this.#clock.now()))?.stretch;
    const now = this.#clock.now();
    const decision = this.#policy.decide(delivery, tried.outcome, { now, wall: now, stretch, draws: this.#draws });
    const told = { outcome: tried.outcome, class: this.#policy.classify(tried.outcome), decision };
    await reported(admission, { ...told, attempts: delivery.attempts }, this.#clock, this.#draws);
    return decision;
  }

  #kind(): "first" | "retry" | "replay" {
    if (this.#state.delivery.attempts > 0) return "retry";
    return this.#options.replay === true ? "replay" : "first";
  }

  #result({ answer, error, outcome }: Tried, decision: Decision): DeliverResult | null {
    if (decision.kind === "retry") return null;
    if (decision.kind === "deadLetter") return { ...decision, answer, error, ...this.#end() };
    // A policy may count an error as delivered; then there is no answer to show.
    const shown = answer ?? { status: outcome.status ?? 0, headers: new Headers(), text: "" };
    return { kind: "delivered", status: shown.status, answer: shown, ...this.#end() };
  }

  #end(): { id: string; attempts: number; state: SendState } {
    return { id: this.#state.id, attempts: this.#state.delivery.attempts, state: copy(this.#state) };
  }
}

const OPTIONS = new Reader("INVALID_ARGUMENT");
const KNOWN = [
  "body", "method", "headers", "headerNames", "timeout", "fetch", "init", "interpret", "policy", "id", "seed",
  "signal", "save", "onAttempt", "destination", "replay", "clock",
];
const FUNCTIONS = ["fetch", "interpret", "save", "onAttempt"];

/** Refuses a misspelt option, which would otherwise be silently without effect. */
function checked(options: DeliverOptions): DeliverOptions {
  const read = OPTIONS.object(options, "options", KNOWN, '{ body: { type: "ping" } }');
  for (const name of FUNCTIONS) {
    if (read[name] !== undefined && typeof read[name] !== "function") OPTIONS.refuse(name, "must be a function");
  }
  const { id } = read;
  if (id !== undefined && (typeof id !== "string" || !/^[\x21-\x7e]+$/.test(id))) {
    OPTIONS.refuse("id", "must be text of printable ASCII without blanks: it is sent as a header");
  }
  return options;
}
