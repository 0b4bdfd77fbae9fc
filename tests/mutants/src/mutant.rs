//! Mutants as cargo-mutants lists them.

use std::ops::Range;

use serde_json::Value;

use crate::Result;

/// One small change of one file.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// As cargo-mutants prints it: place and change.
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) kind: Kind,
    /// What it puts where `place` is.
    pub(crate) replacement: String,
    /// The name of its function, or nothing outside of one.
    pub(crate) function: String,
    place: [Position; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The whole body of a function.
    Body,
    /// An arm of a match is left out.
    Arm,
    /// Anything within an expression: an operator, a guard, a field.
    Expression,
}

/// Counted from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Mutant {
    /// All of `cargo mutants --list --json`.
    pub(crate) fn all(list: &str) -> Result<Vec<Self>> {
        let list: Value = serde_json::from_str(list).map_err(|error| error.to_string())?;
        let list = list.as_array().ok_or("the list of mutants is no array")?;
        list.iter()
            .map(|entry| {
                Self::read(entry).ok_or_else(|| format!("no mutant that we know: {entry}"))
            })
            .collect()
    }

    fn read(entry: &Value) -> Option<Self> {
        let text = |field: &str| Some(entry.get(field)?.as_str()?.to_owned());
        let span = entry.get("span")?;
        Some(Self {
            name: text("name")?,
            file: text("file")?,
            kind: match text("genre")?.as_str() {
                "FnValue" => Kind::Body,
                "MatchArm" => Kind::Arm,
                _ => Kind::Expression,
            },
            replacement: text("replacement")?,
            function: entry["function"]["function_name"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            place: [
                Position::read(span.get("start")?)?,
                Position::read(span.get("end")?)?,
            ],
        })
    }

    /// Where it is in its file, in bytes.
    pub(crate) fn range(&self, text: &str) -> Option<Range<usize>> {
        let [start, end] = self.place;
        Some(start.offset(text)?..end.offset(text)?)
    }
}

impl Position {
    fn read(position: &Value) -> Option<Self> {
        let number = |field: &str| Some(position.get(field)?.as_u64()? as usize);
        Some(Self {
            line: number("line")?,
            column: number("column")?,
        })
    }

    fn offset(self, text: &str) -> Option<usize> {
        let lines = text.split_inclusive('\n');
        let before: usize = lines.clone().take(self.line - 1).map(str::len).sum();
        let line = lines.clone().nth(self.line - 1)?;
        let chars = line.chars().take(self.column - 1);
        Some(before + chars.map(char::len_utf8).sum::<usize>())
    }
}
