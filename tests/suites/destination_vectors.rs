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

#[test]
fn a_sequence_that_cannot_be_read_is_refused_with_its_field() {
    let of_breaker = |rules: &str, start: &str, events: &str| {
        format!(
            r#"{{"guard":"breaker","rules":{rules},{start},"seed":"0x1","key":"0x2","events":[{events}]}}"#
        )
    };
    let new = r#""start":0,"state":null"#;
    let admit = r#"{"now":0,"do":"admit"}"#;
    let result = r#"{"now":0,"do":"result","permit":1,"weight":"failure"}"#;
    let later = format!("{admit},{result}");
    let more = r#"{"now":0,"do":"admit","kind":"first"}"#;
    for (line, field) in [
        (of_breaker(r#"{"probes":5}"#, new, admit), "probes"),
        (of_breaker("5", new, admit), "rules"),
        (of_breaker("{}", r#""state":null"#, admit), "start"),
        (of_breaker("{}", r#""state":{"v":1}"#, admit), "state.at"),
        (of_breaker("{}", new, &later), "events.1.permit"),
        (of_breaker("{}", new, more), "events.0.kind"),
        (
            of_breaker("{}", new, r#"{"now":0,"do":"sing"}"#),
            "events.0.do",
        ),
        (of_breaker("{}", new, r#"{"do":"reset"}"#), "events.0.now"),
        (
            of_breaker("{}", new, admit).replace("breaker", "boiler"),
            "guard",
        ),
    ] {
        let refusal = answer_destination(&line).expect_err(&line);
        assert_eq!(refusal.field, field, "{line}");
    }
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
