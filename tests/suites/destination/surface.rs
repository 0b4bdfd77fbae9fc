//! What a caller touches besides the guards' behaviour: names, sentences,
//! defaults, time bases, and what becomes of a refusal's words.

use reknock::destination::{
    Admission, Alone, Because, Breaker, BreakerRules, Destination, DestinationRules, DisableRules,
    Ended, Gate, GateRules, Heard, Kind, Pass, Permit, Report,
};
use reknock::{DeadReason, Decision, Delivery, Derived, Ending, Moment, Outcome, Policy, presets};

const START: Moment = Moment::from_millis(1_700_000_000_000);

fn go<P>(admission: Admission<P>) -> P {
    match admission {
        Admission::Go(given) => given,
        _ => panic!("a fresh guard lets the first one through"),
    }
}

#[test]
fn every_refusal_has_a_name_and_a_sentence() {
    let all = [
        (Because::Disabled, "disabled"),
        (Because::Isolated, "isolated"),
        (Because::Open, "open"),
        (Because::Probing, "probing"),
        (Because::Full, "full"),
        (Because::Budget, "budget"),
        (Because::Pace, "pace"),
        (Because::Replay, "replay"),
    ];
    let mut sentences: Vec<String> = all.iter().map(|(because, _)| because.to_string()).collect();
    for (because, name) in all {
        assert_eq!(because.name(), name);
    }
    sentences.sort();
    sentences.dedup();
    assert_eq!(sentences.len(), all.len());
    assert_eq!(Because::Full.to_string(), "enough attempts are under way");
}

#[test]
fn defaults_are_the_constants() {
    assert_eq!(BreakerRules::default(), BreakerRules::DEFAULT);
    assert_eq!(GateRules::default(), GateRules::DEFAULT);
    assert_eq!(DisableRules::default(), DisableRules::DEFAULT);
    assert_eq!(DestinationRules::default(), DestinationRules::DEFAULT);
    let lenient = DisableRules::draft()
        .no_exhausted()
        .no_failing()
        .build()
        .unwrap();
    assert_ne!(lenient, DisableRules::DEFAULT);
}

#[test]
fn a_refused_rule_names_the_field_and_the_fix() {
    let error = GateRules::draft().max(17).build().unwrap_err();
    assert_eq!(error.text(), "max: must be 1 to 16");
    assert_eq!((error.field(), error.fix()), ("max", "must be 1 to 16"));
    assert_eq!(error.to_string(), error.text());
}

#[test]
fn a_new_time_base_moves_the_clock_and_nothing_else() {
    let later = Moment::from_millis(START.as_millis() + 5);
    let mut gate: Alone<Gate> = Gate::alone(START);
    gate.rebase(START, later);
    assert_eq!(gate.at(), later);
    let mut destination = Destination::new(&DestinationRules::DEFAULT, START);
    destination.rebase(START, later);
    assert_eq!(destination.at(), later);
    assert_eq!(destination.version(), 0);
}

/// A probe is given up by the breaker before the gate gives up its place.
#[test]
fn a_permit_ends_with_the_shorter_lease() {
    let rules = DestinationRules::DEFAULT;
    let mut draws = Derived::new(3, 4);
    let mut destination = Destination::new(&rules, START);
    let first = go(destination.admit(&rules, START, Kind::First, &mut draws));
    assert!(!first.is_probe());
    let failed = Report {
        ending: Ending::Status(503),
        class: reknock::Class::Transient,
        attempts: 1,
        ended: Ended::No,
    };
    destination.report(&rules, START, first, &failed, &mut draws);
    for _ in 0..4 {
        let permit = go(destination.admit(&rules, START, Kind::First, &mut draws));
        destination.report(&rules, START, permit, &failed, &mut draws);
    }
    let rested = START.after(reknock::Millis::from_mins(5));
    let probe = go(destination.admit(&rules, rested, Kind::First, &mut draws));
    assert!(probe.is_probe());
    assert_eq!(probe.until(), rested.after(reknock::Millis::from_mins(1)));
}

/// What a report says of a delivery is what its decision was.
#[test]
fn a_report_is_made_from_the_decision() {
    let (policy, rules) = (presets::GITHUB, DestinationRules::DEFAULT);
    let mut draws = Derived::new(3, 4);
    let mut destination = Destination::new(&rules, START);
    let mut delivery = Delivery::new(START);
    let kind = Kind::of_attempts(delivery.attempts());
    let permit = go(destination.admit(&rules, START, kind, &mut draws));
    assert_eq!((permit.kind(), permit.until() > START), (Kind::First, true));

    let outcome = Outcome::status(503);
    let decision = policy.decide(&mut delivery, outcome, START, &mut draws);
    let report = Report::of(&policy, outcome, &delivery, &decision);
    assert_eq!(report.ending, Ending::Status(503));
    assert_eq!(
        (report.attempts, report.ended),
        (1, Ended::Dead(DeadReason::Attempts))
    );
    let heard = destination.report(&rules, START, permit, &report, &mut draws);
    assert!(
        matches!(heard, Heard::Counted { disabled: None, .. }),
        "{heard:?}"
    );

    assert_eq!(Kind::of_attempts(1), Kind::Retry);
    assert_eq!(Ended::of(&Decision::Delivered), Ended::Delivered);
    let again = presets::CONVOY.decide(&mut Delivery::new(START), outcome, START, &mut draws);
    assert_eq!(Ended::of(&again), Ended::No);
}

#[test]
fn stored_states_show_their_bytes_and_name_their_guard() {
    let destination = Destination::new(&DestinationRules::DEFAULT, START);
    let bytes = destination.to_bytes();
    assert_eq!(Destination::from_bytes(&bytes), Ok(destination));
    assert!(format!("{bytes:?}").starts_with("[1, "));
    let cut = Destination::from_bytes(&bytes[..bytes.len() - 1]).unwrap_err();
    assert_eq!(cut.guard(), Some("health"));
    assert_eq!(Delivery::from_bytes(&[1]).unwrap_err().guard(), None);
}

#[test]
fn passes_go_through_json() {
    let mut breaker: Alone<Breaker> = Breaker::alone(START);
    let pass = go(breaker.admit(&BreakerRules::DEFAULT, START, &mut Derived::new(1, 2)));
    let text = serde_json::to_string(&pass).unwrap();
    assert_eq!(text, r#"{"generation":0,"probe":null}"#);
    assert_eq!(serde_json::from_str::<Pass>(&text).unwrap(), pass);
    let odd = serde_json::from_str::<Permit>("7").unwrap_err().to_string();
    assert!(odd.contains("permit") || odd.contains("object"), "{odd}");
}

/// The policy's reader, in a format that knows signed numbers only.
#[test]
fn a_policy_reads_from_toml() {
    let policy: Policy = toml::from_str(
        "maxAttempts = 7\nmaxDelay = 60000\n\
         [backoff.exponential]\nbase = \"1s\"\nfactor = 3\n[classes]\n409 = \"transient\"\n",
    )
    .unwrap();
    assert_eq!(policy.max_attempts(), Some(7));
    let negative = "[backoff.exponential]\nbase = \"1s\"\nfactor = -3\n";
    let error = toml::from_str::<Policy>(negative).unwrap_err().to_string();
    assert!(error.contains("backoff.exponential.factor"), "{error}");
    let still = Policy::linear(reknock::Millis::ZERO).build().unwrap_err();
    assert_eq!(still.text(), "backoff.linear.step: must be above 0");
}
