//! What a breaker gives out, and what it is called.

use crate::time::Moment;

/// What a breaker gives to an attempt, to be handed back with its result.
///
/// ```
/// use reknock::destination::{Admission, Breaker, BreakerRules};
/// use reknock::{Derived, Moment};
///
/// let now = Moment::from_millis(0);
/// let admission = Breaker::alone(now).admit(&BreakerRules::DEFAULT, now, &mut Derived::new(7, 42));
/// assert!(matches!(admission, Admission::Go(pass) if !pass.is_probe()));
/// ```
// Not `Copy`: one pass, one result. `Clone`, for a result that is written again
// because another worker was faster.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Pass {
    pub(crate) generation: u16,
    pub(crate) probe: Option<Probe>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Probe {
    pub(crate) index: u8,
    /// When the breaker gives it up.
    pub(crate) until: Moment,
}

/// The name of a breaker's state.
///
/// ```
/// assert_eq!(reknock::destination::Circuit::HalfOpen.name(), "halfOpen");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Circuit {
    /// Everything goes.
    Closed,
    /// Nothing goes, for a while.
    Open,
    /// A few probes go.
    HalfOpen,
    /// Nothing goes, until a person says so.
    Isolated,
}

impl Pass {
    /// None that was given.
    pub(crate) const NONE: Self = Self::from_parts(0, None);

    /// A pass from its numbers, for a store or a binding with a form of its
    /// own; a probe is its index and the moment it is given up.
    ///
    /// ```
    /// use reknock::destination::Pass;
    ///
    /// let pass = Pass::from_parts(7, None);
    /// assert_eq!((pass.generation(), pass.probe()), (7, None));
    /// ```
    #[must_use]
    pub const fn from_parts(generation: u16, probe: Option<(u8, Moment)>) -> Self {
        let probe = match probe {
            Some((index, until)) => Some(Probe { index, until }),
            None => None,
        };
        Self { generation, probe }
    }

    /// The generation of the breaker that gave it.
    ///
    /// ```
    /// use reknock::destination::Pass;
    ///
    /// assert_eq!(Pass::from_parts(7, None).generation(), 7);
    /// ```
    #[must_use]
    pub const fn generation(&self) -> u16 {
        self.generation
    }

    /// Of a probe, its index and the moment it is given up.
    ///
    /// ```
    /// use reknock::{destination::Pass, Moment};
    ///
    /// let probe = (0, Moment::from_millis(60_000));
    /// assert_eq!(Pass::from_parts(7, Some(probe)).probe(), Some(probe));
    /// ```
    #[must_use]
    pub const fn probe(&self) -> Option<(u8, Moment)> {
        match &self.probe {
            Some(Probe { index, until }) => Some((*index, *until)),
            None => None,
        }
    }

    /// Whether the attempt is a probe: the breaker is half open, and waits for
    /// this result.
    ///
    /// ```
    /// # use reknock::destination::{Admission, Breaker, BreakerRules};
    /// # use reknock::{Derived, Moment};
    /// # let now = Moment::from_millis(0);
    /// let mut breaker = Breaker::alone(now);
    /// let admission = breaker.admit(&BreakerRules::DEFAULT, now, &mut Derived::new(7, 42));
    /// assert!(matches!(admission, Admission::Go(pass) if !pass.is_probe()));
    /// ```
    #[must_use]
    pub const fn is_probe(&self) -> bool {
        self.probe.is_some()
    }
}

impl Circuit {
    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Circuit::Closed.name(), "closed");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "halfOpen",
            Self::Isolated => "isolated",
        }
    }
}
