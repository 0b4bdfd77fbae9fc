//! Where core meets its surroundings: clocks, names, texts for people, and the
//! lines that only a mistake reaches.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reknock::{
    Class, Clock, Decision, Delivery, Derived, Factor, Failure, HintRules, Jitter, ManualClock,
    Millis, Moment, Outcome, Policy, Stretch, SystemClock, presets,
};

#[test]
fn a_manual_clock_goes_where_it_is_put() {
    let clock = ManualClock::new(Moment::from_millis(10));
    clock.advance(Millis::new(5));
    assert_eq!(clock.now(), Moment::from_millis(15));
    assert_eq!(clock.wall(), Some(Moment::from_millis(15)));
    clock.set(Moment::from_millis(-1));
    // By reference too, as a sender that shares its clock has it.
    let shared = |clock: &dyn Clock| (clock.now(), clock.wall());
    assert_eq!(
        shared(&&clock),
        (Moment::from_millis(-1), Some(Moment::from_millis(-1)))
    );
}

#[test]
fn a_clock_without_a_wall_says_so() {
    struct SinceBoot;
    impl Clock for SinceBoot {
        fn now(&self) -> Moment {
            Moment::from_millis(7)
        }
    }
    assert_eq!(SinceBoot.wall(), None);
}

#[test]
fn the_system_clock_counts_unix_milliseconds() {
    let before = Moment::from(SystemTime::now());
    let (now, wall) = (SystemClock.now(), SystemClock.wall());
    let after = Moment::from(SystemTime::now());
    assert!(before <= now && now <= after);
    assert!(wall.is_some_and(|wall| before <= wall && wall <= after));
    assert_eq!(
        Moment::from(UNIX_EPOCH + Duration::from_secs(1)),
        Moment::from_millis(1_000)
    );
}

#[test]
fn lengths_become_durations() {
    assert_eq!(
        Duration::from(Millis::new(1_500)),
        Duration::from_millis(1_500)
    );
    assert_eq!(format!("{:?}", Millis::from_secs(90)), "1m30s");
}

/// TOML and its like know signed numbers only.
#[test]
fn numbers_may_come_signed() {
    use serde::Deserialize as _;
    use serde::de::value::{Error, I64Deserializer};
    let read = |number| Millis::deserialize(I64Deserializer::<Error>::new(number));
    assert_eq!(read(5_000), Ok(Millis::from_secs(5)));
    assert!(read(-1).is_err());
}

#[test]
fn lengths_and_classes_stand_in_columns() {
    assert_eq!(format!("[{:>8}]", Millis::from_secs(90)), "[   1m30s]");
    assert_eq!(format!("[{:<5}]", Millis::ZERO), "[0s   ]");
    assert_eq!(format!("[{:>10}]", Class::Gone), "[      gone]");
    assert_eq!(Millis::MAX.to_string(), "49d17h2m47s295ms");
}

#[test]
fn what_is_logged_shows_no_innards() {
    let outcome = Outcome::failure(Failure::Tls);
    assert!(format!("{outcome:?}").contains("Failure(Tls)"));
    assert!(format!("{:?}", presets::SLACK).contains("delays: [0s, 1m, 5m]"));
    let bytes = Delivery::new(Moment::from_millis(0)).to_bytes();
    assert_eq!(format!("{bytes:?}"), "[1, 0, 0, 0, 0, 0]");
}

#[test]
fn a_preset_can_be_changed_in_one_thing() {
    for preset in presets::ALL {
        assert_eq!(
            preset.policy.to_builder().build().as_ref(),
            Ok(preset.policy)
        );
    }
    let patient = presets::SVIX
        .to_builder()
        .window(Millis::from_days(1))
        .build()
        .unwrap();
    assert_eq!(patient.backoff(), presets::SVIX.backoff());
    assert_eq!(patient.window(), Some(Millis::from_days(1)));
}

#[test]
fn a_factor_that_is_no_number_is_refused() {
    let base = Millis::from_secs(1);
    assert_eq!(Factor::from(3), Factor::whole(3));
    let error = Policy::exponential(base, Factor::ratio(7, 0))
        .build()
        .unwrap_err();
    assert_eq!(error.field(), "backoff.exponential.factor");
    assert_eq!(error.fix(), "must be above 1");
}

#[test]
fn failures_have_classes_names_and_outcomes() {
    for failure in Failure::ALL {
        let permanent = failure == Failure::Invalid;
        let class = if permanent {
            Class::Permanent
        } else {
            Class::Transient
        };
        assert_eq!(Class::of_failure(failure), class);
        assert_eq!(Outcome::from(failure), Outcome::failure(failure));
        assert_eq!(Failure::by_name(failure.name()), Some(failure));
    }
}

#[test]
fn headers_that_say_nothing_change_nothing() {
    use reknock::http::Headers;
    let plain = Outcome::status(503);
    assert_eq!(plain.with_headers(&Headers::NONE, None), plain);
    let limited = Headers {
        rate_limit_reset: Some(b"30"),
        ..Headers::NONE
    };
    let both = Outcome::status(429)
        .with_headers(&limited, None)
        .with_retry_after(b"60", None, None);
    assert_eq!(presets::STORM_SAFE.hint(both), Some(Millis::from_secs(60)));
}

#[test]
fn a_stored_policy_of_another_version_is_refused() {
    let mut bytes = postcard::to_allocvec(&presets::SVIX).unwrap();
    assert_eq!(postcard::from_bytes(&bytes), Ok(presets::SVIX));
    bytes[0] = 2;
    assert!(postcard::from_bytes::<Policy>(&bytes).is_err());
    // The last exception's failure does not exist.
    let odd = Policy::constant(Millis::from_secs(1)).failure_means(Failure::Local, Class::Gone);
    let mut bytes = postcard::to_allocvec(&odd.build().unwrap()).unwrap();
    let end = bytes.len();
    bytes[end - 4..end - 2].copy_from_slice(&[8, 8]);
    assert!(postcard::from_bytes::<Policy>(&bytes).is_err());
}

#[test]
fn a_seed_does_not_show_in_logs() {
    assert_eq!(format!("{:?}", Derived::new(1, 2)), "Derived { .. }");
}

/// Past 100,000 retries nothing is promised that does not hold.
#[test]
fn a_slow_linear_backoff_is_not_promised_too_little_at_most() {
    let policy = Policy::linear(Millis::new(1))
        .jitter(Jitter::None)
        .max_attempts(200_001);
    let outage = policy.build().unwrap().survives();
    let exact = 200_000 * 200_001 / 2;
    assert!(
        outage.earliest <= exact && exact <= outage.latest,
        "{outage:?}"
    );
}

/// Jitter that reaches zero fits any number of retries into a window.
#[test]
fn every_timeline_ends() {
    let policy = Policy::constant(Millis::from_secs(1)).no_attempt_limit();
    let policy = policy.window(Millis::from_days(1)).build().unwrap();
    assert_eq!(policy.timeline().count(), 100_000);
}

#[test]
fn one_kind_of_jitter_is_enough() {
    let two = r#"{"backoff":{"constant":{"delay":"1s"}},
        "jitter":{"proportional":1,"additive":{"perMille":1,"min":0,"max":1}}}"#;
    let error = serde_json::from_str::<Policy>(two).unwrap_err().to_string();
    assert!(
        error.starts_with("jitter: must have exactly one of"),
        "{error}"
    );
    let none = r#"{"backoff":{"constant":{"delay":"1s"}},"jitter":{}}"#;
    let error = serde_json::from_str::<Policy>(none)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("jitter: must have exactly one of"),
        "{error}"
    );
}

#[test]
fn presets_are_found_by_their_names_only() {
    for preset in presets::ALL {
        assert_eq!(
            presets::by_name(preset.name).map(|found| found.policy),
            Some(preset.policy)
        );
        assert!(!preset.source.is_empty());
    }
    assert!(presets::by_name("stripe").is_none());
    assert_eq!(Policy::default(), presets::STORM_SAFE);
    assert_eq!(HintRules::default(), HintRules::DEFAULT);
    assert_eq!(Stretch::default(), Stretch::NONE);
}

#[test]
fn stored_bytes_say_what_is_wrong_with_them() {
    let said = |bytes: &[u8]| Delivery::from_bytes(bytes).unwrap_err().to_string();
    assert_eq!(said(&[]), "v: the bytes end before it");
    assert_eq!(
        said(&[9]),
        "v: another version; this release reads version 1"
    );
    assert_eq!(
        said(&[1, 0x80, 0x80, 0x80, 0x80, 0x80, 0]),
        "attempts: the number is out of range"
    );
    assert_eq!(
        said(&[1, 0, 0, 0, 0, 0, 0]),
        "delay: more bytes follow where none should"
    );
}

#[test]
fn lengths_say_what_is_wrong_with_them() {
    let said = |text: &str| text.parse::<Millis>().unwrap_err().to_string();
    assert!(said("30").contains("such as \"2m30s\""));
    assert!(said("50d").contains("49d17h2m47s295ms"));
}

#[test]
fn stored_counters_are_what_was_counted() {
    let now = Moment::from_millis(5);
    let mut delivery = Delivery::new(now);
    let outcome = Outcome::failure(Failure::Dns);
    let decision = presets::STORM_SAFE.decide(&mut delivery, outcome, now, &mut Derived::new(1, 2));
    let Decision::Retry {
        at, delay, attempt, ..
    } = decision
    else {
        panic!("{decision}");
    };
    assert_eq!(
        (delivery.attempts(), delivery.dns_failures(), attempt),
        (1, 1, 2)
    );
    assert_eq!(
        (delivery.created_at(), delivery.next_at(), delivery.delay()),
        (now, at, delay)
    );
    assert_eq!(delivery.due(now), delay.is_zero());
    delivery.rebase(now, Moment::from_millis(1_005));
    assert_eq!(delivery.created_at(), Moment::from_millis(1_005));
    delivery.restart(Moment::from_millis(9));
    assert_eq!(delivery, Delivery::new(Moment::from_millis(9)));
}

/// Every sentence `explain` can say, whole.
#[test]
fn every_decision_is_explained() {
    let minute = Millis::from_secs(60);
    let plain = |jitter| Policy::constant(minute).jitter(jitter).build().unwrap();
    let said = |policy: &Policy, outcome: Outcome, attempts: u32| {
        let now = Moment::from_millis(0);
        let mut delivery = Delivery::new(now);
        for _ in 1..attempts {
            let _ = policy.decide(
                &mut delivery,
                Outcome::status(500),
                now,
                &mut Derived::new(1, 2),
            );
        }
        let decision = policy.decide(&mut delivery, outcome, now, &mut Derived::new(1, 2));
        policy.explain(outcome, decision).to_string()
    };
    let ends = |text: String, end: &str| assert!(text.ends_with(end), "{text}");

    ends(
        said(&plain(Jitter::None), Outcome::status(500), 1),
        "that is this policy's backoff",
    );
    ends(
        said(&plain(Jitter::Equal), Outcome::status(500), 1),
        "drawn from its upper half",
    );
    ends(
        said(&plain(Jitter::Proportional(25)), Outcome::status(500), 1),
        "give or take 2.5 %",
    );
    ends(
        said(&plain(Jitter::Decorrelated), Outcome::status(500), 1),
        "drawn up to three times the delay before",
    );
    let additive = Jitter::Additive {
        per_mille: 10,
        min: Millis::ZERO,
        max: minute,
    };
    ends(
        said(&plain(additive), Outcome::status(500), 1),
        "and a little on top",
    );
    let full = plain(Jitter::Full);
    ends(
        said(&full, Outcome::status(429), 1),
        "drawn from nothing up to the whole delay",
    );
    ends(
        said(&full, Outcome::status(301), 1),
        "the destination's address must be mended",
    );
    ends(
        said(&full, Outcome::failure(Failure::Invalid), 1),
        "cannot be sent as it is",
    );
    ends(
        said(&full, Outcome::status(404), 1),
        "trying again cannot help",
    );
    ends(said(&full, Outcome::status(410), 1), "disable it");
    ends(
        said(&full, Outcome::status(500), 5),
        "all 5 tries are used up",
    );
    ends(
        said(&full, Outcome::failure(Failure::Local), 1),
        "costs the event no attempt",
    );
    ends(
        said(&presets::GITHUB, Outcome::status(500), 1),
        "this policy has one try only",
    );

    let once = Policy::constant(minute).dns_attempts(1).build().unwrap();
    ends(
        said(&once, Outcome::failure(Failure::Dns), 1),
        "could not be looked up 1 times",
    );
    let short = Policy::constant(minute)
        .jitter(Jitter::None)
        .window(Millis::from_secs(59));
    ends(
        said(&short.build().unwrap(), Outcome::status(500), 1),
        "more than 59s after the event was accepted",
    );

    let asked = |pause| Outcome::status(503).with_hint(pause);
    let exact = HintRules {
        jitter: 0,
        longest: minute,
        ..HintRules::DEFAULT
    };
    let exact = Policy::constant(minute).hints(exact).build().unwrap();
    ends(
        said(&exact, asked(Millis::from_secs(9)), 1),
        "the server asked for 9s",
    );
    ends(said(&exact, asked(minute), 1), "the server asked for 1m");
    ends(
        said(&exact, asked(Millis::from_hours(1)), 1),
        "the server asked for 1h (believed up to 1m)",
    );
    ends(
        said(&short.build().unwrap(), asked(minute), 1),
        "the server asked for 1m, and the window of 59s does not last that long",
    );
    ends(
        said(&short.build().unwrap(), asked(Millis::from_secs(59)), 1),
        "more than 59s after the event was accepted",
    );
    ends(
        said(&presets::HOOK0, asked(Millis::new(1)), 1),
        "this policy's backoff is longer than the 1ms the server asked for",
    );
}
