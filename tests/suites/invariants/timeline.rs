//! A policy's timeline holds every decision that a delivery without hints can
//! meet, and is no wider than that.

use proptest::collection::vec;
use proptest::prelude::*;
use reknock::{
    Class, Decision, Delivery, Derived, Jitter, Millis, Moment, Outcome, Policy, TimelineRetry,
};
use reknock_tests::fixtures::{Fixed, HIGHEST, LOWEST};

use crate::generators::{config, policy};

const FAILED: Outcome = Outcome::status(500).with_class(Class::Transient);

/// The retries of a delivery that fails every time, up to 40: delay, and
/// milliseconds since its first try.
fn life(
    policy: &Policy,
    mut decide: impl FnMut(&mut Delivery, Moment) -> Decision,
) -> Vec<(u32, u64)> {
    let start = Moment::from_millis(1_700_000_000_000);
    let (mut delivery, mut now) = (Delivery::new(start), start);
    let mut retries = Vec::new();
    while let Decision::Retry {
        at, delay, attempt, ..
    } = decide(&mut delivery, now)
    {
        assert!(policy.max_attempts().is_none_or(|limit| attempt <= limit));
        retries.push((delay.get(), (at.as_millis() - start.as_millis()) as u64));
        now = at;
        if retries.len() == 40 {
            break;
        }
    }
    retries
}

fn timeline(policy: &Policy) -> Vec<TimelineRetry> {
    policy.timeline().take(40).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_decision_is_within_it(policy in policy(), keys in vec(any::<u64>(), 4)) {
        let planned = timeline(&policy);
        for key in keys {
            let retries = life(&policy, |delivery, now| {
                policy.decide(delivery, FAILED, now, &mut Derived::new(5, key))
            });
            prop_assert!(retries.len() <= planned.len());
            for (plan, (delay, since_first)) in planned.iter().zip(retries) {
                let (earliest, latest) = (plan.delay.earliest.get(), plan.delay.latest.get());
                prop_assert!((earliest..=latest).contains(&delay), "{delay} in {plan:?}");
                let (earliest, latest) = (plan.since_first.earliest, plan.since_first.latest);
                prop_assert!((earliest..=latest).contains(&since_first));
            }
        }
    }

    #[test]
    fn its_ends_are_those_of_the_lowest_and_the_highest_draws(policy in policy()) {
        let planned = timeline(&policy);
        let ends = |draw| {
            life(&policy, |delivery, now| policy.decide(delivery, FAILED, now, &mut Fixed(draw)))
        };
        let lowest = ends(LOWEST);
        prop_assert_eq!(lowest.len(), planned.len());
        for (plan, (delay, since_first)) in planned.iter().zip(lowest) {
            prop_assert_eq!(plan.delay.earliest.get(), delay);
            prop_assert_eq!(plan.since_first.earliest, since_first);
        }
        for (plan, (delay, since_first)) in planned.iter().zip(ends(HIGHEST)) {
            prop_assert_eq!(plan.delay.latest.get(), delay);
            prop_assert_eq!(plan.since_first.latest, since_first);
        }
    }

    #[test]
    fn the_plan_lies_between_its_ends(policy in policy()) {
        for (place, retry) in timeline(&policy).into_iter().enumerate() {
            prop_assert_eq!(retry.attempt as usize, place + 2);
            let (delay, since) = (retry.delay, retry.since_first);
            prop_assert!(delay.earliest <= delay.nominal && delay.nominal <= delay.latest);
            prop_assert!(since.earliest <= since.nominal && since.nominal <= since.latest);
            prop_assert!(delay.latest <= policy.max_delay());
        }
    }

    /// Whatever the draws, the last try comes after the worst case and not
    /// after the best one.
    #[test]
    fn an_outage_of_the_promised_length_is_survived(
        policy in policy(),
        keys in vec(any::<u64>(), 8),
    ) {
        prop_assume!(policy.window().is_none());
        promise_is_kept(&policy, &keys)?;
    }

    /// A window that ends the delivery before its last attempt does so the
    /// sooner, the longer the draws were.
    #[test]
    fn an_outage_of_the_promised_length_is_survived_within_a_window(
        policy in policy(),
        keys in vec(any::<u64>(), 8),
    ) {
        prop_assume!(policy.window().is_some());
        promise_is_kept(&policy, &keys)?;
    }
}

fn promise_is_kept(policy: &Policy, keys: &[u64]) -> Result<(), TestCaseError> {
    prop_assume!(policy.timeline().nth(40).is_none());
    let outage = policy.survives();
    prop_assert!(outage.earliest <= outage.latest, "{outage:?}");
    for key in keys {
        let retries = life(policy, |delivery, now| {
            policy.decide(delivery, FAILED, now, &mut Derived::new(6, *key))
        });
        let last = retries.last().map_or(0, |(_, since_first)| *since_first);
        prop_assert!(
            (outage.earliest..=outage.latest).contains(&last),
            "{last} in {outage:?}"
        );
    }
    Ok(())
}

/// From 30 s to 60 s a try, 100 s in all: three short waits fit, but after one
/// of 60 s the next may not, and then 60 s is all that was survived.
#[test]
fn long_waits_are_the_worst_case_within_a_window() {
    let policy = Policy::constant(Millis::from_secs(60))
        .jitter(Jitter::Equal)
        .no_attempt_limit()
        .window(Millis::from_secs(100))
        .build()
        .expect("a valid policy");
    let last = life(&policy, |delivery, now| {
        policy.decide(delivery, FAILED, now, &mut Fixed(HIGHEST))
    });
    assert_eq!(last, [(60_000, 60_000)]);
    assert!(
        policy.survives().earliest <= 60_000,
        "{:?}",
        policy.survives()
    );
}

/// One try a second for two days: 172,800 of them.
#[test]
fn a_window_of_many_short_delays_is_survived_to_its_end() {
    let policy = Policy::constant(Millis::from_secs(1))
        .jitter(Jitter::None)
        .no_attempt_limit()
        .window(Millis::from_days(2))
        .build()
        .expect("a valid policy");
    assert_eq!(policy.survives().nominal, 172_800_000);
}
