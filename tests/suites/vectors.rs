//! Every golden vector gives the decision and the state that it says.
//!
//! The vectors come from the independent model (`model/`), never from core.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use reknock_tests::Case;
use serde_json::{Value, json};

const AT_LEAST: usize = 2_000;

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

        let expected = json!({ "decision": vector["decision"], "after": vector["after"] });
        let got = match Case::read(line) {
            Ok(case) => case.answer().to_json(),
            Err(refusal) => json!({ "error": refusal.to_string() }),
        };
        if got != expected {
            wrong.push(format!(
                "{name} ({place})\n  expected {expected}\n  got      {got}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", summary(&wrong, lines.len()));
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
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
