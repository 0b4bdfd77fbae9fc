//! Policies whose delays are easy to get wrong: past the table, at the cap, and
//! where one grows from the one before.

use serde_json::json;

use super::edges::{Cases, MAX, constant, exponential, linear, repeating};

pub(super) fn decorrelated() -> Cases {
    [
        (constant(1_000), 60_000, json!({"maxAttempts": 30})),
        (
            constant(1_000),
            60_000,
            json!({"maxAttempts": null, "window": "1h"}),
        ),
        (constant(7), 7, json!({"maxAttempts": 300})),
        (constant(1), 3_600_000, json!({"maxAttempts": 200})),
        (
            constant(2_000_000_000),
            MAX,
            json!({"maxAttempts": 6, "window": MAX}),
        ),
        (
            exponential(333, 3, 2),
            10_001,
            json!({"maxAttempts": 500, "window": "30m"}),
        ),
        (
            exponential(1_000, 2, 1),
            1_001,
            json!({"maxAttempts": 100_002}),
        ),
        (
            exponential(1_431_655_766, 2, 1),
            MAX,
            json!({"maxAttempts": MAX}),
        ),
    ]
    .into_iter()
    .enumerate()
    .map(|(place, (backoff, cap, mut policy))| {
        policy["backoff"] = backoff;
        policy["jitter"] = json!("decorrelated");
        policy["maxDelay"] = json!(cap);
        (format!("decorrelated/{place}"), policy)
    })
    .collect()
}

/// Where a window of delays slides down under the longest delay, all of it or
/// as much as there is.
pub(super) fn at_the_cap() -> Cases {
    let additive = |share: u16, min: u32, max: u32| json!({"additive": {"perMille": share, "min": min, "max": max}});
    let mut cases = Vec::new();
    for (place, jitter) in [
        additive(100, 2_000, 900_000),
        additive(1_000, 0, MAX),
        additive(0, 50_000, 50_000),
        additive(1_000, 0, 0),
        additive(500, 100_000, 100_000),
        json!({"proportional": 1_000}),
        json!({"proportional": 1}),
        json!({"proportional": 0}),
    ]
    .into_iter()
    .enumerate()
    {
        let policy = json!({
            "backoff": exponential(1_000, 2, 1), "maxDelay": 60_000, "jitter": jitter,
            "maxAttempts": 12, "window": 400_000,
        });
        cases.push((format!("cap/{place}"), policy));
    }
    for (place, jitter) in [additive(0, 100, 100), additive(1_000, 3, 4)]
        .into_iter()
        .enumerate()
    {
        let policy = json!({
            "backoff": constant(10), "maxDelay": 12, "jitter": jitter, "maxAttempts": 120,
        });
        cases.push((format!("cap/just above the delay {place}"), policy));
    }
    cases
}

pub(super) fn schedules() -> Cases {
    let full: Vec<u32> = (0..32).map(|place| place * 1_000).collect();
    [
        (
            "zeros until the attempts end it",
            json!({"backoff": repeating(&[0]), "maxAttempts": 5_000}),
        ),
        (
            "zeros for ever",
            json!({"backoff": repeating(&[10, 0]), "jitter": "none", "maxAttempts": MAX}),
        ),
        (
            "zeros within a window",
            json!({"backoff": repeating(&[10, 0]), "maxAttempts": MAX, "window": 9}),
        ),
        (
            "zeros at the very end of a window",
            json!({"backoff": repeating(&[10, 0]), "jitter": {"proportional": 100}, "maxAttempts": 150, "window": 10}),
        ),
        (
            "zeros first",
            json!({"backoff": repeating(&[0, 0, 0, 1]), "jitter": "none", "maxAttempts": null, "window": 130}),
        ),
        (
            "one entry",
            json!({"backoff": {"schedule": {"delays": ["1m"]}}}),
        ),
        (
            "one entry again and again",
            json!({"backoff": repeating(&[60_000]), "jitter": "equal", "maxAttempts": null, "window": "1d"}),
        ),
        (
            "32 entries, then stop",
            json!({"backoff": {"schedule": {"delays": full}}, "jitter": {"proportional": 100}}),
        ),
        (
            "32 entries, the last again",
            json!({"backoff": repeating(&full), "jitter": {"proportional": 100}, "maxAttempts": 40}),
        ),
        (
            "fewer attempts than entries",
            json!({"backoff": {"schedule": {"delays": full}}, "maxAttempts": 7}),
        ),
        (
            "more attempts than entries",
            json!({"backoff": {"schedule": {"delays": [1, 2, 3]}}, "maxAttempts": 70, "window": 5}),
        ),
        (
            "entries above the cap",
            json!({"backoff": repeating(&[5, 900, 40]), "maxDelay": 30, "jitter": "none", "maxAttempts": 110}),
        ),
        (
            "entries that shrink",
            json!({"backoff": repeating(&[900, 30, 1]), "jitter": "equal", "maxAttempts": null, "window": 2_000}),
        ),
    ]
    .map(|(name, policy)| (format!("schedule/{name}"), policy))
    .into()
}

/// Delays that would be above 32 bits, and steps past the table of 32.
pub(super) fn saturating() -> Cases {
    let mut cases = Vec::new();
    for (name, backoff) in [
        ("linear/half", linear(MAX / 2)),
        ("linear/all", linear(MAX)),
        ("linear/past the table", linear(MAX / 33)),
        ("linear/past 100", linear(MAX / 110)),
        ("exponential/at once", exponential(1, 65_535, 1)),
        ("exponential/within the table", exponential(1, 2, 1)),
        ("exponential/past the table", exponential(10_000_003, 9, 8)),
        (
            "exponential/in the 64th step",
            exponential(42_500_000, 43, 40),
        ),
    ] {
        let policy = json!({
            "backoff": backoff, "jitter": {"proportional": 10}, "maxDelay": MAX, "maxAttempts": 130,
        });
        cases.push((format!("saturating/{name}"), policy));
    }
    for attempts in [33, 34, 65] {
        // Not at its cap when the attempts end it.
        let policy = json!({
            "backoff": exponential(1_000, 1_001, 1_000), "jitter": "equal", "maxDelay": "1h",
            "maxAttempts": attempts,
        });
        cases.push((format!("slow/{attempts}"), policy));
    }
    cases
}
