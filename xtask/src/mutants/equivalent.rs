//! Mutants that no test can catch, since they decide as the original does.
//!
//! ```text
//! ## core/src/http/date.rs: replace < with <= in month
//!     if day < first {
//! Both arms give the same for the first day: …
//! ```
//! The mutant as cargo-mutants names it, the line of source it stands in, and why it is
//! equivalent. A `#` and a space begin a remark.

use std::fmt;
use std::fs;

use crate::{Result, shell};

const LIST: &str = "tests/mutants/equivalent.txt";

/// A mutant, wherever its line has moved to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mutant {
    file: String,
    change: String,
    /// The line of source it stands in, without its indentation.
    source: String,
    /// For people only: it moves with every edit above it.
    line: usize,
}

/// A mutant that cannot be caught, and the reason.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Equivalent {
    mutant: Mutant,
    reason: String,
}

impl Mutant {
    /// From cargo-mutants' own line: `core/src/time.rs:12:5: replace …`.
    pub(super) fn read(text: &str) -> Result<Self> {
        let stray = || format!("cargo-mutants names a mutant in a way we do not know: {text}");
        let (place, change) = text.split_once(": ").ok_or_else(stray)?;
        let mut place = place.split(':');
        let file = place.next().ok_or_else(stray)?.to_owned();
        let line = place.next().and_then(|line| line.parse::<usize>().ok());
        let line = line.ok_or_else(stray)?;
        let source = fs::read_to_string(shell::root().join(&file))
            .map_err(|error| format!("{file}: {error}"))?;
        let source = source.lines().nth(line.saturating_sub(1)).unwrap_or("");
        Ok(Self {
            file,
            change: change.to_owned(),
            source: source.trim().to_owned(),
            line,
        })
    }

    fn is(&self, other: &Self) -> bool {
        self.file == other.file && self.change == other.change && self.source == other.source
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}\n      {}",
            self.file, self.line, self.change, self.source
        )
    }
}

/// The list, or none where there is no file.
pub(super) fn read() -> Result<Vec<Equivalent>> {
    let text =
        fs::read_to_string(shell::root().join(LIST)).map_err(|error| format!("{LIST}: {error}"))?;
    let list = parse(&text).map_err(|error| format!("{LIST}: {error}"))?;
    for entry in &list {
        let Mutant { file, source, .. } = &entry.mutant;
        let text = fs::read_to_string(shell::root().join(file))
            .map_err(|error| format!("{LIST}: {file}: {error}"))?;
        if !text.lines().any(|line| line.trim() == source) {
            return Err(format!(
                "{LIST} is stale: {file} has no line such as\n    {source}"
            ));
        }
    }
    Ok(list)
}

/// Whether the list explains this mutant, named as cargo-mutants does.
pub(super) fn holds(list: &[Equivalent], name: &str) -> bool {
    Mutant::read(name).is_ok_and(|mutant| list.iter().any(|entry| entry.mutant.is(&mutant)))
}

/// Fails if a mutant is left that the list does not explain.
pub(super) fn judge(left: &[Mutant], list: &[Equivalent]) -> Result {
    let explained = |mutant: &&Mutant| list.iter().any(|entry| entry.mutant.is(mutant));
    let (explained, open): (Vec<&Mutant>, Vec<&Mutant>) = left.iter().partition(explained);
    println!(
        "left: {}, of which {} stand in {LIST}",
        left.len(),
        explained.len()
    );
    if open.is_empty() {
        return Ok(());
    }
    let open: Vec<String> = open.iter().map(|mutant| format!("  {mutant}")).collect();
    Err(format!(
        "the tests do not notice these:\n{}\nCatch each with a better test, or say in {LIST} why \
         nothing can.",
        open.join("\n")
    ))
}

fn parse(text: &str) -> Result<Vec<Equivalent>> {
    let mut list: Vec<Equivalent> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let stray = || format!("line {}: expected \"## file: change\": {line}", index + 1);
        if let Some(name) = line.strip_prefix("## ") {
            let (file, change) = name.split_once(": ").ok_or_else(stray)?;
            let mut entry = Equivalent::default();
            entry.mutant.file = file.to_owned();
            entry.mutant.change = change.to_owned();
            list.push(entry);
        } else if line.starts_with("# ") || line.is_empty() {
            continue;
        } else {
            let entry = list.last_mut().ok_or_else(stray)?;
            match line.strip_prefix("    ") {
                Some(source) => entry.mutant.source = source.trim().to_owned(),
                None => entry.reason = format!("{} {line}", entry.reason).trim().to_owned(),
            }
        }
    }
    for entry in &list {
        if entry.mutant.source.is_empty() || entry.reason.is_empty() {
            return Err(format!(
                "{}: needs its line of source, indented by 4, and a reason",
                entry.mutant.change
            ));
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = "# A remark.\n## core/src/lib.rs: replace < with <= in f\n    \
                         if a < b {\nThe same\nat both.\n";

    #[test]
    fn an_entry_is_a_mutant_its_line_and_a_reason() {
        let list = parse(ENTRY).unwrap();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].mutant.file, "core/src/lib.rs");
        assert_eq!(list[0].mutant.change, "replace < with <= in f");
        assert_eq!(list[0].mutant.source, "if a < b {");
        assert_eq!(list[0].reason, "The same at both.");
    }

    #[test]
    fn an_entry_without_a_reason_or_a_line_is_refused() {
        for entry in ["## a.rs: x\n    y\n", "## a.rs: x\nbecause\n", "stray\n"] {
            assert!(parse(entry).is_err(), "{entry}");
        }
    }

    #[test]
    fn only_what_the_list_explains_may_be_left() {
        let list = parse(ENTRY).unwrap();
        let explained = Mutant {
            line: 7,
            ..list[0].mutant.clone()
        };
        assert_eq!(judge(std::slice::from_ref(&explained), &list), Ok(()));
        let elsewhere = Mutant {
            source: "while a < b {".to_owned(),
            ..explained
        };
        let error = judge(&[elsewhere], &list).unwrap_err();
        assert!(error.contains("core/src/lib.rs:7: replace < with <= in f"));
    }

    #[test]
    fn a_mutant_is_read_with_the_line_it_stands_in() {
        let mutant = Mutant::read("xtask/src/mutants/equivalent.rs:1:1: delete it").unwrap();
        assert_eq!(
            mutant.source,
            "//! Mutants that no test can catch, since they decide as the original does."
        );
        assert!(Mutant::read("no place").is_err());
    }

    #[test]
    fn the_list_is_as_the_source_is() {
        read().unwrap();
    }
}
