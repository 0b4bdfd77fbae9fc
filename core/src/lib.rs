#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod clock;
mod delivery;
pub mod destination;
pub mod http;
#[cfg(feature = "serde")]
mod json;
mod policy;
pub mod presets;
mod random;
#[doc(hidden)]
pub mod raw;
mod time;

#[cfg(feature = "embassy-time")]
pub use clock::EmbassyClock;
#[cfg(feature = "std")]
pub use clock::SystemClock;
pub use clock::{Clock, ManualClock};
pub use delivery::backoff::{Backoff, Factor, Schedule, Then};
pub use delivery::bytes::{DeliveryBytes, StateError};
pub use delivery::classify::{Class, GrpcCode};
pub use delivery::decision::{DeadReason, Decision, Last, RetryReason};
pub use delivery::explain::Explanation;
pub use delivery::jitter::{Jitter, Stretch};
pub use delivery::outcome::{Ending, Failure, Outcome};
pub use delivery::state::Delivery;
pub use delivery::timeline::{Range, Timeline, TimelineRetry};
pub use policy::{HintMode, HintRules, Policy, PolicyBuilder, PolicyError};
pub use random::{Derived, Draw, key_of};
pub use time::{Millis, Moment, ParseMillisError};
