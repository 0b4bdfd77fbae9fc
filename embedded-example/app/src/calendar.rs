//! The time of day, for a device that has none: what the server's `Date` said,
//! and what has passed since.

use core::cell::Cell;

use reknock::{Clock, Moment};

/// A clock, and what the last `Date` added to it.
pub struct Calendar<C> {
    clock: C,
    started: Moment,
    /// Unix milliseconds less those of the clock.
    ahead: Cell<Option<i64>>,
}

impl<C: Clock> Calendar<C> {
    /// Nothing but the clock.
    pub fn new(clock: C) -> Self {
        Self {
            started: clock.now(),
            ahead: Cell::new(None),
            clock,
        }
    }

    /// It is this time of day now.
    pub fn learn(&self, date: Moment) {
        let ahead = date.as_millis().saturating_sub(self.now().as_millis());
        self.ahead.set(Some(ahead));
    }

    /// When the device started.
    pub const fn started(&self) -> Moment {
        self.started
    }
}

impl<C: Clock> Clock for Calendar<C> {
    fn now(&self) -> Moment {
        self.clock.now()
    }

    fn wall(&self) -> Option<Moment> {
        let learned = || {
            let now = self.now().as_millis();
            Some(Moment::from_millis(now.saturating_add(self.ahead.get()?)))
        };
        self.clock.wall().or_else(learned)
    }
}
