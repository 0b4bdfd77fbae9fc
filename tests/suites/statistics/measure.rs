//! The tests themselves: counts in, a verdict out.

use std::ops::RangeInclusive;

/// Draws per verdict.
pub(crate) const N: u32 = 1_000_000;

/// A standard normal variable is above this once in a million times:
/// erfc(z / √2) / 2 = 10^-6.
const Z: f64 = 4.753_424_308_822_899;

/// The same for being that far off on either side: erfc(z / √2) = 10^-6.
const Z_EITHER_SIDE: f64 = 4.891_638_475_698_964;

pub(crate) type Verdict = Result<(), String>;

/// Between what bounds χ² lies, all but once in a million times on each side.
///
/// By Wilson and Hilferty (χ²/df)^(1/3) is close to normal, with the mean
/// 1 − 2/(9·df) and the variance 2/(9·df).
pub(crate) fn chi_square_bounds(degrees: usize) -> RangeInclusive<f64> {
    let degrees = degrees as f64;
    let variance = 2.0 / (9.0 * degrees);
    let bound = |z: f64| degrees * (1.0 - variance + z * variance.sqrt()).powi(3);
    bound(-Z)..=bound(Z)
}

/// Whether counts are as even, and as uneven, as chance makes them.
pub(crate) fn judge_counts(counts: &[u64], expected: &[f64]) -> Verdict {
    let chi_square: f64 = counts
        .iter()
        .zip(expected)
        .map(|(count, expected)| (*count as f64 - expected).powi(2) / expected)
        .sum();
    let bounds = chi_square_bounds(counts.len() - 1);
    if bounds.contains(&chi_square) {
        Ok(())
    } else {
        Err(format!(
            "chi-square is {chi_square:.1}, not within {bounds:.1?}"
        ))
    }
}

/// Whether values are uniform over a window: they fill up to 100 bins in
/// proportion to the whole numbers in each, and none lies outside.
pub(crate) fn judge_uniform(
    window: RangeInclusive<u32>,
    values: impl Iterator<Item = u32>,
) -> Verdict {
    let (low, width) = (
        *window.start(),
        u64::from(window.end() - window.start()) + 1,
    );
    let bins = width.min(100);
    let mut counts = vec![0u64; bins as usize];
    let mut total = 0u64;
    for value in values {
        if !window.contains(&value) {
            return Err(format!("{value} is outside {window:?}"));
        }
        counts[(u64::from(value - low) * bins / width) as usize] += 1;
        total += 1;
    }
    if bins == 1 {
        return Ok(());
    }
    // Bin b holds the offsets with ⌊offset · bins / width⌋ = b.
    let first_of = |bin: u64| (bin * width).div_ceil(bins);
    let expected: Vec<f64> = (0..bins)
        .map(|bin| total as f64 * (first_of(bin + 1) - first_of(bin)) as f64 / width as f64)
        .collect();
    judge_counts(&counts, &expected)
}

/// Whether two draws made side by side know nothing of each other: neither
/// linearly (Pearson) nor in which of 16 × 16 fields they fall together.
pub(crate) fn judge_pairs(pairs: impl Iterator<Item = (u32, u32)>) -> Verdict {
    let mut sum = 0.0;
    let mut counts = vec![0u64; 256];
    let mut total = 0u32;
    for (one, other) in pairs {
        sum += centred(one) * centred(other);
        counts[(one >> 28 << 4 | other >> 28) as usize] += 1;
        total += 1;
    }
    // Mean and variance are known (0 and 1/12), so the sum of the products has
    // the standard deviation √n / 12.
    let z = sum * 12.0 / f64::from(total).sqrt();
    if z.abs() > Z_EITHER_SIDE {
        return Err(format!(
            "correlated: z is {z:.1}, beyond ±{Z_EITHER_SIDE:.1}"
        ));
    }
    judge_counts(&counts, &vec![f64::from(total) / 256.0; 256])
}

/// A draw as a number from −½ to ½.
fn centred(draw: u32) -> f64 {
    (f64::from(draw) + 0.5) / (1u64 << 32) as f64 - 0.5
}
