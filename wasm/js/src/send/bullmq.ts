/** Retries for jobs of BullMQ, as a policy says. */
import type { Decision } from "../decision.js";
import { newDelivery, type Delivery } from "../delivery.js";
import { derived, type Seed } from "../draws.js";
import { ReknockError } from "../errors.js";
import type { Outcome } from "../outcome.js";
import { Policy } from "../policy/policy.js";
import type { PolicyInput } from "../policy/types.js";
import { Sender, type Tried } from "./attempt.js";
import { readJobState, type JobState } from "./job-state.js";
import { outcomeOfError } from "./outcome-of-error.js";
import { RANDOM, randomId } from "./random.js";
import type { Answer, AttemptOptions } from "./types.js";

/** What is used of a job of BullMQ. */
export interface JobLike {
  readonly id?: string | undefined;
  readonly data: unknown;
  readonly timestamp: number;
  updateData(data: never): Promise<void>;
  log(row: string): Promise<unknown>;
}

/** The options of {@link retries}. */
export interface RetriesOptions<Job extends JobLike = JobLike> {
  /** How jobs are retried; `"stormSafe"` unless said. */
  policy?: PolicyInput | Policy | undefined;
  /** Derives the jitter from seed and job, so that any worker computes the same; else it is random. */
  seed?: Seed | undefined;
  /** The field of `job.data` that holds the state; `"reknock"` unless said. */
  field?: string | undefined;
  /** Hears of every failed attempt, and what was decided. */
  onDecision?: ((job: Job, outcome: Outcome, decision: Decision) => void) | undefined;
}

/** One attempt of a job: where to, and what. */
export interface JobRequest extends AttemptOptions {
  /** Where to. */
  url: string | URL;
  /** The idempotency id; unless said, a random one that is kept in the job. */
  id?: string | undefined;
}

/** What {@link retries} gives. */
export interface Retries<Job extends JobLike = JobLike> {
  /** For `queue.add`: the policy alone ends the job, and BullMQ asks it for every delay. */
  readonly jobOptions: { attempts: number; backoff: { type: string } };
  /** For the worker: `new Worker(name, processor, { connection, settings })`. */
  readonly settings: {
    backoffStrategy: (attemptsMade: number, type?: string, error?: Error, job?: Job) => Promise<number>;
  };
  /** A processor that sends what `request` says, once per attempt, and gives the status. */
  processor<J extends Job>(
    request: (job: J) => JobRequest | Promise<JobRequest>,
  ): (job: J, token?: string, signal?: AbortSignal) => Promise<{ status: number }>;
}

/** BullMQ's own count must never be the one that ends a job. */
const ATTEMPTS_MAX = 2 ** 31 - 1;
/** What BullMQ takes for "no more". */
const STOP = -1;

/**
 * Retries for a queue of BullMQ. The policy decides every delay and when a job has failed for good:
 * `Retry-After` is kept to, a 410 ends it, the sender's own faults cost no attempt. How far a job got
 * is kept in its data, so that any worker goes on with it.
 *
 * With a processor of your own, throw what `fetch`, axios or got throw, or an error with an
 * `outcome`, such as `Object.assign(new Error("busy"), { outcome: outcomeOf(response) })`. BullMQ's
 * `UnrecoverableError` ends a job as ever.
 *
 * @example
 * ```js
 * import { Queue, Worker } from "bullmq";
 * import { retries } from "reknock/bullmq";
 *
 * const { jobOptions, settings, processor } = retries({ policy: "svix" });
 * const send = processor((job) => ({ url: job.data.url, body: job.data.event }));
 * new Worker("hooks", send, { connection, settings });
 * await new Queue("hooks", { connection }).add("order.paid", { url, event }, jobOptions);
 * ```
 */
export function retries<Job extends JobLike = JobLike>(options: RetriesOptions<Job> = {}): Retries<Job> {
  const policy = options.policy instanceof Policy ? options.policy : new Policy(options.policy ?? "stormSafe");
  const field = options.field ?? "reknock";
  if (options.seed !== undefined) derived(options.seed, "");

  const decide = async (error: unknown, job: Job): Promise<number> => {
    const state = stateOf(job, field);
    const draws = options.seed === undefined ? RANDOM : derived(options.seed, state.id);
    const now = Date.now();
    const [outcome, decision] = decided(outcomeOfError(error), (outcome) =>
      policy.decide(state.delivery, outcome, { now, wall: now, draws }),
    );
    await keep(job, field, state);
    options.onDecision?.(job, outcome, decision);
    return decision.kind === "retry" ? decision.delay : STOP;
  };

  return {
    jobOptions: { attempts: ATTEMPTS_MAX, backoff: { type: "reknock" } },
    settings: {
      backoffStrategy: async (_attemptsMade, _type, error, job) => {
        if (job === undefined) return STOP;
        try {
          return await decide(error, job);
        } catch (error) {
          // BullMQ would leave the job hanging in "active" if this threw.
          await job.log(`reknock: ${error instanceof Error ? error.message : String(error)}`).catch(() => {});
          return STOP;
        }
      },
    },
    processor: (request) => async (job, _token, signal) => {
      const state = stateOf(job, field);
      const { url, id, ...rest } = await request(job);
      if (id !== undefined) state.id = id;
      // Stored first: an attempt repeated after a crash must carry the same id.
      await keep(job, field, state);
      const sender = await Sender.of(rest);
      const sending = { url: String(url), id: state.id, attempt: state.delivery.attempts + 1, now: Date.now() };
      const tried = await sender.send(sending, signal).catch((error: unknown) => {
        if (signal?.aborted) throw new AttemptFailed({ outcome: { error: "local" }, answer: null, error });
        throw error;
      });
      if (policy.classify(tried.outcome) !== "delivered") throw new AttemptFailed(tried);
      return { status: tried.answer?.status ?? 0 };
    },
  };
}

/** An attempt that did not arrive; what a processor of {@link retries} throws. */
export class AttemptFailed extends Error {
  /** What it ended with. */
  readonly outcome: Outcome;
  /** What the server answered, if it did. */
  readonly answer: Answer | null;

  constructor({ outcome, answer, error }: Tried) {
    super(outcome.error === undefined ? `answered ${outcome.status}` : `no answer: ${outcome.error}`, { cause: error });
    this.name = "AttemptFailed";
    this.outcome = outcome;
    this.answer = answer;
  }
}

/** A decision; on an outcome that is none, as if nothing precise were known. */
function decided(outcome: Outcome, decide: (outcome: Outcome) => Decision): [Outcome, Decision] {
  try {
    return [outcome, decide(outcome)];
  } catch (error) {
    if (!(error instanceof ReknockError) || error.code !== "INVALID_OUTCOME") throw error;
    const unknown: Outcome = { error: "reset" };
    return [unknown, decide(unknown)];
  }
}

function stateOf(job: JobLike, field: string): JobState {
  const stored = dataOf(job, field)[field];
  if (stored !== undefined) return readJobState(stored, field);
  const delivery: Delivery = newDelivery(job.timestamp);
  return { v: 1, id: randomId(), delivery };
}

async function keep(job: JobLike, field: string, state: JobState): Promise<void> {
  await job.updateData({ ...dataOf(job, field), [field]: state } as never);
}

function dataOf(job: JobLike, field: string): { readonly [name: string]: unknown } {
  if (typeof job.data === "object" && job.data !== null && !Array.isArray(job.data)) return job.data as never;
  throw new ReknockError("INVALID_ARGUMENT", "job.data", `must be an object: its field "${field}" holds the state`);
}
