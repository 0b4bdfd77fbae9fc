//! Writes what core plans for many policies, one a line, as JavaScript is held
//! to it:
//!
//! ```text
//! cargo run -q -p reknock-tests --bin plans > tests/policies/plans.jsonl
//! ```

#![forbid(unsafe_code)]

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for line in reknock_tests::plans::lines().map_err(io::Error::other)? {
        writeln!(output, "{line}")?;
    }
    output.flush()
}
