//! States of every kind, at the edges of their numbers, and from a life.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::shapes::{MAX, breakers, gates, healths, replays, storms};
use super::{Forms, KINDS, Kind, hex, life};

const LAST: i64 = (1 << 53) - 1;

/// Where a number takes one byte more, and both ends.
const NUMBERS: [u32; 11] = [
    0,
    1,
    127,
    128,
    16_383,
    16_384,
    2_097_151,
    2_097_152,
    268_435_455,
    268_435_456,
    MAX,
];
/// The same of points, which have their sign in the lowest bit.
const POINTS: [i64; 11] = [
    0,
    -1,
    1,
    63,
    64,
    -64,
    -65,
    1_700_000_000_000,
    -1_700_000_000_000,
    LAST,
    -LAST,
];

/// Kind, name and state of each.
type States = Vec<(&'static str, String, Value)>;

pub(super) fn lines() -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for (kind, name, json) in [lived(), guards(), destinations()].into_iter().flatten() {
        let kind = KINDS.iter().find(|known| known.name == kind);
        let kind = kind.ok_or("a kind that is not known")?;
        let forms = (kind.forms)(&json).map_err(|problem| format!("{name}: {problem}"))?;
        lines.push(line(kind, &name, &forms, ""));
        if name == "new" {
            lines.extend(padded(kind, &forms));
        }
    }
    Ok(lines)
}

fn line(kind: &Kind, name: &str, Forms { json, bytes }: &Forms, more: &str) -> String {
    format!(
        r#"{{"kind":"{}","name":"{name}","json":{json},"bytes":"{}"{more}}}"#,
        kind.name,
        hex(bytes)
    )
}

/// Bytes that nobody writes and everybody reads: a number with an empty group of
/// bits at its end, within what its type may take.
fn padded(kind: &Kind, forms: &Forms) -> Vec<String> {
    let pad = |at: usize| {
        let (before, rest) = forms.bytes.split_at(at);
        let (byte, after) = rest.split_first()?;
        let bytes = [before, &[byte | 0x80, 0], after].concat();
        ((kind.read)(&bytes).as_ref() == Ok(&forms.json)).then_some((at, bytes))
    };
    let all: Vec<_> = (0..forms.bytes.len()).filter_map(pad).collect();
    let ends = all.first().into_iter().chain(all.last());
    ends.map(|(at, bytes)| {
        let more = format!(r#","padded":"{}""#, hex(bytes));
        line(kind, &format!("padded at byte {at}"), forms, &more)
    })
    .collect()
}

/// Every stage of a life, and each guard of it where it is not as it was before.
fn lived() -> States {
    let mut seen = HashSet::new();
    let mut states = Vec::new();
    for (stage, whole) in life::stages() {
        states.push(("destination", stage.to_owned(), whole.clone()));
        for Kind { name, .. } in &KINDS[1..] {
            let guard = &whole[*name];
            if seen.insert(format!("{name}{guard}")) {
                let guard = if *name == "replay" {
                    json!({"replay": guard})
                } else {
                    guard.clone()
                };
                states.push((*name, stage.to_owned(), alone(&whole["at"], guard)));
            }
        }
    }
    states
}

fn alone(at: &Value, mut guard: Value) -> Value {
    guard["v"] = json!(1);
    guard["at"] = at.clone();
    guard
}

/// Each guard, at one point after the other.
fn guards() -> States {
    let mut states: States = Vec::new();
    let mut push = |kind, guards: &[(&str, Value)]| {
        for ((name, guard), at) in guards.iter().zip(POINTS.into_iter().rev().cycle()) {
            states.push((
                kind,
                format!("{name}, at {at}"),
                alone(&json!(at), guard.clone()),
            ));
        }
    };
    push("breaker", &breakers());
    push("gate", &gates());
    push(
        "budget",
        &NUMBERS.map(|tokens| ("tokens", json!({"tokens": tokens}))),
    );
    push("storm", &storms());
    push(
        "replay",
        &replays().map(|(name, replay)| (name, json!({"replay": replay}))),
    );
    push("health", &healths());
    states
}

/// Every standing, each with other guards.
fn destinations() -> States {
    let mut standings = vec![json!({"serving": {"failures": 16_384, "failing": MAX}})];
    for why in ["gone", "exhausted", "failing", "hand"] {
        for (told, since) in [(false, 5), (true, MAX)] {
            standings.push(json!({"disabled": {"since": since, "why": why, "told": told}}));
        }
    }
    standings.push(json!({"serving": {"failures": 65_535, "failing": 128}}));
    let of = |(place, standing): (usize, &Value)| {
        let (breakers, gates, storms, replays, healths) =
            (breakers(), gates(), storms(), replays(), healths());
        let state = json!({
            "v": 1, "version": NUMBERS[place], "at": POINTS[POINTS.len() - 1 - place],
            "standing": standing, "breaker": breakers[place % 7].1, "gate": gates[place % 2].1,
            "budget": {"tokens": NUMBERS[NUMBERS.len() - 1 - place]}, "storm": storms[place % 2].1,
            "replay": replays[place % 4].1, "health": healths[place % 2].1,
        });
        ("destination", format!("standing {place}"), state)
    };
    standings.iter().enumerate().map(of).collect()
}
