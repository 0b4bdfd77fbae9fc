//! Golden vectors in, one a line, and out the script that the machines of
//! `machines/` follow: what to ask core, and what it must answer.
//!
//! ```text
//! cargo run -q -p reknock-tests --bin script < vectors.jsonl > script.txt
//! ```

#![forbid(unsafe_code)]

use std::io::{self, BufRead, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let script = reknock_cases::script(&line?)
            .map_err(|refusal| io::Error::other(format!("line {}: {refusal}", index + 1)))?;
        output.write_all(script.as_bytes())?;
    }
    output.flush()
}
