//! Numbers worked out by hand. A slot of the default window is 3 minutes.

use super::{Storm, StormLevel, StormReport, StormRules};
use crate::delivery::jitter::Stretch;
use crate::destination::Guard;
use crate::destination::admit::Kind;
use crate::time::Millis;

const RULES: StormRules = StormRules::DEFAULT;
const SLOT: Millis = Millis::from_mins(3);

fn counted(first: u16, retries: u16) -> Storm {
    let mut storm = Storm::NEW;
    storm.window.slots = [[first, retries], [0; 2], [0; 2], [0; 2], [0; 2]];
    storm
}

fn report(level: StormLevel, first: u32, retries: u32, stretch: u16) -> StormReport {
    StormReport {
        level,
        retries,
        first,
        stretch: Stretch::per_mille(stretch),
    }
}

#[test]
fn thirty_six_bytes() {
    assert_eq!(size_of::<Storm>(), 36);
}

#[test]
fn above_five_to_one_and_a_hundred_it_is_a_storm() {
    use StormLevel::{Calm, Storm};
    let cases = [
        (20, 99, Calm, 1_000),
        (19, 99, Calm, 1_000),
        (0, 99, Calm, 1_000),
        (20, 100, Calm, 1_000),
        // 101,000 / 100.
        (20, 101, Storm, 1_010),
        (19, 100, Storm, 1_052),
        // As if there had been one: 100,000 / 5.
        (0, 100, Storm, 10_000),
        (10, 499, Storm, 9_980),
        (10, 501, Storm, 10_000),
        (65_535, 65_535, Calm, 1_000),
        (1, 65_535, Storm, 10_000),
    ];
    for (first, retries, level, stretch) in cases {
        assert_eq!(
            counted(first, retries).report(&RULES),
            report(level, u32::from(first), u32::from(retries), stretch),
        );
    }
}

#[test]
fn a_replay_counts_as_first() {
    let mut storm = Storm::NEW;
    storm.count(Kind::First);
    storm.count(Kind::Replay);
    storm.count(Kind::Retry);
    assert_eq!(storm.window.slots[0], [2, 1]);
}

#[test]
fn depth_and_doubling_warn() {
    let level = |depth, before| {
        let mut storm = Storm::NEW;
        (storm.depth, storm.before) = (depth, before);
        storm.report(&RULES).level
    };
    assert_eq!(level(99, 0), StormLevel::Calm);
    assert_eq!(level(100, 0), StormLevel::Warning);
    assert_eq!(level(100, 50), StormLevel::Warning);
    assert_eq!(level(101, 51), StormLevel::Calm);
    assert_eq!(level(999, 999), StormLevel::Calm);
    assert_eq!(level(1_000, 1_000), StormLevel::Warning);
    assert_eq!(level(u32::MAX, u32::MAX), StormLevel::Warning);
}

#[test]
fn what_was_told_becomes_before_and_then_stale() {
    let mut storm = Storm::NEW;
    storm.waiting(200);
    assert_eq!(storm.report(&RULES).level, StormLevel::Warning);
    storm.settle(&RULES, Millis::new(SLOT.get() - 1));
    assert_eq!((storm.depth, storm.before, storm.age), (200, 0, 0));
    storm.settle(&RULES, Millis::new(1));
    assert_eq!((storm.depth, storm.before, storm.age), (200, 200, 1));
    assert_eq!(storm.report(&RULES).level, StormLevel::Calm);
    storm.waiting(400);
    assert_eq!((storm.depth, storm.before, storm.age), (400, 200, 0));
    assert_eq!(storm.report(&RULES).level, StormLevel::Warning);
    storm.settle(&RULES, Millis::from_mins(12));
    assert_eq!((storm.depth, storm.before, storm.age), (400, 400, 4));
    storm.settle(&RULES, SLOT);
    assert_eq!((storm.depth, storm.before, storm.age), (0, 0, 5));
}

#[test]
fn a_forged_age_is_stale() {
    let mut storm = Storm::NEW;
    (storm.depth, storm.age) = (5_000, 255);
    storm.settle(&RULES, Millis::ZERO);
    assert_eq!((storm.depth, storm.age), (0, 5));
}

/// A window elsewhere rotates by one slot only, however long nobody came: 40
/// failures stayed counted after 10 idle minutes.
#[test]
fn convoy_stale_slots_do_not_count_after_idle_time() {
    let mut storm = counted(10, 400);
    assert_eq!(storm.report(&RULES).level, StormLevel::Storm);
    storm.settle(&RULES, Millis::from_mins(15));
    assert_eq!(storm.report(&RULES), report(StormLevel::Calm, 0, 0, 1_000));
}

#[test]
fn the_defaults_keep_the_rules() {
    assert_eq!(StormRules::draft().build(), Ok(StormRules::default()));
}
