//! What the counters say, against what is healthy.

use core::fmt;

use super::reading::{HealthLevel, HealthReading};
use super::thresholds::{Metric, Thresholds};

/// How a destination does: six metrics, each with a value, a level and a
/// sentence. See [`Health`](crate::destination::Health).
///
/// ```
/// use reknock::destination::{Health, HealthLevel, HealthRules, Metric, Thresholds};
/// use reknock::Moment;
///
/// let rules = HealthRules::DEFAULT;
/// let now = Moment::from_millis(0);
/// let health = Health::alone(now);
/// let report = health.report(&rules, now, 1_200, 0, &Thresholds::HOOK_MESH);
///
/// assert_eq!(report.level(), HealthLevel::Alert);
/// assert_eq!(report.get(Metric::Waiting).value(), Some(1_200));
/// assert_eq!(report.to_string(), "1200 deliveries wait for another try; below 100 is healthy");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct HealthReport {
    readings: [HealthReading; 6],
}

impl HealthReport {
    pub(super) fn new(counted: &Counted, thresholds: &Thresholds) -> Self {
        Self {
            readings: Metric::ALL.map(|metric| {
                let (part, whole) = counted.fraction(metric);
                HealthReading::new(metric, part, whole, thresholds.get(metric))
            }),
        }
    }

    /// The worst level of all: alert before watch before healthy; few where no
    /// metric has a verdict.
    ///
    /// ```
    /// use reknock::destination::{Health, HealthLevel, HealthRules, Thresholds};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let health = Health::alone(now);
    /// let report = health.report(&HealthRules::DEFAULT, now, 0, 0, &Thresholds::NONE);
    /// assert_eq!(report.level(), HealthLevel::Few);
    /// ```
    #[must_use]
    pub fn level(&self) -> HealthLevel {
        self.readings
            .iter()
            .fold(HealthLevel::Few, |worst, reading| {
                worst.max(reading.level())
            })
    }

    /// One of the six.
    ///
    /// ```
    /// use reknock::destination::{Health, HealthRules, Metric, Thresholds};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let health = Health::alone(now);
    /// let report = health.report(&HealthRules::DEFAULT, now, 0, 7, &Thresholds::GET_HOOK);
    /// assert_eq!(report.get(Metric::Overdue).value(), Some(7));
    /// assert_eq!(report.get(Metric::RetryRate).value(), None, "nothing was sent yet");
    /// ```
    #[must_use]
    pub const fn get(&self, metric: Metric) -> &HealthReading {
        let [
            retry_rate,
            dead_rate,
            mean_attempts,
            second_success,
            waiting,
            overdue,
        ] = &self.readings;
        match metric {
            Metric::RetryRate => retry_rate,
            Metric::DeadRate => dead_rate,
            Metric::MeanAttempts => mean_attempts,
            Metric::SecondSuccess => second_success,
            Metric::Waiting => waiting,
            Metric::Overdue => overdue,
        }
    }

    /// All six, in the order of [`Metric::ALL`].
    ///
    /// ```
    /// use reknock::destination::{Health, HealthRules, Metric, Thresholds};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(0);
    /// let health = Health::alone(now);
    /// let report = health.report(&HealthRules::DEFAULT, now, 0, 0, &Thresholds::GET_HOOK);
    /// assert!(report.iter().map(|reading| reading.metric()).eq(Metric::ALL));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &HealthReading> {
        self.readings.iter()
    }
}

impl fmt::Display for HealthReport {
    /// What is wrong, a line for each metric to watch or to be alarmed by; the
    /// level where nothing is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = false;
        for reading in &self.readings {
            if matches!(reading.level(), HealthLevel::Watch | HealthLevel::Alert) {
                if said {
                    f.write_str("\n")?;
                }
                reading.fmt(f)?;
                said = true;
            }
        }
        if said {
            return Ok(());
        }
        self.level().fmt(f)
    }
}

/// What a report is made from: the totals of the window, and what the caller
/// knows.
pub(super) struct Counted {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) second_delivered: u32,
    pub(super) delivered: u32,
    pub(super) attempts: u32,
    pub(super) dead: u32,
    pub(super) waiting: u32,
    pub(super) overdue: u32,
}

impl Counted {
    /// The two numbers whose fraction the metric is.
    fn fraction(&self, metric: Metric) -> (u32, u32) {
        match metric {
            Metric::RetryRate => (self.second, self.first),
            Metric::DeadRate => (self.dead, self.dead.saturating_add(self.delivered)),
            Metric::MeanAttempts => (self.attempts, self.delivered),
            Metric::SecondSuccess => (self.second_delivered, self.second),
            Metric::Waiting => (self.waiting, 1),
            Metric::Overdue => (self.overdue, 1),
        }
    }
}
