//! What can be done to a destination, as one call, and to one guard of it alone.

use crate::delivery::classify::Class;
use crate::destination::{
    Circuit, Destination, DestinationRules, Ended, Kind, Pass, Place, Weight,
};
use crate::random::Draw;
use crate::time::Moment;

/// A change that needs no draw, of a destination or of one guard.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// [`Destination::disable`]
    Disable,
    /// [`Destination::enable`]
    Enable,
    /// [`Destination::isolate`]
    Isolate,
    /// [`Destination::reset`]
    Reset,
    /// [`Destination::replay`]
    Replay,
    /// [`Destination::stop_replay`]
    StopReplay,
    /// [`Destination::waiting`]
    Waiting(u32),
    /// The budget learns what came of an attempt, and whether it took too long.
    Budget(Kind, Class, bool),
    /// The budget takes back what a retry cost that was never made.
    GiveBack,
    /// The watch for storms counts an attempt.
    Storm(Kind),
    /// The replay learns that the breaker opened.
    Opened,
    /// The replay learns what came of a letter.
    Replayed(Weight),
    /// Health counts an attempt: its number, and whether it arrived.
    Tried(Kind, u32, bool),
    /// Health counts a delivery that ended, after so many attempts, by the sender's own fault or not.
    Ended(Ended, u32, bool),
}

impl Destination {
    /// Makes a call.
    pub fn call(&mut self, rules: &DestinationRules, now: Moment, call: Call) {
        self.change(rules, now, |destination, _| match call {
            Call::Disable => destination.disable_now(),
            Call::Enable => destination.enable_now(rules),
            Call::Isolate => destination.breaker.isolate(),
            Call::Reset => destination.breaker.reset(),
            Call::Replay => destination.replay.begin(&rules.replay),
            Call::StopReplay => destination.replay.stop(),
            Call::Waiting(depth) => destination.storm.waiting(depth),
            Call::Budget(kind, class, timeout) => {
                destination
                    .budget
                    .result(&rules.budget, kind, class, timeout);
            }
            Call::GiveBack => destination.budget.give_back(&rules.budget),
            Call::Storm(kind) => destination.storm.count(kind),
            Call::Opened => destination.replay.opened(&rules.replay),
            Call::Replayed(weight) => destination.replay.result(&rules.replay, weight),
            Call::Tried(kind, attempts, delivered) => {
                destination.health.result(kind, attempts, delivered);
            }
            Call::Ended(ended, attempts, local) => {
                destination.health.ended(ended, attempts, local);
            }
        });
    }

    /// The state as it is at a time: what was due until then has happened.
    #[must_use]
    pub fn at_time(&self, rules: &DestinationRules, now: Moment) -> Self {
        self.settled(rules, now)
    }

    /// The breaker learns what came of an attempt; the answer is its state.
    pub fn breaker_result<D: Draw + ?Sized>(
        &mut self,
        rules: &DestinationRules,
        now: Moment,
        pass: &Pass,
        weight: Weight,
        random: &mut D,
    ) -> Circuit {
        let _late = self.try_change(rules, now, |destination, now| {
            destination
                .breaker
                .result(&rules.breaker, now, pass, weight, random)
                .counted()
        });
        self.breaker.circuit()
    }

    /// The gate takes a place back; whether that came in time.
    pub fn release(&mut self, rules: &DestinationRules, now: Moment, place: &Place) -> bool {
        self.try_change(rules, now, |destination, now| {
            destination.gate.release(now, place)
        })
        .is_ok()
    }
}
