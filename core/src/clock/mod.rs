//! Where time comes from, for callers who want to inject it once.
//!
//! The core itself never asks: every decision gets its `now` as an argument.

use core::cell::Cell;

use crate::time::{Millis, Moment};

#[cfg(feature = "embassy-time")]
mod embassy;
#[cfg(feature = "std")]
mod system;

#[cfg(feature = "embassy-time")]
pub use embassy::EmbassyClock;
#[cfg(feature = "std")]
pub use system::SystemClock;

/// Tells the time.
///
/// ```
/// use reknock::{Clock, Delivery, ManualClock, Moment};
///
/// fn accept(clock: &impl Clock) -> Delivery {
///     Delivery::new(clock.now())
/// }
/// let clock = ManualClock::new(Moment::from_millis(1_700_000_000_000));
/// assert!(accept(&clock).due(clock.now()));
/// ```
pub trait Clock {
    /// Now, in the epoch that deliveries are kept in.
    fn now(&self) -> Moment;

    /// Now in unix milliseconds, where that is known: what an HTTP-date is
    /// measured against when a response has no `Date`.
    fn wall(&self) -> Option<Moment> {
        None
    }
}

impl<C: Clock + ?Sized> Clock for &C {
    fn now(&self) -> Moment {
        (**self).now()
    }

    fn wall(&self) -> Option<Moment> {
        (**self).wall()
    }
}

/// A clock that stands still until it is moved: for tests.
///
/// ```
/// use reknock::{Clock, ManualClock, Millis, Moment};
///
/// let clock = ManualClock::new(Moment::from_millis(0));
/// clock.advance(Millis::from_secs(30));
/// assert_eq!(clock.now(), Moment::from_millis(30_000));
/// clock.set(Moment::from_millis(5)); // clocks do jump back
/// assert_eq!(clock.now(), Moment::from_millis(5));
/// ```
#[derive(Debug)]
pub struct ManualClock {
    now: Cell<Moment>,
}

impl ManualClock {
    /// A clock that shows this moment.
    ///
    /// ```
    /// use reknock::{Clock, ManualClock, Moment};
    ///
    /// assert_eq!(ManualClock::new(Moment::MAX).now(), Moment::MAX);
    /// ```
    #[must_use]
    pub const fn new(now: Moment) -> Self {
        Self {
            now: Cell::new(now),
        }
    }

    /// Moves the clock on.
    ///
    /// ```
    /// use reknock::{Clock, ManualClock, Millis, Moment};
    ///
    /// let clock = ManualClock::new(Moment::from_millis(0));
    /// clock.advance(Millis::new(3));
    /// assert_eq!(clock.now(), Moment::from_millis(3));
    /// ```
    pub fn advance(&self, by: Millis) {
        self.now.set(self.now.get().after(by));
    }

    /// Sets the clock, forwards or back.
    ///
    /// ```
    /// use reknock::{Clock, ManualClock, Moment};
    ///
    /// let clock = ManualClock::new(Moment::MAX);
    /// clock.set(Moment::MIN);
    /// assert_eq!(clock.now(), Moment::MIN);
    /// ```
    pub fn set(&self, now: Moment) {
        self.now.set(now);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Moment {
        self.now.get()
    }

    /// The same: a test's time is as good as the wall's.
    fn wall(&self) -> Option<Moment> {
        Some(self.now.get())
    }
}
