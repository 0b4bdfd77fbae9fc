/** The decision: the arguments looked at, the module asked, the delivery written, the answer made. */
import { decide, floats, words } from "../boundary/core.js";
import { className, lastOf, look, pack, packedHint, packedStatus, Seen } from "../boundary/outcome.js";
import type { DeadReason, Decision, Retry, RetryReason } from "../decision.js";
import { checkDelivery, isDelivery, undone, type Delivery } from "../delivery.js";
import { draw, DrawsOf } from "../draws.js";
import type { Outcome } from "../outcome.js";
import { moment, ours, Reader } from "../read.js";
import { MAX_POINT } from "../time.js";
import type { DecideOptions } from "./types.js";

const RETRY_REASONS: readonly RetryReason[] = ["backoff", "backoff", "throttled", "hint", "local"];
const DEAD_REASONS: readonly DeadReason[] = ["permanent", "gone", "dns", "attempts", "window"];
const DELIVERED: Decision = Object.freeze({ kind: "delivered" });
const ARGUMENTS = new Reader("INVALID_ARGUMENT");

/** What `decide` answers in its lowest bits, and as a whole where it asks for a draw. */
const enum Answer {
  Delivered = 0,
  Retry = 1,
  DrawNeeded = -1,
}

/**
 * Where the draw comes from, in the bits of a packed outcome.
 *
 * @internal
 */
export const enum Mode {
  Derived = 0,
  Given = 1 << 28,
  Unknown = 2 << 28,
  /** None: the class of the outcome is all that is asked. */
  ClassOnly = 3 << 28,
}

/** A way to a decision. */
type Way<P, D> = (self: P, delivery: Delivery, outcome: Outcome, options: DecideOptions) => D;
export type Deciding<P> = Way<P, Decision>;

/**
 * What `decide` does. Made when the module is there, since V8 takes what is constant in a closure that is made once
 * for what it is, a view on the desk too; what belongs to a file it looks up at every call, since bundlers make variables
 * of a file's constants. `ready` gives the address of a policy, for the call that comes next.
 */
export function decidingWith<P>(ready: (self: P) => number): Deciding<P> {
  const [short, long, desk] = [shortWay(ready), longWay(ready), words];
  return (self, delivery, outcome, options) => {
    let retry: Retry | null = null;
    let attempts = 0;
    let nextAt = 0;
    let delay = 0;
    try {
      retry = short(self, delivery, outcome, options);
      if (retry !== null) {
        // Before anything else of the caller's runs: the desk is as the module left it.
        attempts = desk[2]!;
        ({ nextAt, delay } = delivery);
      }
    } catch {
      // Whatever is wrong is met again on the long way, and named.
      retry = null;
    }
    if (retry === null) return long(self, delivery, outcome, options);
    try {
      delivery.delay = retry.delay;
      delivery.nextAt = retry.at;
      delivery.attempts = attempts; // the last: what is not written need not be undone
    } catch (error) {
      throw undone(delivery, { nextAt, delay }, error);
    }
    return retry;
  };
}

/**
 * The short way: for draws that are derived, a status that may have a hint, a retry that comes of it, and everything as
 * it should be. For all else it throws or answers `null`; it writes nothing. DNS failures are no statuses, so that
 * their number stays.
 *
 * What `decide` costs is mostly the care that it takes, so here that is taken in few words: V8 puts a function into
 * its caller if it is short enough.
 */
function shortWay<P>(ready: (self: P) => number): Way<P, Retry | null> {
  const [exported, desk, points, last] = [decide, words, floats, MAX_POINT];
  const [looking, drawing, isWhole, reasons] = [look, DrawsOf.of, isDelivery, RETRY_REASONS];
  return (self, delivery, outcome, options) => {
    const { now, draws, stretch, wall } = options;
    const { next, high, low } = drawing(draws);
    if (next !== null || stretch !== undefined || wall !== undefined) return null;
    if (typeof now !== "number" || !(now >= 0 && now <= last)) return null;
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
    return { kind: "retry", at: points[0]!, delay: desk[0]!, attempt: desk[1]!, reason: reasons[(answer >> 2) & 7]! };
  };
}

/**
 * The long way, which takes whatever it is given, and names what is wrong. What came from the short way is read once
 * more here; from here on each value is read once, and nothing of the caller's runs between the packing of the outcome
 * and the decision. Names that are not known are not looked for in the options, as they are in every other call: that
 * would cost more than the decision itself.
 */
function longWay<P>(ready: (self: P) => number): Deciding<P> {
  const [exported, desk, points, last] = [decide, words, floats, MAX_POINT];
  const [packing, drawing, isWhole, reasons] = [pack, DrawsOf.of, isDelivery, RETRY_REASONS];
  return (self, delivery, outcome, options) => {
    let attempts: number, dns: number, createdAt: number, nextAt: number, delay: number;
    let at: number, stretched: number, wall: number | undefined, source: DrawsOf;
    try {
      if (typeof options !== "object" || options === null) {
        ARGUMENTS.refuse("options", "must be an object such as { now, draws }");
      }
      const { now, draws, stretch } = options;
      wall = options.wall === undefined ? undefined : moment(options.wall, "wall");
      source = drawing(draws);
      // As it is: the module drops a fraction.
      at = typeof now === "number" && now >= 0 && now <= last ? now : moment(now, "now");
      stretched = stretch === undefined ? 1000 : stretchOf(stretch);
    } catch (error) {
      throw ours(error, "INVALID_ARGUMENT", "options");
    }
    try {
      let v: unknown;
      ({ v, attempts, dns, createdAt, nextAt, delay } = delivery);
      if (!isWhole(v, attempts, dns, createdAt, nextAt, delay)) {
        ({ attempts, dns, createdAt, nextAt, delay } = checkDelivery(delivery));
      }
    } catch (error) {
      // Not an object at all, or one that throws; this says which.
      ({ attempts, dns, createdAt, nextAt, delay } = checkDelivery(delivery));
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
      throw undone(delivery, { attempts, dns, nextAt, delay }, error);
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

/** As an argument, a stretch outside its range becomes the nearer end. */
function stretchOf(stretch: unknown): number {
  if (typeof stretch === "number" && stretch === stretch) {
    return Math.floor(Math.min(Math.max(stretch, 1000), 10000));
  }
  return ARGUMENTS.refuse("stretch", "must be a number of per mille from 1000 to 10000");
}
