//! Many deliveries, one server: guards that keep a destination, and everyone
//! who waits for it, well.
//!
//! Every guard is a small state with constant rules, and works alone
//! ([`Alone`]) or together with the others ([`Destination`]). What follows is
//! the page to choose by, with the whole loop of a worker.
//!
//! [destination.md]: https://github.com/reknock/reknock/blob/main/docs/destination.md
//! [survives]: crate#presets
//! [normative table]: https://github.com/reknock/reknock/blob/main/docs/destination.md#3-breaker
//! [many workers, one row]: https://github.com/reknock/reknock/blob/main/docs/destination.md#10-many-workers-one-row
// A link to `docs/guards.md`: the page stands once, and its example runs here.
// The addresses above come first, so they count; the page's own are for its folder.
#![doc = include_str!("guards.md")]

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

/// What the guards are made of, for [`raw`](crate::raw).
pub(crate) mod parts {
    pub(crate) use super::admit::drawn;
    pub(crate) use super::breaker::{Effect, Probe, State};
    pub(crate) use super::clock::Step;
    pub(crate) use super::permit::Asked;
    pub(crate) use super::replay::Running;
    pub(crate) use super::rolling::Rolling;
    pub(crate) use super::standing::Standing;
}
