//! The clock step: a stored point and the caller's now → how long that was.

use core::num::NonZeroU32;

use crate::time::{Millis, Moment};

/// How far the clocks of two workers may lie apart. Behind by more than this,
/// a clock was set back.
pub(crate) const SKEW: Millis = Millis::from_secs(60);

/// How often it is worth asking again where nobody knows when it will pay.
pub(crate) const POLL: Millis = Millis::from_secs(1);

/// What a derived draw at this moment counts by: whoever asks again later draws
/// anew, though neither its seed nor its key has changed.
#[inline]
pub(crate) const fn counter(now: Moment) -> u32 {
    now.as_millis() as u32
}

/// How many steps it takes to cover `length`. Without a zero among the steps
/// there is no check for it in the program, and no panic.
#[inline]
pub(crate) fn ceiling(length: u32, step: NonZeroU32) -> u32 {
    (length / step).saturating_add(u32::from(length % step != 0))
}

/// What a call knows about time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// What has passed since the state was stored.
    pub(crate) elapsed: Millis,
    /// The effective now, which is also what the state's `at` becomes.
    pub(crate) now: Moment,
    /// Whether the clock was set back: then even a refusal must be stored, or
    /// time would stand still for the length of the jump.
    pub(crate) set_back: bool,
}

impl Step {
    #[inline]
    pub(crate) const fn new(at: Moment, now: Moment) -> Self {
        // Points reach ±2^53: nothing wraps.
        let behind = at.as_millis().wrapping_sub(now.as_millis());
        let set_back = behind > SKEW.get() as i64;
        Self {
            elapsed: now.since(at),
            now: if behind > 0 && !set_back { at } else { now },
            set_back,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Step;
    use crate::time::{Millis, Moment};

    const AT: i64 = 1_700_000_000_000;

    fn step(now: i64) -> (u32, i64, bool) {
        let step = Step::new(Moment::from_millis(AT), Moment::from_millis(now));
        (step.elapsed.get(), step.now.as_millis(), step.set_back)
    }

    #[test]
    fn time_passes_stands_still_or_was_set_back() {
        assert_eq!(step(AT), (0, AT, false));
        assert_eq!(step(AT + 5), (5, AT + 5, false));
        assert_eq!(step(AT - 1), (0, AT, false));
        assert_eq!(step(AT - 60_000), (0, AT, false));
        assert_eq!(step(AT - 60_001), (0, AT - 60_001, true));
    }

    #[test]
    fn a_jump_of_any_length_is_one_step() {
        let (first, last) = (Moment::MIN, Moment::MAX);
        assert_eq!(Step::new(first, last).elapsed, Millis::MAX);
        assert_eq!(Step::new(first, last).now, last);
        assert!(Step::new(last, first).set_back);
        assert_eq!(Step::new(last, first).now, first);
    }
}
