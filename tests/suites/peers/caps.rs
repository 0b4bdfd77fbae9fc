//! A longest delay that is really the longest, with jitter that survives it.

use std::collections::HashSet;

use reknock::{Factor, Jitter, Millis, Policy, Then};
use reknock_tests::fixtures::{HIGHEST, LOWEST, delay_after};

use crate::{FAILED, build, delays};

const TEN_SECONDS: Millis = Millis::from_secs(10);

/// Every kind of jitter, as wide as it goes.
fn widest() -> [Jitter; 6] {
    [
        Jitter::None,
        Jitter::Full,
        Jitter::Equal,
        Jitter::Decorrelated,
        Jitter::Proportional(1_000),
        Jitter::Additive {
            per_mille: 1_000,
            min: Millis::ZERO,
            max: Millis::MAX,
        },
    ]
}

fn doubling_to_ten_seconds(jitter: Jitter) -> Policy {
    build(
        Policy::exponential(Millis::from_secs(1), Factor::whole(2))
            .max_delay(TEN_SECONDS)
            .jitter(jitter)
            .max_attempts(u32::MAX),
    )
}

fn no_delay_passes_the_cap(jitter: Jitter) {
    let policy = doubling_to_ten_seconds(jitter);
    for attempts in (0..100).chain([u32::MAX - 2]) {
        let delay = delay_after(&policy, attempts, FAILED, HIGHEST);
        assert!(delay <= 10_000, "{delay} ms after {attempts} tries");
    }
}

/// With jitter from one to two times the delay, 19.999 s came out of a longest
/// delay of 10 s.
#[test]
fn backon_max_delay_is_exceeded_by_jitter() {
    no_delay_passes_the_cap(Jitter::Additive {
        per_mille: 1_000,
        min: Millis::ZERO,
        max: Millis::MAX,
    });
}

/// With jitter from 0.5 to 1.5 times the delay, 14.998 s came out of a longest
/// delay of 10 s.
#[test]
fn tokio_retry2_max_delay_is_exceeded_by_jitter() {
    no_delay_passes_the_cap(Jitter::Proportional(500));
}

/// Jitter of ±percent went past the cap, however small.
#[test]
fn backoff_max_interval_is_exceeded_by_jitter() {
    for per_mille in 1..=1_000 {
        no_delay_passes_the_cap(Jitter::Proportional(per_mille));
    }
}

/// A shortest delay of 20 s above a longest of 10 s gave a first delay of 20 s.
#[test]
fn backon_min_above_max_is_accepted() {
    let error = Policy::exponential(Millis::from_secs(20), Factor::whole(2))
        .max_delay(TEN_SECONDS)
        .build()
        .unwrap_err();
    assert_eq!(error.field(), "maxDelay");
}

/// The Fibonacci delays ignored the longest delay.
#[test]
fn backon_fibonacci_ignores_max_delay() {
    let fibonacci = [1, 1, 2, 3, 5, 8, 13, 21].map(Millis::from_secs);
    let policy = build(
        Policy::schedule(&fibonacci, Then::Stop)
            .jitter(Jitter::None)
            .max_delay(TEN_SECONDS),
    );
    let capped = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 10_000, 10_000];
    assert_eq!(delays(&policy, LOWEST), capped);
}

/// At the cap all jitter was cut off: a herd that waits long enough marches in step.
#[test]
fn tower_jitter_is_zero_at_the_cap() {
    for jitter in &widest()[1..] {
        let policy = doubling_to_ten_seconds(*jitter);
        let late: HashSet<u32> = (0..64u32)
            .map(|i| delay_after(&policy, 60, FAILED, i << 26))
            .collect();
        assert!(
            late.len() >= 64,
            "{} delays of 64 with {jitter:?}",
            late.len()
        );
    }
}

#[test]
fn sisyphus_jitter_is_zero_at_the_cap() {
    let policy = doubling_to_ten_seconds(Jitter::Proportional(250));
    let ends = [LOWEST, HIGHEST].map(|draw| delay_after(&policy, 60, FAILED, draw));
    assert_eq!(ends, [5_000, 10_000]);
}
