//! What the suites share: models of the decision and the guards, fixtures, and
//! from `reknock-cases` what reads a golden vector and lets core answer it.
//!
//! The commands `decide` and `destination` answer every line of their input, and
//! the suites `vectors` and `destination_vectors` hold core to every golden
//! vector. Everything else that is tested here stands in `suites/`.

#![forbid(unsafe_code)]

pub mod corpus;
pub mod fixtures;
pub mod headers;
pub mod models;
pub mod plain;
pub mod plans;
pub mod states;

use reknock_cases::json;

pub use reknock_cases::{
    Answer, Case, Refusal, answer_destination, answer_destination_line, answer_line,
};

/// Where the vectors, the policies and the suites are.
pub const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
