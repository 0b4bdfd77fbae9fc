//! What the JSON reader refuses beyond the builder, by the name of the field;
//! and that every way to write a policy means the same.

use reknock::{Delivery, Factor, Jitter, Millis, Moment, Policy, Then};
use serde_json::{Value, json};

/// The field that an error begins with.
fn refused(policy: Value) -> String {
    let error = serde_json::from_value::<Policy>(policy).expect_err("it breaks a rule");
    let text = error.to_string();
    text.split_once(": ")
        .expect("a field and what is wrong with it")
        .0
        .to_owned()
}

fn constant_with(field: &str, value: Value) -> Value {
    let mut policy = json!({ "backoff": { "constant": { "delay": "1m" } } });
    policy[field] = value;
    policy
}

#[test]
fn values_of_the_wrong_kind_or_size() {
    for (field, value, named) in [
        ("maxDelay", json!(0), "maxDelay"),
        ("maxDelay", json!("50d"), "maxDelay"),
        ("maxDelay", json!(true), "maxDelay"),
        ("maxDelay", json!(-1), "maxDelay"),
        ("maxDelay", json!(4_294_967_296u64), "maxDelay"),
        ("maxAttempts", json!(0), "maxAttempts"),
        ("maxAttempts", json!(4_294_967_296u64), "maxAttempts"),
        ("maxAttempts", json!("5"), "maxAttempts"),
        ("maxAttempts", json!(5.0), "maxAttempts"),
        ("maxAttempts", Value::Null, "maxAttempts"),
        ("window", json!("0s"), "window"),
        ("window", json!("1h 30m"), "window"),
        ("dnsAttempts", json!(256), "dnsAttempts"),
        ("dnsAttempts", Value::Null, "dnsAttempts"),
        ("throttleFactor", json!(101), "throttleFactor"),
        ("throttleFactor", json!(256), "throttleFactor"),
        ("hints", json!([]), "hints"),
        ("hints", json!({ "longest": 0 }), "hints.longest"),
        ("hints", json!({ "mode": "atleast" }), "hints.mode"),
        ("hints", json!({ "jitter": 1_001 }), "hints.jitter"),
        ("hints", json!({ "least": 1 }), "hints.least"),
        ("jitter", json!("half"), "jitter"),
        ("jitter", json!({}), "jitter"),
        (
            "jitter",
            json!({ "proportional": 1_001 }),
            "jitter.proportional",
        ),
        (
            "jitter",
            json!({ "proportional": 65_536 }),
            "jitter.proportional",
        ),
        (
            "jitter",
            json!({ "additive": { "perMille": 0, "min": 0 } }),
            "jitter.additive.max",
        ),
        ("classes", json!([]), "classes"),
        ("surplus", json!(1), "surplus"),
    ] {
        assert_eq!(
            refused(constant_with(field, value.clone())),
            named,
            "{field}: {value}"
        );
    }
}

#[test]
fn backoffs_that_are_none() {
    for (backoff, named) in [
        (json!({}), "backoff"),
        (json!({ "fibonacci": {} }), "backoff.fibonacci"),
        (
            json!({ "constant": { "delay": 1 }, "linear": { "step": 1 } }),
            "backoff",
        ),
        (json!({ "constant": {} }), "backoff.constant.delay"),
        (
            json!({ "constant": { "delay": 1, "step": 1 } }),
            "backoff.constant.step",
        ),
        (
            json!({ "linear": { "step": "1s1m" } }),
            "backoff.linear.step",
        ),
        (
            json!({ "exponential": { "base": 1 } }),
            "backoff.exponential.factor",
        ),
        (
            json!({ "exponential": { "base": 9, "factor": 1.5 } }),
            "backoff.exponential.factor",
        ),
        (
            json!({ "exponential": { "base": 9, "factor": [3] } }),
            "backoff.exponential.factor",
        ),
        (
            json!({ "exponential": { "base": 9, "factor": [3, 0] } }),
            "backoff.exponential.factor",
        ),
        (
            json!({ "exponential": { "base": 9, "factor": [5, 2, 1] } }),
            "backoff.exponential.factor",
        ),
        (
            json!({ "exponential": { "base": 9, "factor": 65_536 } }),
            "backoff.exponential.factor",
        ),
        (
            json!({ "schedule": { "delays": [] } }),
            "backoff.schedule.delays",
        ),
        (
            json!({ "schedule": { "delays": vec![1; 33] } }),
            "backoff.schedule.delays",
        ),
        (
            json!({ "schedule": { "delays": [1], "then": "again" } }),
            "backoff.schedule.then",
        ),
    ] {
        assert_eq!(refused(json!({ "backoff": backoff })), named, "{backoff}");
    }
    assert_eq!(refused(json!({})), "backoff");
}

#[test]
fn exceptions_that_are_none() {
    for key in [
        "0500",
        "65536",
        "599-500",
        "500-500",
        "500-65536",
        "500-",
        "-5",
        "",
        "5xx",
        "DNS",
    ] {
        let field = refused(constant_with("classes", json!({ key: "gone" })));
        assert!(field.starts_with("classes"), "{key:?}: {field}");
    }
    let field = refused(constant_with("classes", json!({ "500": "fine" })));
    assert!(field.starts_with("classes"), "{field}");
}

/// `serde_json::Value` would keep the last of two; the text has both.
#[test]
fn a_field_that_comes_twice() {
    for (text, named) in [
        (
            r#"{"backoff":{"constant":{"delay":1}},"window":1,"window":2}"#,
            "window",
        ),
        (
            r#"{"backoff":{"constant":{"delay":1,"delay":2}}}"#,
            "backoff.constant.delay",
        ),
        (
            r#"{"backoff":{"constant":{"delay":1}},"hints":{"jitter":1,"jitter":2}}"#,
            "hints.jitter",
        ),
    ] {
        let error = serde_json::from_str::<Policy>(text).expect_err("a field comes twice");
        assert!(
            error.to_string().starts_with(&format!("{named}: ")),
            "{error}"
        );
    }
    let twice = r#"{"backoff":{"constant":{"delay":1}},"classes":{"404":"gone","404":"gone"}}"#;
    assert!(serde_json::from_str::<Policy>(twice).is_err());
    let delivery = r#"{"v":1,"v":1,"attempts":0,"dns":0,"createdAt":0,"nextAt":0,"delay":0}"#;
    assert!(serde_json::from_str::<Delivery>(delivery).is_err());
}

/// No cap is written `null` where there need not be one, and only there.
#[test]
fn a_cap_of_null() {
    let with = |backoff: Value| {
        serde_json::from_value::<Policy>(json!({ "backoff": backoff, "maxDelay": null }))
    };
    assert!(with(json!({ "constant": { "delay": 1 } })).is_ok());
    assert!(with(json!({ "schedule": { "delays": [1] } })).is_ok());
    assert!(with(json!({ "linear": { "step": 1 } })).is_err());
    assert!(with(json!({ "exponential": { "base": 1, "factor": 2 } })).is_err());
}

#[test]
fn text_and_numbers_mean_the_same() {
    let written = json!({
        "backoff": { "exponential": { "base": "1s500ms", "factor": [3, 2] } },
        "jitter": { "additive": { "perMille": 100, "min": "2s", "max": 900_000 } },
        "maxDelay": "1h30m",
        "maxAttempts": null,
        "window": 172_800_000,
    });
    let built = Policy::exponential(Millis::new(1_500), Factor::ratio(3, 2))
        .jitter(Jitter::Additive {
            per_mille: 100,
            min: Millis::from_secs(2),
            max: Millis::from_mins(15),
        })
        .max_delay(Millis::from_mins(90))
        .no_attempt_limit()
        .window(Millis::from_days(2))
        .build()
        .expect("a valid policy");
    assert_eq!(
        serde_json::from_value::<Policy>(written).expect("a valid policy"),
        built
    );
    let schedule = json!({ "backoff": { "schedule": { "delays": [0, "1m"] } } });
    let built = Policy::schedule(&[Millis::ZERO, Millis::from_mins(1)], Then::Stop).build();
    assert_eq!(serde_json::from_value::<Policy>(schedule).ok(), built.ok());
}

#[test]
fn a_delivery_is_written_as_the_page_says() {
    let delivery = Delivery::new(Moment::from_millis(-5));
    assert_eq!(
        serde_json::to_string(&delivery).expect("it can be written"),
        r#"{"v":1,"attempts":0,"dns":0,"createdAt":-5,"nextAt":-5,"delay":0}"#
    );
}
