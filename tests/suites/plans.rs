//! `policies/plans.jsonl`, which JavaScript's plans are held to in
//! `wasm/test/plans.test.mjs`, is what core plans today.

use std::collections::HashSet;
use std::fs;

use reknock::presets;
use reknock_tests::plans;
use serde_json::Value;

#[test]
fn the_plans_written_down_are_what_core_plans() {
    let text = fs::read_to_string(plans::path()).expect("plans.jsonl");
    let lines = plans::lines().expect("every policy is good");
    let written: Vec<&str> = text.lines().collect();
    for (written, line) in written.iter().zip(&lines) {
        assert_eq!(
            written, line,
            "core plans otherwise; if it should, write the file anew: \
             cargo run -q -p reknock-tests --bin plans > tests/policies/plans.jsonl"
        );
    }
    assert_eq!(written.len(), lines.len(), "write the file anew");
    assert!(text.ends_with("}\n") && !text.contains('\r'));
}

#[test]
fn every_preset_is_planned_and_no_name_comes_twice() {
    let text = fs::read_to_string(plans::path()).expect("plans.jsonl");
    let cases: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let names: HashSet<&str> = cases
        .iter()
        .filter_map(|case| case["name"].as_str())
        .collect();
    assert_eq!(names.len(), cases.len());
    for preset in presets::ALL {
        assert!(
            cases.iter().any(|case| case["policy"] == preset.name),
            "{}",
            preset.name
        );
    }
}
