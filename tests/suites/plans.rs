//! `policies/plans.jsonl`, which JavaScript's plans are held to in
//! `wasm/test/plans.test.mjs`, is what core plans today.

use std::collections::HashSet;

use reknock::presets;
use reknock_tests::plans::CORPUS;

#[test]
fn the_plans_written_down_are_what_core_plans() -> Result<(), String> {
    CORPUS.check()
}

#[test]
fn every_preset_is_planned_and_no_name_comes_twice() {
    let cases = CORPUS.cases().expect("plans.jsonl");
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
