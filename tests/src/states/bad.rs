//! Bytes that are no state: small states with one fault each, at every byte, of
//! which the first is kept for each field that core names.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::shapes::same;
use super::{KINDS, Kind, hex};

/// What stands in the place of one byte.
const FAULTS: [(&str, &[u8]); 10] = [
    // A version, a rate.
    ("0", &[0]),
    // A version, a standing, a bool, a replay.
    ("2", &[2]),
    // A breaker's state, a reason.
    ("4", &[4]),
    ("2^16", &[0x80, 0x80, 0x04]),
    ("0 in 4 groups", &[0x80, 0x80, 0x80, 0]),
    ("2^32", &[0x80, 0x80, 0x80, 0x80, 0x10]),
    ("0 in 6 groups", &[0x80, 0x80, 0x80, 0x80, 0x80, 0]),
    (
        "point 2^53",
        &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20],
    ),
    (
        "point -2^53",
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f],
    ),
    (
        "0 in 9 groups",
        &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
    ),
];

pub(super) fn lines() -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for kind in &KINDS {
        let mut refused = Refused {
            kind,
            seen: HashSet::new(),
            lines: Vec::new(),
        };
        for state in small(kind.name) {
            let bytes = (kind.forms)(&state)?.bytes;
            for end in 0..bytes.len() {
                refused.keep("cut off", end, &bytes[..end]);
            }
            refused.keep("one byte more", bytes.len(), &[&bytes[..], &[0]].concat());
            for (fault, instead) in FAULTS {
                for at in 0..bytes.len() {
                    let bytes = [&bytes[..at], instead, &bytes[at + 1..]].concat();
                    refused.keep(fault, at, &bytes);
                }
            }
        }
        lines.extend(refused.lines);
    }
    Ok(lines)
}

struct Refused<'a> {
    kind: &'a Kind,
    seen: HashSet<(&'static str, String)>,
    lines: Vec<String>,
}

impl Refused<'_> {
    fn keep(&mut self, fault: &'static str, at: usize, bytes: &[u8]) {
        let Err(error) = (self.kind.read)(bytes) else {
            return;
        };
        let field = match error.guard() {
            Some(guard) => format!("{guard}.{}", error.field()),
            None => error.field().to_owned(),
        };
        if self.seen.insert((fault, field.clone())) {
            self.lines.push(format!(
                r#"{{"kind":"{}","name":"{fault} at byte {at}","bytes":"{}","field":"{field}"}}"#,
                self.kind.name,
                hex(bytes)
            ));
        }
    }
}

/// Of each form of a kind one whose numbers are small: one byte each.
fn small(kind: &str) -> Vec<Value> {
    let closed = json!({"closed": {"phase": 0, "successes": same(0, 5), "failures": same(0, 5), "consecutive": 0}});
    let breaker =
        |state: Value| json!({"v": 1, "at": 0, "generation": 0, "base": 0, "state": state});
    let gate =
        json!({"v": 1, "at": 0, "phase": 0, "left": same(0, 16), "generations": same(0, 16)});
    let budget = json!({"v": 1, "at": 0, "tokens": 0});
    let storm = json!({
        "v": 1, "at": 0, "phase": 0, "first": same(0, 5), "retries": same(0, 5), "depth": 0, "before": 0, "age": 0,
    });
    let running = json!({"rate": 1, "left": 0, "well": 0});
    let replay = |state: &Value| json!({"v": 1, "at": 0, "replay": state});
    let health = json!({
        "v": 1, "at": 0, "phase": 0, "first": same(0, 4), "second": same(0, 4), "secondDelivered": same(0, 4),
        "delivered": same(0, 4), "attempts": same(0, 4), "dead": same(0, 4), "exhausted": same(0, 4),
    });
    let breakers = [
        closed,
        json!({"open": {"left": 0, "cooldown": 0}}),
        json!({"halfOpen": {"probes": same(0, 4), "successes": 0, "cooldown": 0}}),
        json!("isolated"),
    ]
    .map(breaker);
    let whole = |standing: Value, breaker: &Value, replay: Value| {
        json!({
            "v": 1, "version": 0, "at": 0, "standing": standing, "breaker": inner(breaker), "gate": inner(&gate),
            "budget": inner(&budget), "storm": inner(&storm), "replay": replay, "health": inner(&health),
        })
    };
    match kind {
        "breaker" => breakers.into(),
        "gate" => vec![gate],
        "budget" => vec![budget],
        "storm" => vec![storm],
        "replay" => vec![replay(&json!("idle")), replay(&running)],
        "health" => vec![health],
        _ => {
            let serving = json!({"serving": {"failures": 0, "failing": 0}});
            let disabled = json!({"disabled": {"since": 0, "why": "gone", "told": false}});
            vec![
                whole(serving.clone(), &breakers[0], json!("idle")),
                whole(disabled, &breakers[3], running),
                whole(serving.clone(), &breakers[1], json!("idle")),
                whole(serving, &breakers[2], json!("idle")),
            ]
        }
    }
}

/// A guard as a destination holds it.
fn inner(alone: &Value) -> Value {
    let mut guard = alone.clone();
    if let Some(fields) = guard.as_object_mut() {
        fields.remove("v");
        fields.remove("at");
    }
    guard
}
