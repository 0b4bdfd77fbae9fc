//! The tests can fail: sources with a flaw are rejected, and the bounds are
//! those of the χ² distribution.

use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::derived::judge_avalanche;
use crate::measure::{N, chi_square_bounds, judge_pairs, judge_uniform};

fn generator() -> Xoshiro128PlusPlus {
    Xoshiro128PlusPlus::seed_from_u64(0x5eed_0003)
}

/// A million draws, mapped onto 0..=99,999 as a decision does.
fn judge(mut draw: impl FnMut(u32) -> u32) -> Result<(), String> {
    let values = (0..N).map(|i| ((u64::from(draw(i)) * 100_000) >> 32) as u32);
    judge_uniform(0..=99_999, values)
}

#[test]
fn a_good_generator_passes() {
    let mut generator = generator();
    assert_eq!(judge(|_| generator.next_u32()), Ok(()));
    let pairs = (0..N).map(|_| (generator.next_u32(), generator.next_u32()));
    assert_eq!(judge_pairs(pairs), Ok(()));
}

#[test]
fn a_constant_is_rejected() {
    assert!(judge(|_| 12_345).is_err());
    assert!(judge_pairs((0..N).map(|_| (12_345, 12_345))).is_err());
}

#[test]
fn a_remainder_is_rejected() {
    let mut generator = generator();
    let values = (0..N).map(|_| generator.next_u32() % 3_000_000_000);
    assert!(judge_uniform(0..=2_999_999_999, values).is_err());
}

#[test]
fn one_bit_that_is_set_a_hundredth_too_often_is_rejected() {
    let mut generator = generator();
    let slanted = |i: u32| generator.next_u32() | u32::from(i.is_multiple_of(50)) << 31;
    assert!(judge(slanted).is_err());
}

#[test]
fn a_counter_is_rejected_as_too_even() {
    assert!(judge(|i| i * 4_294).is_err());
}

#[test]
fn a_value_outside_the_window_is_rejected() {
    assert!(judge_uniform(10..=19, [9].into_iter()).is_err());
    assert!(judge_uniform(10..=19, [20].into_iter()).is_err());
}

#[test]
fn a_hundredth_of_a_neighbour_shining_through_is_rejected() {
    let mut generator = generator();
    let pairs = (0..N).map(|i| {
        let one = generator.next_u32();
        (
            one,
            if i.is_multiple_of(100) {
                one
            } else {
                generator.next_u32()
            },
        )
    });
    assert!(judge_pairs(pairs).is_err());
}

#[test]
fn keys_that_are_only_multiplied_are_rejected() {
    let weyl = |key: u32| key.wrapping_mul(0x9e37_79b9);
    assert!(judge_pairs((0..N).map(|key| (weyl(key), weyl(key + 1)))).is_err());
}

#[test]
fn inputs_that_are_only_mixed_halfway_are_rejected() {
    let halfway = |(seed, key, attempts): (u64, u64, u32)| {
        ((seed ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32 ^ attempts
    };
    assert!(judge_avalanche(halfway).is_err());
    assert!(judge_avalanche(|(_, key, _)| key as u32).is_err());
}

/// The approximation against the exact quantiles of the regularised incomplete
/// gamma function, P(df/2, χ²/2) = 10^-6 and Q(df/2, χ²/2) = 10^-6.
#[test]
fn the_bounds_are_those_of_chi_square() {
    for (degrees, lowest, highest) in [
        (99, 45.834, 180.792),
        (255, 161.650, 377.078),
        (5_120, 4_653.301, 5_615.489),
    ] {
        let bounds = chi_square_bounds(degrees);
        assert!(
            (bounds.start() / lowest - 1.0).abs() < 0.005,
            "{degrees}: {bounds:?}"
        );
        assert!(
            (bounds.end() / highest - 1.0).abs() < 0.005,
            "{degrees}: {bounds:?}"
        );
    }
}
