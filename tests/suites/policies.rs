//! Every policy, set of rules and set of thresholds of `policies/` is read or
//! refused as it says, in the words it says.
//!
//! JavaScript's reader is held to the same lines in `wasm/test/policies.test.mjs`.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::path::Path;

use reknock::destination::{DestinationRules, Thresholds};
use reknock::{Policy, presets};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[test]
fn policies() {
    holds("policies.jsonl", "policy", 500, |value| match value {
        Value::String(name) => match presets::by_name(name) {
            Some(preset) => Ok(json!(preset.policy)),
            None => Err("policy: is not the name of a preset".to_owned()),
        },
        Value::Object(_) => read::<Policy>(value),
        _ => Err("policy: must be an object or the name of a preset".to_owned()),
    });
}

#[test]
fn rules_of_destinations() {
    holds("rules.jsonl", "rules", 500, |value| match value {
        Value::Object(_) => read::<DestinationRules>(value),
        _ => Err(read::<DestinationRules>(value).map_or_else(
            |problem| format!("rules: {problem}"),
            |rules| format!(": {rules}"),
        )),
    });
}

#[test]
fn thresholds() {
    holds("thresholds.jsonl", "thresholds", 100, |value| {
        read::<Thresholds>(value).map_err(|problem| {
            // About the whole: there is no field to name.
            if problem.starts_with("invalid ") {
                format!(": {problem}")
            } else {
                problem
            }
        })
    });
}

/// What is read, written again; or why not.
fn read<T: DeserializeOwned + Serialize>(value: &Value) -> Result<Value, String> {
    let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let written = json!(read);
    let again: T = serde_json::from_value(written.clone())
        .unwrap_or_else(|error| panic!("{written} is not read again: {error}"));
    assert_eq!(json!(again), written, "written twice");
    Ok(written)
}

/// Holds every line of a file to its verdict; `what` names the field with the value.
fn holds(file: &str, what: &str, at_least: usize, read: impl Fn(&Value) -> Result<Value, String>) {
    let path = Path::new(reknock_tests::FOLDER).join("policies").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut names = HashSet::new();
    let mut wrong = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{file}: {e}"));
        let name = case["name"].as_str().expect("a name").to_owned();
        if let Err(difference) = verdict(&case, read(&case[what])) {
            wrong.push(format!("{name}: {difference}"));
        }
        assert!(names.insert(name), "{file}: a name comes twice: {line}");
    }
    assert!(names.len() >= at_least, "{file}: only {}", names.len());
    assert!(
        wrong.is_empty(),
        "{} of {} differ:\n{}",
        wrong.len(),
        names.len(),
        wrong.join("\n")
    );
}

fn verdict(case: &Value, got: Result<Value, String>) -> Result<(), String> {
    match (case.get("ok"), got) {
        (Some(expected), Ok(written)) => same("written as", &written, expected),
        (Some(_), Err(problem)) => Err(format!("is refused: {problem}")),
        (None, Ok(written)) => Err(format!("is read as {written}")),
        (None, Err(problem)) => {
            let refused = &case["refused"];
            let (field, message) = problem.split_once(": ").unwrap_or(("", &problem));
            same("names", field, refused["field"].as_str().unwrap_or("?"))?;
            match refused["says"].as_str() {
                Some(says) if !message.contains(says) => {
                    Err(format!("says {message}\n  and not {says}"))
                }
                _ => Ok(()),
            }
        }
    }
}

fn same<T: PartialEq + Display + ?Sized>(what: &str, got: &T, expected: &T) -> Result<(), String> {
    if got == expected {
        Ok(())
    } else {
        Err(format!("{what} {got}\n  and not {expected}"))
    }
}
