//! A clock that jumps, and how a model sees it: as time that has passed.

use reknock::Moment;
use reknock::destination::Admission;

use crate::fixtures::Fixed;

/// The longest length, and the largest difference between clocks that agree.
const LONGEST: i64 = u32::MAX as i64;
const SKEW: i64 = 60_000;

/// What a model knows about time: the point it was last told, and all that has
/// passed up to then.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    at: i64,
    passed: u64,
}

/// The time of one call.
#[derive(Clone, Copy, Debug)]
pub struct Now {
    /// The effective now, as a point.
    pub point: i64,
    /// All that has passed since the beginning.
    pub passed: u64,
    set_back: bool,
}

impl Time {
    /// Nothing has passed yet.
    #[must_use]
    pub fn starting(at: i64) -> Self {
        Self { at, passed: 0 }
    }

    /// The time of a call.
    #[must_use]
    pub fn step(&self, now: i64) -> Now {
        self.step_from(now, 0)
    }

    /// The step of a guard that counts slots or ticks, and is so far into the
    /// running one: both together are one length, and what is too much for it
    /// never passes.
    #[must_use]
    pub fn step_from(&self, now: i64, phase: u64) -> Now {
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
    #[must_use]
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// The call changed something.
    pub fn keep(&mut self, now: Now) {
        *self = Self {
            at: now.point,
            passed: now.passed,
        };
    }

    /// The call was refused, or came late; tells whether the clock was set
    /// back, which is kept even then.
    pub fn drop(&mut self, now: Now) -> bool {
        if now.set_back {
            self.keep(now);
        }
        now.set_back
    }
}

/// What a model answers to an admission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Try now.
    Go,
    /// Until when, and because of what.
    Wait(i64, &'static str),
    /// Because of what.
    Hold(&'static str),
}

impl Answer {
    /// A wait with a delay from `lo` to `hi`.
    #[must_use]
    pub fn wait(now: Now, lo: u64, hi: u64, draw: u32, because: &'static str) -> Self {
        Self::Wait(now.point + pick(lo, hi, draw) as i64, because)
    }

    /// What core answered.
    #[must_use]
    pub fn of<P>(admission: &Admission<P>) -> Self {
        match admission {
            Admission::Go(_) => Self::Go,
            Admission::Wait { until, because } => Self::Wait(until.as_millis(), because.name()),
            Admission::Hold(because) => Self::Hold(because.name()),
        }
    }
}

/// Where a draw falls, in numbers that cannot overflow.
#[must_use]
pub fn pick(lo: u64, hi: u64, draw: u32) -> u64 {
    let (lo, hi) = (lo.min(LONGEST as u64), hi.min(LONGEST as u64));
    lo + (u128::from(draw) * u128::from(hi - lo + 1) / (1 << 32)) as u64
}

pub(super) fn point(millis: i64) -> Moment {
    Moment::from_millis(millis)
}

pub(super) fn fixed(draw: u32) -> Fixed {
    Fixed(draw)
}
