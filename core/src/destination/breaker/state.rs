//! The states of a breaker, and what time does to them.

use crate::destination::Guard;
use crate::destination::breaker::{Breaker, BreakerRules};
use crate::destination::rolling::Rolling;
use crate::time::Millis;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) enum State {
    Closed {
        window: Rolling<5, 2>,
        consecutive: u16,
    },
    Open {
        left: Millis,
        cooldown: Millis,
    },
    HalfOpen {
        /// What is left of each lease; zero: free.
        probes: [Millis; 4],
        successes: u8,
        cooldown: Millis,
    },
    Isolated,
}

impl State {
    pub(crate) const CLOSED: Self = Self::Closed {
        window: Rolling::NEW,
        consecutive: 0,
    };
}

impl Guard for Breaker {
    type Rules = BreakerRules;

    fn settle(&mut self, rules: &BreakerRules, elapsed: Millis) {
        let longest = rules.max_cooldown;
        self.base = self.base.min(longest);
        match &mut self.state {
            State::Closed { window, .. } => {
                if window.settle(rules.window, elapsed) > 0 {
                    // It has stayed well long enough.
                    self.base = Millis::ZERO;
                }
            }
            State::Open { left, cooldown } => {
                *left = (*left).min(longest).less(elapsed);
                *cooldown = (*cooldown).min(longest);
            }
            State::HalfOpen {
                probes, cooldown, ..
            } => {
                for lease in probes.iter_mut() {
                    *lease = (*lease).min(rules.probe_lease).less(elapsed);
                }
                *cooldown = (*cooldown).min(longest);
            }
            State::Isolated => {}
        }
    }
}
