//! A decision the plain way: unbounded integers, one step after the other, as
//! the semantics has them. Slow, and free of every trick that core plays.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use reknock::{
    Backoff, Class, DeadReason, Decision, Delivery, Ending, Failure, HintMode, Jitter, Millis,
    Moment, Outcome, Policy, RetryReason, Then,
};

/// What one decision is made from.
pub(crate) struct Case<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) before: Delivery,
    pub(crate) outcome: Outcome,
    pub(crate) class: Class,
    /// What the server or the caller asks for, in milliseconds; 0 is nothing.
    pub(crate) asked: u32,
    pub(crate) now: Moment,
    /// Per mille.
    pub(crate) stretch: u16,
    pub(crate) draw: u32,
}

/// A decision, without the last outcome that a dead letter carries.
#[derive(Debug, PartialEq)]
pub(crate) enum Verdict {
    Delivered,
    Retry(Moment, Millis, u32, RetryReason),
    Dead(DeadReason),
}

impl From<Decision> for Verdict {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Delivered => Self::Delivered,
            Decision::Retry {
                at,
                delay,
                attempt,
                reason,
            } => Self::Retry(at, delay, attempt, reason),
            Decision::DeadLetter { reason, .. } => Self::Dead(reason),
        }
    }
}

/// The decision, and the delivery's (attempts, dns, nextAt, delay) after it.
pub(crate) fn decide(case: &Case<'_>) -> (Verdict, (u32, u8, Moment, Millis)) {
    let Case { policy, before, .. } = case;
    let local = case.outcome.ending() == Ending::Failure(Failure::Local);
    let dns_failed = case.outcome.ending() == Ending::Failure(Failure::Dns);
    let attempts = before.attempts().saturating_add(u32::from(!local));
    let dns = before.dns_failures().saturating_add(u8::from(dns_failed));
    let unscheduled = (attempts, dns, before.next_at(), before.delay());

    let dead = |reason| (Verdict::Dead(reason), unscheduled);
    let over = match policy.backoff() {
        Backoff::Schedule(schedule) if schedule.then() == Then::Stop => {
            (schedule.delays().len() as u64) < u64::from(attempts)
        }
        _ => false,
    };
    match case.class {
        Class::Delivered => return (Verdict::Delivered, unscheduled),
        Class::Permanent => return dead(DeadReason::Permanent),
        Class::Gone => return dead(DeadReason::Gone),
        Class::Transient | Class::Throttled => {}
    }
    if dns_failed && dns >= policy.dns_attempts() {
        return dead(DeadReason::Dns);
    }
    if over || (!local && policy.max_attempts().is_some_and(|limit| attempts >= limit)) {
        return dead(DeadReason::Attempts);
    }

    let (delay, hinted) = delay(case, attempts);
    let at = i128::from(case.now.as_millis()) + i128::from(delay);
    if let Some(window) = policy.window()
        && at > i128::from(before.created_at().as_millis()) + i128::from(window.get())
    {
        return dead(DeadReason::Window);
    }
    let at = Moment::from_millis(at.min(i128::from(i64::MAX)) as i64);
    let delay = Millis::new(delay);
    let reason = match (local, hinted, case.class) {
        (true, ..) => RetryReason::Local,
        (_, true, _) => RetryReason::Hint,
        (.., Class::Throttled) => RetryReason::Throttled,
        _ => RetryReason::Backoff,
    };
    let retry = Verdict::Retry(at, delay, attempts.saturating_add(1), reason);
    (retry, (attempts, dns, at, delay))
}

/// Steps 4 to 9: the delay, and whether a hint gave it.
fn delay(case: &Case<'_>, attempts: u32) -> (u32, bool) {
    let rules = case.policy.hints().filter(|_| case.asked > 0);
    let own = pick(backoff_window(case, attempts, rules.is_some()), case.draw);
    let Some(rules) = rules else {
        return (own, false);
    };
    let asked = u128::from(case.asked.min(rules.longest.get()));
    let asked = pick(
        (asked, asked + asked * u128::from(rules.jitter) / 1000),
        case.draw,
    );
    match rules.mode {
        HintMode::AtLeast if own > asked => (own, false),
        _ => (asked, true),
    }
}

/// Step 8, on a window whose ends may lie beyond the longest length.
fn pick((lo, hi): (u128, u128), draw: u32) -> u32 {
    let most = u128::from(u32::MAX);
    let (lo, hi) = (lo.min(most), hi.min(most));
    (lo + ((u128::from(draw) * (hi - lo + 1)) >> 32)) as u32
}

/// Steps 4 to 6.
fn backoff_window(case: &Case<'_>, attempts: u32, is_hinted: bool) -> (u128, u128) {
    let policy = case.policy;
    let cap = u128::from(policy.max_delay().get());
    let pressed = |v: u128| {
        let throttled = case.class == Class::Throttled && !is_hinted;
        let v = if throttled {
            v * u128::from(policy.throttle_factor())
        } else {
            v
        };
        (v * u128::from(case.stretch) / 1000).min(cap)
    };
    let v = pressed(base(policy, attempts.max(1)));
    let (lo, hi) = match policy.jitter() {
        Jitter::None => (v, v),
        Jitter::Full => (0, v),
        Jitter::Equal => (v / 2, v),
        Jitter::Proportional(share) => {
            let spread = v * u128::from(share) / 1000;
            (v - spread, v + spread)
        }
        Jitter::Additive {
            per_mille,
            min,
            max,
        } => {
            let spread = v * u128::from(per_mille) / 1000;
            (
                v,
                v + spread.clamp(u128::from(min.get()), u128::from(max.get())),
            )
        }
        Jitter::Decorrelated => {
            let first = base(policy, 1);
            let previous = u128::from(case.before.delay().get()).clamp(first, cap);
            (first, pressed(3 * previous).max(first))
        }
    };
    let excess = hi.saturating_sub(cap);
    (lo.saturating_sub(excess), hi - excess)
}

/// Step 4: the base delay of the n-th retry.
fn base(policy: &Policy, n: u32) -> u128 {
    let n = u128::from(n);
    match policy.backoff() {
        Backoff::Constant { delay } => u128::from(delay.get()),
        Backoff::Linear { step } => u128::from(step.get()) * n,
        Backoff::Exponential { base, factor } => {
            let cap = u128::from(policy.max_delay().get());
            // Past 64 steps a policy that was accepted is at its cap, or past
            // its last attempt.
            (1..n.min(65)).fold(u128::from(base.get()), |v, _| {
                cap.min(v * u128::from(factor.numerator()) / u128::from(factor.denominator()))
            })
        }
        Backoff::Schedule(schedule) => {
            let delays = schedule.delays();
            u128::from(delays[(n as usize).min(delays.len()) - 1].get())
        }
    }
}

/// The draw derived from seed and key.
pub(crate) fn derived(seed: u64, key: u64, attempts: u32) -> u32 {
    let mix = |state: u64| SplitMix64::from_seed(state.to_le_bytes()).next_u64();
    (mix(mix(mix(seed) ^ key) ^ u64::from(attempts)) >> 32) as u32
}
