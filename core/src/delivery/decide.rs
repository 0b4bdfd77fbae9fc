//! The decision: the one place that combines the steps.

use crate::delivery::classify::{Class, classify};
use crate::delivery::decision::{DeadReason, Decision, Last, RetryReason};
use crate::delivery::jitter::{Jitter, Stretch, Window, per_mille};
use crate::delivery::outcome::{Code, Failure, Outcome};
use crate::delivery::state::Delivery;
use crate::policy::{HintMode, HintRules, Policy};
use crate::random::Draw;
use crate::time::{Millis, Moment};

impl Policy {
    /// Turns what happened into what to do next, and counts it in `delivery`.
    ///
    /// Takes one draw from `random` if the delivery may be tried again, none
    /// otherwise. Obey the decision, and persist the delivery before the wait:
    /// both together survive a restart.
    ///
    /// ```
    /// use reknock::{presets, Decision, Delivery, Derived, Millis, Moment, Outcome};
    ///
    /// let policy = presets::STORM_SAFE;
    /// let now = Moment::from_millis(1_700_000_000_000);
    /// let mut delivery = Delivery::new(now);
    ///
    /// let outcome = Outcome::status(503).with_retry_after(b"120", None, None);
    /// let decision = policy.decide(&mut delivery, outcome, now, &mut Derived::new(7, 42));
    ///
    /// let Decision::Retry { at, delay, attempt, .. } = decision else { unreachable!() };
    /// assert!(delay >= Millis::from_mins(2), "never before the server asked");
    /// assert_eq!(at, now.after(delay));
    /// assert_eq!(attempt, 2);
    /// assert_eq!(delivery.wait(now), delay);
    /// ```
    #[inline]
    pub fn decide<D: Draw + ?Sized>(
        &self,
        delivery: &mut Delivery,
        outcome: Outcome,
        now: Moment,
        random: &mut D,
    ) -> Decision {
        self.decide_stretched(delivery, outcome, now, Stretch::NONE, random)
    }

    /// [`decide`](Self::decide) for a destination in trouble: delays that come
    /// from backoff are stretched, what the server asked for is not.
    ///
    /// ```
    /// use reknock::{Decision, Delivery, Derived, Jitter, Millis, Moment, Outcome, Policy, Stretch};
    ///
    /// let policy = Policy::constant(Millis::from_secs(10)).jitter(Jitter::None).build()?;
    /// let now = Moment::from_millis(0);
    /// let decision = policy.decide_stretched(
    ///     &mut Delivery::new(now),
    ///     Outcome::status(503),
    ///     now,
    ///     Stretch::per_mille(3_000),
    ///     &mut Derived::new(7, 42),
    /// );
    /// assert!(matches!(decision, Decision::Retry { delay, .. } if delay == Millis::from_secs(30)));
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    #[inline]
    pub fn decide_stretched<D: Draw + ?Sized>(
        &self,
        delivery: &mut Delivery,
        outcome: Outcome,
        now: Moment,
        stretch: Stretch,
        random: &mut D,
    ) -> Decision {
        let class = self.classify(outcome);
        let attempts_before = delivery.attempts;
        if self.count(delivery, outcome.code) || !class.is_retried() {
            return self.end(delivery, outcome, class);
        }

        let asked = if outcome.hint.is_none() {
            None
        } else {
            self.asked_window(&outcome, class)
        };
        let own = self.own_window(delivery, asked, class, stretch);
        let draw = random.draw(attempts_before);
        let mut delay = own.pick(draw);
        let mut hinted = false;
        if let Some((asked, _)) = asked {
            let asked = asked.pick(draw);
            if asked >= delay {
                delay = asked;
                hinted = true;
            }
        }
        let reason = reason_of(outcome.code, hinted, class);

        let at = now.as_millis().saturating_add(i64::from(delay.get()));
        if self.limits.window_passed(delivery.created_at, at) {
            return dead_letter(DeadReason::Window, outcome, class);
        }
        delivery.next_at = now.after(delay);
        delivery.delay = delay;
        let attempt = delivery.attempts.saturating_add(1);
        Decision::Retry {
            at: delivery.next_at,
            delay,
            attempt,
            reason,
        }
    }

    /// What an outcome means under this policy.
    ///
    /// ```
    /// use reknock::{Class, Millis, Outcome, Policy};
    ///
    /// let policy = Policy::constant(Millis::from_secs(1))
    ///     .status_means(409, Class::Transient)
    ///     .build()?;
    /// assert_eq!(policy.classify(Outcome::status(409)), Class::Transient);
    /// assert_eq!(policy.classify(Outcome::status(400)), Class::Permanent);
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn classify(&self, outcome: Outcome) -> Class {
        classify(&outcome, &self.exceptions)
    }

    /// The pause this policy believes the server asked for, if any.
    ///
    /// ```
    /// use reknock::{presets, Millis, Outcome};
    ///
    /// let asked = |seconds| Outcome::status(503).with_retry_after(seconds, None, None);
    /// let policy = presets::STORM_SAFE;
    /// assert_eq!(policy.hint(asked(b"60")), Some(Millis::from_secs(60)));
    /// assert_eq!(policy.hint(asked(b"9999999")), Some(Millis::from_hours(24)), "the longest believed");
    /// assert_eq!(policy.hint(asked(b"soon")), None, "malformed is absent, never zero");
    /// ```
    #[must_use]
    #[inline]
    pub fn hint(&self, outcome: Outcome) -> Option<Millis> {
        self.asked(&outcome, self.classify(outcome))
            .map(|(asked, _)| asked)
    }

    /// The pause believed for an outcome of this class, and how it is taken.
    #[inline]
    fn asked(&self, outcome: &Outcome, class: Class) -> Option<(Millis, &HintRules)> {
        let asked = outcome.hint.for_class(class);
        if asked.is_zero() {
            return None;
        }
        let rules = self.hints.as_ref()?;
        Some((asked.min(rules.longest), rules))
    }

    /// Steps 2 and 3: counts a try, unless the fault was the sender's own, and
    /// tells whether a limit on their number is reached.
    #[inline]
    fn count(&self, delivery: &mut Delivery, code: Code) -> bool {
        if code.is_failure() {
            if code.is(Failure::Local) {
                // Not counted, so only the end of a schedule can be reached.
                return self
                    .curve
                    .last_try()
                    .is_some_and(|last| delivery.attempts >= last);
            }
            if code.is(Failure::Dns) {
                delivery.dns = delivery.dns.saturating_add(1);
                delivery.attempts = delivery.attempts.saturating_add(1);
                return delivery.dns >= self.limits.dns
                    || self.limits.attempts_reached(delivery.attempts);
            }
        }
        delivery.attempts = delivery.attempts.saturating_add(1);
        self.limits.attempts_reached(delivery.attempts)
    }

    /// Step 3, once it is known to end here: the first reason that holds.
    #[inline]
    fn end(&self, delivery: &Delivery, outcome: Outcome, class: Class) -> Decision {
        let reason = match class {
            Class::Delivered => return Decision::Delivered,
            Class::Permanent => DeadReason::Permanent,
            Class::Gone => DeadReason::Gone,
            Class::Transient | Class::Throttled => {
                if outcome.code.is(Failure::Dns) && delivery.dns >= self.limits.dns {
                    DeadReason::Dns
                } else {
                    DeadReason::Attempts
                }
            }
        };
        dead_letter(reason, outcome, class)
    }

    /// Step 7: the window of delays that the server asked for, if any.
    #[cold]
    fn asked_window(&self, outcome: &Outcome, class: Class) -> Option<(Window, HintMode)> {
        let (asked, rules) = self.asked(outcome, class)?;
        Some((Window::of_hint(asked.get(), rules.jitter), rules.mode))
    }

    /// Steps 4 to 6, as far as the server's word leaves anything to decide.
    #[inline]
    fn own_window(
        &self,
        delivery: &Delivery,
        asked: Option<(Window, HintMode)>,
        class: Class,
        stretch: Stretch,
    ) -> Window {
        let mut class = class;
        if let Some((_, mode)) = asked {
            if let HintMode::Replace = mode {
                return Window { lo: 0, hi: 0 };
            }
            // A throttled answer has said how much longer to wait: no factor
            // on top.
            class = Class::Transient;
        }
        self.backoff_window(delivery, class, stretch)
    }

    /// Steps 4 to 6: the window of delays that backoff allows.
    #[inline]
    pub(crate) fn backoff_window(
        &self,
        delivery: &Delivery,
        class: Class,
        stretch: Stretch,
    ) -> Window {
        let cap = self.max_delay;
        let mut v = match self.jitter {
            // Grows from the delay before, not from the number of attempts.
            Jitter::Decorrelated => delivery
                .delay
                .max(self.curve.first())
                .min(cap)
                .get()
                .saturating_mul(3),
            _ => self.curve.base(delivery.attempts).get(),
        };
        if matches!(class, Class::Throttled) {
            v = v.saturating_mul(u32::from(self.throttle_factor));
        }
        if stretch > Stretch::NONE {
            v = per_mille(v, stretch.get());
        }
        self.jitter
            .window(v.min(cap.get()), self.curve.first(), cap)
    }
}

#[inline]
fn dead_letter(reason: DeadReason, outcome: Outcome, class: Class) -> Decision {
    Decision::DeadLetter {
        reason,
        last: Last {
            code: outcome.code,
            class,
        },
    }
}

/// Step 11: what gave the delay.
#[inline]
fn reason_of(code: Code, hinted: bool, class: Class) -> RetryReason {
    match class {
        _ if code.is(Failure::Local) => RetryReason::Local,
        _ if hinted => RetryReason::Hint,
        Class::Throttled => RetryReason::Throttled,
        _ => RetryReason::Backoff,
    }
}
