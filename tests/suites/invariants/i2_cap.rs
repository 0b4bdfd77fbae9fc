//! 2. A delay from backoff never exceeds `maxDelay`, after jitter; and jitter
//!    survives at the cap.

use std::collections::HashSet;

use proptest::prelude::*;
use reknock::{Decision, Derived, Jitter, Millis, Outcome, Policy, PolicyBuilder};
use reknock_tests::fixtures::{Fixed, HIGHEST, LOWEST, State, delay_after};

use crate::generators::{
    bare_outcome, config, delivery, factor, jitter, length_above_0, moment, policy, stretch,
};

/// A backoff that is at its cap after enough attempts, its first delay and its cap.
fn growing() -> impl Strategy<Value = (PolicyBuilder, Millis, Millis)> {
    let backoff = prop_oneof![
        length_above_0().prop_map(|step| (Policy::linear(step), step)),
        (length_above_0(), factor())
            .prop_map(|(base, factor)| (Policy::exponential(base, factor), base)),
    ];
    (backoff, length_above_0()).prop_map(|((builder, first), cap)| {
        let cap = cap.max(first);
        (
            builder
                .max_delay(cap)
                .no_attempt_limit()
                .window(Millis::MAX),
            first,
            cap,
        )
    })
}

/// The window at the cap, worked out in 64 bits.
fn window_at_cap(jitter: Jitter, first: Millis, cap: Millis) -> (u32, u32) {
    let (first, cap) = (u64::from(first.get()), u64::from(cap.get()));
    let low = match jitter {
        Jitter::None => cap,
        Jitter::Full => 0,
        Jitter::Equal => cap / 2,
        Jitter::Decorrelated => first,
        Jitter::Proportional(share) => cap.saturating_sub(2 * (cap * u64::from(share) / 1_000)),
        Jitter::Additive {
            per_mille,
            min,
            max,
        } => {
            let spread = cap * u64::from(per_mille) / 1_000;
            cap.saturating_sub(spread.clamp(u64::from(min.get()), u64::from(max.get())))
        }
    };
    (low as u32, cap as u32)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_delay_from_backoff_is_above_the_cap(
        policy in policy(),
        mut delivery in delivery(),
        outcome in bare_outcome(),
        now in moment(),
        stretch in stretch(),
        draw: u32,
    ) {
        let decision =
            policy.decide_stretched(&mut delivery, outcome, now, stretch, &mut Fixed(draw));
        if let Decision::Retry { delay, .. } = decision {
            prop_assert!(delay <= policy.max_delay(), "{delay} of {policy:?}");
        }
    }

    /// The lowest and the highest draw find the two ends of the whole window:
    /// slid under the cap, neither cut nor exceeded.
    #[test]
    fn the_whole_window_survives_at_the_cap(
        (builder, first, cap) in growing(),
        jitter in jitter(),
    ) {
        let policy = builder.jitter(jitter).build();
        prop_assume!(policy.is_ok());
        let policy = policy.unwrap();
        let late = |draw| {
            let state = State { attempts: u32::MAX - 1, delay: cap.get(), ..State::default() };
            let now = reknock::Moment::from_millis(0);
            match policy.decide(&mut state.delivery(), Outcome::status(500), now, &mut Fixed(draw)) {
                Decision::Retry { delay, .. } => delay.get(),
                decision => panic!("{decision:?}"),
            }
        };
        prop_assert_eq!(
            (late(LOWEST), late(HIGHEST)),
            window_at_cap(jitter, first, cap)
        );
    }

    #[test]
    fn those_who_failed_together_do_not_come_back_together(
        (builder, first, cap) in growing(),
        jitter in jitter(),
        seed: u64,
    ) {
        let (low, high) = window_at_cap(jitter, first, cap);
        prop_assume!(high - low >= 10_000);
        let policy = builder.jitter(jitter).build();
        prop_assume!(policy.is_ok());
        let policy = policy.unwrap();
        let delays: HashSet<u32> = (0..64)
            .filter_map(|key| {
                let mut delivery =
                    State { attempts: u32::MAX - 1, delay: cap.get(), ..State::default() }.delivery();
                let now = reknock::Moment::from_millis(0);
                let draws = &mut Derived::new(seed, key);
                match policy.decide(&mut delivery, Outcome::status(500), now, draws) {
                    Decision::Retry { delay, .. } => Some(delay.get()),
                    _ => None,
                }
            })
            .collect();
        // 64 draws from 10,000 values or more: 50 different ones at least,
        // save once in 10^13 times.
        prop_assert!(delays.len() >= 50, "{} delays of 64", delays.len());
    }
}

#[test]
fn a_throttled_and_stretched_delay_stays_under_the_cap() {
    let policy = Policy::constant(Millis::from_mins(50))
        .max_delay(Millis::from_hours(1))
        .jitter(Jitter::Proportional(100))
        .build()
        .expect("a valid policy");
    assert_eq!(
        delay_after(&policy, 0, Outcome::status(429), HIGHEST),
        3_600_000
    );
    assert_eq!(
        delay_after(&policy, 0, Outcome::status(429), LOWEST),
        2_880_000
    );
}
