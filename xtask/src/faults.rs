//! `cargo xtask faults`: breaks core on purpose, one step at a time, and shows
//! that the golden vectors notice.
//!
//! The faults stand in `tests/faults/*.txt`. Each is applied to a copy of core
//! below `target`, never to core itself.

mod list;

use std::fs;
use std::path::{Path, PathBuf};

use crate::differential::Answer;
use crate::json::Value;
use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::Tool;
use crate::{Command, Result};
use list::Fault;

pub(crate) const COMMAND: Command = Command {
    name: "faults",
    summary: "Breaks core on purpose, one fault at a time; the golden vectors must notice each.",
    help: "The faults stand in tests/faults/*.txt. It prints, for each, how many vectors caught it.\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[];

/// The copy that is broken: a workspace of its own.
const COPY: &str = "target/faults";
const CASES: &str = "target/faults/cases.jsonl";

fn run(args: &[String]) -> Result {
    Options::new(args).finish()?;
    let faults = list::read()?;
    let vectors = read_vectors()?;
    copy_workspace()?;
    write_cases(&vectors)?;

    let control = Answers::of_runner()?;
    let wrong = control.not_as(&vectors);
    if let Some(first) = wrong.first() {
        return Err(format!(
            "without any fault core differs from {} of {} vectors, the first being {first}",
            wrong.len(),
            vectors.len(),
        ));
    }
    println!("no fault: all {} vectors agree", vectors.len());

    let mut survivors = Vec::new();
    for (index, fault) in faults.iter().enumerate() {
        let caught = with(fault, Answers::of_runner)?.caught_against(&control);
        println!("[{:>3}/{}] {fault}: {caught}", index + 1, faults.len());
        if caught.vectors == 0 {
            survivors.push(format!("  {fault} ({})", fault.file.display()));
        }
    }
    if survivors.is_empty() {
        println!("{} faults, each caught", faults.len());
        return Ok(());
    }
    Err(format!(
        "the vectors do not notice {} of {} faults:\n{}",
        survivors.len(),
        faults.len(),
        survivors.join("\n")
    ))
}

/// One line of the golden vectors: the question, and the answer it expects.
struct Vector {
    name: String,
    case: String,
    expected: Answer,
}

fn read_vectors() -> Result<Vec<Vector>> {
    let mut vectors = Vec::new();
    for path in list::files("tests/vectors", "jsonl")? {
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
        return Err("tests/vectors holds no vector; `cargo xtask vectors` writes them".to_owned());
    }
    Ok(vectors)
}

fn vector(line: &str) -> Option<Vector> {
    let expected = Answer::parse(line)?;
    let Some(Value::Object(mut fields)) = Value::parse(line) else {
        return None;
    };
    let name = fields.get("name")?.to_string();
    fields.retain(|field, _| !matches!(field.as_str(), "decision" | "after" | "error"));
    Some(Vector {
        name,
        case: Value::Object(fields).to_string(),
        expected,
    })
}

fn write_cases(vectors: &[Vector]) -> Result {
    let text: String = vectors
        .iter()
        .map(|vector| vector.case.clone() + "\n")
        .collect();
    fs::write(shell::root().join(CASES), text).map_err(|error| format!("{CASES}: {error}"))
}

/// What the runner in the copy, as it is now, says to every vector.
struct Answers {
    lines: Vec<String>,
    crashed: bool,
}

impl Answers {
    fn of_runner() -> Result<Self> {
        let copy = format!("--manifest-path {COPY}/Cargo.toml --target-dir {COPY}/build");
        Line::new(&format!(
            "cargo build --quiet {copy} -p reknock-tests --bin decide"
        ))
        .quiet()?;
        let answers = format!("{COPY}/answers.jsonl");
        let runner = Line::new(&format!("{COPY}/build/debug/decide"))
            .input(CASES)
            .output(&answers);
        let crashed = !runner.finish()?.success;
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
struct Caught {
    vectors: usize,
    crashed: bool,
}

impl std::fmt::Display for Caught {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.vectors, self.crashed) {
            (0, _) => f.write_str("NOT CAUGHT"),
            (_, true) => f.write_str("caught by a crash"),
            (1, false) => f.write_str("caught by 1 vector"),
            (count, false) => write!(f, "caught by {count} vectors"),
        }
    }
}

/// Runs `check` while the fault is in the copy, and takes it out again.
fn with<T>(fault: &Fault, check: impl FnOnce() -> Result<T>) -> Result<T> {
    let path = shell::root().join(COPY).join(&fault.file);
    let sound = fs::read_to_string(&path)
        .map_err(|error| format!("{fault}: {}: {error}", fault.file.display()))?;
    let write = |text: &str| fs::write(&path, text).map_err(|error| format!("{fault}: {error}"));
    write(&fault.apply(&sound)?)?;
    let outcome = check().map_err(|error| format!("{fault}: {error}"));
    write(&sound)?;
    outcome
}

/// Core and the runner, as a workspace below `target`. Files that did not
/// change keep their time stamps, so that only what is broken is built again.
fn copy_workspace() -> Result {
    let describe = |error: std::io::Error| format!("{COPY}: {error}");
    let copy = shell::root().join(COPY);
    for folder in ["core", "tests"] {
        copy_folder(&shell::root().join(folder), &copy.join(folder), LEFT_OUT).map_err(describe)?;
    }
    let manifest = fs::read_to_string(shell::root().join("Cargo.toml")).map_err(describe)?;
    let manifest: String = manifest
        .lines()
        .map(|line| match line.split_once(" = ") {
            Some(("members", _)) => "members = [\"core\", \"tests\"]\n".to_owned(),
            _ => format!("{line}\n"),
        })
        .collect();
    update(&copy.join("Cargo.toml"), manifest.as_bytes()).map_err(describe)?;
    let lock = fs::read(shell::root().join("Cargo.lock")).map_err(describe)?;
    fs::write(copy.join("Cargo.lock"), lock).map_err(describe)
}

/// What the runner is not built from, at the top of a copied folder.
const LEFT_OUT: &[&str] = &["flash", "model", "vectors", "faults"];

fn copy_folder(from: &Path, to: &Path, left_out: &[&str]) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    let mut stale: Vec<PathBuf> = entries(to)?;
    for path in entries(from)? {
        let Some(name) = path
            .file_name()
            .filter(|name| !left_out.iter().any(|out| name == out))
        else {
            continue;
        };
        let target = to.join(name);
        stale.retain(|path| *path != target);
        if path.is_dir() {
            copy_folder(&path, &target, &[])?;
        } else {
            update(&target, &fs::read(&path)?)?;
        }
    }
    for path in stale {
        if path.is_dir() {
            fs::remove_dir_all(path)?;
        } else {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect()
}

fn update(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        Ok(())
    } else {
        fs::write(path, bytes)
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
