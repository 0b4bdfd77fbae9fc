//! Each kind of jitter is uniform over its window, at the cap too, both with a
//! generator and with draws derived from consecutive keys.

use std::ops::RangeInclusive;

use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use reknock::{
    Class, Decision, Delivery, Derived, Draw, Factor, HintMode, HintRules, Jitter, Millis, Moment,
    Outcome, Policy, PolicyBuilder, Stretch,
};
use reknock_tests::fixtures::State;

use crate::measure::{N, judge_uniform};

const SEED: u64 = 0x5eed_0001;
const FAILED: Outcome = Outcome::status(503);
/// Exponential backoff is at its cap of an hour long before.
const LATE: u32 = 40;

fn constant(millis: u32, jitter: Jitter) -> PolicyBuilder {
    Policy::constant(Millis::new(millis)).jitter(jitter)
}

fn capped(jitter: Jitter) -> PolicyBuilder {
    Policy::exponential(Millis::from_secs(1), Factor::whole(2)).jitter(jitter)
}

/// Decides a million times on the same delivery, with either kind of source.
fn spreads(builder: PolicyBuilder, from: Delivery, outcome: Outcome, window: RangeInclusive<u32>) {
    let policy = builder
        .max_attempts(u32::MAX)
        .build()
        .expect("a valid policy");
    let delay = |draws: &mut dyn Draw| {
        let mut delivery = from;
        match policy.decide(&mut delivery, outcome, Moment::from_millis(0), draws) {
            Decision::Retry { delay, .. } => delay.get(),
            decision => panic!("{decision:?}"),
        }
    };
    let mut generator = Xoshiro128PlusPlus::seed_from_u64(SEED);
    let generated = (0..N).map(|_| delay(&mut generator));
    assert_eq!(
        judge_uniform(window.clone(), generated),
        Ok(()),
        "with a generator, {policy:?}"
    );
    let derived = (0..N).map(|key| delay(&mut Derived::new(SEED, u64::from(key))));
    assert_eq!(
        judge_uniform(window, derived),
        Ok(()),
        "derived, {policy:?}"
    );
}

#[test]
fn none_leaves_the_delay_alone() {
    spreads(
        constant(100_000, Jitter::None),
        State::after(0),
        FAILED,
        100_000..=100_000,
    );
}

#[test]
fn full_reaches_from_nothing_to_the_delay() {
    spreads(
        constant(100_000, Jitter::Full),
        State::after(0),
        FAILED,
        0..=100_000,
    );
    spreads(constant(6, Jitter::Full), State::after(0), FAILED, 0..=6);
    spreads(
        constant(u32::MAX, Jitter::Full),
        State::after(0),
        FAILED,
        0..=u32::MAX,
    );
}

#[test]
fn full_at_the_cap() {
    spreads(
        capped(Jitter::Full),
        State::after(LATE),
        FAILED,
        0..=3_600_000,
    );
}

#[test]
fn full_on_a_throttled_answer_reaches_twice_as_far() {
    let throttled = Outcome::status(429);
    spreads(
        constant(100_000, Jitter::Full),
        State::after(0),
        throttled,
        0..=200_000,
    );
}

#[test]
fn equal_reaches_from_half_the_delay() {
    spreads(
        constant(100_001, Jitter::Equal),
        State::after(0),
        FAILED,
        50_000..=100_001,
    );
}

#[test]
fn equal_at_the_cap() {
    spreads(
        capped(Jitter::Equal),
        State::after(LATE),
        FAILED,
        1_800_000..=3_600_000,
    );
}

#[test]
fn decorrelated_reaches_to_three_times_the_delay_before() {
    let after = |delay| {
        State {
            attempts: 3,
            delay,
            ..State::default()
        }
        .delivery()
    };
    spreads(
        capped(Jitter::Decorrelated),
        State::after(0),
        FAILED,
        1_000..=3_000,
    );
    spreads(
        capped(Jitter::Decorrelated),
        after(20_000),
        FAILED,
        1_000..=60_000,
    );
}

#[test]
fn decorrelated_at_the_cap() {
    let late = State {
        attempts: LATE,
        delay: 3_600_000,
        ..State::default()
    }
    .delivery();
    spreads(
        capped(Jitter::Decorrelated),
        late,
        FAILED,
        1_000..=3_600_000,
    );
}

#[test]
fn proportional_reaches_to_either_side() {
    let fifth = Jitter::Proportional(200);
    spreads(
        constant(100_000, fifth),
        State::after(0),
        FAILED,
        80_000..=120_000,
    );
}

#[test]
fn proportional_near_the_cap_slides_under_it() {
    let near = constant(100_000, Jitter::Proportional(200)).max_delay(Millis::new(110_000));
    spreads(near, State::after(0), FAILED, 70_000..=110_000);
}

#[test]
fn proportional_at_the_cap() {
    let fifth = Jitter::Proportional(200);
    spreads(
        capped(fifth),
        State::after(LATE),
        FAILED,
        2_160_000..=3_600_000,
    );
}

#[test]
fn additive_reaches_upwards() {
    let tenth = Jitter::Additive {
        per_mille: 100,
        min: Millis::from_secs(2),
        max: Millis::from_secs(60),
    };
    spreads(
        constant(100_000, tenth),
        State::after(0),
        FAILED,
        100_000..=110_000,
    );
    spreads(
        constant(3_000, tenth),
        State::after(0),
        FAILED,
        3_000..=5_000,
    );
    spreads(
        constant(900_000, tenth),
        State::after(0),
        FAILED,
        900_000..=960_000,
    );
}

#[test]
fn additive_at_the_cap() {
    let tenth = Jitter::Additive {
        per_mille: 100,
        min: Millis::ZERO,
        max: Millis::MAX,
    };
    spreads(
        capped(tenth),
        State::after(LATE),
        FAILED,
        3_240_000..=3_600_000,
    );
}

#[test]
fn a_hint_is_spread_upwards() {
    let asked = FAILED.with_hint(Millis::from_secs(60));
    spreads(
        constant(1_000, Jitter::Full),
        State::after(0),
        asked,
        60_000..=90_000,
    );
}

#[test]
fn a_hint_at_the_longest_that_is_believed() {
    let asked = FAILED.with_hint(Millis::from_days(30));
    spreads(
        constant(1_000, Jitter::Full),
        State::after(0),
        asked,
        86_400_000..=129_600_000,
    );
}

#[test]
fn a_hint_that_lengthens_a_shorter_delay() {
    let rules = HintRules {
        mode: HintMode::AtLeast,
        ..HintRules::DEFAULT
    };
    let policy = constant(1_000, Jitter::Full).hints(rules);
    let asked = Outcome::status(200)
        .with_class(Class::Throttled)
        .with_hint(Millis::from_secs(10));
    spreads(policy, State::after(0), asked, 10_000..=15_000);
}

#[test]
fn a_stretched_delay_is_uniform_too() {
    let policy = constant(100_000, Jitter::Full)
        .build()
        .expect("a valid policy");
    let delays = (0..N).map(|key| {
        let decision = policy.decide_stretched(
            &mut State::after(0),
            FAILED,
            Moment::from_millis(0),
            Stretch::per_mille(2_500),
            &mut Derived::new(SEED, u64::from(key)),
        );
        match decision {
            Decision::Retry { delay, .. } => delay.get(),
            decision => panic!("{decision:?}"),
        }
    });
    assert_eq!(judge_uniform(0..=250_000, delays), Ok(()));
}
