//! Every bit of seed, key and attempts sways every bit of a derived draw.

use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use reknock::{Derived, Draw};

use crate::measure::{N, Verdict, chi_square_bounds};

/// Seed, key and attempts, as one number of 160 bits.
type Input = (u64, u64, u32);
const INPUT_BITS: u32 = 160;

/// Beyond this on either side lies any one of 5,120 normal variables once in a
/// million times: erfc(z / √2) = 10^-6 / 5,120.
const Z_OF_ANY: f64 = 6.364_982;

/// Flips one bit of the input at a time; each of the 32 output bits must flip
/// in half the cases.
pub(crate) fn judge_avalanche(draw: impl Fn(Input) -> u32) -> Verdict {
    let mut generator = Xoshiro128PlusPlus::seed_from_u64(0x5eed_0002);
    let rounds = N / INPUT_BITS;
    let mut chi_square = 0.0;
    for bit in 0..INPUT_BITS {
        let mut flips = [0u32; 32];
        for _ in 0..rounds {
            let input = (
                generator.next_u64(),
                generator.next_u64(),
                generator.next_u32(),
            );
            let changed = draw(input) ^ draw(flip(input, bit));
            for (place, count) in flips.iter_mut().enumerate() {
                *count += changed >> place & 1;
            }
        }
        for (place, count) in flips.iter().enumerate() {
            let z =
                (f64::from(*count) - f64::from(rounds) / 2.0) / (f64::from(rounds) / 4.0).sqrt();
            if z.abs() > Z_OF_ANY {
                return Err(format!(
                    "input bit {bit} sways output bit {place}: z is {z:.1}"
                ));
            }
            chi_square += z * z;
        }
    }
    let bounds = chi_square_bounds(INPUT_BITS as usize * 32);
    if bounds.contains(&chi_square) {
        Ok(())
    } else {
        Err(format!(
            "chi-square is {chi_square:.0}, not within {bounds:.0?}"
        ))
    }
}

fn flip((seed, key, attempts): Input, bit: u32) -> Input {
    match bit {
        0..64 => (seed ^ 1 << bit, key, attempts),
        64..128 => (seed, key ^ 1 << (bit - 64), attempts),
        _ => (seed, key, attempts ^ 1 << (bit - 128)),
    }
}

#[test]
fn every_input_bit_sways_every_output_bit() {
    let verdict = judge_avalanche(|(seed, key, attempts)| Derived::new(seed, key).draw(attempts));
    assert_eq!(verdict, Ok(()));
}
