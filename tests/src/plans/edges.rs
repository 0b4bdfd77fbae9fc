//! Policies whose plans are easy to get wrong: where the window ends them and
//! where the attempts do, and at the largest numbers; for the delays see `delays`.

use serde_json::{Value, json};

use super::delays;

pub(super) const MAX: u32 = u32::MAX;

/// Name and policy of each.
pub(super) fn cases() -> Vec<(String, Value)> {
    [
        windows(),
        many_attempts(),
        growing(),
        delays::decorrelated(),
        delays::at_the_cap(),
        delays::schedules(),
        delays::saturating(),
        past_53_bits(),
        not_looked_at(),
    ]
    .into_iter()
    .flatten()
    .map(|(name, policy)| (format!("plan/{name}"), policy))
    .collect()
}

pub(super) type Cases = Vec<(String, Value)>;

pub(super) fn constant(delay: u32) -> Value {
    json!({"constant": {"delay": delay}})
}

pub(super) fn linear(step: u32) -> Value {
    json!({"linear": {"step": step}})
}

pub(super) fn exponential(base: u32, num: u16, den: u16) -> Value {
    json!({"exponential": {"base": base, "factor": [num, den]}})
}

pub(super) fn repeating(delays: &[u32]) -> Value {
    json!({"schedule": {"delays": delays, "then": "repeatLast"}})
}

/// Windows that end within the first delay, at its very end, between the
/// earliest and the latest of some retry, and after hundreds of retries.
fn windows() -> Cases {
    let mut cases = Vec::new();
    for (spread, jitter) in [
        ("none", json!("none")),
        ("full", json!("full")),
        ("equal", json!("equal")),
        ("proportional", json!({"proportional": 300})),
        (
            "additive",
            json!({"additive": {"perMille": 500, "min": 1, "max": "1h"}}),
        ),
    ] {
        for window in [59_999, 60_000, 100_000, 20_000_001] {
            for attempts in [json!(4), json!(null)] {
                let name = format!("window/{window} {spread} {attempts}");
                let policy = json!({
                    "backoff": constant(60_000), "jitter": jitter,
                    "window": window, "maxAttempts": attempts,
                });
                cases.push((name, policy));
            }
        }
    }
    for window in [1, MAX] {
        let policy = json!({
            "backoff": exponential(1_000, 2, 1), "jitter": "equal",
            "window": window, "maxAttempts": null,
        });
        cases.push((format!("window/{window} doubling"), policy));
    }
    cases
}

/// On both sides of 100 tries, where delays may count as settled, and of
/// 100,000, where a plan ends.
fn many_attempts() -> Cases {
    let mut cases = Vec::new();
    for attempts in [99, 100, 101, 102, 103, 100_000, 100_001, 100_002, MAX] {
        // A delay that is longer than all that settle.
        let policy = json!({
            "backoff": repeating(&[5, 900, 0, 7]), "jitter": {"proportional": 250},
            "maxAttempts": attempts,
        });
        cases.push((format!("attempts/{attempts}"), policy.clone()));
        if attempts > 102 {
            for window in [700, 1_234, 800_000] {
                let mut within = policy.clone();
                within["window"] = json!(window);
                cases.push((format!("attempts/{attempts} within {window}"), within));
            }
        }
    }
    cases
}

/// Linear backoff grows longest of all: past 100 tries, past 100,000, and past
/// both its cap and its window.
fn growing() -> Cases {
    let mut cases = Vec::new();
    for attempts in [150, 100_001, 100_002, 200_000, MAX] {
        let policy = json!({
            "backoff": linear(1), "maxDelay": 150_000, "jitter": "equal", "maxAttempts": attempts,
        });
        cases.push((format!("growing/{attempts}"), policy));
    }
    for attempts in [100_000, 100_001] {
        let policy = json!({
            "backoff": linear(1), "maxDelay": 150_000, "jitter": "equal", "maxAttempts": attempts,
            "window": 1_000_000_000,
        });
        cases.push((format!("growing/{attempts} within a window"), policy));
    }
    for cap in 99_998..=100_002 {
        let policy = json!({
            "backoff": linear(1), "maxDelay": cap, "jitter": {"proportional": 1}, "maxAttempts": 200_000,
        });
        cases.push((format!("growing/to a cap of {cap}"), policy));
    }
    for (name, step, cap, jitter) in [
        ("to its cap at try 101", 10, 1_000, "none"),
        ("to its cap at try 102", 10, 1_010, "none"),
        ("to its cap after 1000 tries", 10, 10_000, "equal"),
        ("until the window, every draw short", 1, 150_000, "full"),
        ("until the window, every draw long", 1, 150_000, "none"),
    ] {
        let policy = json!({
            "backoff": linear(step), "maxDelay": cap, "jitter": jitter,
            "window": MAX, "maxAttempts": null,
        });
        cases.push((format!("growing/{name}"), policy));
    }
    cases
}

/// Outages so long that JavaScript has no exact number for them, and those that
/// it just has.
fn past_53_bits() -> Cases {
    let mut cases = Vec::new();
    for (name, delay, attempts, jitter) in [
        ("longest of all", MAX, MAX, json!("none")),
        ("shortest delay", 1, MAX, json!("none")),
        ("just below", 2_097_152, MAX, json!("none")),
        ("just above", 2_097_153, MAX, json!("none")),
        ("both sides", 2_097_152, MAX, json!({"proportional": 1})),
        ("nothing is certain", MAX, MAX, json!("full")),
        ("2^53 - 1", 441_650_591, 20_394_402, json!("none")),
        ("2^53", 134_217_728, 67_108_865, json!("none")),
    ] {
        let policy = json!({"backoff": constant(delay), "jitter": jitter, "maxAttempts": attempts});
        cases.push((format!("53 bits/{name}"), policy.clone()));
        if delay == MAX {
            let mut within = policy;
            within["window"] = json!(MAX);
            cases.push((format!("53 bits/{name}, within a window"), within));
        }
    }
    cases
}

/// What leads elsewhere, or is not asked for, changes no plan.
fn not_looked_at() -> Cases {
    [
        (
            "classes",
            json!({"classes": {"503": "gone", "504-599": "permanent"}}),
        ),
        (
            "a class for all",
            json!({"classes": {"0-65535": "delivered"}}),
        ),
        ("no hints", json!({"hints": null})),
        ("factors", json!({"throttleFactor": 100, "dnsAttempts": 1})),
        ("one try", json!({"maxAttempts": 1})),
        (
            "one try within a window",
            json!({"maxAttempts": 1, "window": 1}),
        ),
        ("two tries", json!({"maxAttempts": 2})),
    ]
    .map(|(name, mut policy)| {
        policy["backoff"] = exponential(30_000, 2, 1);
        policy["jitter"] = json!("equal");
        (format!("not looked at/{name}"), policy)
    })
    .into()
}
