//! The decision: the one place that combines the steps.

use crate::delivery::classify::{Class, classify};
use crate::delivery::decision::{DeadReason, Decision, Last, RetryReason};
use crate::delivery::jitter::{Jitter, Stretch, Window, per_mille};
use crate::delivery::outcome::Outcome;
use crate::delivery::state::Delivery;
use crate::policy::{HintMode, Policy};
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
        let local = outcome.is_local();

        let attempts_before = delivery.attempts;
        if !local {
            delivery.attempts = attempts_before.saturating_add(1);
        }
        if outcome.is_dns() {
            delivery.dns = delivery.dns.saturating_add(1);
        }

        let dead = |reason| {
            let last = Last {
                ending: outcome.ending,
                class,
            };
            Decision::DeadLetter { reason, last }
        };
        match class {
            Class::Delivered => return Decision::Delivered,
            Class::Permanent => return dead(DeadReason::Permanent),
            Class::Gone => return dead(DeadReason::Gone),
            Class::Transient | Class::Throttled => {}
        }
        if outcome.is_dns() && delivery.dns >= self.limits.dns {
            return dead(DeadReason::Dns);
        }
        if (!local && self.limits.attempts_reached(delivery.attempts))
            || self.backoff.has_ended(delivery.attempts)
        {
            return dead(DeadReason::Attempts);
        }

        let (delay, hinted) = self.delay(
            delivery,
            &outcome,
            class,
            stretch,
            random.draw(attempts_before),
        );

        let at = now.as_millis() + i64::from(delay.get());
        if self.limits.window_passed(delivery.created_at, at) {
            return dead(DeadReason::Window);
        }
        delivery.next_at = now.after(delay);
        delivery.delay = delay;
        let reason = if local {
            RetryReason::Local
        } else if hinted {
            RetryReason::Hint
        } else if matches!(class, Class::Throttled) {
            RetryReason::Throttled
        } else {
            RetryReason::Backoff
        };
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
        self.hint_for(&outcome, self.classify(outcome))
            .map(|(hint, _)| hint)
    }

    /// The pause believed for an outcome of this class, with the jitter on it.
    #[inline]
    fn hint_for(&self, outcome: &Outcome, class: Class) -> Option<(Millis, u16)> {
        let hints = self.hints.as_ref()?;
        let asked = outcome.hints.for_class(class);
        if asked.is_zero() {
            None
        } else {
            Some((asked.min(hints.longest), hints.jitter))
        }
    }

    /// Steps 4 to 9: how long to wait, and whether the server gave the answer.
    #[inline]
    fn delay(
        &self,
        delivery: &Delivery,
        outcome: &Outcome,
        class: Class,
        stretch: Stretch,
        draw: u32,
    ) -> (Millis, bool) {
        let Some((hint, jitter)) = self.hint_for(outcome, class) else {
            return (
                self.backoff_window(delivery, class, stretch).pick(draw),
                false,
            );
        };
        let asked = Window::of_hint(hint.get(), jitter).pick(draw);
        if let Some(HintMode::AtLeast) = self.hints.map(|hints| hints.mode) {
            // Something was asked for, so a throttled answer has said how much
            // longer to wait: no factor on top.
            let own = self
                .backoff_window(delivery, Class::Transient, stretch)
                .pick(draw);
            if own > asked {
                return (own, false);
            }
        }
        (asked, true)
    }

    /// Steps 4 to 6: the window of delays that backoff allows.
    #[inline]
    pub(crate) fn backoff_window(
        &self,
        delivery: &Delivery,
        class: Class,
        stretch: Stretch,
    ) -> Window {
        let first = self.backoff.first();
        let cap = self.max_delay;
        let mut v = match self.jitter {
            // Grows from the delay before, not from the number of attempts.
            Jitter::Decorrelated => delivery.delay.max(first).min(cap).get().saturating_mul(3),
            _ => self.backoff.base(delivery.attempts.max(1), cap).get(),
        };
        if matches!(class, Class::Throttled) {
            v = v.saturating_mul(u32::from(self.throttle_factor));
        }
        if stretch > Stretch::NONE {
            v = per_mille(v, stretch.get());
        }
        self.jitter.window(v.min(cap.get()), first, cap)
    }
}
