//! Where the one draw of a decision, or of a guard's answer, comes from.

use core::fmt;

use rand_core::Rng;

/// Gives a decision, or a guard's answer, its one random draw.
///
/// Every generator of `rand_core` 0.10 does (`rand_xoshiro` 0.8, `rand` 0.10),
/// and [`Derived`], which needs no state. A generator of an older `rand_core`
/// gets a three-line implementation of this trait.
///
/// ```
/// use rand_xoshiro::{rand_core::SeedableRng, Xoshiro128PlusPlus};
/// use reknock::{Derived, Draw};
///
/// let mut generator = Xoshiro128PlusPlus::seed_from_u64(7);
/// let mut derived = Derived::new(7, 42);
/// for source in [&mut generator as &mut dyn Draw, &mut derived] {
///     let _bits: u32 = source.draw(0);
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` gives no random draws",
    label = "not a generator of `rand_core` 0.10",
    note = "use a generator of `rand_core` 0.10 such as those of `rand_xoshiro` 0.8, or \
            `reknock::Derived`, or implement `reknock::Draw` for your own"
)]
pub trait Draw {
    /// 32 random bits. A generator gives its next; [`Derived`] gives those of
    /// this count: the same for the same count, others for another one.
    ///
    /// A decision counts by the attempts of its delivery, those before the
    /// outcome that is being decided on. The guards of a
    /// [destination](crate::destination) count by the moment, the low 32 bits of
    /// its milliseconds, so that who is refused twice draws twice.
    fn draw(&mut self, count: u32) -> u32;
}

impl<R: Rng + ?Sized> Draw for R {
    #[inline]
    fn draw(&mut self, _count: u32) -> u32 {
        self.next_u32()
    }
}

/// Draws derived from a seed and a key: any worker of a fleet, or a replay in a
/// debugger, computes the same delay for the same delivery, without shared
/// generator state.
///
/// The seed is the fleet's secret to choose (there is no default); the key is
/// the delivery's, such as its id. Neither `Copy` nor `Clone`, like a generator.
///
/// ```
/// use reknock::{Derived, Draw};
///
/// let mut here = Derived::for_id(0x5eed, "evt_1a2b");
/// let mut there = Derived::for_id(0x5eed, "evt_1a2b");
/// assert_eq!(here.draw(3), there.draw(3));
/// assert_ne!(here.draw(3), there.draw(4));
/// ```
pub struct Derived {
    /// S(S(seed) ⊕ key): the part that does not change with the count.
    mixed: u64,
}

impl Derived {
    /// Draws for the delivery with this numeric key.
    ///
    /// ```
    /// use reknock::{Derived, Draw};
    ///
    /// assert_ne!(Derived::new(1, 2).draw(0), Derived::new(2, 1).draw(0));
    /// ```
    #[must_use]
    #[inline]
    pub const fn new(seed: u64, key: u64) -> Self {
        Self {
            mixed: split_mix(split_mix(seed) ^ key),
        }
    }

    /// Draws for the delivery with this id.
    ///
    /// ```
    /// use reknock::{key_of, Derived, Draw};
    ///
    /// let (mut by_id, mut by_key) = (Derived::for_id(9, "a"), Derived::new(9, key_of("a")));
    /// assert_eq!(by_id.draw(1), by_key.draw(1));
    /// ```
    #[must_use]
    pub const fn for_id(seed: u64, id: &str) -> Self {
        Self::new(seed, key_of(id))
    }

    /// The same draws again, from what [`to_mixed`](Self::to_mixed) gave.
    ///
    /// ```
    /// use reknock::{Derived, Draw};
    ///
    /// let mut again = Derived::from_mixed(Derived::new(9, 4).to_mixed());
    /// assert_eq!(again.draw(1), Derived::new(9, 4).draw(1));
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_mixed(mixed: u64) -> Self {
        Self { mixed }
    }

    /// Seed and key as one number, for a binding that keeps it instead of the two.
    /// Keep it as you keep the seed, which can be worked out from it.
    ///
    /// ```
    /// use reknock::Derived;
    ///
    /// assert_ne!(Derived::new(9, 4).to_mixed(), Derived::new(9, 5).to_mixed());
    /// ```
    #[must_use]
    #[inline]
    pub const fn to_mixed(&self) -> u64 {
        self.mixed
    }
}

impl fmt::Debug for Derived {
    /// Without the number: the seed could be worked out from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Derived { .. }")
    }
}

impl Draw for Derived {
    #[inline]
    fn draw(&mut self, count: u32) -> u32 {
        (split_mix(self.mixed ^ count as u64) >> 32) as u32
    }
}

/// The key of a text id: FNV-1a-64 of its UTF-8 bytes.
///
/// ```
/// assert_eq!(reknock::key_of(""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(reknock::key_of("a"), 0xaf63_dc4c_8601_ec8c);
/// ```
#[must_use]
pub const fn key_of(id: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut rest = id.as_bytes();
    while let [byte, tail @ ..] = rest {
        hash = (hash ^ *byte as u64).wrapping_mul(0x0000_0100_0000_01b3);
        rest = tail;
    }
    hash
}

/// The first output of SplitMix64 started from this state.
///
/// Never inlined: two 64-bit products are a hundred bytes of flash, and a
/// derived draw takes up to three of these.
#[inline(never)]
const fn split_mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::split_mix;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn split_mix_is_the_one_of_rand_xoshiro() {
        for state in [0, 1, 42, u64::MAX, 0x9e37_79b9_7f4a_7c15] {
            let mut generator = SplitMix64::from_seed(state.to_le_bytes());
            assert_eq!(split_mix(state), generator.next_u64());
        }
    }
}
