//! The system's clock.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::clock::Clock;
use crate::time::Moment;

/// The system's clock, in unix milliseconds: what a server wants, since its
/// deliveries outlive the process.
///
/// ```
/// use reknock::{Clock, SystemClock};
///
/// assert!(SystemClock.now().as_millis() > 1_700_000_000_000);
/// assert!(SystemClock.wall().is_some());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        moment_of(SystemTime::now())
    }

    fn wall(&self) -> Option<Moment> {
        Some(self.now())
    }
}

impl From<SystemTime> for Moment {
    /// Unix milliseconds; beyond the ends of time, the ends.
    fn from(time: SystemTime) -> Self {
        moment_of(time)
    }
}

fn moment_of(time: SystemTime) -> Moment {
    let (distance, sign) = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => (after, 1),
        Err(before) => (before.duration(), -1),
    };
    let millis = i64::try_from(distance.as_millis()).unwrap_or(i64::MAX);
    Moment::from_millis(sign * millis)
}

#[cfg(test)]
mod tests {
    use super::moment_of;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn a_clock_before_1970_is_negative() {
        assert_eq!(
            moment_of(UNIX_EPOCH - Duration::from_millis(5)).as_millis(),
            -5
        );
        assert_eq!(
            moment_of(UNIX_EPOCH + Duration::from_millis(5)).as_millis(),
            5
        );
    }
}
