//! One event on its way to one destination, in reading order:
//! [`outcome`] → [`classify`] → [`backoff`] → [`curve`] → [`jitter`] → [`limits`] →
//! [`decide`] → [`state`].
//!
//! Each step is a pure function of integers; [`decide`] alone combines them.

pub(crate) mod backoff;
pub(crate) mod bytes;
pub(crate) mod classify;
pub(crate) mod curve;
pub(crate) mod decide;
pub(crate) mod decision;
pub(crate) mod explain;
#[cfg(feature = "std")]
mod from_error;
pub(crate) mod jitter;
#[cfg(feature = "serde")]
mod json;
pub(crate) mod limits;
pub(crate) mod outcome;
pub(crate) mod state;
pub(crate) mod timeline;
