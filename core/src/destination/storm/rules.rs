//! The rules of a storm.

use crate::destination::rules::{Draft, RulesError, first_broken};
use crate::time::Millis;

/// When retries are a storm, and when they are worth a warning.
///
/// ```
/// use reknock::destination::StormRules;
/// use reknock::policy;
///
/// // Checked when it is compiled.
/// const NERVOUS: StormRules = policy!(StormRules::draft().ratio(2).minimum(20));
/// assert_ne!(NERVOUS, StormRules::DEFAULT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct StormRules {
    pub(crate) window: Millis,
    pub(crate) ratio: u16,
    pub(crate) minimum: u16,
    pub(crate) depth: u32,
    pub(crate) growing: u32,
}

impl StormRules {
    /// More than 5 retries to a first attempt over 15 minutes, and at least 100
    /// of them: GetHook's numbers. The depths that warn are reknock's own: 1000
    /// waiting, or 100 and twice as many as before.
    ///
    /// ```
    /// use reknock::destination::StormRules;
    ///
    /// assert_eq!(StormRules::default(), StormRules::DEFAULT);
    /// ```
    pub const DEFAULT: Self = Self {
        window: Millis::from_mins(15),
        ratio: 5,
        minimum: 100,
        depth: 1_000,
        growing: 100,
    };

    /// Rules in the making, which begin with the defaults.
    ///
    /// ```
    /// use reknock::destination::StormRules;
    ///
    /// let error = StormRules::draft().ratio(0).build().unwrap_err();
    /// assert_eq!((error.field(), error.fix()), ("ratio", "must be 1 to 1000"));
    /// ```
    pub const fn draft() -> Draft<Self> {
        Draft {
            rules: Self::DEFAULT,
        }
    }
}

impl Default for StormRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Draft<StormRules> {
    /// What attempts are counted over: 1 s or more; 15 minutes unless said
    /// otherwise. It moves in fifths: 15 minutes are the running three and the
    /// twelve before them.
    ///
    /// ```
    /// # use reknock::{destination::StormRules, Millis};
    /// assert!(StormRules::draft().window(Millis::new(999)).build().is_err());
    /// ```
    pub const fn window(mut self, window: Millis) -> Self {
        self.rules.window = window;
        self
    }

    /// More retries than this to a first attempt are a storm: 1 to 1000; 5
    /// unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::StormRules;
    /// assert!(StormRules::draft().ratio(1_001).build().is_err());
    /// ```
    pub const fn ratio(mut self, ratio: u16) -> Self {
        self.rules.ratio = ratio;
        self
    }

    /// Fewer retries than this are none: 1 to 32767; 100 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::StormRules;
    /// assert!(StormRules::draft().minimum(0).build().is_err());
    /// ```
    pub const fn minimum(mut self, retries: u16) -> Self {
        self.rules.minimum = retries;
        self
    }

    /// So many waiting retries are worth a warning: 1 or more; 1000 unless said
    /// otherwise.
    ///
    /// ```
    /// # use reknock::destination::StormRules;
    /// assert!(StormRules::draft().depth(0).build().is_err());
    /// ```
    pub const fn depth(mut self, waiting: u32) -> Self {
        self.rules.depth = waiting;
        self
    }

    /// So many are, if they are twice as many as before: 1 or more; 100 unless
    /// said otherwise.
    ///
    /// ```
    /// # use reknock::destination::StormRules;
    /// assert!(StormRules::draft().growing(0).build().is_err());
    /// ```
    pub const fn growing(mut self, waiting: u32) -> Self {
        self.rules.growing = waiting;
        self
    }

    /// The rules, if they keep to their ranges.
    ///
    /// ```
    /// # use reknock::destination::StormRules;
    /// assert_eq!(StormRules::draft().build(), Ok(StormRules::DEFAULT));
    /// ```
    ///
    /// # Errors
    ///
    /// Names the first field that does not, and the fix.
    pub const fn build(self) -> Result<StormRules, RulesError> {
        let rules = self.rules;
        let checks = [
            (rules.window.get() < 1_000, "window: must be 1 s or more"),
            (
                rules.ratio < 1 || rules.ratio > 1_000,
                "ratio: must be 1 to 1000",
            ),
            (
                rules.minimum < 1 || rules.minimum > 32_767,
                "minimum: must be 1 to 32767",
            ),
            (rules.depth < 1, "depth: must be 1 or more"),
            (rules.growing < 1, "growing: must be 1 or more"),
        ];
        match first_broken(&checks) {
            Ok(()) => Ok(rules),
            Err(error) => Err(error),
        }
    }
}
