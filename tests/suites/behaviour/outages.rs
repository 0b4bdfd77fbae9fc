//! How long an outage is survived, to the millisecond, with and without a window, and when
//! each retry comes by plan.

use reknock::{Jitter, Millis, Policy, PolicyBuilder, Range, Then, TimelineRetry};

const MINUTE: u64 = 60_000;

/// Every minute, 6 s more or less, until something ends it.
fn every_minute() -> PolicyBuilder {
    Policy::constant(Millis::from_mins(1))
        .jitter(Jitter::Proportional(100))
        .no_attempt_limit()
}

fn within(builder: PolicyBuilder, window: u64) -> Range<u64> {
    survives(builder.window(Millis::new(u32::try_from(window).unwrap())))
}

fn survives(builder: PolicyBuilder) -> Range<u64> {
    builder.build().unwrap().survives()
}

fn range(earliest: u64, nominal: u64, latest: u64) -> Range<u64> {
    Range {
        earliest,
        nominal,
        latest,
    }
}

/// Two minutes hold the first retry for certain, and the second by plan.
#[test]
fn a_window_ends_what_nothing_else_ends() {
    assert_eq!(
        within(every_minute(), 100_000),
        range(54_000, MINUTE, 100_000)
    );
    // The second comes at 132 s at the latest: one millisecond less, and it is not certain.
    assert_eq!(
        within(every_minute(), 131_999),
        range(66_000, 2 * MINUTE, 131_999)
    );
    assert_eq!(
        within(every_minute(), 132_000),
        range(108_000, 2 * MINUTE, 132_000)
    );
    // By plan it comes at 120 s.
    assert_eq!(
        within(every_minute(), 119_999),
        range(54_000, MINUTE, 119_999)
    );
    // A last try at 54.000 s would be followed by one at 120.000 s, which is still within.
    assert_eq!(
        within(every_minute(), 120_000),
        range(54_001, 2 * MINUTE, 120_000)
    );
}

/// Long after every delay is like the one before, a thousand minutes are counted to their end. The last
/// try is not followed by another within them, and none is 66 s or more away.
#[test]
fn a_window_of_a_thousand_minutes_is_survived_to_its_end_by_plan() {
    assert_eq!(
        within(every_minute(), 1_000 * MINUTE),
        range(1_000 * MINUTE + 1 - 66_000, 1_000 * MINUTE, 1_000 * MINUTE)
    );
}

#[test]
fn a_window_ends_it_before_the_attempts_do() {
    let five = || every_minute().max_attempts(5);
    assert_eq!(survives(five()), range(216_000, 4 * MINUTE, 264_000));
    assert_eq!(within(five(), 264_000), range(216_000, 4 * MINUTE, 264_000));
    assert_eq!(within(five(), 263_999), range(198_000, 4 * MINUTE, 263_999));
    assert_eq!(within(five(), 100_000), range(54_000, MINUTE, 100_000));
}

#[test]
fn attempts_that_are_used_up_at_once_survive_nothing_within_a_window_either() {
    let five = every_minute().jitter(Jitter::Full).max_attempts(5);
    assert_eq!(within(five, 100_000), range(0, MINUTE, 100_000));
}

/// After 100,000 retries of a millisecond more each, it is planned as if it grew no more; at most
/// as if it were at its cap.
#[test]
fn a_slow_linear_backoff_is_followed_for_100_000_retries() {
    let slow = Policy::linear(Millis::new(1))
        .max_delay(Millis::from_hours(1))
        .jitter(Jitter::None);
    let followed = 100_000 * 100_001 / 2;
    let rest = 100_000 * 100_000;
    assert_eq!(
        survives(slow.max_attempts(200_001)),
        range(
            followed + rest,
            followed + rest,
            followed + 100_000 * 3_600_000
        )
    );
}

/// Two delays that are alike are not yet the end of a table.
#[test]
fn a_table_is_followed_to_its_end() {
    let table = [5, 5, 60].map(Millis::from_secs);
    let table = Policy::schedule(&table, Then::Stop).jitter(Jitter::None);
    assert_eq!(survives(table), range(70_000, 70_000, 70_000));
}

#[test]
fn a_retry_at_the_end_of_the_window_is_in_the_timeline() {
    let count = |window| {
        let policy = every_minute().jitter(Jitter::None);
        let policy = policy.window(Millis::new(window)).build().unwrap();
        policy.timeline().count()
    };
    assert_eq!(
        [119_999, 120_000, 120_001, 180_000].map(count),
        [1, 2, 2, 3]
    );
}

/// Decorrelated jitter draws from the base to three times the delay before: by plan, the middle.
#[test]
fn the_plan_of_decorrelated_jitter_is_the_middle_of_its_windows() {
    let policy = Policy::constant(Millis::new(1_000))
        .jitter(Jitter::Decorrelated)
        .max_delay(Millis::new(8_001))
        .max_attempts(7);
    let policy = policy.build().unwrap();
    let planned = |retry: TimelineRetry| retry.delay.nominal.get();
    let planned: Vec<u32> = policy.timeline().map(planned).collect();
    assert_eq!(planned, [2_000, 3_500, 4_500, 4_500, 4_500, 4_500]);
}
