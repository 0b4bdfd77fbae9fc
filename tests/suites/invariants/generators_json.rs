//! Policies as people write them: lengths as numbers and as text, fields left
//! out, some of them wrong.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// A length in JSON, a few of them not valid everywhere.
fn length() -> impl Strategy<Value = Value> {
    let units = select(&["ms", "s", "m", "h", "d"][..]);
    let text = (0u32..90, units).prop_map(|(count, unit)| json!(format!("{count}{unit}")));
    let mixed = (1u32..24, 0u32..60).prop_map(|(h, m)| json!(format!("{h}h{m}m")));
    prop_oneof![4 => text, 2 => mixed, 2 => (0u32..100_000).prop_map(|ms| json!(ms))]
}

fn backoff() -> impl Strategy<Value = Value> {
    let factor = prop_oneof![
        (2u16..10).prop_map(|whole| json!(whole)),
        (1u16..9, 1u16..9).prop_map(|(den, more)| json!([den + more, den])),
    ];
    let then = select(&["stop", "repeatLast"][..]);
    prop_oneof![
        length().prop_map(|delay| json!({ "constant": { "delay": delay } })),
        length().prop_map(|step| json!({ "linear": { "step": step } })),
        (length(), factor).prop_map(
            |(base, factor)| json!({ "exponential": { "base": base, "factor": factor } })
        ),
        (vec(length(), 1..=32), option::of(then)).prop_map(|(delays, then)| match then {
            Some(then) => json!({ "schedule": { "delays": delays, "then": then } }),
            None => json!({ "schedule": { "delays": delays } }),
        }),
    ]
}

fn jitter() -> impl Strategy<Value = Value> {
    let words = select(&["none", "full", "equal", "decorrelated"][..]);
    let additive = (0u16..=1_000, length(), length()).prop_map(|(per_mille, min, max)| {
        json!({ "additive": { "perMille": per_mille, "min": min, "max": max } })
    });
    prop_oneof![
        words.prop_map(|word| json!(word)),
        (0u16..=1_000).prop_map(|per_mille| json!({ "proportional": per_mille })),
        additive,
    ]
}

fn hints() -> impl Strategy<Value = Value> {
    let mode = select(&["replace", "atLeast"][..]);
    let fields = (
        option::of(length()),
        option::of(mode),
        option::of(0u16..=1_000),
    );
    let rules = fields.prop_map(|(longest, mode, jitter)| {
        object([
            ("longest", longest),
            ("mode", mode.map(|mode| json!(mode))),
            ("jitter", jitter.map(|jitter| json!(jitter))),
        ])
    });
    prop_oneof![1 => Just(Value::Null), 4 => rules]
}

fn classes() -> impl Strategy<Value = Value> {
    let key = prop_oneof![
        (0u16..700).prop_map(|status| status.to_string()),
        (300u16..500, 1u16..100).prop_map(|(first, more)| format!("{first}-{}", first + more)),
        select(&["timeout", "dns", "tls", "invalid", "local"][..]).prop_map(str::to_owned),
    ];
    let class = select(&["delivered", "transient", "throttled", "permanent", "gone"][..]);
    vec((key, class), 0..4).prop_map(|entries| {
        entries
            .into_iter()
            .map(|(key, class)| (key, json!(class)))
            .collect::<Map<_, _>>()
            .into()
    })
}

/// An object of the fields that are there.
fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Value {
    let there = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(there.collect())
}

/// A policy in JSON; most are valid.
pub(crate) fn json_policy() -> impl Strategy<Value = Value> {
    let attempts = prop_oneof![
        3 => (1u32..20).prop_map(|attempts| json!(attempts)),
        1 => Just(Value::Null),
    ];
    let window = prop_oneof![3 => length(), 1 => Just(Value::Null)];
    let limits = (
        option::of(length()),
        option::of(attempts),
        option::of(window),
        option::of(1u16..=255),
        option::of(1u16..=100),
    );
    let spread = (backoff(), option::of(jitter()));
    (spread, limits, option::of(hints()), option::of(classes())).prop_map(
        |((backoff, jitter), (max_delay, max_attempts, window, dns, throttle), hints, classes)| {
            object([
                ("backoff", Some(backoff)),
                ("jitter", jitter),
                ("maxDelay", max_delay),
                ("maxAttempts", max_attempts),
                ("window", window),
                ("dnsAttempts", dns.map(|dns| json!(dns))),
                ("throttleFactor", throttle.map(|factor| json!(factor))),
                ("hints", hints),
                ("classes", classes),
            ])
        },
    )
}
