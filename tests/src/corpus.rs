//! A corpus in core's own words: cases with core's answers, one a line, which
//! JavaScript is held to where it does by itself what core does.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A file of `policies/`, and what it says today.
#[derive(Clone, Copy, Debug)]
pub struct Corpus {
    /// The name of the file, without its ending, and of the command that writes it.
    pub name: &'static str,
    /// One line for every case; or what is wrong with one, and with which.
    pub lines: fn() -> Result<Vec<String>, String>,
}

impl Corpus {
    /// Writes the lines to the output, for the file.
    ///
    /// # Errors
    ///
    /// When there are no lines, or nobody takes them.
    pub fn print(&self) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        for line in (self.lines)().map_err(io::Error::other)? {
            writeln!(output, "{line}")?;
        }
        output.flush()
    }

    /// Whether the file is what core says today.
    ///
    /// # Errors
    ///
    /// When it is not; the first line that is otherwise is named, and how to write the file anew.
    pub fn check(&self) -> Result<(), String> {
        let Self { name, lines } = self;
        let anew = || {
            format!(
                "cargo run -q -p reknock-tests --bin {name} > {}",
                self.shown()
            )
        };
        let text = self.text()?;
        let lines = lines()?;
        for (place, (written, line)) in text.lines().zip(&lines).enumerate() {
            if written != line {
                return Err(format!(
                    "line {}: core says otherwise; if it should, write the file anew: {}\n\
                     written: {written}\n   core: {line}",
                    place + 1,
                    anew()
                ));
            }
        }
        let whole = text.ends_with("}\n") && !text.contains('\r');
        if !whole || text.lines().count() != lines.len() {
            return Err(format!("there should be {} lines: {}", lines.len(), anew()));
        }
        Ok(())
    }

    /// The cases as they are written down.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn cases(&self) -> Result<Vec<Value>, String> {
        self.text()?
            .lines()
            .map(|line| serde_json::from_str(line).map_err(|error| format!("{line}: {error}")))
            .collect()
    }

    fn text(&self) -> Result<String, String> {
        fs::read_to_string(self.path()).map_err(|error| format!("{}: {error}", self.shown()))
    }

    fn path(&self) -> PathBuf {
        Path::new(crate::FOLDER)
            .join("policies")
            .join(format!("{}.jsonl", self.name))
    }

    fn shown(&self) -> String {
        format!("tests/policies/{}.jsonl", self.name)
    }
}
