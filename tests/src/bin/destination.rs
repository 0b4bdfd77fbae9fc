//! Answers one sequence of calls a line: a golden vector of the guards and the
//! destination without `results` and `after` in, these two out. Anyone's model,
//! in any language, can be held against core with it:
//!
//! ```text
//! cargo run -q -p reknock-tests --bin destination < cases.jsonl > answers.jsonl
//! ```
//!
//! A line that cannot be read is answered with `{"error":{"field","message"}}`,
//! and the next one is read all the same.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, BufReader, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        if !text.trim_ascii().is_empty() {
            writeln!(output, "{}", reknock_tests::answer_destination_line(&text))?;
        }
        line.clear();
        // Whoever waits for an answer before the next question gets it; whoever
        // sends a million lines does not pay for a write each.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()
}
