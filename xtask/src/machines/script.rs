//! What the machines follow: all golden vectors as one script, and scripts that
//! are wrong, which none may follow to the end.

use std::fs;
use std::path::PathBuf;

use crate::Result;
use crate::shell::{self, Line};

/// Where the scripts are, below the root.
pub(super) const FOLDER: &str = "target/machines";

/// Every golden vector.
pub(super) const RIGHT: &str = "script.txt";

/// A script that must be refused.
pub(super) struct Wrong {
    pub(super) path: &'static str,
    pub(super) what: &'static str,
    kind: Kind,
}

enum Kind {
    /// One digit of an answer of this vector is another.
    Digit(usize),
    /// Its last line is missing.
    Cut,
    /// It has no line.
    Empty,
}

pub(super) const WRONG: [Wrong; 4] = [
    Wrong {
        path: "wrong-decision.txt",
        what: "a decision with one digit changed",
        kind: Kind::Digit(0),
    },
    Wrong {
        path: "wrong-result.txt",
        what: "an event's result with one digit changed",
        kind: Kind::Digit(1),
    },
    Wrong {
        path: "cut.txt",
        what: "a script without its last line",
        kind: Kind::Cut,
    },
    Wrong {
        path: "empty.txt",
        what: "an empty script",
        kind: Kind::Empty,
    },
];

/// What the scripts hold.
pub(super) struct Scripts {
    /// Lines of the golden vectors, counted before anything reads them.
    pub(super) vectors: usize,
    /// Answers in the script.
    pub(super) answers: usize,
    /// The vectors that were made wrong: a decision, a sequence.
    pub(super) named: [String; 2],
}

impl Scripts {
    /// What a machine says to a wrong one.
    pub(super) fn refusal(&self, wrong: &Wrong) -> String {
        match wrong.kind {
            Kind::Digit(index) => format!("differs: {}\n", self.named[index]),
            Kind::Cut | Kind::Empty => "the script ends where an answer is expected".to_owned(),
        }
    }
}

/// Writes all of them.
pub(super) fn write() -> Result<Scripts> {
    let folder = shell::root().join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| format!("{FOLDER}: {error}"))?;
    let vectors = vectors("tests/vectors")? + &vectors("tests/vectors/destination")?;
    put("vectors.jsonl", &vectors)?;
    Line::new("cargo run --quiet --package reknock-tests --bin script")
        .input(format!("{FOLDER}/vectors.jsonl"))
        .output(format!("{FOLDER}/{RIGHT}"))
        .quiet()?;
    let script = fs::read_to_string(folder.join(RIGHT));
    let script = script.map_err(|error| format!("{FOLDER}/{RIGHT}: {error}"))?;

    // Decisions have one answer each, sequences more.
    let parts: Vec<&str> = parts(&script).collect();
    let decision = parts.iter().find(|part| part.lines().count() == 3);
    let sequence = parts.iter().find(|part| part.lines().count() > 5);
    let (Some(decision), Some(sequence)) = (decision, sequence) else {
        return Err("tests/vectors holds no decision, or no sequence".to_owned());
    };
    for wrong in &WRONG {
        let text = match wrong.kind {
            Kind::Digit(0) => format!("{sequence}{}", with_another_digit(decision)),
            Kind::Digit(_) => format!("{decision}{}", with_another_digit(sequence)),
            Kind::Cut => without_last_line(&format!("{sequence}{decision}")),
            Kind::Empty => String::new(),
        };
        put(wrong.path, &text)?;
    }
    Ok(Scripts {
        vectors: vectors.lines().count(),
        answers: script.lines().filter(|line| line.starts_with("= ")).count(),
        named: [name(decision), name(sequence)],
    })
}

/// The lines of all files of a folder, in the order of their names.
fn vectors(folder: &str) -> Result<String> {
    let explain = |error| format!("{folder}: {error}");
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(shell::root().join(folder)).map_err(explain)? {
        files.push(entry.map_err(explain)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    files
        .iter()
        .map(|path| fs::read_to_string(path).map_err(explain))
        .collect()
}

fn put(name: &str, text: &str) -> Result {
    fs::write(shell::root().join(FOLDER).join(name), text)
        .map_err(|error| format!("{FOLDER}/{name}: {error}"))
}

/// The lines of each vector.
fn parts(script: &str) -> impl Iterator<Item = &str> {
    let starts = script
        .match_indices("# ")
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || script.as_bytes()[at - 1] == b'\n');
    let ends = starts.clone().skip(1).chain([script.len()]);
    starts.zip(ends).map(|(start, end)| &script[start..end])
}

fn name(part: &str) -> String {
    part.lines().next().unwrap_or_default()[2..].to_owned()
}

/// The first digit of the last answer that has one.
fn with_another_digit(part: &str) -> String {
    let answer = part.rmatch_indices("\n= ").map(|(at, _)| at);
    let digit = |at: usize| {
        part[at..]
            .find(|c: char| c.is_ascii_digit())
            .map(|d| at + d)
    };
    let Some(at) = answer.filter_map(digit).next() else {
        return part.to_owned();
    };
    let other = if &part[at..=at] == "1" { "2" } else { "1" };
    format!("{}{other}{}", &part[..at], &part[at + 1..])
}

fn without_last_line(script: &str) -> String {
    let end = script.trim_end().rfind('\n').map_or(0, |at| at + 1);
    script[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "# a # b\n? {\"n\":1}\n= {\"m\":105}\n# c\n? 1\n= \"begun\"\n";

    #[test]
    fn a_part_is_a_vector_with_its_name() {
        let parts: Vec<&str> = parts(SCRIPT).collect();
        assert_eq!(parts.len(), 2);
        assert_eq!(parts.concat(), SCRIPT);
        assert_eq!(name(parts[0]), "a # b");
    }

    #[test]
    fn one_digit_of_an_answer_is_changed_and_nothing_else() {
        let first = parts(SCRIPT).next().unwrap();
        assert_eq!(with_another_digit(first), first.replace("105", "205"));
    }

    #[test]
    fn the_cut_takes_one_line() {
        assert_eq!(without_last_line("a\nb\n"), "a\n");
    }
}
