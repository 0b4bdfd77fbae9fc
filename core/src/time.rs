//! A length of time and a point in time: integer milliseconds.
//!
//! Two small types instead of `core::time::Duration`: integers decide the same
//! on every machine, fit a JavaScript number exactly, and need no 128-bit
//! division in flash. Conversions stand at the edge.

use core::time::Duration;

#[cfg(feature = "serde")]
mod json;
mod text;

#[cfg(feature = "serde")]
pub(crate) use json::Point;
pub use text::ParseMillisError;

/// A length of time: 0 to 4,294,967,295 milliseconds (49 days 17 hours).
///
/// Arithmetic that would leave that range saturates.
///
/// ```
/// use reknock::Millis;
///
/// assert_eq!(Millis::from_secs(90), Millis::new(90_000));
/// assert_eq!(Millis::from_secs(90).to_string(), "1m30s");
/// assert_eq!("1m30s".parse(), Ok(Millis::from_secs(90)));
/// assert_eq!(Millis::from_days(1_000), Millis::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Millis(u32);

impl Millis {
    /// No time at all.
    ///
    /// ```
    /// assert!(reknock::Millis::ZERO.is_zero());
    /// ```
    pub const ZERO: Self = Self(0);

    /// The longest length: 49 days 17 hours 2 minutes 47.295 seconds.
    ///
    /// ```
    /// assert_eq!(reknock::Millis::MAX.to_string(), "49d17h2m47s295ms");
    /// ```
    pub const MAX: Self = Self(u32::MAX);

    /// A length of so many milliseconds.
    ///
    /// ```
    /// assert_eq!(reknock::Millis::new(250).to_string(), "250ms");
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(millis: u32) -> Self {
        Self(millis)
    }

    /// A length of so many seconds.
    ///
    /// ```
    /// assert_eq!(reknock::Millis::from_secs(30).get(), 30_000);
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_secs(secs: u32) -> Self {
        Self(secs.saturating_mul(1_000))
    }

    /// A length of so many minutes.
    ///
    /// ```
    /// assert_eq!(reknock::Millis::from_mins(2).get(), 120_000);
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_mins(mins: u32) -> Self {
        Self(mins.saturating_mul(60_000))
    }

    /// A length of so many hours.
    ///
    /// ```
    /// assert_eq!(reknock::Millis::from_hours(1).get(), 3_600_000);
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_hours(hours: u32) -> Self {
        Self(hours.saturating_mul(3_600_000))
    }

    /// A length of so many days of 24 hours.
    ///
    /// ```
    /// assert_eq!(reknock::Millis::from_days(2).to_string(), "2d");
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_days(days: u32) -> Self {
        Self(days.saturating_mul(86_400_000))
    }

    /// A `Duration` in whole milliseconds, the rest dropped; too long saturates.
    ///
    /// ```
    /// use core::time::Duration;
    /// use reknock::Millis;
    ///
    /// assert_eq!(Millis::from_duration(Duration::from_micros(1_999)), Millis::new(1));
    /// assert_eq!(Millis::from_duration(Duration::MAX), Millis::MAX);
    /// ```
    #[must_use]
    pub const fn from_duration(duration: Duration) -> Self {
        Self::saturating(
            duration
                .as_secs()
                .saturating_mul(1_000)
                .saturating_add(duration.subsec_millis() as u64),
        )
    }

    /// The number of milliseconds.
    ///
    /// ```
    /// assert_eq!(reknock::Millis::from_secs(1).get(), 1_000);
    /// ```
    #[must_use]
    #[inline]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether this is no time at all.
    ///
    /// ```
    /// assert!(!reknock::Millis::new(1).is_zero());
    /// ```
    #[must_use]
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// What is left of it after `passed`.
    #[inline]
    pub(crate) const fn less(self, passed: Self) -> Self {
        Self(self.0.saturating_sub(passed.0))
    }

    /// The length, or the largest one where the number is beyond it.
    #[inline]
    pub(crate) const fn saturating(millis: u64) -> Self {
        if millis > u32::MAX as u64 {
            Self::MAX
        } else {
            Self(millis as u32)
        }
    }
}

impl From<Millis> for Duration {
    #[inline]
    fn from(millis: Millis) -> Self {
        Self::from_millis(u64::from(millis.0))
    }
}

/// A point in time: milliseconds since an epoch of the caller's choice.
///
/// A server counts from 1970, a device from its last reset; a policy does not
/// mind which, as long as one delivery sees one epoch (see
/// [`Delivery::rebase`](crate::Delivery::rebase) for the day it changes).
/// Points reach ±(2^53 − 1), what a JavaScript number holds exactly, and
/// saturate there.
///
/// ```
/// use reknock::{Millis, Moment};
///
/// let now = Moment::from_millis(1_700_000_000_000);
/// assert_eq!(now.after(Millis::from_secs(1)).as_millis(), 1_700_000_001_000);
/// assert_eq!(Moment::from_millis(i64::MAX), Moment::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Moment(i64);

impl Moment {
    /// The earliest point, −(2^53 − 1).
    ///
    /// ```
    /// assert_eq!(reknock::Moment::MIN.as_millis(), -9_007_199_254_740_991);
    /// ```
    pub const MIN: Self = Self(-Self::MAX.0);

    /// The latest point, 2^53 − 1.
    ///
    /// ```
    /// assert_eq!(reknock::Moment::MAX.as_millis(), 9_007_199_254_740_991);
    /// ```
    pub const MAX: Self = Self((1 << 53) - 1);

    /// The point so many milliseconds after the epoch (before it, if negative).
    ///
    /// ```
    /// assert!(reknock::Moment::from_millis(-1) < reknock::Moment::from_millis(0));
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_millis(millis: i64) -> Self {
        if millis > Self::MAX.0 {
            Self::MAX
        } else if millis < Self::MIN.0 {
            Self::MIN
        } else {
            Self(millis)
        }
    }

    /// Milliseconds since the epoch.
    ///
    /// ```
    /// assert_eq!(reknock::Moment::from_millis(7).as_millis(), 7);
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The point that comes so much later.
    ///
    /// ```
    /// use reknock::{Millis, Moment};
    ///
    /// assert_eq!(Moment::from_millis(5).after(Millis::new(3)), Moment::from_millis(8));
    /// assert_eq!(Moment::MAX.after(Millis::new(1)), Moment::MAX);
    /// ```
    #[must_use]
    #[inline]
    pub const fn after(self, length: Millis) -> Self {
        // Points stay far from the ends of an i64: nothing here wraps.
        let later = self.0.wrapping_add(length.0 as i64);
        if later > Self::MAX.0 {
            Self::MAX
        } else {
            Self(later)
        }
    }

    /// How long after `earlier` this is; nothing if it is not after.
    ///
    /// ```
    /// use reknock::{Millis, Moment};
    ///
    /// let (first, second) = (Moment::from_millis(100), Moment::from_millis(350));
    /// assert_eq!(second.since(first), Millis::new(250));
    /// assert_eq!(first.since(second), Millis::ZERO);
    /// ```
    #[must_use]
    #[inline]
    pub const fn since(self, earlier: Self) -> Millis {
        let length = self.0.wrapping_sub(earlier.0);
        if length <= 0 {
            Millis::ZERO
        } else {
            Millis::saturating(length as u64)
        }
    }

    /// The same point in another time base, where `was` is called `is`.
    #[inline]
    pub(crate) const fn moved(self, was: Self, is: Self) -> Self {
        // Points reach ±2^53: nothing wraps.
        Self::from_millis(self.0.wrapping_add(is.0.wrapping_sub(was.0)))
    }
}
