//! The rules of a gate.

use core::num::NonZeroU32;

use crate::destination::clock::ceiling;
use crate::destination::rules::{Draft, RulesError, first_broken};
use crate::time::Millis;

/// How many attempts may be under way, and how long one of them may take.
///
/// ```
/// use reknock::destination::GateRules;
///
/// assert_eq!(GateRules::draft().build(), Ok(GateRules::DEFAULT));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct GateRules {
    pub(crate) max: u8,
    pub(crate) lease: Millis,
}

impl GateRules {
    /// Ten at a time, two minutes each.
    ///
    /// ```
    /// assert_eq!(reknock::destination::GateRules::default(), reknock::destination::GateRules::DEFAULT);
    /// ```
    pub const DEFAULT: Self = Self {
        max: 10,
        lease: Millis::from_mins(2),
    };

    /// Rules in the making, which begin with the defaults.
    ///
    /// ```
    /// use reknock::destination::GateRules;
    ///
    /// let error = GateRules::draft().max(17).build().unwrap_err();
    /// assert_eq!((error.field(), error.fix()), ("max", "must be 1 to 16"));
    /// ```
    pub const fn draft() -> Draft<Self> {
        Draft {
            rules: Self::DEFAULT,
        }
    }

    /// The length of a tick, and of a lease in ticks.
    #[inline]
    pub(crate) fn ticks(&self) -> (u32, u8) {
        // A lease of 1 s or more: the tick is never 0.
        let tick = NonZeroU32::new(self.lease.get().div_ceil(254)).unwrap_or(NonZeroU32::MIN);
        // At most 254, since 254 ticks are as long as the lease, or longer.
        let ticks = ceiling(self.lease.get(), tick) as u8;
        (tick.get(), ticks.saturating_add(1))
    }
}

impl Default for GateRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Draft<GateRules> {
    /// The most attempts under way: 1 to 16; 10 unless said otherwise.
    ///
    /// ```
    /// # use reknock::destination::GateRules;
    /// assert!(GateRules::draft().max(0).build().is_err());
    /// ```
    pub const fn max(mut self, attempts: u8) -> Self {
        self.rules.max = attempts;
        self
    }

    /// When a place that is not given back is free again: 1 s or more; two
    /// minutes unless said otherwise. It must be longer than an attempt can
    /// take, its timeout included: what reports later teaches nothing.
    ///
    /// ```
    /// # use reknock::{destination::GateRules, Millis};
    /// assert!(GateRules::draft().lease(Millis::new(999)).build().is_err());
    /// ```
    pub const fn lease(mut self, lease: Millis) -> Self {
        self.rules.lease = lease;
        self
    }

    /// The rules, if they keep to their ranges.
    ///
    /// ```
    /// # use reknock::destination::GateRules;
    /// assert_eq!(GateRules::draft().build(), Ok(GateRules::DEFAULT));
    /// ```
    ///
    /// # Errors
    ///
    /// Names the first field that does not, and the fix.
    pub const fn build(self) -> Result<GateRules, RulesError> {
        let rules = self.rules;
        let checks = [
            (rules.max < 1 || rules.max > 16, "max: must be 1 to 16"),
            (rules.lease.get() < 1_000, "lease: must be 1 s or more"),
        ];
        match first_broken(&checks) {
            Ok(()) => Ok(rules),
            Err(error) => Err(error),
        }
    }
}
