/** Asking the guards of a server before an attempt, and telling them what came of it. */
import type { Admission, Because, Kind, Permit, Report } from "../destination/types.js";
import type { Draws } from "../draws.js";
import { moment, Reader, reading } from "../read.js";
import { onAbort } from "./abort.js";
import { NAP_MAX, unlessAborted } from "./sleep.js";
import type { Guard, SendClock } from "./types.js";

const ANSWERS = new Reader("INVALID_ARGUMENT");

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
    const late = (given: Admission) => {
      const answer = checked(given);
      if (answer.kind === "go") returned({ guard, permit: answer.permit }, 0, clock, draws);
    };
    const answer = checked(await unlessAborted(asked, signal, late));
    if (answer.kind === "go") return { guard, permit: answer.permit };
    if (answer.kind === "hold") return { because: answer.because };
    await pause(guard, answer.until - clock.now(), asking);
  }
}

/** An answer of guards that may be the caller's own: a wait that is no number would never end, or not be one. */
function checked(answer: Admission): Admission {
  return reading("INVALID_ARGUMENT", "destination", () => {
    if (typeof answer !== "object" || answer === null) return ANSWERS.mustBe(answer, "destination.admit", "an admission");
    ANSWERS.word(answer.kind, "destination.admit.kind", ["go", "wait", "hold"]);
    return answer.kind === "wait" ? { ...answer, until: moment(answer.until, "destination.admit.until") } : answer;
  });
}

/**
 * Gives a leave back that was not used to the end: the sender's own doing, and nobody's fault. It is
 * not waited for: what ended the attempt must come out at once, and as it is.
 */
export function returned(admission: Admitted, attempts: number, clock: SendClock, draws: Draws): void {
  const unused: Report = { outcome: { error: "local" }, class: "transient", attempts, ended: "no" };
  reported(admission, unused, clock, draws).catch(() => {});
}

/** Tells the guards what came of an attempt. */
export async function reported(
  { guard, permit }: Admitted,
  report: Report,
  clock: SendClock,
  draws: Draws,
): Promise<void> {
  if (guard === undefined || permit === undefined) return;
  await guard.report(permit, report, { now: clock.now(), draws });
  // Two for one: so a queue is at full width again after a few answers, and nobody is asked in vain.
  for (const wake of [...(waiting.get(guard) ?? [])].slice(0, 2)) wake();
}

/** Who waits for which guard in this process, the longest first. */
const waiting = new WeakMap<Guard, Set<() => void>>();
/** Waits, but not longer than until a report gives a place back, or than one nap: to ask early does no harm. */
async function pause(guard: Guard, millis: number, { clock, signal }: Asking): Promise<void> {
  // It may have been aborted since the answer came, and such an abort is not told again.
  signal?.throwIfAborted();
  const queue = waiting.get(guard) ?? new Set();
  waiting.set(guard, queue);
  const done = new AbortController();
  const deaf = onAbort(signal, () => done.abort(signal?.reason));
  let wake = () => {};
  const woken = new Promise<void>((resolve) => (wake = resolve));
  queue.add(wake);
  try {
    const nap = clock.sleep(Math.min(Math.max(millis, 0), NAP_MAX) + 1, done.signal);
    nap.catch(() => {});
    await Promise.race([nap, woken]);
  } finally {
    queue.delete(wake);
    deaf();
    done.abort();
  }
}
