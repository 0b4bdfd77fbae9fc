//! The rules of a breaker.

use crate::delivery::classify::Class;
use crate::delivery::outcome::{Ending, Failure};
use crate::destination::breaker::Weight;
use crate::destination::rules::Draft;
use crate::time::Millis;

/// When a breaker opens, for how long, and what closes it.
///
/// ```
/// use reknock::destination::BreakerRules;
/// use reknock::{policy, Millis};
///
/// // Checked when it is compiled.
/// const PATIENT: BreakerRules = policy!(
///     BreakerRules::draft().consecutive(20).cooldown(Millis::from_mins(1))
/// );
/// assert_ne!(PATIENT, BreakerRules::DEFAULT);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BreakerRules {
    pub(crate) consecutive: Option<u16>,
    pub(crate) rate: Option<u16>,
    pub(crate) minimum: u16,
    pub(crate) window: Millis,
    pub(crate) cooldown: Millis,
    pub(crate) factor: u8,
    pub(crate) max_cooldown: Millis,
    pub(crate) spread: u16,
    pub(crate) probes: u8,
    pub(crate) successes_to_close: u8,
    pub(crate) probe_lease: Millis,
    pub(crate) throttled: Weight,
    pub(crate) permanent: Weight,
    pub(crate) own: Weight,
}

impl BreakerRules {
    /// Five failures in a row, or half of at least 20 within 5 minutes; 30
    /// seconds at first, doubling up to 5 minutes; one probe, one success.
    ///
    /// ```
    /// use reknock::destination::BreakerRules;
    ///
    /// assert_eq!(BreakerRules::draft().build(), Ok(BreakerRules::DEFAULT));
    /// ```
    pub const DEFAULT: Self = Self {
        consecutive: Some(5),
        rate: Some(500),
        minimum: 20,
        window: Millis::from_mins(5),
        cooldown: Millis::from_secs(30),
        factor: 2,
        max_cooldown: Millis::from_mins(5),
        spread: 500,
        probes: 1,
        successes_to_close: 1,
        probe_lease: Millis::from_mins(1),
        throttled: Weight::Failure,
        permanent: Weight::Success,
        own: Weight::Ignore,
    };

    /// Rules in the making, which begin with the defaults.
    ///
    /// ```
    /// use reknock::destination::BreakerRules;
    ///
    /// let error = BreakerRules::draft().probes(5).build().unwrap_err();
    /// assert_eq!((error.field(), error.fix()), ("probes", "must be 1 to 4"));
    /// ```
    pub const fn draft() -> Draft<Self> {
        Draft {
            rules: Self::DEFAULT,
        }
    }

    /// What a result means to the breaker and to a replay.
    ///
    /// ```
    /// use reknock::destination::{BreakerRules, Weight};
    /// use reknock::{Class, Ending, Failure};
    ///
    /// let rules = BreakerRules::DEFAULT;
    /// assert_eq!(rules.weight(Ending::Status(503), Class::Transient), Weight::Failure);
    /// assert_eq!(rules.weight(Ending::Status(404), Class::Permanent), Weight::Success);
    /// let own = Ending::Failure(Failure::Local);
    /// assert_eq!(rules.weight(own, Class::Transient), Weight::Ignore);
    /// ```
    #[must_use]
    pub const fn weight(&self, ending: Ending, class: Class) -> Weight {
        match (ending, class) {
            (Ending::Failure(Failure::Local | Failure::Invalid), _) => self.own,
            (_, Class::Delivered) => Weight::Success,
            (_, Class::Transient) => Weight::Failure,
            (_, Class::Throttled) => self.throttled,
            (_, Class::Permanent | Class::Gone) => self.permanent,
        }
    }
}

impl Default for BreakerRules {
    fn default() -> Self {
        Self::DEFAULT
    }
}
