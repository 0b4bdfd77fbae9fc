//! The rules of health.

use crate::destination::rules::{Draft, RulesError, refuse_if};
use crate::time::Millis;

/// What health is counted over.
///
/// ```
/// use reknock::destination::HealthRules;
/// use reknock::{policy, Millis};
///
/// // Checked when it is compiled.
/// const A_WEEK: HealthRules = policy!(HealthRules::draft().window(Millis::from_days(7)));
/// assert_ne!(A_WEEK, HealthRules::DEFAULT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct HealthRules {
    pub(crate) window: Millis,
}

impl HealthRules {
    /// A day, in quarters: the last three, and the running one.
    ///
    /// ```
    /// use reknock::destination::HealthRules;
    ///
    /// assert_eq!(HealthRules::default(), HealthRules::DEFAULT);
    /// ```
    pub const DEFAULT: Self = Self {
        window: Millis::from_hours(24),
    };

    /// Rules in the making, which begin with the defaults.
    ///
    /// ```
    /// use reknock::{destination::HealthRules, Millis};
    ///
    /// let error = HealthRules::draft().window(Millis::ZERO).build().unwrap_err();
    /// assert_eq!((error.field(), error.fix()), ("window", "must be 1 s or more"));
    /// ```
    pub const fn draft() -> Draft<Self> {
        Draft {
            rules: Self::DEFAULT,
        }
    }
}

impl Default for HealthRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Draft<HealthRules> {
    /// What is counted over: 1 s or more; 24 hours unless said otherwise. It
    /// moves in quarters: 24 hours are the running six and the 18 before them.
    ///
    /// ```
    /// # use reknock::{destination::HealthRules, Millis};
    /// assert!(HealthRules::draft().window(Millis::from_hours(1)).build().is_ok());
    /// ```
    pub const fn window(mut self, window: Millis) -> Self {
        self.rules.window = window;
        self
    }

    /// The rules, if they keep to their ranges.
    ///
    /// ```
    /// # use reknock::destination::HealthRules;
    /// assert_eq!(HealthRules::draft().build(), Ok(HealthRules::DEFAULT));
    /// ```
    ///
    /// # Errors
    ///
    /// Names the field that does not, and the fix.
    pub const fn build(self) -> Result<HealthRules, RulesError> {
        let rules = self.rules;
        match refuse_if(rules.window.get() < 1_000, "window: must be 1 s or more") {
            Ok(()) => Ok(rules),
            Err(error) => Err(error),
        }
    }
}
