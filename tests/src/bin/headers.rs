//! Writes what many headers ask for, one response a line, as JavaScript is held to
//! it:
//!
//! ```text
//! cargo run -q -p reknock-tests --bin headers > tests/policies/headers.jsonl
//! ```
//!
//! With a seed and a number, so many random ones instead.

#![forbid(unsafe_code)]

use std::env;
use std::io::{self, BufWriter, Write};

use reknock_tests::headers;

fn main() -> io::Result<()> {
    let numbers: Result<Vec<u64>, _> = env::args().skip(1).map(|text| text.parse()).collect();
    match numbers.map_err(io::Error::other)?[..] {
        [] => headers::CORPUS.print(),
        [seed, count] => {
            let mut output = BufWriter::new(io::stdout().lock());
            for line in headers::random(seed).take(count as usize) {
                writeln!(output, "{line}")?;
            }
            output.flush()
        }
        _ => Err(io::Error::other(
            "takes nothing, or a seed and a number of cases",
        )),
    }
}
