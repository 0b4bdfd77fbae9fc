//! What several suites need: a draw one can name, a delivery in any state.

use reknock::{Decision, Delivery, Draw, Moment, Outcome, Policy};
use serde_json::json;

/// The draw that finds the lower end of a window.
pub const LOWEST: u32 = 0;
/// The draw that finds its middle.
pub const MIDDLE: u32 = 1 << 31;
/// The draw that finds its upper end.
pub const HIGHEST: u32 = u32::MAX;

/// Draws the same 32 bits every time.
#[derive(Debug)]
pub struct Fixed(pub u32);

impl Draw for Fixed {
    fn draw(&mut self, _attempts: u32) -> u32 {
        self.0
    }
}

/// A delivery's state, to be written down field by field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Tries that were counted.
    pub attempts: u32,
    /// DNS failures among them.
    pub dns: u8,
    /// Milliseconds, within ±(2^53 − 1) as all points.
    pub created_at: i64,
    /// When the next try is due.
    pub next_at: i64,
    /// The delay that was decided last, in milliseconds.
    pub delay: u32,
}

impl State {
    /// A delivery after so many tries; created and due at 0.
    #[must_use]
    pub fn after(attempts: u32) -> Delivery {
        Self {
            attempts,
            ..Self::default()
        }
        .delivery()
    }

    /// The delivery that was stored so.
    ///
    /// # Panics
    ///
    /// When a point is out of range.
    #[must_use]
    pub fn delivery(self) -> Delivery {
        serde_json::from_value(json!({
            "v": 1,
            "attempts": self.attempts,
            "dns": self.dns,
            "createdAt": self.created_at,
            "nextAt": self.next_at,
            "delay": self.delay,
        }))
        .expect("points within range")
    }
}

/// The delay, in milliseconds, that a policy gives after so many earlier tries.
///
/// # Panics
///
/// When the decision is not to try again.
#[must_use]
pub fn delay_after(policy: &Policy, attempts: u32, outcome: Outcome, draw: u32) -> u32 {
    let mut delivery = State::after(attempts);
    match policy.decide(
        &mut delivery,
        outcome,
        Moment::from_millis(0),
        &mut Fixed(draw),
    ) {
        Decision::Retry { delay, .. } => delay.get(),
        decision => panic!("{outcome:?} after {attempts} tries: {decision:?}"),
    }
}
