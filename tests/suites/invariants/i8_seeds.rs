//! 8. A seed is always the caller's: no default seed, no generator that is
//!    `Copy`, `Clone` or `Default` by accident.

use std::collections::HashSet;
use std::marker::PhantomData;

use proptest::prelude::*;
use reknock::{Decision, Delivery, Derived, Moment, Outcome, presets};

use crate::generators::config;

/// Asks whether a type has a trait. An inherent constant is found before that
/// of a trait, but exists only where its bound holds.
struct Has<T>(PhantomData<T>);

trait Lacking {
    const CLONE: bool = false;
    const COPY: bool = false;
    const DEFAULT: bool = false;
}

impl<T> Lacking for Has<T> {}

mod cloning {
    impl<T: Clone> super::Has<T> {
        pub(crate) const CLONE: bool = true;
    }
}

mod copying {
    impl<T: Copy> super::Has<T> {
        pub(crate) const COPY: bool = true;
    }
}

mod defaulting {
    impl<T: Default> super::Has<T> {
        pub(crate) const DEFAULT: bool = true;
    }
}

#[test]
fn derived_draws_can_be_neither_copied_nor_conjured_up() {
    // The question can be answered with yes.
    let of_a_number = [Has::<u32>::CLONE, Has::<u32>::COPY, Has::<u32>::DEFAULT];
    assert_eq!(of_a_number, [true; 3]);
    let of_derived = [
        Has::<Derived>::CLONE,
        Has::<Derived>::COPY,
        Has::<Derived>::DEFAULT,
    ];
    assert_eq!(of_derived, [false; 3]);
}

proptest! {
    #![proptest_config(config())]

    /// Fleets that chose different seeds do not move in step, on the same
    /// keys: the seed is not lost on the way.
    #[test]
    fn another_seed_gives_other_delays(one: u64, other: u64) {
        prop_assume!(one != other);
        let delays = |seed| {
            (0..16)
                .map(|key| {
                    let now = Moment::from_millis(0);
                    let draws = &mut Derived::new(seed, key);
                    match presets::STORM_SAFE.decide(
                        &mut Delivery::new(now), Outcome::status(503), now, draws)
                    {
                        Decision::Retry { delay, .. } => delay,
                        decision => panic!("{decision:?}"),
                    }
                })
                .collect::<Vec<_>>()
        };
        let (ones, others) = (delays(one), delays(other));
        let alike = ones.iter().zip(&others).filter(|(one, other)| one == other).count();
        prop_assert!(alike <= 2, "{alike} of 16 delays are the same");
        prop_assert!(ones.iter().collect::<HashSet<_>>().len() >= 12);
    }
}
