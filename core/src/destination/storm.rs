//! Whether retries outnumber first attempts, and how far to stretch them.

use core::num::NonZeroU32;

use crate::delivery::jitter::Stretch;
use crate::destination::Guard;
use crate::destination::admit::Kind;
use crate::destination::alone::Alone;
use crate::destination::rolling::Rolling;
use crate::time::{Millis, Moment};

mod rules;
#[cfg(test)]
mod tests;

pub use rules::StormRules;

/// Counts first attempts and retries over a rolling window, and hears how many
/// retries wait: it tells when retries have become most of the traffic, and
/// warns when they are about to.
///
/// ```
/// use reknock::destination::{Kind, Storm, StormLevel, StormRules};
/// use reknock::{Moment, Stretch};
///
/// let rules = StormRules::DEFAULT;
/// let now = Moment::from_millis(0);
/// let mut storm = Storm::alone(now);
///
/// for _ in 0..10 {
///     storm.count(&rules, now, Kind::First);
/// }
/// for _ in 0..150 {
///     storm.count(&rules, now, Kind::Retry);
/// }
/// let report = storm.report(&rules, now);
/// assert_eq!(report.level, StormLevel::Storm);
/// // 15 retries to a first attempt, where 5 are the limit: wait three times
/// // as long. Pass it to `Policy::decide_stretched`.
/// assert_eq!(report.stretch, Stretch::per_mille(3_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Storm {
    /// Of `FIRST` and `RETRIES`.
    pub(crate) window: Rolling<5, 2>,
    /// How many retries wait, as last told.
    pub(crate) depth: u32,
    /// The same, when the newest slot began.
    pub(crate) before: u32,
    /// Slots passed since `depth` was told.
    pub(crate) age: u8,
}

/// The counter of first attempts.
pub(crate) const FIRST: usize = 0;
/// The counter of retries.
pub(crate) const RETRIES: usize = 1;

/// After so many slots nothing told is left in the window.
const STALE: u8 = 5;

impl Storm {
    /// Nothing counted, as a part of a destination.
    pub(crate) const NEW: Self = Self {
        window: Rolling::NEW,
        depth: 0,
        before: 0,
        age: 0,
    };

    /// Nothing counted, kept by itself.
    ///
    /// ```
    /// use reknock::destination::{Storm, StormLevel, StormRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// assert_eq!(Storm::alone(now).report(&StormRules::DEFAULT, now).level, StormLevel::Calm);
    /// ```
    #[must_use]
    pub const fn alone(now: Moment) -> Alone<Self> {
        Alone::starting(now, Self::NEW)
    }

    /// An attempt was made.
    #[inline]
    pub(crate) fn count(&mut self, kind: Kind) {
        self.window
            .add(if kind.is_retry() { RETRIES } else { FIRST }, 1);
    }

    /// So many retries wait for the destination.
    #[inline]
    pub(crate) const fn waiting(&mut self, depth: u32) {
        self.depth = depth;
        self.age = 0;
    }

    /// What that amounts to.
    pub(crate) fn report(&self, rules: &StormRules) -> StormReport {
        let (first, retries) = (self.window.total(FIRST), self.window.total(RETRIES));
        // Five slots of 16 bits, times 1000 at most: all of this fits.
        let limit = first.saturating_mul(u32::from(rules.ratio));
        let storm = retries >= u32::from(rules.minimum) && retries > limit;
        let grown = self.depth >= rules.growing
            && u64::from(self.depth) >= u64::from(self.before).saturating_mul(2);
        let level = if storm {
            StormLevel::Storm
        } else if self.depth >= rules.depth || grown {
            StormLevel::Warning
        } else {
            StormLevel::Calm
        };
        StormReport {
            level,
            retries,
            first,
            stretch: if storm {
                stretch(retries, first, rules.ratio)
            } else {
                Stretch::NONE
            },
        }
    }
}

/// How many times over the limit the retries are. Starts at 1000 where the
/// limit is passed, so that delays do not jump there.
fn stretch(retries: u32, first: u32, ratio: u16) -> Stretch {
    let limit = first.max(1).saturating_mul(u32::from(ratio));
    let times = retries.saturating_mul(1_000) / NonZeroU32::new(limit).unwrap_or(NonZeroU32::MIN);
    // Not above 65535 after `min`, so the conversion loses nothing.
    Stretch::per_mille(times.min(u32::from(Stretch::MAX.get())) as u16)
}

impl Guard for Storm {
    type Rules = StormRules;

    fn settle(&mut self, rules: &StormRules, elapsed: Millis) {
        let passed = self.window.settle(rules.window, elapsed);
        let age = u32::from(self.age).saturating_add(passed);
        // Not above 5 after `min`, so the conversion loses nothing.
        self.age = age.min(u32::from(STALE)) as u8;
        if passed > 0 {
            self.before = self.depth;
        }
        if self.age == STALE {
            self.depth = 0;
            self.before = 0;
        }
    }
}

impl Alone<Storm> {
    /// An attempt was made.
    ///
    /// ```
    /// use reknock::destination::{Kind, Storm, StormRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let mut storm = Storm::alone(now);
    /// storm.count(&StormRules::DEFAULT, now, Kind::Retry);
    /// assert_eq!(storm.report(&StormRules::DEFAULT, now).retries, 1);
    /// ```
    pub fn count(&mut self, rules: &StormRules, now: Moment, kind: Kind) {
        self.change(rules, now, |storm, _| storm.count(kind));
    }

    /// So many retries wait for the destination now. Tell it now and then; what
    /// is older than the window is forgotten.
    ///
    /// ```
    /// use reknock::destination::{Storm, StormLevel, StormRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let mut storm = Storm::alone(now);
    /// storm.waiting(&StormRules::DEFAULT, now, 120);
    /// assert_eq!(storm.report(&StormRules::DEFAULT, now).level, StormLevel::Warning, "from none");
    /// ```
    pub fn waiting(&mut self, rules: &StormRules, now: Moment, depth: u32) {
        self.change(rules, now, |storm, _| storm.waiting(depth));
    }

    /// Whether this is a storm, and how much longer retries should wait.
    ///
    /// ```
    /// use reknock::destination::{Storm, StormRules};
    /// use reknock::{Moment, Stretch};
    ///
    /// let now = Moment::from_millis(0);
    /// assert_eq!(Storm::alone(now).report(&StormRules::DEFAULT, now).stretch, Stretch::NONE);
    /// ```
    #[must_use]
    pub fn report(&self, rules: &StormRules, now: Moment) -> StormReport {
        self.settled(rules, now).report(rules)
    }
}

/// What a [`Storm`] tells.
///
/// ```
/// use reknock::destination::{Kind, Storm, StormRules};
/// use reknock::Moment;
///
/// let now = Moment::from_millis(0);
/// let mut storm = Storm::alone(now);
/// storm.count(&StormRules::DEFAULT, now, Kind::First);
/// let report = storm.report(&StormRules::DEFAULT, now);
/// assert_eq!((report.first, report.retries), (1, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct StormReport {
    /// How bad it is.
    pub level: StormLevel,
    /// Retries in the window.
    pub retries: u32,
    /// First attempts in the window.
    pub first: u32,
    /// How much longer than usual to wait, for
    /// [`Policy::decide_stretched`](crate::Policy::decide_stretched).
    pub stretch: Stretch,
}

/// How bad it is.
///
/// ```
/// use reknock::destination::StormLevel;
///
/// assert!(StormLevel::Storm > StormLevel::Warning);
/// assert_eq!(StormLevel::Warning.name(), "warning");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum StormLevel {
    /// As it should be.
    Calm,
    /// Many retries wait, or their number has doubled.
    Warning,
    /// Retries are most of the traffic.
    Storm,
}

impl StormLevel {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::destination::StormLevel::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::Calm, Self::Warning, Self::Storm];

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::StormLevel::Storm.name(), "storm");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Calm => "calm",
            Self::Warning => "warning",
            Self::Storm => "storm",
        }
    }
}
