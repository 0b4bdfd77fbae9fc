//! When to stop.

use core::num::NonZeroU32;

use crate::delivery::state::Delivery;
use crate::time::{Millis, Moment};

/// How often and how long a delivery is tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Limits {
    /// All tries, the first included.
    pub(crate) attempts: Option<NonZeroU32>,
    /// The same, or fewer where a schedule that stops has fewer: what really
    /// ends a delivery.
    pub(crate) last_try: Option<NonZeroU32>,
    /// From creation to the last moment a try may be scheduled for.
    pub(crate) window: Option<Millis>,
    /// DNS failures over the delivery's life, 1 or more.
    pub(crate) dns: u8,
}

impl Limits {
    /// Whether so many tries are all there may be.
    #[inline]
    pub(crate) fn attempts_reached(&self, attempts: u32) -> bool {
        match self.last_try {
            Some(limit) => attempts >= limit.get(),
            None => false,
        }
    }

    /// Whether a point lies past the window of a delivery created then. In
    /// whole integers: a window that ends after the end of time still ends.
    #[inline]
    pub(crate) fn window_passed(&self, created_at: Moment, point: i64) -> bool {
        match self.window {
            Some(window) => {
                let end = created_at
                    .as_millis()
                    .saturating_add(i64::from(window.get()));
                point > end
            }
            None => false,
        }
    }
}

impl crate::Policy {
    /// Whether the delivery's window has passed, so that trying is no use.
    ///
    /// Ask when a delivery is taken up again after something else held it back
    /// (a closed gate, a worker that was down). Not before every try: `decide`
    /// never schedules one past the window, and one due at its very edge would
    /// be lost to a timer that wakes late.
    ///
    /// ```
    /// use reknock::{presets, Delivery, Millis, Moment};
    ///
    /// let policy = presets::HOOK_MESH; // 48 hours
    /// let created = Moment::from_millis(0);
    /// let delivery = Delivery::new(created);
    /// assert!(!policy.expired(&delivery, created.after(Millis::from_hours(48))));
    /// assert!(policy.expired(&delivery, created.after(Millis::from_hours(49))));
    /// ```
    #[must_use]
    pub fn expired(&self, delivery: &Delivery, now: Moment) -> bool {
        self.limits
            .window_passed(delivery.created_at, now.as_millis())
    }
}
