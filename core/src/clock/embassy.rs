//! embassy's clock.

use embassy_time::{Duration, Instant};

use crate::clock::Clock;
use crate::time::{Millis, Moment};

/// embassy's clock: milliseconds since the device started. No wall time; a
/// `Retry-After` date is measured against the response's own `Date`.
///
/// ```no_run
/// use reknock::{Clock, Delivery, EmbassyClock};
///
/// let delivery = Delivery::new(EmbassyClock.now());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbassyClock;

impl Clock for EmbassyClock {
    fn now(&self) -> Moment {
        Instant::now().into()
    }
}

impl From<Instant> for Moment {
    fn from(instant: Instant) -> Self {
        Self::from_millis(i64::try_from(instant.as_millis()).unwrap_or(i64::MAX))
    }
}

impl From<Millis> for Duration {
    fn from(millis: Millis) -> Self {
        Self::from_millis(u64::from(millis.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock as _, Duration, EmbassyClock, Instant, Millis, Moment};
    // Only its being linked gives the driver its lock.
    use critical_section as _;
    use embassy_time::MockDriver;

    #[test]
    fn the_clock_counts_milliseconds_since_the_start() {
        MockDriver::get().reset();
        MockDriver::get().advance(Duration::from_millis(1_234));
        assert_eq!(EmbassyClock.now(), Moment::from_millis(1_234));
        assert_eq!(EmbassyClock.wall(), None);
    }

    #[test]
    fn lengths_and_points_cross_over_in_milliseconds() {
        assert_eq!(Duration::from(Millis::from_secs(2)), Duration::from_secs(2));
        assert_eq!(
            Moment::from(Instant::from_millis(1_234)),
            Moment::from_millis(1_234)
        );
    }
}
