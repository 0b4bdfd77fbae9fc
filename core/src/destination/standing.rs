//! Whether a destination is served at all.

use crate::delivery::classify::Class;
use crate::destination::report::Report;
use crate::destination::rules::{Draft, RulesError, first_broken};
use crate::time::Millis;

/// When a destination is disabled: its events are kept, not tried, until a
/// person enables it again.
///
/// ```
/// use reknock::destination::DisableRules;
/// use reknock::Millis;
///
/// let rules = DisableRules::draft().failing(Millis::from_days(7)).build()?;
/// assert_ne!(rules, DisableRules::DEFAULT);
/// # Ok::<(), reknock::destination::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DisableRules {
    pub(crate) gone: bool,
    pub(crate) exhausted: Option<u16>,
    pub(crate) failing: Option<Millis>,
    pub(crate) failures: u16,
}

/// Whether a destination is served, and what that may change about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) enum Standing {
    Serving {
        /// Failed tries since the last success.
        failures: u16,
        /// How long ago the first of them was.
        failing: Millis,
    },
    Disabled {
        since: Millis,
        why: Why,
        /// Whether the owner is known to have been told.
        told: bool,
    },
}

/// Why a destination is disabled.
///
/// ```
/// use reknock::destination::Why;
///
/// assert_eq!(Why::Exhausted.name(), "exhausted");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Why {
    /// It asked never to be called again.
    Gone,
    /// Too many deliveries ran out of tries or time.
    Exhausted,
    /// It has failed for days on end.
    Failing,
    /// By hand.
    Hand,
}

impl Why {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Why::ALL.len(), 4);
    /// ```
    pub const ALL: [Self; 4] = [Self::Gone, Self::Exhausted, Self::Failing, Self::Hand];

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Why::Gone.name(), "gone");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Exhausted => "exhausted",
            Self::Failing => "failing",
            Self::Hand => "hand",
        }
    }
}

impl Standing {
    /// Serving, with nothing against it.
    pub(crate) const NEW: Self = Self::Serving {
        failures: 0,
        failing: Millis::ZERO,
    };

    pub(crate) fn settle(&mut self, elapsed: Millis) {
        let (Self::Serving { failing: since, .. } | Self::Disabled { since, .. }) = self;
        *since = Millis::new(since.get().saturating_add(elapsed.get()));
    }

    pub(crate) const fn disable(&mut self, why: Why) {
        *self = Self::Disabled {
            since: Millis::ZERO,
            why,
            // Who disables it by hand knows.
            told: matches!(why, Why::Hand),
        };
    }

    /// Takes an attempt in, and tells why it disabled the destination, if it
    /// did. `exhausted` is the number of deliveries that ran out of tries or
    /// time, with this one. An attempt that is not `of_now`, but from before the
    /// breaker's last change, counts, and disables nothing: it says how the
    /// destination stood then, and would undo what was done since.
    pub(crate) fn take(
        &mut self,
        rules: &DisableRules,
        report: &Report,
        exhausted: u32,
        of_now: bool,
    ) -> Option<Why> {
        let Self::Serving { failures, failing } = self else {
            return None;
        };
        let delivered = report.class == Class::Delivered;
        if delivered {
            *failures = 0;
            *failing = Millis::ZERO;
        } else if !report.is_invalid() {
            if *failures == 0 {
                *failing = Millis::ZERO;
            }
            *failures = failures.saturating_add(1);
        }
        if !of_now {
            return None;
        }
        let too_many = |most| exhausted >= u32::from(most);
        let too_long = |longest| *failing >= longest;
        let why = if rules.gone && report.class == Class::Gone {
            Why::Gone
        } else if report.ended.is_exhausted() && rules.exhausted.is_some_and(too_many) {
            Why::Exhausted
        } else if !delivered && *failures >= rules.failures && rules.failing.is_some_and(too_long) {
            Why::Failing
        } else {
            return None;
        };
        self.disable(why);
        Some(why)
    }
}

impl DisableRules {
    /// After a 410; after 10 deliveries that ran out of tries or time, within
    /// the health's window; after 5 days, and 10 failures, without a success.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// assert_eq!(DisableRules::draft().build(), Ok(DisableRules::DEFAULT));
    /// ```
    pub const DEFAULT: Self = Self {
        gone: true,
        exhausted: Some(10),
        failing: Some(Millis::from_days(5)),
        failures: 10,
    };

    /// Rules in the making, which begin with the defaults.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// let error = DisableRules::draft().failures(0).build().unwrap_err();
    /// assert_eq!((error.field(), error.fix()), ("failures", "must be 1 to 65535"));
    /// ```
    pub const fn draft() -> Draft<Self> {
        Draft {
            rules: Self::DEFAULT,
        }
    }
}

impl Default for DisableRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Draft<DisableRules> {
    /// Whether "never call again" (410) disables: yes unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// assert!(DisableRules::draft().gone(false).build().is_ok());
    /// ```
    pub const fn gone(mut self, disables: bool) -> Self {
        self.rules.gone = disables;
        self
    }

    /// So many deliveries that ran out of tries or time within the health's
    /// window disable: 1 to 32767; 10 unless said otherwise. A window of 24 hours
    /// covers the last 18 to 24.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// assert!(DisableRules::draft().exhausted(0).build().is_err());
    /// ```
    pub const fn exhausted(mut self, deliveries: u16) -> Self {
        self.rules.exhausted = Some(deliveries);
        self
    }

    /// No number of them disables.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// assert!(DisableRules::draft().no_exhausted().build().is_ok());
    /// ```
    pub const fn no_exhausted(mut self) -> Self {
        self.rules.exhausted = None;
        self
    }

    /// So long without a success disables: above 0; 5 days unless said
    /// otherwise.
    ///
    /// ```
    /// # use reknock::{destination::DisableRules, Millis};
    /// assert!(DisableRules::draft().failing(Millis::ZERO).build().is_err());
    /// ```
    pub const fn failing(mut self, longest: Millis) -> Self {
        self.rules.failing = Some(longest);
        self
    }

    /// No length of failing disables.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// assert!(DisableRules::draft().no_failing().build().is_ok());
    /// ```
    pub const fn no_failing(mut self) -> Self {
        self.rules.failing = None;
        self
    }

    /// The fewest failures that count as failing: 1 to 65535; 10 unless said
    /// otherwise.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// assert!(DisableRules::draft().failures(1).build().is_ok());
    /// ```
    pub const fn failures(mut self, fewest: u16) -> Self {
        self.rules.failures = fewest;
        self
    }

    /// The rules, if they keep to their ranges.
    ///
    /// ```
    /// # use reknock::destination::DisableRules;
    /// assert_eq!(DisableRules::draft().build(), Ok(DisableRules::DEFAULT));
    /// ```
    ///
    /// # Errors
    ///
    /// Names the first field that does not, and the fix.
    pub const fn build(self) -> Result<DisableRules, RulesError> {
        let rules = self.rules;
        let no_time = match rules.failing {
            Some(longest) => longest.is_zero(),
            None => false,
        };
        let checks = [
            (
                matches!(rules.exhausted, Some(0 | 32_768..)),
                "exhausted: must be 1 to 32767, or none",
            ),
            (no_time, "failing: must be above 0; leave it out for none"),
            (rules.failures < 1, "failures: must be 1 to 65535"),
        ];
        match first_broken(&checks) {
            Ok(()) => Ok(rules),
            Err(error) => Err(error),
        }
    }
}
