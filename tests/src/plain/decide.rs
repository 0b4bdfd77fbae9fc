//! The decision, step by step.

use reknock::{Class, DeadReason, Decision, Ending, Failure, RetryReason};

use super::backoff::Jitter;
use super::policy::Policy;
use super::read::LONGEST;

/// The last point in time; the first is as far on the other side of 0.
const LAST_POINT: i128 = (1 << 53) - 1;

/// A delivery's state, in plain numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// Tries that were counted.
    pub attempts: u128,
    /// How many of them were DNS failures.
    pub dns: u128,
    /// When the event was accepted.
    pub created_at: i128,
    /// When the next try is due.
    pub next_at: i128,
    /// The delay that was decided last.
    pub delay: u128,
}

impl Delivery {
    /// A delivery that was never tried.
    #[must_use]
    pub fn new(now: i64) -> Self {
        Self {
            attempts: 0,
            dns: 0,
            created_at: now.into(),
            next_at: now.into(),
            delay: 0,
        }
    }
}

impl From<&reknock::Delivery> for Delivery {
    fn from(delivery: &reknock::Delivery) -> Self {
        Self {
            attempts: delivery.attempts().into(),
            dns: delivery.dns_failures().into(),
            created_at: delivery.created_at().as_millis().into(),
            next_at: delivery.next_at().as_millis().into(),
            delay: delivery.delay().get().into(),
        }
    }
}

/// What one decision is made from, beside the policy.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The state before it.
    pub delivery: Delivery,
    /// How the attempt ended.
    pub ending: Ending,
    /// The caller's own word on what that means.
    pub class: Option<Class>,
    /// The pause that is asked for whatever the class; 0: none.
    pub asked: u32,
    /// The pause that rate-limit fields ask for: on a throttled answer, where
    /// nothing else asks; 0: none.
    pub asked_if_throttled: u32,
    /// The time of the decision.
    pub now: i64,
    /// Per mille, from 1000 to 10000.
    pub stretch: u16,
    /// The 32 bits that step 8 takes, should it be reached.
    pub draw: u32,
}

impl Case {
    /// A case without hints, stretch or a word of the caller's, and the lowest draw.
    #[must_use]
    pub fn new(delivery: Delivery, ending: Ending, now: i64) -> Self {
        Self {
            delivery,
            ending,
            class: None,
            asked: 0,
            asked_if_throttled: 0,
            now,
            stretch: 1_000,
            draw: 0,
        }
    }
}

/// A decision; a dead letter with the class of its last outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields of a decision")]
pub enum Verdict {
    Delivered,
    Retry {
        at: i128,
        delay: u128,
        attempt: u128,
        reason: &'static str,
    },
    Dead {
        reason: &'static str,
        ending: Ending,
        class: Class,
    },
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
            } => Self::Retry {
                at: at.as_millis().into(),
                delay: delay.get().into(),
                attempt: attempt.into(),
                reason: RetryReason::name(reason),
            },
            Decision::DeadLetter { reason, last } => Self::Dead {
                reason: DeadReason::name(reason),
                ending: last.ending(),
                class: last.class(),
            },
        }
    }
}

impl Policy {
    /// The decision, and the delivery as it is to be stored.
    #[must_use]
    pub fn decide(&self, case: &Case) -> (Verdict, Delivery) {
        let is_local = case.ending == Ending::Failure(Failure::Local);
        let is_dns = case.ending == Ending::Failure(Failure::Dns);
        // Step 1.
        let class = case.class.unwrap_or_else(|| self.classify(case.ending));
        // Step 2.
        let mut after = case.delivery;
        if !is_local {
            after.attempts = LONGEST.min(after.attempts + 1);
        }
        if is_dns {
            after.dns = 255.min(after.dns + 1);
        }
        let dead = |reason| Verdict::Dead {
            reason,
            ending: case.ending,
            class,
        };
        // Step 3.
        match class {
            Class::Delivered => return (Verdict::Delivered, after),
            Class::Permanent => return (dead("permanent"), after),
            Class::Gone => return (dead("gone"), after),
            Class::Transient | Class::Throttled => {}
        }
        if is_dns && after.dns >= self.dns_attempts {
            return (dead("dns"), after);
        }
        let used_up = self
            .max_attempts
            .is_some_and(|limit| after.attempts >= limit);
        if (!is_local && used_up) || self.backoff.is_over(after.attempts) {
            return (dead("attempts"), after);
        }
        // Steps 4 to 9.
        let hint = self.hint(case, class);
        let (delay, is_hint) = self.delay(case, class, after.attempts, hint);
        // Step 10.
        let at = i128::from(case.now) + delay as i128;
        if let Some(window) = self.window
            && at > after.created_at + window as i128
        {
            return (dead("window"), after);
        }
        // Step 11.
        after.next_at = at.min(LAST_POINT);
        after.delay = delay;
        let reason = match (is_local, is_hint, class) {
            (true, _, _) => "local",
            (_, true, _) => "hint",
            (_, _, Class::Throttled) => "throttled",
            _ => "backoff",
        };
        let verdict = Verdict::Retry {
            at: after.next_at,
            delay,
            attempt: LONGEST.min(after.attempts + 1),
            reason,
        };
        (verdict, after)
    }

    /// The pause that is asked for and believed.
    fn hint(&self, case: &Case, class: Class) -> Option<u128> {
        let asked = match (case.asked, class) {
            (0, Class::Throttled) => case.asked_if_throttled,
            (asked, _) => asked,
        };
        let hints = self.hints.as_ref()?;
        (asked > 0).then_some(u128::from(asked).min(hints.longest))
    }

    /// The delay, and whether the hint gave it.
    fn delay(&self, case: &Case, class: Class, attempts: u128, hint: Option<u128>) -> (u128, bool) {
        let throttle = match (class, hint) {
            (Class::Throttled, None) => self.throttle_factor,
            _ => 1,
        };
        let pressed = |v: u128| v * throttle * u128::from(case.stretch) / 1_000;
        // Steps 4 and 5.
        let v = self.backoff.base_delay(attempts.max(1), self.max_delay);
        let v = pressed(v).min(self.max_delay);
        // Step 6.
        let first = self.backoff.first_delay();
        let (lo, hi) = match self.jitter {
            Jitter::None => (v, v),
            Jitter::Full => (0, v),
            Jitter::Equal => (v / 2, v),
            Jitter::Proportional(share) => (v - v * share / 1_000, v + v * share / 1_000),
            Jitter::Additive { share, min, max } => {
                let d = (v * share / 1_000).max(min).min(max);
                (v, v + d)
            }
            Jitter::Decorrelated => {
                let previous = case.delivery.delay.max(first).min(self.max_delay);
                (first, first.max(self.max_delay.min(pressed(3 * previous))))
            }
        };
        let excess = hi.saturating_sub(self.max_delay);
        let own = pick(lo.saturating_sub(excess), hi - excess, case.draw);
        // Steps 7 to 9.
        let (Some(hints), Some(h)) = (&self.hints, hint) else {
            return (own, false);
        };
        let asked = pick(h, LONGEST.min(h + h * hints.jitter / 1_000), case.draw);
        if hints.at_least && own > asked {
            (own, false)
        } else {
            (asked, true)
        }
    }
}

/// Step 8.
fn pick(lo: u128, hi: u128, draw: u32) -> u128 {
    lo + u128::from(draw) * (hi - lo + 1) / (1 << 32)
}
