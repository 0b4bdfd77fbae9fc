//! Which reason a decision gives where several would do, and that it is told.

use reknock::{
    Class, DeadReason, Decision, Delivery, Ending, Factor, Failure, HintMode, HintRules, Jitter,
    Millis, Moment, Outcome, Policy, PolicyBuilder, RetryReason, Stretch,
};
use reknock_tests::fixtures::{Fixed, LOWEST, State};

const NOW: Moment = Moment::from_millis(0);

fn policy() -> PolicyBuilder {
    Policy::constant(Millis::from_secs(10)).jitter(Jitter::None)
}

fn decide(builder: PolicyBuilder, mut delivery: Delivery, outcome: Outcome) -> Decision {
    let policy = builder.build().expect("a valid policy");
    policy.decide(&mut delivery, outcome, NOW, &mut Fixed(LOWEST))
}

fn retry(decision: Decision) -> (RetryReason, u32) {
    match decision {
        Decision::Retry { reason, delay, .. } => (reason, delay.get()),
        _ => panic!("{decision:?}"),
    }
}

fn dead(decision: Decision) -> DeadReason {
    match decision {
        Decision::DeadLetter { reason, .. } => reason,
        _ => panic!("{decision:?}"),
    }
}

#[test]
fn what_gave_the_delay_is_the_reason() {
    let new = Delivery::new(NOW);
    let hint = Millis::from_secs(60);
    let (failed, throttled) = (Outcome::status(500), Outcome::status(429));
    let local = Outcome::failure(Failure::Local);
    for (outcome, expected) in [
        (failed, (RetryReason::Backoff, 10_000)),
        (throttled, (RetryReason::Throttled, 20_000)),
        (failed.with_hint(hint), (RetryReason::Hint, 60_000)),
        (throttled.with_hint(hint), (RetryReason::Hint, 60_000)),
        (local, (RetryReason::Local, 10_000)),
        (local.with_hint(hint), (RetryReason::Local, 60_000)),
        (
            local.with_class(Class::Throttled),
            (RetryReason::Local, 20_000),
        ),
    ] {
        assert_eq!(
            retry(decide(policy(), new, outcome)),
            expected,
            "{outcome:?}"
        );
    }
    assert_eq!(
        retry(decide(
            policy().ignore_hints(),
            new,
            throttled.with_hint(hint)
        )),
        (RetryReason::Throttled, 20_000),
        "who does not listen has heard nothing"
    );
}

/// The longer of the two; where they are equal, the server's word.
#[test]
fn at_least_names_the_longer_one() {
    let rules = HintRules {
        mode: HintMode::AtLeast,
        jitter: 0,
        ..HintRules::DEFAULT
    };
    for (seconds, expected) in [
        (9, (RetryReason::Backoff, 10_000)),
        (10, (RetryReason::Hint, 10_000)),
        (11, (RetryReason::Hint, 11_000)),
    ] {
        let outcome = Outcome::status(500).with_hint(Millis::from_secs(seconds));
        assert_eq!(
            retry(decide(policy().hints(rules), Delivery::new(NOW), outcome)),
            expected
        );
    }
    // A throttled answer that says how long gets no factor on top.
    let outcome = Outcome::status(429).with_hint(Millis::from_secs(9));
    let decision = decide(policy().hints(rules), Delivery::new(NOW), outcome);
    assert_eq!(retry(decision), (RetryReason::Throttled, 10_000));
}

/// Several limits reached at once: the first of the page's list.
#[test]
fn the_first_limit_that_holds_ends_it() {
    let last_try = State {
        attempts: 4,
        dns: 2,
        ..State::default()
    }
    .delivery();
    let dns = Outcome::failure(Failure::Dns);
    assert_eq!(
        dead(decide(policy(), last_try, dns.with_class(Class::Gone))),
        DeadReason::Gone
    );
    let permanent = dns.with_class(Class::Permanent);
    assert_eq!(
        dead(decide(policy(), last_try, permanent)),
        DeadReason::Permanent
    );
    assert_eq!(dead(decide(policy(), last_try, dns)), DeadReason::Dns);
    assert_eq!(
        dead(decide(policy(), last_try, Outcome::status(500))),
        DeadReason::Attempts
    );
    let short = policy().window(Millis::from_secs(9));
    assert_eq!(
        dead(decide(short, last_try, Outcome::status(500))),
        DeadReason::Attempts
    );
    assert_eq!(
        dead(decide(short, Delivery::new(NOW), Outcome::status(500))),
        DeadReason::Window
    );
    let delivered = dns.with_class(Class::Delivered);
    assert_eq!(decide(policy(), last_try, delivered), Decision::Delivered);
}

#[test]
fn the_end_of_the_window_is_still_within_it() {
    let new = Delivery::new(NOW);
    let exact = policy().window(Millis::from_secs(10));
    assert_eq!(retry(decide(exact, new, Outcome::status(500))).1, 10_000);
    let short = policy().window(Millis::new(9_999));
    assert_eq!(
        dead(decide(short, new, Outcome::status(500))),
        DeadReason::Window
    );
}

/// Counted although it ended: who looks at the dead letter sees how often.
#[test]
fn a_dead_letter_keeps_its_count_and_its_last_outcome() {
    let policy = policy()
        .window(Millis::new(1))
        .build()
        .expect("a valid policy");
    let mut delivery = State {
        attempts: 1,
        next_at: 7,
        delay: 7,
        ..State::default()
    }
    .delivery();
    let outcome = Outcome::failure(Failure::Dns);
    let decision = policy.decide(&mut delivery, outcome, NOW, &mut Fixed(LOWEST));
    let Decision::DeadLetter {
        reason: DeadReason::Window,
        last,
    } = decision
    else {
        panic!("{decision:?}")
    };
    assert_eq!(last.ending(), Ending::Failure(Failure::Dns));
    assert_eq!(last.class(), Class::Transient);
    assert_eq!((delivery.attempts(), delivery.dns_failures()), (2, 1));
    assert_eq!(
        (delivery.next_at(), delivery.delay()),
        (Moment::from_millis(7), Millis::new(7))
    );
}

/// Deciding again on a delivery that ended is not an error.
#[test]
fn counts_stop_at_their_ends() {
    let mut delivery = State {
        attempts: u32::MAX,
        dns: 255,
        ..State::default()
    }
    .delivery();
    let policy = policy().build().expect("a valid policy");
    let outcome = Outcome::failure(Failure::Dns);
    let decision = policy.decide(&mut delivery, outcome, NOW, &mut Fixed(LOWEST));
    assert_eq!(dead(decision), DeadReason::Dns);
    assert_eq!(
        (delivery.attempts(), delivery.dns_failures()),
        (u32::MAX, 255)
    );
}

#[test]
fn a_stretch_lengthens_backoff_and_not_what_the_server_asked_for() {
    let policy = Policy::exponential(Millis::from_secs(10), Factor::whole(2))
        .jitter(Jitter::None)
        .max_delay(Millis::from_secs(50))
        .hints(HintRules {
            jitter: 0,
            ..HintRules::DEFAULT
        })
        .build()
        .expect("a valid policy");
    let delay = |outcome, per_mille| {
        let stretch = Stretch::per_mille(per_mille);
        let draws = &mut Fixed(LOWEST);
        retry(policy.decide_stretched(&mut Delivery::new(NOW), outcome, NOW, stretch, draws)).1
    };
    let failed = Outcome::status(500);
    assert_eq!(delay(failed, 1_000), 10_000);
    assert_eq!(delay(failed, 2_345), 23_450);
    assert_eq!(delay(Outcome::status(429), 2_000), 40_000);
    assert_eq!(delay(failed, 10_000), 50_000, "up to the cap");
    assert_eq!(delay(failed.with_hint(Millis::from_secs(7)), 10_000), 7_000);
}

#[test]
fn a_stretch_is_once_to_ten_times() {
    for (asked, given) in [
        (0, 1_000),
        (999, 1_000),
        (1_000, 1_000),
        (1_001, 1_001),
        (9_999, 9_999),
        (10_000, 10_000),
        (10_001, 10_000),
        (u16::MAX, 10_000),
    ] {
        assert_eq!(Stretch::per_mille(asked).get(), given, "{asked}");
    }
}
