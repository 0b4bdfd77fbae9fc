//! Lets dead letters out again, at a rate that follows how they fare.

use core::num::NonZeroU16;

use crate::delivery::jitter::per_mille;
use crate::destination::Guard;
use crate::destination::admit::{Admission, Because, Refusal};
use crate::destination::alone::Alone;
use crate::destination::breaker::Weight;
use crate::random::Draw;
use crate::time::{Millis, Moment};

mod rules;
#[cfg(test)]
mod tests;

pub use rules::ReplayRules;

/// Paces dead letters that go out again: a rate, which grows while they arrive
/// and is halved when one fails. Nothing piles up while nobody asks.
///
/// ```
/// use reknock::destination::{Admission, Because, Replay, ReplayRules};
/// use reknock::{Derived, Millis, Moment};
///
/// let rules = ReplayRules::DEFAULT;
/// let now = Moment::from_millis(0);
/// let mut random = Derived::new(7, 42);
///
/// let mut replay = Replay::alone(now);
/// assert_eq!(replay.admit(&rules, now, &mut random), Admission::Hold(Because::Replay));
///
/// replay.begin(&rules, now);
/// assert_eq!(replay.admit(&rules, now, &mut random), Admission::Go(()));
/// // 100 a minute are one in 600 ms.
/// let until = now.after(Millis::new(600));
/// assert_eq!(
///     replay.admit(&rules, now, &mut random),
///     Admission::Wait { until, because: Because::Pace },
/// );
/// assert_eq!(replay.admit(&rules, until, &mut random), Admission::Go(()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Replay {
    /// `None`: idle.
    pub(crate) running: Option<Running>,
}

/// A replay under way. A rate is never 0, so that idle needs no byte of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Running {
    /// Letters a minute.
    pub(crate) rate: NonZeroU16,
    /// Until the next letter is due.
    pub(crate) left: Millis,
    /// Successes since the rate changed.
    pub(crate) well: u16,
}

/// In milliseconds; also the longest a letter waits for the next one.
const MINUTE: u16 = 60_000;

impl Replay {
    /// Idle, as a part of a destination.
    pub(crate) const NEW: Self = Self { running: None };

    /// Idle, kept by itself.
    ///
    /// ```
    /// use reknock::destination::{Replay, ReplayRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// assert_eq!(Replay::alone(now).rate(&ReplayRules::DEFAULT, now), None);
    /// ```
    #[must_use]
    pub const fn alone(now: Moment) -> Alone<Self> {
        Alone::starting(now, Self::NEW)
    }

    /// Starts from the beginning, whether or not one is running.
    pub(crate) fn begin(&mut self, rules: &ReplayRules) {
        self.running = Some(Running {
            rate: rate(rules.start),
            left: Millis::ZERO,
            well: 0,
        });
    }

    /// Lets nothing out any more.
    pub(crate) const fn stop(&mut self) {
        self.running = None;
    }

    /// Whether a letter may go now.
    #[inline]
    pub(crate) fn ask(&self, _rules: &ReplayRules) -> Result<(), Refusal> {
        let Some(running) = &self.running else {
            return Err(Refusal::hold(Because::Replay));
        };
        if running.left.is_zero() {
            return Ok(());
        }
        let left = running.left.get();
        Err(Refusal::wait(Because::Pace, left, left))
    }

    /// Lets a letter go: the next is due an interval later.
    #[inline]
    pub(crate) fn take(&mut self, _rules: &ReplayRules) {
        if let Some(running) = &mut self.running {
            running.left = Millis::new(u32::from(MINUTE / running.rate));
        }
    }

    /// How a letter fared.
    pub(crate) fn result(&mut self, rules: &ReplayRules, weight: Weight) {
        let Some(running) = &mut self.running else {
            return;
        };
        let before = running.rate.get();
        match weight {
            Weight::Success => {
                running.well = running.well.saturating_add(1);
                if running.well >= before {
                    // A minute's worth went well.
                    let more = per_mille(u32::from(before), rules.ramp).max(1);
                    // A rate and a whole one more: the conversion is made
                    // below a rule.
                    let grown = u32::from(before).saturating_add(more);
                    let grown = grown.min(u32::from(rules.fastest)) as u16;
                    running.rate = rate(grown);
                    running.well = 0;
                }
            }
            Weight::Failure => {
                running.rate = rate((before / 2).max(rules.slowest));
                running.well = 0;
            }
            Weight::Ignore => {}
        }
    }

    /// The breaker opened: begin again slowly when it closes.
    pub(crate) fn opened(&mut self, rules: &ReplayRules) {
        if let Some(running) = &mut self.running {
            running.rate = rate(rules.slowest);
            running.well = 0;
        }
    }

    /// Letters a minute; `None`: idle.
    #[inline]
    pub(crate) fn rate(&self) -> Option<u16> {
        self.running.map(|running| running.rate.get())
    }
}

/// A rate, which the rules keep above 0.
#[inline]
fn rate(rate: u16) -> NonZeroU16 {
    NonZeroU16::new(rate).unwrap_or(NonZeroU16::MIN)
}

impl Guard for Replay {
    type Rules = ReplayRules;

    #[inline]
    fn settle(&mut self, rules: &ReplayRules, elapsed: Millis) {
        if let Some(running) = &mut self.running {
            let within = running.rate.get().max(rules.slowest).min(rules.fastest);
            running.rate = rate(within);
            let left = running.left.get().min(u32::from(MINUTE));
            running.left = Millis::new(left.saturating_sub(elapsed.get()));
        }
    }
}

impl Alone<Replay> {
    /// Starts a replay, from the beginning if one is running.
    ///
    /// ```
    /// use reknock::destination::{Replay, ReplayRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let mut replay = Replay::alone(now);
    /// replay.begin(&ReplayRules::DEFAULT, now);
    /// assert_eq!(replay.rate(&ReplayRules::DEFAULT, now), Some(100));
    /// ```
    pub fn begin(&mut self, rules: &ReplayRules, now: Moment) {
        self.change(rules, now, |replay, _| replay.begin(rules));
    }

    /// Lets nothing out any more.
    ///
    /// ```
    /// # use reknock::destination::{Replay, ReplayRules};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// let mut replay = Replay::alone(now);
    /// replay.begin(&ReplayRules::DEFAULT, now);
    /// replay.stop(&ReplayRules::DEFAULT, now);
    /// assert_eq!(replay.rate(&ReplayRules::DEFAULT, now), None);
    /// ```
    pub fn stop(&mut self, rules: &ReplayRules, now: Moment) {
        self.change(rules, now, |replay, _| replay.stop());
    }

    /// Whether a letter may go now.
    ///
    /// ```
    /// # use reknock::destination::{Admission, Replay, ReplayRules};
    /// # use reknock::{Derived, Moment};
    /// # let now = Moment::from_millis(0);
    /// let mut replay = Replay::alone(now);
    /// replay.begin(&ReplayRules::DEFAULT, now);
    /// let admission = replay.admit(&ReplayRules::DEFAULT, now, &mut Derived::new(7, 42));
    /// assert_eq!(admission, Admission::Go(()));
    /// ```
    pub fn admit<D: Draw + ?Sized>(
        &mut self,
        rules: &ReplayRules,
        now: Moment,
        random: &mut D,
    ) -> Admission<()> {
        self.offer(rules, now, random, |replay, _| {
            replay.ask(rules)?;
            replay.take(rules);
            Ok(())
        })
    }

    /// How a letter fared.
    ///
    /// ```
    /// # use reknock::destination::{Replay, ReplayRules, Weight};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// let mut replay = Replay::alone(now);
    /// replay.begin(&ReplayRules::DEFAULT, now);
    /// replay.result(&ReplayRules::DEFAULT, now, Weight::Failure);
    /// assert_eq!(replay.rate(&ReplayRules::DEFAULT, now), Some(50));
    /// ```
    pub fn result(&mut self, rules: &ReplayRules, now: Moment, weight: Weight) {
        self.change(rules, now, |replay, _| replay.result(rules, weight));
    }

    /// The destination's breaker opened: go on at the slowest rate.
    ///
    /// ```
    /// # use reknock::destination::{Replay, ReplayRules};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// let mut replay = Replay::alone(now);
    /// replay.begin(&ReplayRules::DEFAULT, now);
    /// replay.opened(&ReplayRules::DEFAULT, now);
    /// assert_eq!(replay.rate(&ReplayRules::DEFAULT, now), Some(10));
    /// ```
    pub fn opened(&mut self, rules: &ReplayRules, now: Moment) {
        self.change(rules, now, |replay, _| replay.opened(rules));
    }

    /// Letters a minute; `None` where no replay is running.
    ///
    /// ```
    /// # use reknock::destination::{Replay, ReplayRules};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// assert_eq!(Replay::alone(now).rate(&ReplayRules::DEFAULT, now), None);
    /// ```
    #[must_use]
    pub fn rate(&self, rules: &ReplayRules, now: Moment) -> Option<u16> {
        self.settled(rules, now).rate()
    }
}
