//! What core says to people, word by word, and the numbers that others compute as well.

use std::io;

use reknock::destination::{
    Because, BreakerRules, Budget, BudgetRules, Destination, DestinationRules, Ended, Gate,
    GateRules, Health, HealthRules, Kind, Pass, Permit, Place, Replay, ReplayRules,
};
use reknock::{
    Class, DeadReason, Decision, Derived, Draw as _, Failure, Millis, Moment, Outcome, Policy,
    RetryReason, key_of, presets,
};
use reknock_tests::fixtures::{Fixed, HIGHEST, State};

const NOW: Moment = Moment::from_millis(0);

fn decided(outcome: Outcome, attempts: u32) -> Decision {
    presets::STORM_SAFE.decide(
        &mut State::after(attempts),
        outcome,
        NOW,
        &mut Fixed(HIGHEST),
    )
}

#[test]
fn a_decision_is_a_sentence() {
    let said = |outcome, attempts| decided(outcome, attempts).to_string();
    assert_eq!(said(Outcome::status(200), 0), "delivered");
    assert_eq!(said(Outcome::status(500), 0), "try 2 in 30s: backoff");
    assert_eq!(
        said(Outcome::failure(Failure::Timeout), 4),
        "dead letter after timeout: all tries are used up"
    );
    assert_eq!(
        said(Outcome::status(410), 0),
        "dead letter after status 410: the destination asks never to be called again"
    );
}

#[test]
fn every_reason_and_every_failure_has_its_words() {
    let reasons = [
        (RetryReason::Backoff, "backoff"),
        (
            RetryReason::Throttled,
            "longer backoff, since the destination asks for less",
        ),
        (RetryReason::Hint, "the server said when"),
        (
            RetryReason::Local,
            "the sender's own fault, which cost no attempt",
        ),
    ];
    for (reason, words) in reasons {
        assert_eq!(reason.to_string(), words);
    }
    let ends = [
        (DeadReason::Permanent, "trying again cannot help"),
        (
            DeadReason::Gone,
            "the destination asks never to be called again",
        ),
        (DeadReason::Dns, "the name failed to resolve too many times"),
        (DeadReason::Attempts, "all tries are used up"),
        (
            DeadReason::Window,
            "the next try would come after the delivery window",
        ),
    ];
    for (reason, words) in ends {
        assert_eq!(reason.to_string(), words);
    }
    let failures = [
        "timeout",
        "connection refused",
        "connection reset",
        "host unreachable",
        "DNS failure",
        "TLS failure",
        "invalid request",
        "local fault",
    ];
    assert_eq!(Failure::ALL.map(|failure| failure.to_string()), failures);
}

#[test]
fn an_error_is_its_field_and_what_would_be_right() {
    let error = Policy::linear(Millis::ZERO).build().unwrap_err();
    assert_eq!(error.text(), "backoff.linear.step: must be above 0");
    let error = BreakerRules::draft().factor(0).build().unwrap_err();
    assert_eq!(error.text(), "factor: must be 1 to 100");
}

#[test]
fn a_policy_shows_its_exceptions() {
    let policy = Policy::constant(Millis::from_secs(1)).status_means(409, Class::Gone);
    let shown = format!("{:?}", policy.build().unwrap());
    let exception = "[Exception { first: 409, last: 409, failure: false, class: Gone }]";
    assert!(shown.contains(exception), "{shown}");
}

/// FNV-1a-64, with the test vectors of its authors.
#[test]
fn the_key_of_an_id_is_what_others_compute() {
    assert_eq!(key_of(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(key_of("a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(key_of("foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn seed_and_key_as_one_number_draw_the_same() {
    let draws = |mut draws: Derived| [1, 2, 3].map(|count| draws.draw(count));
    let derived = Derived::new(9, 4);
    let mixed = derived.to_mixed();
    assert_eq!(draws(Derived::from_mixed(mixed)), draws(derived));
    assert_ne!(mixed, Derived::new(9, 5).to_mixed());
}

/// The system may call an argument invalid that another moment would take.
#[cfg(unix)]
#[test]
fn only_a_library_calls_a_request_invalid() {
    const EINVAL: i32 = 22;
    let of = |error: io::Error| Failure::from_error(&error);
    assert_eq!(of(io::Error::from_raw_os_error(EINVAL)), None);
    assert_eq!(
        of(io::Error::from(io::ErrorKind::InvalidInput)),
        Some(Failure::Invalid)
    );
}

#[test]
fn a_guard_alone_tells_what_it_counted() {
    let mut budget = Budget::alone(&BudgetRules::GRPC, NOW);
    assert_eq!(budget.tokens(&BudgetRules::GRPC, NOW), 10_000_000);
    budget.rebase(Moment::from_millis(5), Moment::from_millis(2));
    assert_eq!(budget.at(), Moment::from_millis(-3));

    let mut gate = Gate::alone(NOW);
    let rules = GateRules::DEFAULT;
    let taken = [(); 3].map(|()| {
        let _place = gate.admit(&rules, NOW, &mut Derived::new(7, 42));
        gate.in_flight(&rules, NOW)
    });
    assert_eq!(taken, [1, 2, 3]);

    let mut replay = Replay::alone(NOW);
    assert_eq!(replay.rate(&ReplayRules::DEFAULT, NOW), None);
    replay.begin(&ReplayRules::DEFAULT, NOW);
    assert_eq!(replay.rate(&ReplayRules::DEFAULT, NOW), Some(100));

    let mut health = Health::alone(NOW);
    for _ in 0..2 {
        let ended = Ended::Dead(DeadReason::Window);
        health.ended(&HealthRules::DEFAULT, NOW, ended, 7, false);
    }
    assert_eq!(health.exhausted(&HealthRules::DEFAULT, NOW), 2);
}

#[test]
fn a_destination_counts_its_changes_and_follows_its_clock() {
    let rules = DestinationRules::DEFAULT;
    let mut destination = Destination::new(&rules, NOW);
    let mut waited = |count| {
        destination.waiting(&rules, NOW, count);
        destination.version()
    };
    assert_eq!([5, 6, 7].map(&mut waited), [1, 2, 3]);
    destination.rebase(Moment::from_millis(5), Moment::from_millis(2));
    assert_eq!(destination.at(), Moment::from_millis(-3));
    let bytes = destination.to_bytes();
    assert_eq!(format!("{bytes:?}"), format!("{:?}", &*bytes));
    assert_eq!(Because::Full.to_string(), "enough attempts are under way");
}

#[test]
fn a_permit_is_made_of_its_parts() {
    let until = Moment::from_millis(120_000);
    let place = Place::from_parts(3, 2, until);
    assert_eq!((place.index(), place.generation()), (3, 2));
    let probe = Some((4, Moment::from_millis(60_000)));
    let pass = Pass::from_parts(7, probe);
    assert_eq!((pass.generation(), pass.probe()), (7, probe));
    let permit = |probe| Permit::from_parts(Kind::Retry, Pass::from_parts(7, probe), place.clone());
    assert!(permit(probe).is_probe());
    assert!(!permit(None).is_probe());
    // Whichever ends first.
    let ends = |probe| permit(Some((0, Moment::from_millis(probe)))).until();
    assert_eq!(ends(119_999), Moment::from_millis(119_999));
    assert_eq!(ends(120_001), until);
    assert_eq!(permit(None).until(), until);
}

#[test]
fn what_was_never_tried_is_a_first_try() {
    assert_eq!(
        [0, 1, 2].map(Kind::of_attempts),
        [Kind::First, Kind::Retry, Kind::Retry]
    );
}
