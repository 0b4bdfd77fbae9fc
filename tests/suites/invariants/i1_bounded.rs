//! 1. No input panics, overflows or loops without bound. Cost does not grow
//!    with elapsed time, nor with the attempt number past 64.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use reknock::http;
use reknock::{Decision, Delivery, Derived, Factor, Millis, Moment, Outcome, Policy, presets};
use reknock_tests::fixtures::{Fixed, HIGHEST, State, delay_after};

use crate::generators::{
    config, delivery, factor, length_above_0, moment, outcome, policy, stretch,
};

proptest! {
    #![proptest_config(config())]

    /// Tests are compiled with overflow checks, so an overflow is a panic here.
    #[test]
    fn any_decision_is_taken_and_told(
        policy in policy(),
        before in delivery(),
        outcome in outcome(),
        now in moment(),
        stretch in stretch(),
        draw: u32,
    ) {
        let mut after = before;
        let decision =
            policy.decide_stretched(&mut after, outcome, now, stretch, &mut Fixed(draw));
        prop_assert!(!decision.to_string().is_empty());
        prop_assert!(!policy.explain(outcome, decision).to_string().is_empty());
        prop_assert_eq!(after.created_at(), before.created_at());
        if let Decision::Retry { at, delay, attempt, .. } = decision {
            prop_assert_eq!(at, now.after(delay));
            prop_assert_eq!((at, delay), (after.next_at(), after.delay()));
            prop_assert_eq!(attempt, after.attempts().saturating_add(1));
        } else {
            prop_assert_eq!(
                (after.next_at(), after.delay()),
                (before.next_at(), before.delay())
            );
        }
    }

    #[test]
    fn any_header_bytes_are_read(
        value in vec(any::<u8>(), 0..64),
        date in vec(any::<u8>(), 0..64),
        wall in moment(),
    ) {
        let _ = http::retry_after(&value, Some(&date), Some(wall));
        let _ = http::date(&value, Some(wall));
        let headers = http::Headers::from_lookup(|_| Some(&value));
        let _ = Outcome::status(429).with_headers(&headers, Some(wall));
    }

    /// After 64 steps an exponential backoff is at its cap, so that nothing is
    /// left to count.
    #[test]
    fn past_64_steps_nothing_grows(
        base in length_above_0(),
        factor in factor(),
        cap in length_above_0(),
        attempts in 64u32..,
    ) {
        let builder = Policy::exponential(base, factor).max_delay(cap.max(base));
        let endless = builder.no_attempt_limit().window(Millis::MAX).build();
        prop_assume!(endless.is_ok());
        let policy = endless.unwrap();
        let late = delay_after(&policy, attempts, Outcome::status(503), HIGHEST);
        prop_assert_eq!(late, policy.max_delay().get());
    }
}

/// A loop over the attempts or over the time that went by would take hours
/// here; the bound is generous, so that a busy machine does not fail it.
#[test]
fn a_decision_costs_the_same_at_the_end_of_all_counting() {
    let slow = Policy::exponential(Millis::from_secs(60), Factor::ratio(107, 100))
        .no_attempt_limit()
        .window(Millis::MAX)
        .build()
        .expect("a valid policy");
    let started = Instant::now();
    for key in 0..10_000 {
        for policy in [slow, presets::STORM_SAFE, presets::HOOK_MESH] {
            let mut delivery = State {
                attempts: u32::MAX,
                created_at: Moment::MIN.as_millis(),
                next_at: Moment::MIN.as_millis(),
                ..State::default()
            }
            .delivery();
            let outcome = Outcome::failure(reknock::Failure::Local);
            let _ = policy.decide(
                &mut delivery,
                outcome,
                Moment::MAX,
                &mut Derived::new(1, key),
            );
            assert!(delivery.due(Moment::MAX));
        }
    }
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn a_delivery_at_the_ends_of_time_is_decided_on() {
    for now in [Moment::MIN, Moment::MAX] {
        let mut delivery = Delivery::new(now);
        let decision = presets::CONVOY.decide(
            &mut delivery,
            Outcome::status(500),
            now,
            &mut Fixed(HIGHEST),
        );
        assert!(
            matches!(decision, Decision::Retry { at, .. } if at >= now),
            "{decision:?}"
        );
    }
}
