//! Attempts and times as large as they come: the longest delay, not a panic
//! and not zero.

use std::time::{Duration, Instant};

use reknock::{Decision, Delivery, Derived, Factor, Jitter, Millis, Moment, Outcome, Policy, Then};
use reknock_tests::fixtures::{Fixed, HIGHEST, LOWEST, State, delay_after};

use crate::{FAILED, build};

const HIGH: [u32; 8] = [30, 31, 32, 33, 63, 64, 65, u32::MAX - 2];

/// The multiplier was raised to the power of the attempt: a panic in debug,
/// 0 s in release.
#[test]
fn mulligan_31_pow_overflows_at_a_high_attempt() {
    let tenfold = Policy::exponential(Millis::new(1), Factor::whole(10));
    let policy = build(tenfold.jitter(Jitter::None).max_attempts(u32::MAX));
    for attempts in HIGH {
        assert_eq!(delay_after(&policy, attempts, FAILED, LOWEST), 3_600_000);
    }
}

/// 2^attempts as a shift.
#[test]
fn aws_sdk_rust_960_shift_overflows_at_a_high_attempt() {
    let doubling = Policy::exponential(Millis::from_secs(1), Factor::whole(2));
    let policy = build(
        doubling
            .jitter(Jitter::None)
            .max_delay(Millis::MAX)
            .max_attempts(u32::MAX),
    );
    for attempts in HIGH {
        assert_eq!(delay_after(&policy, attempts, FAILED, LOWEST), u32::MAX);
    }
}

/// A delay times the attempt, in every backoff there is.
#[test]
fn tryhard_24_delay_overflows_at_a_high_attempt() {
    let hour = Millis::from_hours(1);
    for builder in [
        Policy::constant(hour),
        Policy::linear(hour),
        Policy::exponential(hour, Factor::ratio(u16::MAX, 1)),
        Policy::exponential(hour, Factor::ratio(3, 2)),
        Policy::schedule(&[hour], Then::RepeatLast),
    ] {
        let policy = build(builder.jitter(Jitter::None).max_attempts(u32::MAX));
        for attempts in HIGH {
            assert_eq!(delay_after(&policy, attempts, FAILED, LOWEST), 3_600_000);
        }
    }
}

/// Two additions panicked.
#[test]
fn backon_additions_overflow() {
    let longest = Policy::constant(Millis::MAX).jitter(Jitter::Additive {
        per_mille: 1_000,
        min: Millis::MAX,
        max: Millis::MAX,
    });
    let policy = build(longest);
    assert_eq!(delay_after(&policy, 0, FAILED, HIGHEST), u32::MAX);
    let mut delivery = Delivery::new(Moment::MAX);
    let decision = policy.decide(&mut delivery, FAILED, Moment::MAX, &mut Fixed(HIGHEST));
    assert!(
        matches!(
            decision,
            Decision::Retry {
                at: Moment::MAX,
                ..
            }
        ),
        "{decision:?}"
    );
}

/// A shortest delay of 200 years panicked.
#[test]
fn retry_policies_min_200_years_panics() {
    let years_200 = Duration::from_secs(200 * 365 * 86_400);
    let longest = Millis::from_duration(years_200);
    assert_eq!(longest, Millis::MAX);
    let refused = Policy::exponential(longest, Factor::whole(2))
        .build()
        .unwrap_err();
    assert_eq!(refused.field(), "maxDelay");
    let policy = build(
        Policy::exponential(longest, Factor::whole(2))
            .max_delay(longest)
            .jitter(Jitter::None),
    );
    assert_eq!(delay_after(&policy, 3, FAILED, HIGHEST), u32::MAX);
}

/// A loop took one turn for every bit of idle time.
#[test]
fn tower_expire_loops_in_proportion_to_idle_time() {
    let policy = build(Policy::linear(Millis::new(1)).max_attempts(u32::MAX));
    let started = Instant::now();
    for key in 0..10_000 {
        // Idle since before the epoch, 285,000 years ago.
        let mut delivery = State {
            attempts: 1,
            created_at: Moment::MIN.as_millis(),
            next_at: Moment::MIN.as_millis(),
            delay: 1,
            ..State::default()
        }
        .delivery();
        assert!(delivery.due(Moment::MAX));
        let mut draws = Derived::new(1, key);
        let _ = policy.decide(&mut delivery, Outcome::status(503), Moment::MAX, &mut draws);
    }
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}
