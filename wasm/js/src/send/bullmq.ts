/** Retries for jobs of BullMQ, as a policy says. */
import type { Decision } from "../decision.js";
import { newDelivery, wait, type Delivery } from "../delivery.js";
import { derived, type Seed } from "../draws.js";
import { ReknockError } from "../errors.js";
import type { Outcome } from "../outcome.js";
import type { Policy } from "../policy/policy.js";
import type { PolicyInput } from "../policy/types.js";
import { Reader } from "../read.js";
import { ATTEMPT_OPTIONS, Sender, type Tried } from "./attempt.js";
import { readJobState, type JobState } from "./job-state.js";
import { functionsIn, idOf, optionsOf, policyOf, urlOf } from "./options.js";
import { outcomeOfError } from "./outcome-of-error.js";
import { RANDOM, randomId } from "./random.js";
import type { Answer, AttemptOptions } from "./types.js";

/** What is used of a job of BullMQ. */
export interface JobLike {
  readonly id?: string | undefined;
  readonly data: unknown;
  readonly timestamp: number;
  /** How often a worker that had it vanished. */
  readonly stalledCounter?: number | undefined;
  failedReason?: string | undefined;
  updateData(data: never): Promise<void>;
  moveToDelayed(timestamp: number, token?: string): Promise<unknown>;
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
  /** Hears of every failed attempt, and what was decided. What it throws changes nothing, and goes to the job's log. */
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
    // BullMQ says that it gives a part of a job only; it gives the job.
    backoffStrategy: (attemptsMade: number, type?: string, error?: Error, job?: any) => Promise<number>;
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
  const { policy, field, seed, onDecision } = checked(options);

  const decide = async (error: unknown, job: Job): Promise<number> => {
    const state = stateOf(job, field);
    const outcome = outcomeOfError(error);
    const draws = seed === undefined ? RANDOM : derived(seed, state.id);
    const now = Date.now();
    const decision = policy.decide(state.delivery, outcome, { now, wall: now, draws });
    // It holds even where it cannot be stored: a retry too many is better than an event lost.
    await keep(job, field, state).catch((error) => note(job, error));
    void (async () => onDecision?.(job, outcome, decision))().catch((error) => note(job, error));
    if (decision.kind === "retry") return decision.delay;
    // BullMQ stores this as the job's: so whoever looks at a failed job sees which limit ended it.
    if (decision.kind === "deadLetter") job.failedReason = `${decision.reason}: ${messageOf(error)}`;
    return STOP;
  };

  return {
    jobOptions: { attempts: ATTEMPTS_MAX, backoff: { type: "reknock" } },
    settings: {
      backoffStrategy: async (_attemptsMade, _type, error, job?: Job) => {
        if (job === undefined) return STOP;
        try {
          return await decide(error, job);
        } catch (error) {
          // A state that cannot be read. BullMQ would leave the job hanging in "active" if this threw.
          await note(job, error);
          return STOP;
        }
      },
    },
    processor: (request) => async (job, token, signal) => {
      const state = stateOf(job, field);
      if ((job.stalledCounter ?? 0) > 0) await waitOut(job, state, token);
      const { url, id, sender } = await readRequest(await request(job));
      if (id !== undefined) state.id = id;
      // Stored first: an attempt repeated after a crash must carry the same id.
      await keep(job, field, state);
      const sending = { url, id: state.id, attempt: state.delivery.attempts + 1, now: Date.now() };
      const tried = await sender.send(sending, signal).catch((error: unknown) => {
        if (signal?.aborted) throw new AttemptFailed({ outcome: { error: "local" }, answer: null, error });
        throw error;
      });
      if (policy.classify(tried.outcome) !== "delivered") throw new AttemptFailed(tried);
      return { status: tried.answer?.status ?? 0 };
    },
  };
}

const OPTIONS = new Reader("INVALID_ARGUMENT");

/** Refuses what is wrong now, and not with the first job that fails. */
function checked<Job extends JobLike>(options: RetriesOptions<Job>) {
  const read = optionsOf(options, ["policy", "seed", "field", "onDecision"], '{ policy: "svix" }');
  const { seed, field = "reknock", onDecision } = read;
  if (seed !== undefined) derived(seed, "");
  if (typeof field !== "string" || field === "") OPTIONS.refuse("field", "must be the name of a field of job.data");
  functionsIn(read, "onDecision");
  return { policy: policyOf(read.policy, "stormSafe"), seed, field, onDecision };
}

/** What a job asks to be sent. If it cannot be sent now, it never can. */
async function readRequest(request: JobRequest): Promise<{ url: string; id: string | undefined; sender: Sender }> {
  try {
    const read = optionsOf(request, ["url", "id", ...ATTEMPT_OPTIONS], "{ url: job.data.url }");
    const id = read.id === undefined ? undefined : idOf(OPTIONS, read.id, "id");
    return { url: urlOf(read.url), id, sender: await Sender.of(read) };
  } catch (error) {
    throw new AttemptFailed({ outcome: { error: "invalid" }, answer: null, error });
  }
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

/**
 * A worker that vanished between the decision and the wait leaves a job that BullMQ takes up at once.
 * What was decided holds, so it goes back until its time has come.
 */
async function waitOut(job: JobLike, { delivery }: JobState, token: string | undefined): Promise<void> {
  const now = Date.now();
  const left = wait(delivery, now);
  if (left === 0) return;
  await job.moveToDelayed(now + left, token);
  // By this name BullMQ knows that the job has been moved, and did not fail.
  throw Object.assign(new Error("woken before its time"), { name: "DelayedError" });
}

/** Leaves word in the job's log, if that can be reached. */
async function note(job: JobLike, error: unknown): Promise<void> {
  await job.log(`reknock: ${messageOf(error)}`).catch(() => {});
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
