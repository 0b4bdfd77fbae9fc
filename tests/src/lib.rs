//! Reads a case in the form of the golden vectors and lets core answer it.
//!
//! The commands `decide` and `destination` do so for every line of their input,
//! and the suites `vectors` and `destination_vectors` for every golden vector.
//! Everything else that is tested here stands in `suites/`.

#![forbid(unsafe_code)]

mod case;
mod destination_case;
pub mod fixtures;
mod json;
pub mod models;
mod outcome;
pub mod plain;

pub use case::{Answer, Case, answer_line};
pub use destination_case::{answer_destination, answer_destination_line};
pub use json::Refusal;
