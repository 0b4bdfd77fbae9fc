//! Every golden vector of the guards and the destination gives the results and
//! the state that it says.
//!
//! The vectors come from the independent model (`model/destination/`), never
//! from core.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use reknock_tests::answer_destination;
use serde_json::Value;

const AT_LEAST: usize = 800;

/// Enough to see a pattern, few enough to read.
const SHOWN: usize = 10;

#[test]
fn core_answers_every_golden_vector() {
    let lines = lines();
    assert!(lines.len() >= AT_LEAST, "only {} vectors", lines.len());

    let mut names = HashSet::new();
    let mut wrong = Vec::new();
    for (place, line) in &lines {
        let vector: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{place}: {e}"));
        let name = vector["name"]
            .as_str()
            .unwrap_or_else(|| panic!("{place}: has no name"));
        assert!(
            names.insert(name.to_owned()),
            "{place}: {name} is another's name too"
        );
        if let Some(difference) = difference(&vector, line) {
            wrong.push(format!("{name} ({place}) {difference}"));
        }
    }
    assert!(wrong.is_empty(), "{}", summary(&wrong, lines.len()));
}

/// The first event that is answered otherwise, or the state in the end.
fn difference(vector: &Value, line: &str) -> Option<String> {
    let answer = match answer_destination(line) {
        Ok(answer) => answer,
        Err(refusal) => return Some(format!("is refused\n  {refusal}")),
    };
    let (expected, got) = (&vector["results"], &answer["results"]);
    let number = expected.as_array().map_or(0, Vec::len);
    for index in 0..number {
        if expected[index] != got[index] {
            return Some(format!(
                "event {index}, {}\n  expected {}\n  got      {}",
                vector["events"][index], expected[index], got[index]
            ));
        }
    }
    if got.as_array().map(Vec::len) != Some(number) || number == 0 {
        return Some("has another number of results".to_owned());
    }
    (vector["after"] != answer["after"]).then(|| {
        format!(
            "after {number} events\n  expected {}\n  got      {}",
            vector["after"], answer["after"]
        )
    })
}

fn summary(wrong: &[String], total: usize) -> String {
    let mut text = format!(
        "{} of {total} vectors differ; the first of them:\n",
        wrong.len()
    );
    for difference in wrong.iter().take(SHOWN) {
        let _ = writeln!(text, "{difference}");
    }
    text
}

/// All lines of all files, each with its place.
fn lines() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/destination");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of the vectors")
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "jsonl")
        })
        .collect();
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (number, line) in text.lines().enumerate() {
            lines.push((format!("{name}:{}", number + 1), line.to_owned()));
        }
    }
    lines
}
