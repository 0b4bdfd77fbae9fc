//! Everything a builder refuses, by the name of the field; and what is just
//! allowed.

use reknock::{Class, Factor, Failure, HintRules, Jitter, Millis, Policy, PolicyBuilder, Then};

const SECOND: Millis = Millis::from_secs(1);

fn constant() -> PolicyBuilder {
    Policy::constant(SECOND)
}

fn doubling() -> PolicyBuilder {
    Policy::exponential(SECOND, Factor::whole(2))
}

fn refused(builder: PolicyBuilder) -> &'static str {
    let error = builder.build().expect_err("it breaks a rule");
    assert!(!error.fix().is_empty(), "says what would be right");
    assert_eq!(
        error.to_string(),
        format!("{}: {}", error.field(), error.fix())
    );
    error.field()
}

fn accepted(builder: PolicyBuilder) {
    assert!(builder.build().is_ok(), "{:?}", builder.build());
}

#[test]
fn a_zero_start() {
    assert_eq!(
        refused(Policy::constant(Millis::ZERO)),
        "backoff.constant.delay"
    );
    assert_eq!(refused(Policy::linear(Millis::ZERO)), "backoff.linear.step");
    let zero_base = Policy::exponential(Millis::ZERO, Factor::whole(2));
    assert_eq!(refused(zero_base), "backoff.exponential.base");
    accepted(Policy::constant(Millis::new(1)));
    accepted(Policy::schedule(&[Millis::ZERO], Then::Stop));
}

#[test]
fn a_schedule_without_entries_or_with_too_many() {
    let entries = |count| Policy::schedule(&vec![SECOND; count], Then::Stop);
    assert_eq!(refused(entries(0)), "backoff.schedule.delays");
    assert_eq!(refused(entries(33)), "backoff.schedule.delays");
    assert_eq!(refused(entries(1_000)), "backoff.schedule.delays");
    accepted(entries(1));
    accepted(entries(32));
}

#[test]
fn a_factor_that_does_not_grow() {
    let field = "backoff.exponential.factor";
    for factor in [
        Factor::whole(0),
        Factor::whole(1),
        Factor::ratio(2, 2),
        Factor::ratio(1, 2),
        Factor::ratio(3, 0),
        Factor::ratio(0, 0),
    ] {
        assert_eq!(
            refused(Policy::exponential(SECOND, factor)),
            field,
            "{factor:?}"
        );
    }
    // ⌊9 · 11 / 10⌋ = 9, but ⌊10 · 11 / 10⌋ = 11.
    let tenth_more = Factor::ratio(11, 10);
    assert_eq!(
        refused(Policy::exponential(Millis::new(9), tenth_more)),
        field
    );
    accepted(Policy::exponential(Millis::new(10), tenth_more).max_delay(Millis::new(11)));
    // With a single retry there is no second delay that would have to grow.
    accepted(Policy::exponential(Millis::new(9), tenth_more).max_attempts(1));
}

/// 1000 ms grows by 1 ms a step for as long as it is below 2000 ms.
#[test]
fn a_factor_that_takes_more_than_64_steps() {
    let slow = |cap| {
        Policy::exponential(SECOND, Factor::ratio(1_001, 1_000))
            .max_delay(Millis::new(cap))
            .max_attempts(u32::MAX)
    };
    accepted(slow(1_064));
    assert_eq!(refused(slow(1_065)), "backoff.exponential.factor");
    let far = slow(2_000);
    accepted(far.max_attempts(65));
    assert_eq!(refused(far.max_attempts(66)), "backoff.exponential.factor");
}

#[test]
fn a_cap_below_the_first_delay() {
    let below = Millis::new(999);
    for builder in [
        constant(),
        Policy::linear(SECOND),
        doubling(),
        Policy::schedule(&[SECOND, Millis::ZERO], Then::Stop),
    ] {
        assert_eq!(refused(builder.max_delay(below)), "maxDelay");
        accepted(builder.max_delay(SECOND));
    }
    let zero = Policy::schedule(&[Millis::ZERO], Then::Stop).max_delay(Millis::ZERO);
    assert_eq!(refused(zero), "maxDelay");
    // The default of an hour counts too.
    assert_eq!(refused(Policy::linear(Millis::from_hours(2))), "maxDelay");
    accepted(Policy::constant(Millis::from_hours(2)));
}

#[test]
fn limits_that_are_none() {
    assert_eq!(refused(constant().max_attempts(0)), "maxAttempts");
    assert_eq!(refused(constant().no_attempt_limit()), "maxAttempts");
    accepted(constant().no_attempt_limit().window(SECOND));
    // Nor a pause of 0 again and again.
    let repeats = |delays: &[Millis]| Policy::schedule(delays, Then::RepeatLast).window(SECOND);
    for before in 0..32 {
        let delays = [vec![SECOND; before], vec![Millis::ZERO]].concat();
        assert_eq!(refused(repeats(&delays).no_attempt_limit()), "maxAttempts");
        accepted(repeats(&delays).max_attempts(3));
        let delays = [vec![Millis::ZERO; before], vec![SECOND]].concat();
        accepted(repeats(&delays).no_attempt_limit());
    }
    let once = Policy::schedule(&[Millis::ZERO], Then::Stop);
    accepted(once.no_attempt_limit().window(SECOND));
    assert_eq!(refused(constant().window(Millis::ZERO)), "window");
    accepted(constant().window(Millis::new(1)));
    assert_eq!(refused(constant().dns_attempts(0)), "dnsAttempts");
    accepted(constant().dns_attempts(255));
}

#[test]
fn a_throttle_factor_out_of_range() {
    for factor in [0, 101, 255] {
        assert_eq!(
            refused(constant().throttle_factor(factor)),
            "throttleFactor"
        );
    }
    accepted(constant().throttle_factor(1));
    accepted(constant().throttle_factor(100));
}

#[test]
fn hints_out_of_range() {
    let rules = HintRules::DEFAULT;
    let never = HintRules {
        longest: Millis::ZERO,
        ..rules
    };
    assert_eq!(refused(constant().hints(never)), "hints.longest");
    let wide = HintRules {
        jitter: 1_001,
        ..rules
    };
    assert_eq!(refused(constant().hints(wide)), "hints.jitter");
    accepted(constant().hints(HintRules {
        longest: Millis::new(1),
        jitter: 1_000,
        ..rules
    }));
    accepted(constant().hints(never).ignore_hints());
}

#[test]
fn jitter_out_of_range() {
    let additive = |per_mille, min, max| {
        let (min, max) = (Millis::new(min), Millis::new(max));
        constant().jitter(Jitter::Additive {
            per_mille,
            min,
            max,
        })
    };
    assert_eq!(
        refused(constant().jitter(Jitter::Proportional(1_001))),
        "jitter.proportional"
    );
    accepted(constant().jitter(Jitter::Proportional(1_000)));
    assert_eq!(refused(additive(1_001, 0, 1)), "jitter.additive.perMille");
    assert_eq!(refused(additive(0, 2, 1)), "jitter.additive.min");
    accepted(additive(1_000, 1, 1));
}

#[test]
fn decorrelated_jitter_without_a_base_to_grow_from() {
    let decorrelated = |builder: PolicyBuilder| builder.jitter(Jitter::Decorrelated);
    assert_eq!(refused(decorrelated(Policy::linear(SECOND))), "jitter");
    assert_eq!(
        refused(decorrelated(Policy::schedule(&[SECOND], Then::RepeatLast))),
        "jitter"
    );
    accepted(decorrelated(constant()));
    accepted(decorrelated(doubling()));
}

#[test]
fn exceptions_that_contradict_each_other() {
    let (gone, later) = (Class::Gone, Class::Transient);
    for builder in [
        constant().status_means(404, gone).status_means(404, later),
        constant()
            .statuses_mean(400, 450, gone)
            .statuses_mean(450, 499, later),
        constant()
            .statuses_mean(400, 499, gone)
            .statuses_mean(410, 420, later),
        constant()
            .failure_means(Failure::Tls, gone)
            .failure_means(Failure::Tls, gone),
        constant().statuses_mean(500, 500, gone),
        constant().statuses_mean(599, 500, gone),
        (400..409).fold(constant(), |builder, status| {
            builder.status_means(status, gone)
        }),
    ] {
        assert_eq!(refused(builder), "classes");
    }
    accepted(
        constant()
            .statuses_mean(400, 449, gone)
            .statuses_mean(450, 499, later),
    );
    accepted(
        constant()
            .statuses_mean(400, 499, gone)
            .status_means(404, later),
    );
    accepted((400..408).fold(constant(), |builder, status| {
        builder.status_means(status, gone)
    }));
    // A failure's number is not a status.
    accepted(
        constant()
            .failure_means(Failure::Timeout, gone)
            .status_means(0, later),
    );
}

/// The first thing said that was wrong is the one that is named.
#[test]
fn of_two_mistakes_the_earlier_field() {
    let wrong = Policy::constant(Millis::ZERO)
        .window(Millis::ZERO)
        .dns_attempts(0);
    assert_eq!(refused(wrong), "backoff.constant.delay");
}

#[test]
fn defaults_are_those_of_the_page() {
    let built = |builder: PolicyBuilder| builder.build().expect("a valid policy");
    let policy = built(constant());
    assert_eq!(policy.jitter(), Jitter::Full);
    assert_eq!(policy.max_delay(), Millis::MAX);
    assert_eq!(policy.max_attempts(), Some(5));
    assert_eq!(policy.window(), None);
    assert_eq!((policy.dns_attempts(), policy.throttle_factor()), (3, 2));
    assert_eq!(policy.hints(), Some(HintRules::DEFAULT));
    assert_eq!(built(doubling()).max_delay(), Millis::from_hours(1));
    assert_eq!(
        built(Policy::linear(SECOND)).max_delay(),
        Millis::from_hours(1)
    );
    let schedule = |then| built(Policy::schedule(&[SECOND; 7], then));
    assert_eq!(schedule(Then::Stop).max_attempts(), Some(8));
    assert_eq!(schedule(Then::RepeatLast).max_attempts(), Some(5));
    assert_eq!(schedule(Then::Stop).max_delay(), Millis::MAX);
}
