//! The command `decide`: one answer a line, whatever the line.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

const CASE: &str = r#"{"policy":"convoy","delivery":{"v":1,"attempts":0,"dns":0,"createdAt":0,"nextAt":0,"delay":0},"outcome":{"status":500},"now":5,"seed":"0x1","key":"0x2"}"#;

/// What the command answers to these bytes.
fn run(input: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_decide"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input)
        .expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("it writes text");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("it writes JSON"))
        .collect()
}

/// The case with one field changed.
fn with(field: &str, value: Value) -> String {
    let mut case: Value = serde_json::from_str(CASE).expect("the case is JSON");
    case[field] = value;
    case.to_string()
}

fn refused(line: &str) -> String {
    let answer: Value =
        serde_json::from_str(&reknock_tests::answer_line(line)).expect("it answers in JSON");
    answer["error"]["field"]
        .as_str()
        .unwrap_or_else(|| panic!("{line}: {answer}"))
        .to_owned()
}

#[test]
fn a_case_is_answered() {
    let answer = json!({
        "decision": {
            "kind": "retry", "at": 100_005, "delay": 100_000, "attempt": 2, "reason": "backoff",
        },
        "after": {
            "v": 1, "attempts": 1, "dns": 0, "createdAt": 0, "nextAt": 100_005, "delay": 100_000,
        },
    });
    assert_eq!(run(CASE.as_bytes()), [answer]);
}

#[test]
fn rubbish_gets_an_answer_too_and_does_not_stop_it() {
    let lines = [
        CASE.as_bytes(),
        b"rubbish",
        b"\xff\xfe",
        b"",
        b"  ",
        b"{}",
        CASE.as_bytes(),
    ];
    let answers = run(&lines.join(&b'\n'));
    let refused: Vec<bool> = answers
        .iter()
        .map(|answer| answer.get("error").is_some())
        .collect();
    assert_eq!(
        refused,
        [false, true, true, true, false],
        "blank lines are no cases"
    );
    assert_eq!(answers[0], answers[4]);
}

#[test]
fn a_field_that_is_wrong_is_named() {
    for (field, value, named) in [
        ("policy", json!("nobody"), "policy"),
        ("policy", json!(1), "policy"),
        ("policy", json!({}), "backoff"),
        ("delivery", json!({ "v": 1 }), "delivery.attempts"),
        ("delivery", json!([]), "delivery"),
        ("outcome", json!({}), "outcome"),
        (
            "outcome",
            json!({ "status": 500, "error": "dns" }),
            "outcome",
        ),
        ("outcome", json!({ "status": 65_536 }), "outcome.status"),
        ("outcome", json!({ "status": 500.0 }), "outcome.status"),
        ("outcome", json!({ "error": "oops" }), "outcome.error"),
        (
            "outcome",
            json!({ "error": "dns", "retryAfter": "5" }),
            "outcome.retryAfter",
        ),
        (
            "outcome",
            json!({ "status": 503, "retryAfter": 5 }),
            "outcome.retryAfter",
        ),
        (
            "outcome",
            json!({ "status": 503, "hint": -1 }),
            "outcome.hint",
        ),
        (
            "outcome",
            json!({ "status": 503, "class": "fine" }),
            "outcome.class",
        ),
        ("now", json!(1i64 << 53), "now"),
        ("now", json!("0"), "now"),
        ("wall", json!(0.5), "wall"),
        ("stretch", json!(999), "stretch"),
        ("stretch", json!(10_001), "stretch"),
        ("seed", json!(1), "seed"),
        ("seed", json!("0x"), "seed"),
        ("seed", json!("0x+1"), "seed"),
        ("key", json!("0x00000000000000000"), "key"),
        ("surplus", json!(1), "surplus"),
    ] {
        assert_eq!(
            refused(&with(field, value.clone())),
            named,
            "{field}: {value}"
        );
    }
    assert_eq!(refused(r#"{"now":1,"now":2}"#), "");
}

/// What a golden vector expects is not looked at.
#[test]
fn the_expected_answer_does_not_matter() {
    let expecting = with("decision", json!({ "kind": "delivered" }));
    assert_eq!(
        reknock_tests::answer_line(&expecting),
        reknock_tests::answer_line(CASE)
    );
}
