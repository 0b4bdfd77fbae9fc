//! Reads a case in the form of the golden vectors and lets core answer it.
//!
//! The command `decide` does so for every line of its input, and the suite
//! `vectors` for every golden vector. Everything else that is tested here
//! stands in `suites/`.

#![forbid(unsafe_code)]

mod case;
pub mod fixtures;
mod json;
mod outcome;

pub use case::{Answer, Case, answer_line};
pub use json::Refusal;
