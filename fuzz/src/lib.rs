//! What every fuzz target does with its bytes.
//!
//! Plain functions from bytes to nothing that panic where an invariant breaks:
//! libFuzzer calls them on nightly, `cargo test` replays the corpus through the
//! same functions on stable. Each target holds core against something that was
//! written another way (`reknock_tests::plain`, `reknock_tests::models`, a
//! calendar, a structured-field reader, postcard), and against the invariants
//! of `ARCHITECTURE.md` ([`invariants`], [`guard_invariants`]).

#![forbid(unsafe_code)]

mod calendar;
pub mod corpus;
mod decide;
mod decide_plain;
mod delivery_state;
mod destination_state;
mod forged;
mod guard_invariants;
mod guards;
mod headers;
mod http_date;
mod input;
mod invariants;
mod json_policy;
mod policy_json;
mod stored;
mod subject;

use std::path::Path;
use std::{env, fs, io};

pub use decide::decide;
pub use decide_plain::decide_plain;
pub use delivery_state::delivery_state;
pub use destination_state::destination_state;
pub use guards::{breaker, budget, destination, gate, health, replay, storm};
pub use headers::headers;
pub use http_date::http_date;
pub use policy_json::policy_json;

/// A target: its name, which its corpus has too, and what it runs.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 14] = [
    ("headers", headers),
    ("http_date", http_date),
    ("policy_json", policy_json),
    ("delivery_state", delivery_state),
    ("destination_state", destination_state),
    ("decide", decide),
    ("decide_plain", decide_plain),
    ("breaker", breaker),
    ("gate", gate),
    ("budget", budget),
    ("storm", storm),
    ("replay", replay),
    ("health", health),
    ("destination", destination),
];

/// The program of a target: with libFuzzer, or over the files that are named.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::$name(data));

        /// Without libFuzzer: runs the files that are named, to look at a finding.
        #[cfg(not(fuzzing))]
        fn main() -> std::io::Result<()> {
            $crate::replay_arguments($crate::$name)
        }
    };
}

/// The inputs of a target that are committed.
///
/// # Errors
///
/// When its file cannot be read.
pub fn committed(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let text = fs::read_to_string(folder.join(target).with_extension("txt"))?;
    corpus::read(&text).map_err(io::Error::other)
}

/// Runs a target over the files named on the command line.
///
/// # Errors
///
/// When a file cannot be read.
pub fn replay_arguments(target: fn(&[u8])) -> io::Result<()> {
    for file in env::args_os().skip(1) {
        target(&fs::read(&file)?);
        println!("{}: every invariant held", Path::new(&file).display());
    }
    Ok(())
}
