//! What came of an attempt.

use crate::delivery::decision::{DeadReason, Decision};

/// Whether an attempt ended its delivery, and how.
///
/// ```
/// use reknock::destination::Ended;
/// use reknock::{DeadReason, Decision};
///
/// assert_eq!(Ended::of(&Decision::Delivered), Ended::Delivered);
/// assert_eq!(Ended::Dead(DeadReason::Window).name(), "window");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Ended {
    /// It will be tried again.
    No,
    /// It arrived.
    Delivered,
    /// It became a dead letter, for this reason.
    Dead(DeadReason),
}

impl Ended {
    /// What a decision means for the delivery.
    ///
    /// ```
    /// use reknock::destination::Ended;
    ///
    /// assert_eq!(Ended::of(&reknock::Decision::Delivered).name(), "delivered");
    /// ```
    #[must_use]
    pub const fn of(decision: &Decision) -> Self {
        match decision {
            Decision::Delivered => Self::Delivered,
            Decision::Retry { .. } => Self::No,
            Decision::DeadLetter { reason, .. } => Self::Dead(*reason),
        }
    }

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Ended::No.name(), "no");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Delivered => "delivered",
            Self::Dead(reason) => reason.name(),
        }
    }

    /// Whether the delivery ran out of tries or time, which says more about the
    /// destination than about the event.
    #[inline]
    pub(crate) const fn is_exhausted(self) -> bool {
        matches!(
            self,
            Self::Dead(DeadReason::Attempts | DeadReason::Window | DeadReason::Dns)
        )
    }
}
