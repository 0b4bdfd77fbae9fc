//! Each guard in every form it has, its numbers told apart and at their largest.

use serde_json::{Value, json};

pub(super) const MAX: u32 = u32::MAX;

/// So many times the same number, as a list.
pub(super) fn same(number: u32, times: usize) -> Vec<u32> {
    vec![number; times]
}

/// Counters that are told apart, of one to three bytes.
fn column(number: usize, slots: usize) -> Vec<usize> {
    (0..slots)
        .map(|slot| slot * 9_000 + number * 100 + 27)
        .collect()
}

pub(super) fn breakers() -> [(&'static str, Value); 7] {
    let closed = json!({"closed": {
        "phase": 300, "successes": column(0, 5), "failures": column(1, 5), "consecutive": 129,
    }});
    let full = json!({"closed": {
        "phase": MAX, "successes": same(65_535, 5), "failures": same(65_535, 5), "consecutive": 65_535,
    }});
    let probing =
        json!({"halfOpen": {"probes": [0, 1, 200, MAX], "successes": 200, "cooldown": 16_384}});
    [
        (
            "closed",
            json!({"generation": 300, "base": 60_000, "state": closed}),
        ),
        (
            "closed, all full",
            json!({"generation": 65_535, "base": MAX, "state": full}),
        ),
        (
            "open",
            json!({"generation": 127, "base": 1, "state": {"open": {"left": 128, "cooldown": 30_000}}}),
        ),
        (
            "open for longest",
            json!({"generation": 128, "base": MAX, "state": {"open": {"left": MAX, "cooldown": MAX}}}),
        ),
        (
            "half open",
            json!({"generation": 16_383, "base": 127, "state": probing}),
        ),
        (
            "half open, all 0",
            json!({"generation": 0, "base": 0, "state": {"halfOpen": {"probes": same(0, 4), "successes": 0, "cooldown": 0}}}),
        ),
        (
            "isolated",
            json!({"generation": 16_384, "base": 128, "state": "isolated"}),
        ),
    ]
}

pub(super) fn gates() -> [(&'static str, Value); 2] {
    let left: Vec<usize> = (0..16).map(|place| place * 17).collect();
    let turns: Vec<usize> = (0..16).map(|place| 255 - place * 11).collect();
    [
        (
            "places taken",
            json!({"phase": 471, "left": left, "generations": turns}),
        ),
        (
            "full",
            json!({"phase": MAX, "left": same(255, 16), "generations": same(255, 16)}),
        ),
    ]
}

pub(super) fn storms() -> [(&'static str, Value); 2] {
    [
        (
            "told apart",
            json!({
                "phase": 9, "first": column(0, 5), "retries": column(1, 5),
                "depth": 4_000_000_000_u32, "before": 128, "age": 200,
            }),
        ),
        (
            "full",
            json!({
                "phase": MAX, "first": same(65_535, 5), "retries": same(65_535, 5), "depth": MAX, "before": MAX, "age": 255,
            }),
        ),
    ]
}

pub(super) fn replays() -> [(&'static str, Value); 4] {
    [
        ("idle", json!("idle")),
        ("slowest", json!({"rate": 1, "left": 0, "well": 0})),
        ("running", json!({"rate": 128, "left": 600, "well": 16_384})),
        ("full", json!({"rate": 65_535, "left": MAX, "well": 65_535})),
    ]
}

pub(super) fn healths() -> [(&'static str, Value); 2] {
    let of = |phase: u32, slots: &dyn Fn(usize) -> Value| {
        json!({
            "phase": phase, "first": slots(0), "second": slots(1), "secondDelivered": slots(2),
            "delivered": slots(3), "attempts": slots(4), "dead": slots(5), "exhausted": slots(6),
        })
    };
    [
        (
            "told apart",
            of(86_400_000, &|number| json!(column(number, 4))),
        ),
        ("full", of(MAX, &|_| json!(same(65_535, 4)))),
    ]
}
