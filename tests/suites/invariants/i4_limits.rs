//! 4. No more attempts than the limit; no attempt scheduled past the window.

use proptest::collection::vec;
use proptest::prelude::*;
use reknock::{
    Backoff, DeadReason, Decision, Delivery, Derived, Ending, Failure, Moment, Outcome, Then,
};
use reknock_tests::fixtures::Fixed;

use crate::generators::{config, delivery, failed, moment, outcome, policy, stretch};

proptest! {
    #![proptest_config(config())]

    /// Whatever the outcomes and the clock, from a new delivery on.
    #[test]
    fn no_life_has_more_attempts_than_the_limit(
        policy in policy(),
        start in moment(),
        steps in vec((outcome(), moment(), stretch()), 1..40),
        key: u64,
    ) {
        let mut delivery = Delivery::new(start);
        let mut made = 0u32;
        for (outcome, now, stretch) in steps {
            let mut draws = Derived::new(1, key);
            let decision =
                policy.decide_stretched(&mut delivery, outcome, now, stretch, &mut draws);
            made += u32::from(outcome.ending() != Ending::Failure(Failure::Local));
            prop_assert_eq!(delivery.attempts(), made);
            let Decision::Retry { attempt, .. } = decision else { break };
            prop_assert_eq!(attempt, made + 1);
            if let Some(limit) = policy.max_attempts() {
                prop_assert!(attempt <= limit, "try {attempt} of {limit}");
            }
            if let Backoff::Schedule(schedule) = policy.backoff()
                && schedule.then() == Then::Stop
            {
                prop_assert!(made as usize <= schedule.delays().len());
            }
        }
    }

    /// Nor does stored state that is past the limit get another one.
    #[test]
    fn no_counted_outcome_past_the_limit_leads_to_a_retry(
        policy in policy(),
        mut delivery in delivery(),
        outcome in outcome(),
        now in moment(),
        draw: u32,
    ) {
        prop_assume!(outcome.ending() != Ending::Failure(Failure::Local));
        let Some(limit) = policy.max_attempts() else { return Ok(()) };
        let was = delivery.attempts();
        let decision = policy.decide(&mut delivery, outcome, now, &mut Fixed(draw));
        if was.saturating_add(1) >= limit {
            prop_assert!(!matches!(decision, Decision::Retry { .. }), "{decision:?}");
        }
    }

    #[test]
    fn nothing_is_scheduled_past_the_window(
        policy in policy(),
        mut delivery in delivery(),
        outcome in outcome(),
        now in moment(),
        stretch in stretch(),
        draw: u32,
    ) {
        let Some(window) = policy.window() else { return Ok(()) };
        let end = delivery.created_at().as_millis() + i64::from(window.get());
        let decision =
            policy.decide_stretched(&mut delivery, outcome, now, stretch, &mut Fixed(draw));
        match decision {
            Decision::Retry { at, delay, .. } => {
                prop_assert!(now.as_millis() + i64::from(delay.get()) <= end);
                prop_assert!(!policy.expired(&delivery, at));
            }
            Decision::DeadLetter { reason: DeadReason::Window, .. } => {
                // It was the window: even without a limit on attempts no try fits.
                let longest = policy.max_delay().max(
                    policy.hint(outcome).map_or(policy.max_delay(), |_| reknock::Millis::MAX));
                prop_assert!(now.as_millis() + i64::from(longest.get()) > end);
            }
            _ => {}
        }
    }

    /// All tries that are allowed are made: a limit is not one less.
    #[test]
    fn a_delivery_that_fails_every_time_uses_all_its_attempts(
        policy in policy(),
        outcomes in vec(failed(), 40),
        key: u64,
    ) {
        let start = Moment::from_millis(0);
        let mut delivery = Delivery::new(start);
        let mut now = start;
        for (outcome, tries) in outcomes.into_iter().zip(1u32..) {
            let mut draws = Derived::new(2, key);
            match policy.decide(&mut delivery, outcome, now, &mut draws) {
                Decision::Retry { at, .. } => now = at,
                Decision::DeadLetter { reason: DeadReason::Attempts, .. } => {
                    let listed = match policy.backoff() {
                        Backoff::Schedule(schedule) if schedule.then() == Then::Stop => {
                            schedule.delays().len() as u32 + 1
                        }
                        _ => u32::MAX,
                    };
                    prop_assert_eq!(tries, policy.max_attempts().unwrap_or(u32::MAX).min(listed));
                    break;
                }
                Decision::DeadLetter { reason: DeadReason::Window, .. } => {
                    prop_assert!(policy.window().is_some());
                    break;
                }
                // An exception of the policy's gave the outcome another meaning.
                _ => break,
            }
        }
    }

    #[test]
    fn dns_failures_have_a_limit_of_their_own(
        policy in policy(),
        key: u64,
    ) {
        let start = Moment::from_millis(0);
        let mut delivery = Delivery::new(start);
        let outcome = Outcome::failure(Failure::Dns).with_class(reknock::Class::Transient);
        let mut failures = 0u32;
        loop {
            failures += 1;
            let decision =
                policy.decide(&mut delivery, outcome, start, &mut Derived::new(3, key));
            prop_assert_eq!(u32::from(delivery.dns_failures()), failures);
            match decision {
                Decision::Retry { .. } => {
                    prop_assert!(failures < u32::from(policy.dns_attempts()));
                }
                Decision::DeadLetter { reason: DeadReason::Dns, .. } => {
                    prop_assert_eq!(failures, u32::from(policy.dns_attempts()));
                    break;
                }
                _ => break,
            }
        }
    }
}
