//! `policies/headers.jsonl`, which JavaScript's reading of headers is held to in
//! `wasm/test/headers-corpus.test.mjs`, is what core reads today.

use std::collections::HashMap;

use reknock_tests::headers::CORPUS;
use serde_json::Value;

#[test]
fn the_hints_written_down_are_what_core_reads() -> Result<(), String> {
    CORPUS.check()
}

#[test]
fn every_answer_is_there_often_enough() {
    let cases = CORPUS.cases().expect("headers.jsonl");
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for case in &cases {
        let answer = match &case["pause"] {
            Value::String(word) => word,
            Value::Number(pause) => kind(pause.as_u64()),
            _ => match case["hints"][0].as_u64() {
                Some(0) => "no limit",
                _ => "a limit",
            },
        };
        *seen.entry(answer).or_default() += 1;
    }
    for answer in [
        "malformed",
        "unmeasured",
        "passed",
        "a length",
        "longest",
        "a limit",
        "no limit",
    ] {
        assert!(seen.get(answer) >= Some(&50), "{answer}: {seen:?}");
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

fn kind(pause: Option<u64>) -> &'static str {
    match pause {
        Some(0) => "passed",
        Some(pause) if pause == u64::from(u32::MAX) => "longest",
        _ => "a length",
    }
}
