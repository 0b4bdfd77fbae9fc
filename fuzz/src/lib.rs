//! What every fuzz target does with its bytes.
//!
//! Plain functions from bytes to nothing that panic where an invariant breaks:
//! libFuzzer calls them on nightly, `cargo test` replays the corpus through the
//! same functions on stable. Each target holds core against something that was
//! written another way ([`plain`], a calendar, a structured-field reader,
//! postcard), and against the invariants of `ARCHITECTURE.md` ([`invariants`]).

#![forbid(unsafe_code)]

mod calendar;
mod decide;
mod headers;
mod input;
mod invariants;
mod plain;
mod state;

use std::path::Path;
use std::{env, fs, io};

pub use decide::decide;
pub use headers::headers;
pub use state::state;

/// A target: its name, which is its folder in the corpus, and what it runs.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 3] = [("headers", headers), ("state", state), ("decide", decide)];

/// Runs a target over every file in a folder; how many there were.
///
/// # Errors
///
/// When the folder or a file in it cannot be read.
pub fn replay_folder(folder: &Path, target: fn(&[u8])) -> io::Result<usize> {
    let mut files = 0;
    for entry in fs::read_dir(folder)? {
        target(&fs::read(entry?.path())?);
        files += 1;
    }
    Ok(files)
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
