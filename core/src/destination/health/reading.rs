//! One metric: its value, its level and its sentence.

use core::fmt;

use super::thresholds::{Metric, Threshold};

/// One metric of a [`HealthReport`](super::HealthReport).
///
/// Its `Display` is a sentence where the level is watch or alert, else the
/// level.
///
/// ```
/// use reknock::destination::{Health, HealthLevel, HealthRules, Metric, Thresholds};
/// use reknock::Moment;
///
/// let now = Moment::from_millis(0);
/// let health = Health::alone(now);
/// let report = health.report(&HealthRules::DEFAULT, now, 0, 12, &Thresholds::GET_HOOK);
///
/// let overdue = report.get(Metric::Overdue);
/// assert_eq!(overdue.level(), HealthLevel::Watch);
/// assert_eq!(
///     overdue.to_string(),
///     "12 deliveries have been in retry for more than a day; below 10 is healthy",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct HealthReading {
    metric: Metric,
    level: HealthLevel,
    value: Option<u32>,
    bounds: Option<Threshold>,
}

impl HealthReading {
    pub(super) fn new(metric: Metric, part: u32, whole: u32, bounds: Option<Threshold>) -> Self {
        // Totals of a window are below 2^19, so that a thousandfold fits; a
        // number of deliveries stands as it is.
        let scaled = if metric.is_rate() {
            part.saturating_mul(1_000)
        } else {
            part
        };
        let level = match bounds {
            None => HealthLevel::Off,
            Some(_) if metric.is_rate() && whole < FEW => HealthLevel::Few,
            Some(bounds) => level(metric, scaled, whole, bounds),
        };
        Self {
            metric,
            level,
            value: scaled.checked_div(whole),
            bounds,
        }
    }

    /// Which metric it is.
    ///
    /// ```
    /// # use reknock::destination::{Health, HealthRules, Metric, Thresholds};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// # let health = Health::alone(now);
    /// # let report = health.report(&HealthRules::DEFAULT, now, 0, 0, &Thresholds::GET_HOOK);
    /// assert_eq!(report.get(Metric::Waiting).metric(), Metric::Waiting);
    /// ```
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Per mille of a rate (thousandths of a try for the mean), rounded down,
    /// or the number of deliveries; `None` for a share of nothing.
    ///
    /// ```
    /// # use reknock::destination::{Health, HealthRules, Metric, Thresholds};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// # let health = Health::alone(now);
    /// # let report = health.report(&HealthRules::DEFAULT, now, 3, 0, &Thresholds::GET_HOOK);
    /// assert_eq!(report.get(Metric::Waiting).value(), Some(3), "told even where nothing is compared");
    /// assert_eq!(report.get(Metric::MeanAttempts).value(), None);
    /// ```
    #[must_use]
    pub const fn value(&self) -> Option<u32> {
        self.value
    }

    /// How it compares with the thresholds.
    ///
    /// ```
    /// # use reknock::destination::{Health, HealthLevel, HealthRules, Metric, Thresholds};
    /// # use reknock::Moment;
    /// # let now = Moment::from_millis(0);
    /// # let health = Health::alone(now);
    /// # let report = health.report(&HealthRules::DEFAULT, now, 3, 0, &Thresholds::GET_HOOK);
    /// assert_eq!(report.get(Metric::Waiting).level(), HealthLevel::Off);
    /// assert_eq!(report.get(Metric::DeadRate).level(), HealthLevel::Few);
    /// assert_eq!(report.get(Metric::Overdue).level(), HealthLevel::Healthy);
    /// ```
    #[must_use]
    pub const fn level(&self) -> HealthLevel {
        self.level
    }
}

/// Of fewer than these a rate says nothing.
const FEW: u32 = 20;

/// The rate is compared exactly, by products, never the rounded value.
fn level(metric: Metric, scaled: u32, whole: u32, bounds: Threshold) -> HealthLevel {
    let value = u64::from(scaled);
    let healthy = u64::from(bounds.healthy).wrapping_mul(u64::from(whole));
    let alert = u64::from(bounds.alert).wrapping_mul(u64::from(whole));
    let (alarming, well) = match metric {
        Metric::SecondSuccess => (value < alert, value > healthy),
        Metric::MeanAttempts => (value > alert, value <= healthy),
        Metric::RetryRate | Metric::DeadRate | Metric::Waiting | Metric::Overdue => {
            (value > alert, value < healthy)
        }
    };
    if alarming {
        HealthLevel::Alert
    } else if well {
        HealthLevel::Healthy
    } else {
        HealthLevel::Watch
    }
}

impl fmt::Display for HealthReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (HealthLevel::Watch | HealthLevel::Alert, Some(v), Some(Threshold { healthy: h, .. })) =
            (self.level, self.value, self.bounds)
        else {
            return self.level.fmt(f);
        };
        match self.metric {
            Metric::RetryRate => write!(
                f,
                "{v} ‰ of events needed a second try; below {h} ‰ is healthy"
            ),
            Metric::DeadRate => write!(
                f,
                "{v} ‰ of finished deliveries became dead letters; below {h} ‰ is healthy"
            ),
            Metric::MeanAttempts => write!(
                f,
                "a delivery takes {} tries on average; up to {} is healthy",
                Thousandths(v),
                Thousandths(h)
            ),
            Metric::SecondSuccess => write!(
                f,
                "only {v} ‰ of second tries arrive; above {h} ‰ is healthy: failures are not transient"
            ),
            Metric::Waiting => {
                write!(
                    f,
                    "{v} deliveries wait for another try; below {h} is healthy"
                )
            }
            Metric::Overdue => write!(
                f,
                "{v} deliveries have been in retry for more than a day; below {h} is healthy"
            ),
        }
    }
}

/// A number of thousandths, as a decimal: 1300 is `1.3`.
struct Thousandths(u32);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1_000, self.0 % 1_000);
        if rest == 0 {
            write!(f, "{whole}")
        } else if rest % 100 == 0 {
            write!(f, "{whole}.{}", rest / 100)
        } else if rest % 10 == 0 {
            write!(f, "{whole}.{:02}", rest / 10)
        } else {
            write!(f, "{whole}.{rest:03}")
        }
    }
}

/// How a metric, or all of them, compare with what is healthy.
///
/// ```
/// use reknock::destination::HealthLevel;
///
/// assert!(HealthLevel::Alert > HealthLevel::Watch);
/// assert_eq!(HealthLevel::Watch.name(), "watch");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum HealthLevel {
    /// Not compared: there are no thresholds for it.
    Off,
    /// Too few deliveries to say anything.
    Few,
    /// As it should be.
    Healthy,
    /// Neither well nor alarming.
    Watch,
    /// Someone should look.
    Alert,
}

impl HealthLevel {
    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::HealthLevel::Few.name(), "few");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Few => "few",
            Self::Healthy => "healthy",
            Self::Watch => "watch",
            Self::Alert => "alert",
        }
    }
}

impl fmt::Display for HealthLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "not compared",
            Self::Few => "too few deliveries to say",
            Self::Healthy => "healthy",
            Self::Watch => "to be watched",
            Self::Alert => "alarming",
        })
    }
}
