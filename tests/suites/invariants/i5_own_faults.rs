//! 5. The sender's own faults, a cancelled wait and a closed gate cost the
//!    delivery no attempt.

use proptest::collection::vec;
use proptest::prelude::*;
use reknock::{DeadReason, Decision, Delivery, Failure, Millis, Moment, Outcome, RetryReason};
use reknock_tests::fixtures::Fixed;

use crate::generators::{config, delivery, failed, length, moment, outcome, policy};

proptest! {
    #![proptest_config(config())]

    /// Whatever else is said of it: a hint, a class, an exception.
    #[test]
    fn a_local_fault_counts_nothing(
        policy in policy(),
        before in delivery(),
        hint in length(),
        now in moment(),
        draw: u32,
    ) {
        let mut after = before;
        let fault = Outcome::failure(Failure::Local).with_hint(hint);
        let decision = policy.decide(&mut after, fault, now, &mut Fixed(draw));
        prop_assert_eq!(after.attempts(), before.attempts());
        prop_assert_eq!(after.dns_failures(), before.dns_failures());
        prop_assert_eq!(after.created_at(), before.created_at());
        if let Decision::Retry { reason, attempt, .. } = decision {
            prop_assert_eq!(reason, RetryReason::Local);
            prop_assert_eq!(attempt, before.attempts().saturating_add(1));
        }
    }

    /// Faults of the sender's own, put in anywhere, leave every try there is.
    #[test]
    fn local_faults_in_between_take_no_try_away(
        policy in policy(),
        outcomes in vec((failed(), 0usize..3), 30),
        draw: u32,
    ) {
        let tries = |with_faults: bool| {
            let now = Moment::from_millis(0);
            let mut delivery = Delivery::new(now);
            let mut decisions = Vec::new();
            for (outcome, faults) in &outcomes {
                for _ in 0..if with_faults { *faults } else { 0 } {
                    let fault =
                        Outcome::failure(Failure::Local).with_class(reknock::Class::Transient);
                    let decision = policy.decide(&mut delivery, fault, now, &mut Fixed(draw));
                    match decision {
                        Decision::DeadLetter { reason, .. } => {
                            // Only time can run out meanwhile.
                            assert_eq!(reason, DeadReason::Window);
                            return None;
                        }
                        _ => assert!(matches!(decision, Decision::Retry { .. })),
                    }
                }
                let decision = policy.decide(&mut delivery, *outcome, now, &mut Fixed(draw));
                // Decorrelated jitter grows from the delay before, faults included.
                decisions.push(std::mem::discriminant(&decision));
                if !matches!(decision, Decision::Retry { .. }) {
                    break;
                }
            }
            Some((decisions, delivery.attempts()))
        };
        prop_assume!(policy.window().is_none());
        prop_assert_eq!(tries(true), tries(false));
    }

    /// A wait that was cut short or stretched by a closed gate is not reported,
    /// so nothing is counted; whenever the try comes, its decision is the same.
    #[test]
    fn a_wait_that_was_cut_short_or_prolonged_changes_no_decision(
        policy in policy(),
        before in delivery(),
        outcome in outcome(),
        first in moment(),
        second in moment(),
        draw: u32,
    ) {
        prop_assume!(policy.window().is_none());
        let decide = |now| {
            let mut after = before;
            let decision = policy.decide(&mut after, outcome, now, &mut Fixed(draw));
            let delay = match decision {
                Decision::Retry { delay, .. } => delay,
                _ => Millis::ZERO,
            };
            (delay, after.attempts(), after.dns_failures())
        };
        prop_assert_eq!(decide(first), decide(second));
    }
}
