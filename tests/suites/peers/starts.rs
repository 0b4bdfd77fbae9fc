//! Where delays begin, and in what units: nothing is rounded, and nothing at
//! all is not a start.

use std::time::Duration;

use reknock::{DeadReason, Decision, Delivery, Factor, Jitter, Millis, Moment, Policy, Then};
use reknock_tests::fixtures::{Fixed, HIGHEST, LOWEST, delay_after};

use crate::{FAILED, build, delays};

/// In f32, 3.3 s × 2 was 6.599999905 s.
#[test]
fn backon_f32_rounds_a_doubled_delay() {
    let policy =
        build(Policy::exponential(Millis::new(3_300), Factor::whole(2)).jitter(Jitter::None));
    assert_eq!(delays(&policy, LOWEST), [3_300, 6_600, 13_200, 26_400]);
}

/// `from_millis(1000)` was base and factor at once: 1 s, 1000 s, 1000000 s.
#[test]
fn tokio_retry2_from_millis_gives_1000_times() {
    let policy =
        build(Policy::exponential(Millis::new(1_000), Factor::whole(2)).jitter(Jitter::None));
    assert_eq!(delays(&policy, LOWEST), [1_000, 2_000, 4_000, 8_000]);
}

/// A start below one second panicked.
#[test]
fn failsafe_sub_second_start_panics() {
    for millis in [1, 250, 999] {
        let policy =
            build(Policy::exponential(Millis::new(millis), Factor::whole(2)).jitter(Jitter::Equal));
        assert_eq!(delay_after(&policy, 0, FAILED, HIGHEST), millis);
    }
}

/// 1.5 s became 1 s.
#[test]
fn failsafe_one_and_a_half_seconds_truncate_to_one() {
    let start = Millis::from_duration(Duration::from_millis(1_500));
    let policy = build(Policy::exponential(start, Factor::whole(2)).jitter(Jitter::None));
    assert_eq!(delays(&policy, LOWEST), [1_500, 3_000, 6_000, 12_000]);
}

/// A base of 0 with bounded jitter panicked: an empty range to draw from.
#[test]
fn retry_policies_base_zero_panics() {
    let zero = Policy::exponential(Millis::ZERO, Factor::whole(2));
    assert_eq!(
        zero.build().unwrap_err().field(),
        "backoff.exponential.base"
    );
    // Where zero is allowed, in a schedule, every kind of jitter can draw.
    for jitter in [
        Jitter::None,
        Jitter::Full,
        Jitter::Equal,
        Jitter::Proportional(1_000),
        Jitter::Additive {
            per_mille: 1_000,
            min: Millis::ZERO,
            max: Millis::ZERO,
        },
    ] {
        let policy = build(Policy::schedule(&[Millis::ZERO], Then::Stop).jitter(jitter));
        assert_eq!(delay_after(&policy, 0, FAILED, HIGHEST), 0);
    }
}

/// A shortest delay of 0 with a total duration never finished: the attempts
/// that fit were counted by dividing by the delay, or without end.
#[test]
fn retry_policies_min_zero_with_a_total_duration_never_finishes() {
    for zero in [
        Policy::constant(Millis::ZERO),
        Policy::linear(Millis::ZERO),
        Policy::exponential(Millis::ZERO, Factor::whole(2)),
        Policy::schedule(&[Millis::ZERO], Then::RepeatLast),
    ] {
        assert!(
            zero.no_attempt_limit()
                .window(Millis::from_secs(10))
                .build()
                .is_err()
        );
    }
    // A schedule may knock again at once, but not without a limit.
    let policy = build(
        Policy::schedule(&[Millis::ZERO], Then::RepeatLast)
            .max_attempts(4)
            .window(Millis::from_secs(10)),
    );
    let start = Moment::from_millis(0);
    let mut delivery = Delivery::new(start);
    let decisions =
        [(); 4].map(|()| policy.decide(&mut delivery, FAILED, start, &mut Fixed(HIGHEST)));
    let [at_once @ .., last] = decisions;
    let is_now =
        |decision: &Decision| matches!(decision, Decision::Retry { at, .. } if *at == start);
    assert!(at_once.iter().all(is_now));
    assert!(matches!(
        last,
        Decision::DeadLetter {
            reason: DeadReason::Attempts,
            ..
        }
    ));
    assert_eq!(
        policy.survives().latest,
        0,
        "and its timeline comes to an end"
    );
}

/// A jitter of 0.005 panicked.
#[test]
fn exponential_backoff_jitter_of_5_per_mille_panics() {
    for per_mille in 0..=1_000 {
        let policy =
            build(Policy::constant(Millis::from_secs(100)).jitter(Jitter::Proportional(per_mille)));
        let spread = u32::from(per_mille) * 100;
        assert_eq!(delay_after(&policy, 0, FAILED, LOWEST), 100_000 - spread);
        assert_eq!(delay_after(&policy, 0, FAILED, HIGHEST), 100_000 + spread);
    }
}
