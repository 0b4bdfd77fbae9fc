//! The firmware from outside: an emulated device that can be started, watched,
//! cut off from the network, reset, switched off and killed.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod device;
mod log;
/// The device's own constants: the host decides with the same policy, and so
/// knows what the device will do.
#[path = "../../app/src/policy.rs"]
pub mod policy;

pub use device::{Device, Setup, program};
pub use log::{Entry, Log};

/// The header with the event's id, the same at every try.
pub const ID: &str = "Idempotency-Key";

/// The header with the number of the try, from 1.
pub const ATTEMPT: &str = "Webhook-Attempt";

/// The header with the device's time since its start, in milliseconds.
pub const UPTIME: &str = "Device-Uptime";
