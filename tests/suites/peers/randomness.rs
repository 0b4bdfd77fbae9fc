//! Draws that differ where they should, and cover all that they should.

use std::collections::HashSet;

use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use reknock::{Decision, Delivery, Derived, Draw, Jitter, Millis, Moment, Policy, presets};
use reknock_tests::fixtures::{HIGHEST, LOWEST, delay_after};

use crate::{FAILED, build};

/// The delays of one delivery's life, as one sender computes them.
fn life(policy: &Policy, draws: &mut dyn Draw) -> Vec<u32> {
    let now = Moment::from_millis(0);
    let mut delivery = Delivery::new(now);
    let mut delays = Vec::new();
    while let Decision::Retry { delay, .. } = policy.decide(&mut delivery, FAILED, now, draws) {
        delays.push(delay.get());
    }
    delays
}

/// Without std the default seed was a constant, so that a whole fleet jittered
/// alike. Here there is no seed but the caller's, and it counts.
#[test]
fn backon_no_std_default_seed_is_a_constant() {
    let fleet: HashSet<Vec<u32>> = (0..1_000)
        .map(|device| life(&presets::STORM_SAFE, &mut Derived::new(device, 1)))
        .collect();
    assert_eq!(fleet.len(), 1_000, "two devices move in step");
}

/// The generator was cloned for every session: five of them got identical delays.
#[test]
fn tower_five_sessions_get_identical_delays() {
    let policy = presets::STORM_SAFE;
    let mut shared = Xoshiro128PlusPlus::seed_from_u64(7);
    let from_one_generator: HashSet<Vec<u32>> =
        (0..5).map(|_| life(&policy, &mut shared)).collect();
    assert_eq!(from_one_generator.len(), 5);
    let derived: HashSet<Vec<u32>> = (0..5)
        .map(|key| life(&policy, &mut Derived::new(7, key)))
        .collect();
    assert_eq!(derived.len(), 5);
}

/// A ratio kept as a float was rounded: 0.6 and 0.9 both meant 100 %.
#[test]
fn tower_ratio_06_and_09_both_mean_100_percent() {
    let ends = |per_mille| {
        let jitter = Jitter::Proportional(per_mille);
        let policy = build(Policy::constant(Millis::from_secs(10)).jitter(jitter));
        [LOWEST, HIGHEST].map(|draw| delay_after(&policy, 0, FAILED, draw))
    };
    assert_eq!(ends(600), [4_000, 16_000]);
    assert_eq!(ends(900), [1_000, 19_000]);
    assert_eq!(ends(1_000), [0, 20_000]);
}

/// With a jitter of 0.3, delays between +0 % and +15 % never came.
#[test]
fn exponential_backoff_jitter_never_falls_between_0_and_15_percent() {
    let policy = build(Policy::constant(Millis::from_secs(100)).jitter(Jitter::Proportional(300)));
    let mut generator = Xoshiro128PlusPlus::seed_from_u64(7);
    let mut counts = [0u32; 12];
    for _ in 0..12_000 {
        let now = Moment::from_millis(0);
        match policy.decide(&mut Delivery::new(now), FAILED, now, &mut generator) {
            // From −30 % to +30 % in steps of 5 %.
            Decision::Retry { delay, .. } => {
                counts[((delay.get() - 70_000) / 5_001) as usize] += 1;
            }
            decision => panic!("{decision:?}"),
        }
    }
    assert!(
        counts.iter().all(|count| (800..1_200).contains(count)),
        "{counts:?}"
    );
}
