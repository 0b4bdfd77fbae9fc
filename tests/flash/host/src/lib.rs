//! The loop whose instructions callgrind counts.
//!
//! Each program in `bin/` fills it with one thing and is a program of its own:
//! two calls of `decide` in one program would share one copy of it, in which
//! no policy is known.

use std::hint::black_box;

use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use reknock::{Delivery, Moment, Outcome};

/// Attempts 1 to 4 of one delivery after the other, each answered with 503,
/// for as many rounds as the first argument says.
///
/// # Panics
///
/// Without such an argument.
#[inline(always)]
pub fn each(mut once: impl FnMut(&mut Delivery, Outcome, Moment, &mut Xoshiro128PlusPlus)) {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|word| word.parse::<u32>().ok());
    let rounds = rounds.expect("the argument is how many rounds to make");
    let mut draws = Xoshiro128PlusPlus::seed_from_u64(black_box(7));
    let now = Moment::from_millis(1_700_000_000_000);
    let mut delivery = Delivery::new(now);
    for round in 0..rounds {
        if round % 4 == 0 {
            delivery = Delivery::new(black_box(now));
        }
        let outcome = black_box(Outcome::status(503));
        once(
            black_box(&mut delivery),
            outcome,
            black_box(now),
            &mut draws,
        );
    }
    black_box(&mut draws);
}
