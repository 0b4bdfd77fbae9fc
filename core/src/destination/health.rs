//! What is wrong with a destination, in numbers and in a sentence.

use crate::destination::Guard;
use crate::destination::admit::Kind;
use crate::destination::alone::Alone;
use crate::destination::report::Ended;
use crate::destination::rolling::Rolling;
use crate::time::{Millis, Moment};

mod reading;
mod report;
mod rules;
#[cfg(test)]
mod tests;
mod thresholds;

pub use reading::{HealthLevel, HealthReading};
pub use report::HealthReport;
pub use rules::HealthRules;
pub use thresholds::{Metric, Threshold, Thresholds};

/// Counts how deliveries fare over a rolling window, in 60 bytes however many
/// there are.
///
/// ```
/// use reknock::destination::{Ended, Health, HealthLevel, HealthRules, Kind, Thresholds};
/// use reknock::Moment;
///
/// let rules = HealthRules::DEFAULT;
/// let now = Moment::from_millis(0);
/// let mut health = Health::alone(now);
///
/// // 30 events, of which 3 arrive with the second try only.
/// for number in 0..30 {
///     if number % 10 == 0 {
///         health.result(&rules, now, Kind::First, 1, false);
///         health.result(&rules, now, Kind::Retry, 2, true);
///         health.ended(&rules, now, Ended::Delivered, 2, false);
///     } else {
///         health.result(&rules, now, Kind::First, 1, true);
///         health.ended(&rules, now, Ended::Delivered, 1, false);
///     }
/// }
/// let report = health.report(&rules, now, 0, 0, &Thresholds::GET_HOOK);
/// assert_eq!(report.level(), HealthLevel::Watch);
/// assert_eq!(report.to_string(), "100 ‰ of events needed a second try; below 50 ‰ is healthy");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Health {
    /// Of the seven counters below.
    pub(crate) window: Rolling<4, 7, EXHAUSTED>,
}

/// The counter of first attempts.
pub(crate) const FIRST: usize = 0;
/// The counter of second attempts.
pub(crate) const SECOND: usize = 1;
/// The counter of second attempts that arrived.
pub(crate) const SECOND_DELIVERED: usize = 2;
/// The counter of deliveries that arrived.
pub(crate) const DELIVERED: usize = 3;
/// The counter of attempts that those took.
pub(crate) const ATTEMPTS: usize = 4;
/// The counter of dead letters.
pub(crate) const DEAD: usize = 5;
/// The counter of those that ran out of tries or time. Absolute, since a limit
/// is set on it; it stands last, as the window wants that.
pub(crate) const EXHAUSTED: usize = 6;

impl Health {
    /// Nothing counted, as a part of a destination.
    pub(crate) const NEW: Self = Self {
        window: Rolling::NEW,
    };

    /// Nothing counted, kept by itself.
    ///
    /// ```
    /// use reknock::destination::{Health, HealthLevel, HealthRules, Thresholds};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let report = Health::alone(now).report(&HealthRules::DEFAULT, now, 0, 0, &Thresholds::NONE);
    /// assert_eq!(report.level(), HealthLevel::Few);
    /// ```
    #[must_use]
    pub const fn alone(now: Moment) -> Alone<Self> {
        Alone::starting(now, Self::NEW)
    }

    /// What came of an attempt; `attempts` with this one counted.
    pub(crate) fn result(&mut self, kind: Kind, attempts: u32, delivered: bool) {
        if !kind.is_retry() {
            self.window.add(FIRST, 1);
        } else if attempts == 2 {
            self.window.add(SECOND, 1);
            if delivered {
                self.window.add(SECOND_DELIVERED, 1);
            }
        }
    }

    /// A delivery ended after so many attempts; `local`: its last outcome was
    /// the sender's own fault, which says nothing about the destination.
    pub(crate) fn ended(&mut self, ended: Ended, attempts: u32, local: bool) {
        match ended {
            Ended::No => {}
            Ended::Delivered => {
                self.window.add(DELIVERED, 1);
                self.window.add(ATTEMPTS, attempts.max(1));
            }
            Ended::Dead(_) => {
                self.window.add(DEAD, 1);
                if ended.is_exhausted() && !local {
                    self.window.add(EXHAUSTED, 1);
                }
            }
        }
    }

    /// Dead letters in the window that ran out of tries or time.
    #[inline]
    pub(crate) fn exhausted(&self) -> u32 {
        self.window.total(EXHAUSTED)
    }

    /// Begins to count those anew.
    pub(crate) fn forget_exhausted(&mut self) {
        self.window.clear(EXHAUSTED);
    }

    /// How that compares with what is healthy.
    pub(crate) fn report(
        &self,
        waiting: u32,
        overdue: u32,
        thresholds: &Thresholds,
    ) -> HealthReport {
        let counted = report::Counted {
            first: self.window.total(FIRST),
            second: self.window.total(SECOND),
            second_delivered: self.window.total(SECOND_DELIVERED),
            delivered: self.window.total(DELIVERED),
            attempts: self.window.total(ATTEMPTS),
            dead: self.window.total(DEAD),
            waiting,
            overdue,
        };
        HealthReport::new(&counted, thresholds)
    }
}

impl Guard for Health {
    type Rules = HealthRules;

    #[inline]
    fn settle(&mut self, rules: &HealthRules, elapsed: Millis) {
        self.window.settle(rules.window, elapsed);
    }
}

impl Alone<Health> {
    /// What came of an attempt: its kind, the delivery's attempts with this one
    /// counted, and whether it arrived.
    ///
    /// ```
    /// use reknock::destination::{Health, HealthRules, Kind, Metric, Thresholds};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (HealthRules::DEFAULT, Moment::from_millis(0));
    /// let mut health = Health::alone(now);
    /// health.result(&rules, now, Kind::First, 1, true);
    /// let report = health.report(&rules, now, 0, 0, &Thresholds::NONE);
    /// assert_eq!(report.get(Metric::RetryRate).value(), Some(0));
    /// ```
    pub fn result(
        &mut self,
        rules: &HealthRules,
        now: Moment,
        kind: Kind,
        attempts: u32,
        delivered: bool,
    ) {
        self.change(rules, now, |health, _| {
            health.result(kind, attempts, delivered);
        });
    }

    /// A delivery ended after so many attempts; `local`: its last outcome was
    /// the sender's own fault ([`Failure::Local`](crate::Failure::Local)).
    ///
    /// ```
    /// use reknock::destination::{Ended, Health, HealthRules, Metric, Thresholds};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (HealthRules::DEFAULT, Moment::from_millis(0));
    /// let mut health = Health::alone(now);
    /// health.ended(&rules, now, Ended::Delivered, 3, false);
    /// let report = health.report(&rules, now, 0, 0, &Thresholds::NONE);
    /// assert_eq!(report.get(Metric::MeanAttempts).value(), Some(3_000));
    /// ```
    pub fn ended(
        &mut self,
        rules: &HealthRules,
        now: Moment,
        ended: Ended,
        attempts: u32,
        local: bool,
    ) {
        self.change(rules, now, |health, _| health.ended(ended, attempts, local));
    }

    /// Dead letters in the window that ran out of tries or time (reasons
    /// attempts, window and dns): what a limit such as "10 in 24 hours" is set
    /// on. Counted one by one, whatever else is counted.
    ///
    /// ```
    /// use reknock::destination::{Ended, Health, HealthRules};
    /// use reknock::{DeadReason, Moment};
    ///
    /// let (rules, now) = (HealthRules::DEFAULT, Moment::from_millis(0));
    /// let mut health = Health::alone(now);
    /// health.ended(&rules, now, Ended::Dead(DeadReason::Window), 7, false);
    /// health.ended(&rules, now, Ended::Dead(DeadReason::Permanent), 1, false);
    /// assert_eq!(health.exhausted(&rules, now), 1);
    /// ```
    #[must_use]
    pub fn exhausted(&self, rules: &HealthRules, now: Moment) -> u32 {
        self.settled(rules, now).exhausted()
    }

    /// How the destination does: what was counted, and what the caller knows,
    /// the number of deliveries that wait for another try and the number in
    /// retry for more than 24 hours.
    ///
    /// ```
    /// use reknock::destination::{Health, HealthLevel, HealthRules, Thresholds};
    /// use reknock::Moment;
    ///
    /// let (rules, now) = (HealthRules::DEFAULT, Moment::from_millis(0));
    /// let report = Health::alone(now).report(&rules, now, 40, 2, &Thresholds::GET_HOOK);
    /// assert_eq!(report.level(), HealthLevel::Healthy);
    /// ```
    #[must_use]
    pub fn report(
        &self,
        rules: &HealthRules,
        now: Moment,
        waiting: u32,
        overdue: u32,
        thresholds: &Thresholds,
    ) -> HealthReport {
        self.settled(rules, now)
            .report(waiting, overdue, thresholds)
    }
}
