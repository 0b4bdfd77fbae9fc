//! Golden vectors, the runner that answers them, and whether a fault shows.

use std::fmt;
use std::fs;
use std::path::Path;

use super::copy::{COPIES, Copy};
use super::list::{self, Fault};
use crate::Result;
use crate::differential::Answer;
use crate::json::Value;
use crate::shell::{self, Line};

/// The vectors of one kind of case, and core's sound answers to them.
pub(super) struct Suite {
    runner: &'static str,
    vectors: usize,
    control: Answers,
}

impl Suite {
    /// Reads the vectors of a folder, and has the runner of this name answer
    /// them in the copy as it is. It must answer all of them right.
    pub(super) fn new(copy: &Copy, runner: &'static str, folder: &str) -> Result<Self> {
        let vectors = read_vectors(folder)?;
        let cases: String = vectors
            .iter()
            .map(|vector| vector.case.clone() + "\n")
            .collect();
        let path = cases_of(runner);
        fs::write(shell::root().join(&path), cases).map_err(|error| format!("{path}: {error}"))?;
        let control = Answers::of(copy, runner)?;
        let wrong = control.not_as(&vectors);
        if let Some(first) = wrong.first() {
            return Err(format!(
                "without any fault core differs from {} of {} vectors of {folder}, the first being {first}",
                wrong.len(),
                vectors.len(),
            ));
        }
        Ok(Self {
            runner,
            vectors: vectors.len(),
            control,
        })
    }

    pub(super) fn vectors(&self) -> usize {
        self.vectors
    }

    /// How the vectors take the fault, in a copy that nobody else uses meanwhile.
    pub(super) fn with(&self, copy: &Copy, fault: &Fault) -> Result<Caught> {
        let answers = copy.with(fault, || Answers::of(copy, self.runner))?;
        Ok(answers.caught_against(&self.control))
    }
}

fn cases_of(runner: &str) -> String {
    format!("{COPIES}/{runner}-cases.jsonl")
}

/// One line of the golden vectors: the question, and the answer it expects.
struct Vector {
    name: String,
    case: String,
    expected: Answer,
}

fn read_vectors(folder: &str) -> Result<Vec<Vector>> {
    let mut vectors = Vec::new();
    for path in list::files(folder, "jsonl")? {
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (index, line) in text.lines().enumerate() {
            let vector = vector(line);
            vectors.push(vector.ok_or_else(|| {
                format!("{}:{} is not a vector: {line}", path.display(), index + 1)
            })?);
        }
    }
    if vectors.is_empty() {
        return Err(format!(
            "{folder} holds no vector; `cargo xtask vectors` writes them"
        ));
    }
    Ok(vectors)
}

fn vector(line: &str) -> Option<Vector> {
    let expected = Answer::parse(line)?;
    let Some(Value::Object(mut fields)) = Value::parse(line) else {
        return None;
    };
    let name = fields.get("name")?.to_string();
    fields.retain(|field, _| !matches!(field.as_str(), "decision" | "results" | "after" | "error"));
    Some(Vector {
        name,
        case: Value::Object(fields).to_string(),
        expected,
    })
}

/// What the runner in the copy, as it is now, says to every vector.
struct Answers {
    lines: Vec<String>,
    crashed: bool,
}

impl Answers {
    fn of(copy: &Copy, runner: &str) -> Result<Self> {
        let program = copy.build(runner)?;
        let answers = format!("{}/{runner}-answers.jsonl", copy.folder);
        let line = Line::new(&program)
            .input(Path::new(&cases_of(runner)))
            .output(&answers);
        let crashed = !line.finish()?.success;
        let text = fs::read_to_string(shell::root().join(&answers))
            .map_err(|error| format!("{answers}: {error}"))?;
        Ok(Self {
            lines: text.lines().map(String::from).collect(),
            crashed,
        })
    }

    /// The names of the vectors that expect something else.
    fn not_as<'a>(&self, vectors: &'a [Vector]) -> Vec<&'a str> {
        let differs = |(index, vector): &(usize, &Vector)| {
            let answer = self.lines.get(*index).and_then(|line| Answer::parse(line));
            answer.as_ref() != Some(&vector.expected)
        };
        vectors
            .iter()
            .enumerate()
            .filter(differs)
            .map(|(_, vector)| vector.name.as_str())
            .collect()
    }

    /// Held against the sound answers as text: the same program wrote both.
    fn caught_against(&self, control: &Self) -> Caught {
        let lines = control.lines.iter().enumerate();
        let vectors = lines
            .filter(|(index, line)| self.lines.get(*index) != Some(line))
            .count();
        Caught {
            vectors,
            crashed: self.crashed,
        }
    }
}

/// How many vectors were answered otherwise than without the fault, or not at all.
pub(super) struct Caught {
    pub(super) vectors: usize,
    crashed: bool,
}

impl fmt::Display for Caught {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.vectors, self.crashed) {
            (0, _) => f.write_str("NOT CAUGHT"),
            (_, true) => f.write_str("caught by a crash"),
            (1, false) => f.write_str("caught by 1 vector"),
            (count, false) => write!(f, "caught by {count} vectors"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_a_question_and_an_answer() {
        let line = r#"{"name":"n","now":5,"decision":{"kind":"delivered"},"after":{"v":1}}"#;
        let vector = vector(line).unwrap();
        assert_eq!(vector.case, r#"{"name":"n","now":5}"#);
        assert_eq!(vector.expected, Answer::parse(line).unwrap());
    }

    #[test]
    fn a_sequence_is_a_question_without_its_results() {
        let line = r#"{"name":"n","events":[],"results":[],"after":{"v":1}}"#;
        let vector = vector(line).unwrap();
        assert_eq!(vector.case, r#"{"events":[],"name":"n"}"#);
        assert_eq!(vector.expected, Answer::parse(line).unwrap());
    }

    fn answers(lines: &[&str], crashed: bool) -> Answers {
        Answers {
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            crashed,
        }
    }

    #[test]
    fn a_wrong_or_missing_answer_catches_a_fault_and_silence_does_not() {
        let control = answers(&["a", "b", "c"], false);
        let caught =
            |lines: &[&str], crashed| answers(lines, crashed).caught_against(&control).to_string();
        assert_eq!(caught(&["a", "b", "c"], false), "NOT CAUGHT");
        assert_eq!(caught(&["a", "x", "c"], false), "caught by 1 vector");
        assert_eq!(caught(&["a"], false), "caught by 2 vectors");
        assert_eq!(caught(&["a"], true), "caught by a crash");
    }

    #[test]
    fn the_control_run_is_held_against_the_vectors_themselves() {
        let line = r#"{"name":"n","decision":{"kind":"delivered"},"after":{"v":1}}"#;
        let vectors = [vector(line).unwrap()];
        let right = r#"{"after":{"v":1},"decision":{"kind":"delivered"}}"#;
        assert!(answers(&[right], false).not_as(&vectors).is_empty());
        for wrong in [&[][..], &["{}"], &[r#"{"error":"no"}"#]] {
            assert_eq!(answers(wrong, false).not_as(&vectors), ["\"n\""]);
        }
    }
}
