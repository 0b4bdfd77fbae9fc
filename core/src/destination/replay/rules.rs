//! The rules of a replay.

use crate::destination::rules::{Draft, RulesError, first_broken};

/// How fast dead letters go out again, in letters a minute.
///
/// ```
/// use reknock::destination::ReplayRules;
/// use reknock::policy;
///
/// // Checked when it is compiled.
/// const GENTLE: ReplayRules = policy!(ReplayRules::draft().start(20).ramp(100));
/// assert_ne!(GENTLE, ReplayRules::DEFAULT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ReplayRules {
    pub(crate) start: u16,
    pub(crate) slowest: u16,
    pub(crate) fastest: u16,
    pub(crate) ramp: u16,
}

impl ReplayRules {
    /// 100 a minute to begin with, as GetHook does; between 10 and 1000, half as
    /// much again after a good minute: those are reknock's own.
    ///
    /// ```
    /// use reknock::destination::ReplayRules;
    ///
    /// assert_eq!(ReplayRules::default(), ReplayRules::DEFAULT);
    /// ```
    pub const DEFAULT: Self = Self {
        start: 100,
        slowest: 10,
        fastest: 1_000,
        ramp: 500,
    };

    /// Rules in the making, which begin with the defaults.
    ///
    /// ```
    /// use reknock::destination::ReplayRules;
    ///
    /// let error = ReplayRules::draft().start(5).build().unwrap_err();
    /// assert_eq!((error.field(), error.fix()), ("start", "must lie between slowest and fastest"));
    /// ```
    pub const fn draft() -> Draft<Self> {
        Draft {
            rules: Self::DEFAULT,
        }
    }
}

impl Default for ReplayRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Draft<ReplayRules> {
    /// The rate to begin with: 1 to 60000 a minute, not outside `slowest` and
    /// `fastest`; 100 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::ReplayRules;
    /// assert!(ReplayRules::draft().start(1_001).build().is_err());
    /// ```
    pub const fn start(mut self, a_minute: u16) -> Self {
        self.rules.start = a_minute;
        self
    }

    /// The slowest rate, also after the breaker opened: 1 to 60000 a minute; 10
    /// unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::ReplayRules;
    /// assert!(ReplayRules::draft().slowest(0).build().is_err());
    /// ```
    pub const fn slowest(mut self, a_minute: u16) -> Self {
        self.rules.slowest = a_minute;
        self
    }

    /// The fastest rate: 1 to 60000 a minute; 1000 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::ReplayRules;
    /// assert!(ReplayRules::draft().fastest(60_001).build().is_err());
    /// ```
    pub const fn fastest(mut self, a_minute: u16) -> Self {
        self.rules.fastest = a_minute;
        self
    }

    /// How much faster after a minute's worth of successes: 1 to 1000 per mille
    /// of the rate; 500 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::ReplayRules;
    /// assert!(ReplayRules::draft().ramp(0).build().is_err());
    /// ```
    pub const fn ramp(mut self, per_mille: u16) -> Self {
        self.rules.ramp = per_mille;
        self
    }

    /// The rules, if they keep to their ranges and go together.
    ///
    /// ```
    /// # use reknock::destination::ReplayRules;
    /// assert_eq!(ReplayRules::draft().build(), Ok(ReplayRules::DEFAULT));
    /// ```
    ///
    /// # Errors
    ///
    /// Names the first field that does not, and the fix.
    pub const fn build(self) -> Result<ReplayRules, RulesError> {
        let rules = self.rules;
        let checks = [
            (
                !is_rate(rules.slowest),
                "slowest: must be 1 to 60000 a minute",
            ),
            (
                !is_rate(rules.fastest),
                "fastest: must be 1 to 60000 a minute",
            ),
            (
                rules.start < rules.slowest || rules.start > rules.fastest,
                "start: must lie between slowest and fastest",
            ),
            (
                rules.ramp < 1 || rules.ramp > 1_000,
                "ramp: must be 1 to 1000 per mille",
            ),
        ];
        match first_broken(&checks) {
            Ok(()) => Ok(rules),
            Err(error) => Err(error),
        }
    }
}

const fn is_rate(a_minute: u16) -> bool {
    1 <= a_minute && a_minute <= 60_000
}
