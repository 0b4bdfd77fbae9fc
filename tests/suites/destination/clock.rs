//! A clock that jumps, and how a model sees it: as time that has passed.

use proptest::prelude::*;
use reknock::Moment;
use reknock::destination::Admission;
use reknock_tests::fixtures::Fixed;

/// The longest length, and the largest difference between clocks that agree.
const LONGEST: i64 = u32::MAX as i64;
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

/// What a model knows about time: the point it was last told, and all that has
/// passed up to then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    at: i64,
    passed: u64,
}

/// The time of one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    /// The effective now, as a point.
    pub(crate) point: i64,
    /// All that has passed since the beginning.
    pub(crate) passed: u64,
    set_back: bool,
}

impl Time {
    pub(crate) fn starting(at: i64) -> Self {
        Self { at, passed: 0 }
    }

    pub(crate) fn step(&self, now: i64) -> Now {
        self.step_from(now, 0)
    }

    /// The step of a guard that counts slots or ticks, and is so far into the
    /// running one: both together are one length, and what is too much for it
    /// never passes.
    pub(crate) fn step_from(&self, now: i64, phase: u64) -> Now {
        let behind = self.at - now;
        Now {
            point: if (1..=SKEW).contains(&behind) {
                self.at
            } else {
                now
            },
            passed: self.passed + (now - self.at).clamp(0, LONGEST - phase as i64) as u64,
            set_back: behind > SKEW,
        }
    }

    /// All that had passed when something was last kept.
    pub(crate) fn passed(&self) -> u64 {
        self.passed
    }

    /// The call changed something.
    pub(crate) fn keep(&mut self, now: Now) {
        *self = Self {
            at: now.point,
            passed: now.passed,
        };
    }

    /// The call was refused, or came late; tells whether the clock was set
    /// back, which is kept even then.
    pub(crate) fn drop(&mut self, now: Now) -> bool {
        if now.set_back {
            self.keep(now);
        }
        now.set_back
    }
}

/// What a model answers to an admission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Go,
    Wait(i64, &'static str),
    Hold(&'static str),
}

impl Answer {
    /// A wait with a delay from `lo` to `hi`.
    pub(crate) fn wait(now: Now, lo: u64, hi: u64, draw: u32, because: &'static str) -> Self {
        Self::Wait(now.point + pick(lo, hi, draw) as i64, because)
    }

    pub(crate) fn of<P>(admission: &Admission<P>) -> Self {
        match admission {
            Admission::Go(_) => Self::Go,
            Admission::Wait { until, because } => Self::Wait(until.as_millis(), because.name()),
            Admission::Hold(because) => Self::Hold(because.name()),
        }
    }
}

/// Where a draw falls, in numbers that cannot overflow.
pub(crate) fn pick(lo: u64, hi: u64, draw: u32) -> u64 {
    let (lo, hi) = (lo.min(LONGEST as u64), hi.min(LONGEST as u64));
    lo + (u128::from(draw) * u128::from(hi - lo + 1) / (1 << 32)) as u64
}

pub(crate) fn point(millis: i64) -> Moment {
    Moment::from_millis(millis)
}

pub(crate) fn fixed(draw: u32) -> Fixed {
    Fixed(draw)
}
