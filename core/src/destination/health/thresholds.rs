//! What is healthy, and what is alarming.

use crate::destination::rules::{RulesError, refuse_if};

/// What is healthy and what is alarming, metric by metric; a metric without
/// thresholds is told, but not compared.
///
/// ```
/// use reknock::destination::{Metric, Threshold, Thresholds};
///
/// const MINE: Thresholds = match Thresholds::NONE.with(Metric::DeadRate, 1, 2) {
///     Ok(thresholds) => thresholds,
///     Err(error) => panic!("{}", error.text()),
/// };
/// assert_eq!(MINE.get(Metric::DeadRate), Some(Threshold { healthy: 1, alert: 2 }));
/// assert_eq!(MINE.get(Metric::Waiting), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Thresholds {
    pub(crate) retry_rate: Option<Threshold>,
    pub(crate) dead_rate: Option<Threshold>,
    pub(crate) mean_attempts: Option<Threshold>,
    pub(crate) second_success: Option<Threshold>,
    pub(crate) waiting: Option<Threshold>,
    pub(crate) overdue: Option<Threshold>,
}

impl Thresholds {
    /// Nothing is compared.
    ///
    /// ```
    /// use reknock::destination::{Metric, Thresholds};
    ///
    /// assert!(Metric::ALL.iter().all(|metric| Thresholds::NONE.get(*metric).is_none()));
    /// ```
    pub const NONE: Self = Self {
        retry_rate: None,
        dead_rate: None,
        mean_attempts: None,
        second_success: None,
        waiting: None,
        overdue: None,
    };

    /// GetHook's, as it publishes them: retries below 5 % (alert above 10 %),
    /// dead letters below 0.5 % (1 %), 1.0 to 1.3 tries to success (2.0), second
    /// tries that arrive above 80 % (below 60 %), fewer than 10 deliveries in
    /// retry for more than a day (100).
    ///
    /// ```
    /// use reknock::destination::{Metric, Threshold, Thresholds};
    ///
    /// let dead = Thresholds::GET_HOOK.get(Metric::DeadRate);
    /// assert_eq!(dead, Some(Threshold { healthy: 5, alert: 10 }));
    /// ```
    pub const GET_HOOK: Self = Self {
        retry_rate: Threshold::new(50, 100),
        dead_rate: Threshold::new(5, 10),
        mean_attempts: Threshold::new(1_300, 2_000),
        second_success: Threshold::new(800, 600),
        waiting: None,
        overdue: Threshold::new(10, 100),
    };

    /// Hook Mesh's, as it publishes them: retries below 5 % (alert above 10 %),
    /// 1 to 2 tries to success (3), fewer than 100 deliveries waiting (1000).
    ///
    /// ```
    /// use reknock::destination::{Metric, Threshold, Thresholds};
    ///
    /// let waiting = Thresholds::HOOK_MESH.get(Metric::Waiting);
    /// assert_eq!(waiting, Some(Threshold { healthy: 100, alert: 1_000 }));
    /// ```
    pub const HOOK_MESH: Self = Self {
        retry_rate: Threshold::new(50, 100),
        dead_rate: None,
        mean_attempts: Threshold::new(2_000, 3_000),
        second_success: None,
        waiting: Threshold::new(100, 1_000),
        overdue: None,
    };

    /// The set with this name in JSON.
    ///
    /// ```
    /// use reknock::destination::Thresholds;
    ///
    /// assert_eq!(Thresholds::by_name("hookMesh"), Some(Thresholds::HOOK_MESH));
    /// assert_eq!(Thresholds::by_name("stripe"), None, "it publishes none");
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "getHook" => Some(Self::GET_HOOK),
            "hookMesh" => Some(Self::HOOK_MESH),
            _ => None,
        }
    }

    /// The same with other thresholds for one metric: per mille of a rate,
    /// thousandths of a try for the mean, else a number of deliveries.
    ///
    /// # Errors
    ///
    /// If a value could be healthy and alarming at once.
    ///
    /// ```
    /// use reknock::destination::{Metric, Thresholds};
    ///
    /// assert!(Thresholds::GET_HOOK.with(Metric::Waiting, 500, 5_000).is_ok());
    /// let error = Thresholds::NONE.with(Metric::SecondSuccess, 600, 800).unwrap_err();
    /// assert_eq!(error.field(), "secondSuccess");
    /// ```
    pub const fn with(
        mut self,
        metric: Metric,
        healthy: u32,
        alert: u32,
    ) -> Result<Self, RulesError> {
        let backwards = match metric {
            Metric::SecondSuccess => healthy < alert,
            _ => healthy > alert,
        };
        match refuse_if(backwards, metric.backwards()) {
            Ok(()) => {
                *self.slot(metric) = Threshold::new(healthy, alert);
                Ok(self)
            }
            Err(error) => Err(error),
        }
    }

    /// The same without thresholds for one metric.
    ///
    /// ```
    /// use reknock::destination::{Metric, Thresholds};
    ///
    /// let calmer = Thresholds::GET_HOOK.without(Metric::Overdue);
    /// assert_eq!(calmer.get(Metric::Overdue), None);
    /// ```
    #[must_use]
    pub const fn without(mut self, metric: Metric) -> Self {
        *self.slot(metric) = None;
        self
    }

    /// The thresholds for this metric, if it has any.
    ///
    /// ```
    /// use reknock::destination::{Metric, Thresholds};
    ///
    /// let second = Thresholds::GET_HOOK.get(Metric::SecondSuccess);
    /// assert_eq!(second.map(|second| second.alert), Some(600));
    /// ```
    #[must_use]
    pub const fn get(&self, metric: Metric) -> Option<Threshold> {
        match metric {
            Metric::RetryRate => self.retry_rate,
            Metric::DeadRate => self.dead_rate,
            Metric::MeanAttempts => self.mean_attempts,
            Metric::SecondSuccess => self.second_success,
            Metric::Waiting => self.waiting,
            Metric::Overdue => self.overdue,
        }
    }

    const fn slot(&mut self, metric: Metric) -> &mut Option<Threshold> {
        match metric {
            Metric::RetryRate => &mut self.retry_rate,
            Metric::DeadRate => &mut self.dead_rate,
            Metric::MeanAttempts => &mut self.mean_attempts,
            Metric::SecondSuccess => &mut self.second_success,
            Metric::Waiting => &mut self.waiting,
            Metric::Overdue => &mut self.overdue,
        }
    }
}

/// Two values of a metric: better than the one is healthy, worse than the other
/// alarming, and what lies between is to be watched.
///
/// ```
/// use reknock::destination::{Metric, Thresholds};
///
/// let retries = Thresholds::GET_HOOK.get(Metric::RetryRate).unwrap();
/// assert_eq!((retries.healthy, retries.alert), (50, 100));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Threshold {
    /// Where the healthy side ends.
    pub healthy: u32,
    /// Where the alarming side begins.
    pub alert: u32,
}

impl Threshold {
    const fn new(healthy: u32, alert: u32) -> Option<Self> {
        Some(Self { healthy, alert })
    }
}

/// What a [`HealthReport`](crate::destination::HealthReport) tells about.
///
/// ```
/// use reknock::destination::Metric;
///
/// assert_eq!(Metric::by_name("deadRate"), Some(Metric::DeadRate));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Metric {
    /// Second tries per first one, in per mille. Healthy below its threshold.
    RetryRate,
    /// Dead letters per finished delivery, in per mille. Healthy below.
    DeadRate,
    /// Tries that a delivered event took, in thousandths. Healthy up to it.
    MeanAttempts,
    /// Second tries that arrived, in per mille. Healthy *above*: if second tries
    /// fail too, the failures are not transient.
    SecondSuccess,
    /// Deliveries that wait for another try. Healthy below.
    Waiting,
    /// Deliveries in retry for more than 24 hours. Healthy below.
    Overdue,
}

impl Metric {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Metric::ALL.len(), 6);
    /// ```
    pub const ALL: [Self; 6] = [
        Self::RetryRate,
        Self::DeadRate,
        Self::MeanAttempts,
        Self::SecondSuccess,
        Self::Waiting,
        Self::Overdue,
    ];

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Metric::MeanAttempts.name(), "meanAttempts");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RetryRate => "retryRate",
            Self::DeadRate => "deadRate",
            Self::MeanAttempts => "meanAttempts",
            Self::SecondSuccess => "secondSuccess",
            Self::Waiting => "waiting",
            Self::Overdue => "overdue",
        }
    }

    /// The metric with this name.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Metric::by_name("vibes"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// Whether it is a fraction of what was counted; else it is a number.
    pub(super) const fn is_rate(self) -> bool {
        !matches!(self, Self::Waiting | Self::Overdue)
    }

    /// What to say where healthy and alarming overlap.
    const fn backwards(self) -> &'static str {
        match self {
            Self::RetryRate => "retryRate: healthy must not be above alert",
            Self::DeadRate => "deadRate: healthy must not be above alert",
            Self::MeanAttempts => "meanAttempts: healthy must not be above alert",
            Self::SecondSuccess => "secondSuccess: healthy must not be below alert",
            Self::Waiting => "waiting: healthy must not be above alert",
            Self::Overdue => "overdue: healthy must not be above alert",
        }
    }
}
