//! The state of one delivery: a few integers that survive a restart.

use crate::time::{Millis, Moment};

/// One event on its way to one destination, as far as it got.
///
/// Small enough to stand in the event's own row: 32 bytes in memory, about 19
/// in its [binary form](Self::to_bytes). It has no id; the caller's row has one.
///
/// ```
/// use reknock::{Delivery, Millis, Moment};
///
/// let now = Moment::from_millis(1_700_000_000_000);
/// let delivery = Delivery::new(now);
/// assert_eq!(delivery.attempts(), 0);
/// assert!(delivery.due(now), "the first try is due at once");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Delivery {
    pub(crate) created_at: Moment,
    pub(crate) next_at: Moment,
    /// The delay that led to `next_at`.
    pub(crate) delay: Millis,
    pub(crate) attempts: u32,
    pub(crate) dns: u8,
}

impl Delivery {
    /// An event that was accepted now; its first try is due at once.
    ///
    /// ```
    /// use reknock::{Delivery, Moment};
    ///
    /// let delivery = Delivery::new(Moment::from_millis(5));
    /// assert_eq!(delivery.created_at(), delivery.next_at());
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(now: Moment) -> Self {
        Self {
            created_at: now,
            next_at: now,
            delay: Millis::ZERO,
            attempts: 0,
            dns: 0,
        }
    }

    /// A delivery from its numbers, for a store or a binding with a form of its
    /// own. Any numbers are a valid delivery.
    ///
    /// ```
    /// use reknock::{Delivery, Millis, Moment};
    ///
    /// let (created_at, next_at) = (Moment::from_millis(0), Moment::from_millis(30_000));
    /// let delivery = Delivery::from_parts(1, 0, created_at, next_at, Millis::from_secs(30));
    /// assert_eq!((delivery.attempts(), delivery.next_at()), (1, next_at));
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_parts(
        attempts: u32,
        dns: u8,
        created_at: Moment,
        next_at: Moment,
        delay: Millis,
    ) -> Self {
        Self {
            created_at,
            next_at,
            delay,
            attempts,
            dns,
        }
    }

    /// Starts over, as if the event had been accepted now: a person asked for
    /// another full round.
    ///
    /// ```
    /// use reknock::{presets, Delivery, Derived, Moment, Outcome};
    ///
    /// let (then, now) = (Moment::from_millis(0), Moment::from_millis(90_000));
    /// let mut delivery = Delivery::new(then);
    /// let _ = presets::STORM_SAFE.decide(
    ///     &mut delivery, Outcome::status(404), then, &mut Derived::new(1, 2));
    /// delivery.restart(now);
    /// assert_eq!(delivery, Delivery::new(now));
    /// ```
    #[inline]
    pub const fn restart(&mut self, now: Moment) {
        *self = Self::new(now);
    }

    /// Moves the delivery from one time base to another: what was `was` is
    /// `is` now. For a device whose clock begins again at 0 after a reset.
    ///
    /// ```
    /// use reknock::{Delivery, Moment};
    ///
    /// let mut delivery = Delivery::new(Moment::from_millis(70_000));
    /// // The clock stood at 90 s when the state was saved, and restarts at 0.
    /// delivery.rebase(Moment::from_millis(90_000), Moment::from_millis(0));
    /// assert_eq!(delivery.created_at(), Moment::from_millis(-20_000));
    /// ```
    #[inline]
    pub const fn rebase(&mut self, was: Moment, is: Moment) {
        self.created_at = self.created_at.moved(was, is);
        self.next_at = self.next_at.moved(was, is);
    }

    /// How long to wait from now until the next try.
    ///
    /// Never longer than was decided, even when the clock has been set back
    /// meanwhile; nothing when the moment has passed. A clock of whole
    /// milliseconds rounds down, so a timer set to this may wake within the last
    /// millisecond: add one.
    ///
    /// ```
    /// use reknock::{presets, Delivery, Derived, Millis, Moment, Outcome};
    ///
    /// let now = Moment::from_millis(1_000_000);
    /// let mut delivery = Delivery::new(now);
    /// let _ = presets::CONVOY.decide(
    ///     &mut delivery, Outcome::status(503), now, &mut Derived::new(1, 2));
    /// assert_eq!(delivery.wait(now), Millis::from_secs(100));
    /// assert_eq!(delivery.wait(Moment::from_millis(0)), Millis::from_secs(100));
    /// assert_eq!(delivery.wait(Moment::from_millis(9_000_000)), Millis::ZERO);
    /// ```
    #[must_use]
    #[inline]
    pub fn wait(&self, now: Moment) -> Millis {
        self.next_at.since(now).min(self.delay)
    }

    /// Whether the next try is due.
    ///
    /// A clock that was set back makes this wait until it has caught up; a
    /// queue that asks again and again, rather than sleeping
    /// [`wait`](Self::wait) once, calls [`rebase`](Self::rebase) when it
    /// notices.
    ///
    /// ```
    /// use reknock::{Delivery, Moment};
    ///
    /// assert!(Delivery::new(Moment::from_millis(5)).due(Moment::from_millis(5)));
    /// ```
    #[must_use]
    #[inline]
    pub fn due(&self, now: Moment) -> bool {
        self.wait(now).is_zero()
    }

    /// The tries that were counted: all but the sender's own faults.
    ///
    /// ```
    /// # use reknock::{Delivery, Moment};
    /// assert_eq!(Delivery::new(Moment::from_millis(5)).attempts(), 0);
    /// ```
    #[must_use]
    #[inline]
    pub const fn attempts(&self) -> u32 {
        self.attempts
    }

    /// How many of them failed to look up the name (255 at most).
    ///
    /// ```
    /// # use reknock::{Delivery, Moment};
    /// assert_eq!(Delivery::new(Moment::from_millis(5)).dns_failures(), 0);
    /// ```
    #[must_use]
    #[inline]
    pub const fn dns_failures(&self) -> u8 {
        self.dns
    }

    /// When the event was accepted, which is where the window begins.
    ///
    /// ```
    /// # use reknock::{Delivery, Moment};
    /// let now = Moment::from_millis(5);
    /// assert_eq!(Delivery::new(now).created_at(), now);
    /// ```
    #[must_use]
    #[inline]
    pub const fn created_at(&self) -> Moment {
        self.created_at
    }

    /// When the next try is due: the column to sort a queue by. A queue whose
    /// clock was set back [rebases](Self::rebase) what it holds.
    ///
    /// ```
    /// # use reknock::{Delivery, Moment};
    /// let now = Moment::from_millis(5);
    /// assert_eq!(Delivery::new(now).next_at(), now);
    /// ```
    #[must_use]
    #[inline]
    pub const fn next_at(&self) -> Moment {
        self.next_at
    }

    /// The delay that was decided last; zero before the first retry.
    ///
    /// ```
    /// # use reknock::{Delivery, Millis, Moment};
    /// assert_eq!(Delivery::new(Moment::from_millis(5)).delay(), Millis::ZERO);
    /// ```
    #[must_use]
    #[inline]
    pub const fn delay(&self) -> Millis {
        self.delay
    }
}
