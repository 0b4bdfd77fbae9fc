//! Writes stored states, and bytes that are none, one a line, as JavaScript is held
//! to them:
//!
//! ```text
//! cargo run -q -p reknock-tests --bin states > tests/policies/states.jsonl
//! ```

#![forbid(unsafe_code)]

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in reknock_tests::states::lines().map_err(io::Error::other)? {
        writeln!(output, "{line}")?;
    }
    output.flush()
}
