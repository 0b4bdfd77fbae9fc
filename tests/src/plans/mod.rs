//! What core plans for many policies, written down: JavaScript makes its plans
//! itself and is held to these lines, and a change of core shows in them.

mod delays;
mod edges;

use std::fs;
use std::path::Path;

use reknock::{Policy, Range, TimelineRetry, presets};
use serde_json::{Value, json};

use crate::corpus::Corpus;

/// The retries that are written down; of a longer plan the last one as well.
const LISTED: usize = 40;

/// The largest whole number that JavaScript has for certain.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// One line for every good policy of `policies.jsonl`, the presets among them,
/// and for policies at the edges of what a plan has to get right.
pub const CORPUS: Corpus = Corpus {
    name: "plans",
    lines,
};

fn lines() -> Result<Vec<String>, String> {
    let file = Path::new(crate::FOLDER).join("policies/policies.jsonl");
    let text = fs::read_to_string(&file).map_err(|error| format!("policies.jsonl: {error}"))?;
    let mut cases = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if case.get("ok").is_some() {
            let name = case["name"].as_str().unwrap_or_default().to_owned();
            cases.push((name, case["policy"].clone()));
        }
    }
    cases.extend(edges::cases());
    cases
        .iter()
        .map(|(name, value)| {
            let policy = read(value).map_err(|problem| format!("{name}: {problem}"))?;
            Ok(line(name, value, &policy))
        })
        .collect()
}

fn read(value: &Value) -> Result<Policy, String> {
    match value {
        Value::String(name) => presets::by_name(name)
            .map(|preset| *preset.policy)
            .ok_or_else(|| "is not the name of a preset".to_owned()),
        _ => serde_json::from_value(value.clone()).map_err(|error| error.to_string()),
    }
}

fn line(name: &str, value: &Value, policy: &Policy) -> String {
    let mut listed = Vec::new();
    let mut count = 0;
    let mut last = Value::Null;
    for retry in policy.timeline() {
        count += 1;
        if count <= LISTED {
            listed.push(numbers(&retry));
        } else {
            last = numbers(&retry);
        }
    }
    let Range {
        earliest,
        nominal,
        latest,
    } = policy.survives();
    // Not as one JSON value: its fields would be sorted, and the name come later.
    format!(
        r#"{{"name":{},"policy":{value},"survives":{},"count":{count},"retries":{},"last":{last}}}"#,
        json!(name),
        json!([earliest, nominal, latest].map(exact)),
        json!(listed),
    )
}

/// Attempt; delay and time since the first try, each earliest, nominal, latest.
fn numbers(retry: &TimelineRetry) -> Value {
    let (delay, since) = (retry.delay, retry.since_first);
    json!([
        retry.attempt,
        delay.earliest.get(),
        delay.nominal.get(),
        delay.latest.get(),
        since.earliest,
        since.nominal,
        since.latest,
    ])
}

/// A number, or its text where JavaScript would read another one.
fn exact(millis: u64) -> Value {
    if millis > MAX_SAFE {
        json!(millis.to_string())
    } else {
        json!(millis)
    }
}
