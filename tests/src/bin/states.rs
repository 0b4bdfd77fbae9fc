//! Writes stored states, and bytes that are none, one a line, as JavaScript is held
//! to them:
//!
//! ```text
//! cargo run -q -p reknock-tests --bin states > tests/policies/states.jsonl
//! ```

#![forbid(unsafe_code)]

use std::io;

fn main() -> io::Result<()> {
    reknock_tests::states::CORPUS.print()
}
