//! Clocks that jump, for arbitrary sequences of events.

use proptest::prelude::*;
use reknock::Moment;
use reknock_tests::fixtures::Fixed;

/// The largest difference between clocks that agree.
const SKEW: i64 = 60_000;

pub(crate) const START: i64 = 1_700_000_000_000;

/// A failure prints its case in full; no file is written for it. The number of
/// cases is left open: `PROPTEST_CASES` raises it where a rare one is hunted.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// By how much the clock moves before an event: mostly a little, at times a
/// lot, and at times back. The longest move is longer than a length can say, as
/// are several together that only refusals lie between: those keep no time.
pub(crate) fn moves() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => Just(0i64),
        8 => 0i64..2_000,
        8 => 0i64..40_000,
        4 => 0i64..400_000,
        1 => 0i64..60 * 86_400_000,
        2 => -SKEW..0i64,
        1 => Just(-SKEW - 1),
        1 => -60 * 86_400_000i64..0,
    ]
}

pub(crate) fn point(millis: i64) -> Moment {
    Moment::from_millis(millis)
}

pub(crate) fn fixed(draw: u32) -> Fixed {
    Fixed(draw)
}
