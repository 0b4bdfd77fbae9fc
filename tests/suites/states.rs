//! `policies/states.jsonl`, which JavaScript's stored states are held to in
//! `wasm/test/states-corpus.test.mjs`, is what core stores and refuses today.

use std::collections::HashSet;

use reknock_tests::states::CORPUS;
use serde_json::Value;

#[test]
fn the_states_written_down_are_what_core_stores_and_refuses() -> Result<(), String> {
    CORPUS.check()
}

#[test]
fn no_name_comes_twice() {
    let cases = cases();
    let names: HashSet<String> = cases
        .iter()
        .map(|case| format!("{} {} {}", case["kind"], case["name"], case["field"]))
        .collect();
    assert_eq!(names.len(), cases.len());
}

#[test]
fn the_life_went_where_it_should() {
    let cases = cases();
    let stage = |name: &str| {
        let found = cases
            .iter()
            .find(|case| case["kind"] == "destination" && case["name"] == name);
        found.unwrap_or_else(|| panic!("{name}"))["json"].clone()
    };
    let taken = stage("three attempts under way")["gate"]["left"].clone();
    let taken = taken.as_array().expect("places").iter();
    assert_eq!(taken.filter(|left| **left != 0).count(), 3);
    assert!(stage("it fails, and the breaker opened")["breaker"]["state"]["open"].is_object());
    assert!(stage("a probe is under way")["breaker"]["state"]["halfOpen"].is_object());
    for (name, told) in [
        ("gone, and nobody was told", false),
        ("gone, and told", true),
    ] {
        let disabled = &stage(name)["standing"]["disabled"];
        assert_eq!(disabled["why"], "gone", "{name}");
        assert_eq!(disabled["told"], told, "{name}");
    }
    assert!(stage("a letter was let out")["replay"].is_object());
    assert_eq!(stage("isolated")["breaker"]["state"], "isolated");
    let by_hand = stage("disabled by hand");
    assert_eq!(by_hand["standing"]["disabled"]["why"], "hand");
    assert_eq!(by_hand["replay"], "idle");
}

#[test]
fn every_kind_is_refused_for_every_fault_it_can_have() {
    let cases = cases();
    let refused = |kind: &str, fault: &str, field: &str| {
        let found = cases.iter().any(|case| {
            let name = case["name"].as_str().unwrap_or_default();
            let fault = format!("{fault} at byte ");
            case["kind"] == kind && case["field"] == field && name.starts_with(&fault)
        });
        assert!(found, "{kind}: {fault} in {field}");
    };
    for (kind, last) in [
        ("destination", "health"),
        ("breaker", "state"),
        ("gate", "generations"),
        ("budget", "tokens"),
        ("storm", "age"),
        ("replay", "replay"),
        ("health", "exhausted"),
    ] {
        for (fault, field) in [
            ("cut off", "v"),
            ("cut off", "at"),
            ("0", "v"),
            ("2", "v"),
            ("point 2^53", "at"),
            ("point -2^53", "at"),
            ("0 in 9 groups", "at"),
            ("one byte more", last),
        ] {
            refused(kind, fault, field);
        }
    }
    refused("breaker", "4", "state");
    refused("breaker", "2^16", "generation");
    refused("breaker", "0 in 4 groups", "generation");
    refused("budget", "2^32", "tokens");
    refused("budget", "0 in 6 groups", "tokens");
    refused("destination", "2", "standing");
    refused("destination", "4", "standing.disabled.why");
    refused("destination", "2", "standing.disabled.told");
    refused("replay", "2", "replay");
    refused("replay", "0", "rate");
}

fn cases() -> Vec<Value> {
    CORPUS.cases().expect("states.jsonl")
}
