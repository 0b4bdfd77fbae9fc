//! Many deliveries, one server: guards that keep a destination, and everyone
//! who waits for it, well.
//!
//! Which of them you need, and when, stands in `docs/guards.md`; what each of
//! them does, exactly, in `docs/destination.md`. Every guard is a small state
//! with constant rules, and works alone ([`Alone`]) or together with the others
//! ([`Destination`]).
//!
//! The whole loop of a worker, with a [policy](crate::Policy) and its
//! deliveries, as it stands in `docs/guards.md`:
//!
//! ```
//! use reknock::destination::{Admission, Destination, DestinationRules, Kind, Report};
//! use reknock::{presets, Clock, Decision, Delivery, Derived, ManualClock, Moment, Outcome, Policy};
//! use std::collections::BTreeMap;
//!
//! const RULES: DestinationRules = DestinationRules::DEFAULT;
//! const POLICY: Policy = presets::STORM_SAFE;
//! const SEED: u64 = 0x5eed; // yours, from your configuration
//!
//! /// Tries one event that is due. `Err`: its queue rests until then; `None`: until a person acts.
//! fn attempt(
//!     server: &mut Destination,
//!     (kind, id, delivery): (Kind, u64, &mut Delivery),
//!     clock: &impl Clock,
//!     post: impl FnOnce() -> Outcome,
//! ) -> Result<Decision, Option<Moment>> {
//!     // The draws are the delivery's, not the server's: who is turned away comes back apart.
//!     let mut draws = Derived::new(SEED, id);
//!     // 1. Ask.
//!     let permit = match server.admit(&RULES, clock.now(), kind, &mut draws) {
//!         Admission::Go(permit) => permit, // in a shared row: go only after the write
//!         Admission::Wait { until, .. } => return Err(Some(until)),
//!         Admission::Hold(_) => return Err(None),
//!     };
//!     // 2. Knock, with a timeout shorter than the leases.
//!     let outcome = post();
//!     let now = clock.now();
//!     // 3. Decide; in a storm, with longer delays.
//!     let stretch = server.storm(&RULES, now).stretch;
//!     let decision = POLICY.decide_stretched(delivery, outcome, now, stretch, &mut draws);
//!     // 4. Report: every guard learns of it, once.
//!     let report = Report::of(&POLICY, outcome, delivery, &decision);
//!     server.report(&RULES, now, permit, &report, &mut draws);
//!     // 5. If that disabled it, its owner hears of it once.
//!     if let Some(why) = server.tell(&RULES, now) {
//!         println!("disabled ({}): its events are kept, not tried", why.name());
//!     }
//!     Ok(decision) // 6. Persist server and delivery, then obey.
//! }
//!
//! /// The events for one server that wait for one kind of attempt, the soonest first.
//! struct Queue { kind: Kind, rests: Moment, events: BTreeMap<(Moment, u64), Delivery> }
//!
//! // 30 events for a server that is down for five minutes.
//! let clock = ManualClock::new(Moment::from_millis(0));
//! let (start, up_again) = (clock.now(), Moment::from_millis(300_000));
//! let mut server = Destination::new(&RULES, start);
//! let new = (0..30).map(|id| ((start, id), Delivery::new(start)));
//! let mut queues = [
//!     Queue { kind: Kind::First, rests: start, events: new.collect() },
//!     Queue { kind: Kind::Retry, rests: start, events: BTreeMap::new() },
//! ];
//! let (mut knocks_while_down, mut arrived) = (0, 0);
//! loop {
//!     let next = |queue: &Queue| Some(queue.events.keys().next()?.0.max(queue.rests));
//!     let waiting = queues.iter_mut().filter_map(|queue| Some((next(queue)?, queue)));
//!     let Some((at, queue)) = waiting.min_by_key(|(at, _)| *at) else { break };
//!     clock.set(at.max(clock.now())); // sleep
//!     let Some(((due, id), mut delivery)) = queue.events.pop_first() else { break };
//!     let post = || match clock.now() < up_again {
//!         true => { knocks_while_down += 1; Outcome::status(503) }
//!         false => Outcome::status(200),
//!     };
//!     match attempt(&mut server, (queue.kind, id, &mut delivery), &clock, post) {
//!         Ok(Decision::Delivered) => arrived += 1,
//!         Ok(Decision::Retry { at, .. }) => _ = queues[1].events.insert((at, id), delivery),
//!         Ok(Decision::DeadLetter { .. }) => println!("event {id}: keep it, for a replay"),
//!         Err(rests) => {
//!             queue.events.insert((due, id), delivery); // it lost no attempt
//!             let Some(until) = rests else { break };
//!             queue.rests = until; // asked once, for the whole queue
//!         }
//!     }
//! }
//! assert_eq!((arrived, knocks_while_down), (30, 8));
//! #
//! # // The same policy and draws without the guards.
//! # let (mut knocks, mut dead) = (0, 0);
//! # for id in 0..30 {
//! #     let (mut delivery, mut draws, mut now) = (Delivery::new(start), Derived::new(SEED, id), start);
//! #     while now < up_again {
//! #         knocks += 1;
//! #         match POLICY.decide(&mut delivery, Outcome::status(503), now, &mut draws) {
//! #             Decision::Retry { at, .. } => now = at,
//! #             _ => { dead += 1; break }
//! #         }
//! #     }
//! # }
//! # assert_eq!((knocks, dead), (141, 21));
//! ```

mod admit;
mod alone;
mod breaker;
mod budget;
mod bytes;
mod calls;
mod clock;
mod gate;
mod health;
#[cfg(feature = "serde")]
mod json;
mod permit;
mod replay;
mod report;
mod rolling;
mod rules;
mod standing;
mod state;
mod storm;

pub use admit::{Admission, Because, Kind};
pub use alone::Alone;
pub use breaker::{Breaker, BreakerRules, Circuit, Pass, Weight};
pub use budget::{Budget, BudgetRules};
pub use bytes::{DestinationBytes, GuardBytes, StateBytes};
pub use calls::Status;
pub use gate::{Gate, GateRules, Place};
pub use health::{
    Health, HealthLevel, HealthReading, HealthReport, HealthRules, Metric, Threshold, Thresholds,
};
pub use permit::Permit;
pub use replay::{Replay, ReplayRules};
pub use report::{Ended, Heard, Report};
pub use rules::{Draft, RulesError};
pub use standing::{DisableRules, Why};
pub use state::{Destination, DestinationRules};
pub use storm::{Storm, StormLevel, StormReport, StormRules};

use crate::time::Millis;

/// What every guard can do with the time that has passed.
pub(crate) trait Guard {
    /// The constants it works by.
    type Rules;

    /// Brings the state to what it is so much later, and whatever the rules do
    /// not allow into their range. Costs the same however long that is.
    fn settle(&mut self, rules: &Self::Rules, elapsed: Millis);
}
