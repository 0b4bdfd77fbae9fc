//! 9. A clock that jumps back or forward changes *when*, never *whether it is
//!    safe*: no underflow, no burst, no endless wait.

use proptest::collection::vec;
use proptest::prelude::*;
use reknock::{Decision, Delivery, Derived, Millis, Moment, Outcome};
use reknock_tests::fixtures::Fixed;

use crate::generators::{bare_outcome, config, delivery, moment, outcome, policy};

/// What a caller can do with a delivery.
#[derive(Clone, Debug)]
enum Step {
    Report(Outcome),
    Restart,
    Rebase(Moment),
}

fn steps() -> impl Strategy<Value = Vec<(Step, Moment)>> {
    let step = prop_oneof![
        6 => outcome().prop_map(Step::Report),
        1 => Just(Step::Restart),
        1 => moment().prop_map(Step::Rebase),
    ];
    vec((step, moment()), 1..30)
}

proptest! {
    #![proptest_config(config())]

    /// The clock stands anywhere at every step and at every question.
    #[test]
    fn no_wait_is_longer_than_was_decided(
        policy in policy(),
        start in moment(),
        steps in steps(),
        asked_at in vec(moment(), 8),
        key: u64,
    ) {
        let mut delivery = Delivery::new(start);
        for (step, now) in steps {
            match step {
                Step::Report(outcome) => {
                    let mut draws = Derived::new(9, key);
                    let decision = policy.decide(&mut delivery, outcome, now, &mut draws);
                    if let Decision::Retry { at, delay, .. } = decision {
                        prop_assert!(at >= now);
                        // Short of the end of time, the wait is the delay.
                        prop_assert_eq!(delivery.wait(now), at.since(now));
                        prop_assert!(at == now.after(delay));
                    }
                }
                Step::Restart => {
                    delivery.restart(now);
                    prop_assert!(delivery.due(now));
                }
                Step::Rebase(to) => delivery.rebase(now, to),
            }
            for now in &asked_at {
                let wait = delivery.wait(*now);
                prop_assert!(wait <= delivery.delay());
                prop_assert_eq!(delivery.due(*now), wait.is_zero());
                prop_assert!(*now < delivery.next_at() || wait.is_zero());
            }
        }
    }

    /// In whole numbers of any size, worked out another way.
    #[test]
    fn wait_is_the_rest_between_0_and_the_delay(delivery in delivery(), now in moment()) {
        let rest = i128::from(delivery.next_at().as_millis()) - i128::from(now.as_millis());
        let expected = rest.clamp(0, i128::from(delivery.delay().get()));
        prop_assert_eq!(i128::from(delivery.wait(now).get()), expected);
    }

    /// Later on the clock, never more to wait.
    #[test]
    fn waiting_never_grows_as_time_goes_by(
        delivery in delivery(),
        one in moment(),
        other in moment(),
    ) {
        let (early, late) = (one.min(other), one.max(other));
        prop_assert!(delivery.wait(early) >= delivery.wait(late));
        prop_assert!(!delivery.due(early) || delivery.due(late));
    }

    /// No burst: however far the clock jumped, the next delay is a whole one,
    /// counted from now; what was missed is not made up for.
    #[test]
    fn a_jump_is_not_made_up_for(
        policy in policy(),
        before in delivery(),
        outcome in bare_outcome(),
        now in moment(),
        jumped in moment(),
        draw: u32,
    ) {
        let mut still = before;
        let mut moved = before;
        let one = policy.decide(&mut still, outcome, now, &mut Fixed(draw));
        let other = policy.decide(&mut moved, outcome, jumped, &mut Fixed(draw));
        if let (Decision::Retry { delay: one, .. }, Decision::Retry { delay: other, at, .. }) =
            (one, other)
        {
            prop_assert_eq!(one, other);
            prop_assert_eq!(at, jumped.after(other));
        }
    }

    /// Moving to another time base changes no wait, and back again nothing.
    #[test]
    fn a_rebase_keeps_every_wait(
        policy in policy(),
        created_at in -1_000_000_000_000i64..1_000_000_000_000,
        shift in -1_000_000_000_000i64..1_000_000_000_000,
        asked_after in 0u32..100_000_000,
        draw: u32,
    ) {
        let now = Moment::from_millis(created_at);
        let mut delivery = Delivery::new(now);
        let _ = policy.decide(&mut delivery, Outcome::status(503), now, &mut Fixed(draw));
        let (was, is) = (now, Moment::from_millis(created_at + shift));
        let mut rebased = delivery;
        rebased.rebase(was, is);
        let asked_after = Millis::new(asked_after);
        prop_assert_eq!(delivery.wait(was.after(asked_after)), rebased.wait(is.after(asked_after)));
        prop_assert_eq!(
            policy.expired(&delivery, was.after(asked_after)),
            policy.expired(&rebased, is.after(asked_after))
        );
        rebased.rebase(is, was);
        prop_assert_eq!(rebased, delivery);
    }

    /// Expiry in whole numbers of any size, at the ends of time too.
    #[test]
    fn a_delivery_expires_after_its_window(
        policy in policy(),
        delivery in delivery(),
        now in moment(),
    ) {
        let expected = policy.window().is_some_and(|window| {
            i128::from(now.as_millis())
                > i128::from(delivery.created_at().as_millis()) + i128::from(window.get())
        });
        prop_assert_eq!(policy.expired(&delivery, now), expected);
    }
}
