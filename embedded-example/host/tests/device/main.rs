//! The firmware in an emulated Cortex-M3 against a real server on loopback.
//!
//! The host decides with the same policy, seed and ids as the device, so it
//! knows each delay to the millisecond; what is generous is only how late a
//! knock may come, since the machine that runs this may be busy.

mod answers;
mod bench;
mod interruptions;
mod outages;
mod resets;
