//! What a result means to a guard.

/// What a result means to the breaker and to a replay.
///
/// ```
/// assert_eq!(reknock::destination::Weight::Failure.name(), "failure");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Weight {
    /// The destination is there and does its work.
    Success,
    /// It does not.
    Failure,
    /// Neither can be told.
    Ignore,
}

impl Weight {
    /// All of them.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Weight::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::Success, Self::Failure, Self::Ignore];

    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::destination::Weight::Ignore.name(), "ignore");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Ignore => "ignore",
        }
    }
}
