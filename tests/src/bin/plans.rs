//! Writes what core plans for many policies, one a line, as JavaScript is held
//! to it:
//!
//! ```text
//! cargo run -q -p reknock-tests --bin plans > tests/policies/plans.jsonl
//! ```

#![forbid(unsafe_code)]

use std::io;

fn main() -> io::Result<()> {
    reknock_tests::plans::CORPUS.print()
}
