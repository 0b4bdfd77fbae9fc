/** Asking the guards of a server before an attempt, and telling them what came of it. */
import type { Decision } from "../decision.js";
import type { Because, Kind, Permit, Report } from "../destination/types.js";
import type { Draws } from "../draws.js";
import type { Class, Outcome } from "../outcome.js";
import { unlessAborted } from "./sleep.js";
import type { Guard, SendClock } from "./types.js";

/** Leave to try once; without guards, anyone's. */
export interface Admitted {
  readonly guard?: Guard;
  readonly permit?: Permit;
}

interface Asking {
  readonly kind: Kind;
  readonly clock: SendClock;
  readonly draws: Draws;
  readonly signal: AbortSignal | undefined;
}

/** Waits for the guards' leave to try. `because`: they hold it back until a person acts. */
export async function admitted(guard: Guard | undefined, asking: Asking): Promise<Admitted | { because: Because }> {
  if (guard === undefined) return {};
  for (;;) {
    const { kind, clock, draws, signal } = asking;
    signal?.throwIfAborted();
    const asked = guard.admit({ now: clock.now(), kind, draws });
    // A leave that comes after an abort is given back.
    const late = (answer: Awaited<typeof asked>) => {
      if (answer.kind === "go") void returned({ guard, permit: answer.permit }, 0, clock, draws).catch(() => {});
    };
    const answer = await unlessAborted(asked, signal, late);
    if (answer.kind === "go") return { guard, permit: answer.permit };
    if (answer.kind === "hold") return { because: answer.because };
    await pause(guard, answer.until - clock.now(), asking);
  }
}

/** What came of an attempt. */
export interface Told {
  readonly outcome: Outcome;
  readonly class: Class;
  readonly decision: Decision;
  readonly attempts: number;
}

/** Tells the guards what came of an attempt. */
export async function reported(admission: Admitted, told: Told, clock: SendClock, draws: Draws): Promise<void> {
  const { outcome, decision } = told;
  const ended = decision.kind === "retry" ? "no" : decision.kind === "delivered" ? "delivered" : decision.reason;
  const bare = outcome.error === undefined ? { status: outcome.status } : { error: outcome.error };
  await tell(admission, { outcome: bare, class: told.class, attempts: told.attempts, ended }, clock, draws);
}

/** Gives a leave back that was not used to the end: the sender's own doing, and nobody's fault. */
export async function returned(admission: Admitted, attempts: number, clock: SendClock, draws: Draws): Promise<void> {
  await tell(admission, { outcome: { error: "local" }, class: "transient", attempts, ended: "no" }, clock, draws);
}

async function tell({ guard, permit }: Admitted, report: Report, clock: SendClock, draws: Draws): Promise<void> {
  if (guard === undefined || permit === undefined) return;
  await guard.report(permit, report, { now: clock.now(), draws });
  // Two for one: so a queue is at full width again after a few answers, and nobody is asked in vain.
  for (const wake of [...(waiting.get(guard) ?? [])].slice(0, 2)) wake();
}

/** Who waits for which guard in this process, the longest first. */
const waiting = new WeakMap<Guard, Set<() => void>>();
/** The longest wait before the guards are asked again; they give no longer one than a few minutes. */
const PAUSE_MAX = 300_000;

/** Waits, but not longer than until a report gives a place back. */
async function pause(guard: Guard, millis: number, { clock, signal }: Asking): Promise<void> {
  const queue = waiting.get(guard) ?? new Set();
  waiting.set(guard, queue);
  const done = new AbortController();
  const stop = () => done.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  let wake = () => {};
  const woken = new Promise<void>((resolve) => (wake = resolve));
  queue.add(wake);
  try {
    const nap = clock.sleep(Math.min(Math.max(millis, 0), PAUSE_MAX) + 1, done.signal);
    nap.catch(() => {});
    await Promise.race([nap, woken]);
  } finally {
    queue.delete(wake);
    signal?.removeEventListener("abort", stop);
    done.abort();
  }
}
