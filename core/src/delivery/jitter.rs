//! Base delay + one random draw → delay.

use core::num::NonZeroU16;

use crate::delivery::backoff::scale;
use crate::time::Millis;

/// How a delay is spread, so that those who failed together do not come back
/// together.
///
/// Every kind turns the base delay `v` into a window, from which one draw
/// picks. Where a window would reach past the policy's longest delay, it slides
/// down under it as a whole: jitter survives at the cap, where herds form.
///
/// ```
/// use reknock::{presets, Jitter};
///
/// assert_eq!(presets::STORM_SAFE.jitter(), Jitter::Full);
/// assert_eq!(presets::GET_HOOK.jitter(), Jitter::Proportional(200));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Jitter {
    /// `v` itself.
    None,
    /// From 0 to `v`: the widest spread, and the default.
    #[default]
    Full,
    /// From `v`/2 to `v`.
    Equal,
    /// From the first delay to three times the previous one. Only with a
    /// constant or exponential backoff.
    Decorrelated,
    /// `v` and so many per mille of it (0–1000) to either side.
    Proportional(u16),
    /// `v` and something on top: up to so many per mille of it, but not less
    /// than `min` and not more than `max`.
    Additive {
        /// The share of the base delay, 0–1000.
        per_mille: u16,
        /// The narrowest spread.
        min: Millis,
        /// The widest spread.
        max: Millis,
    },
}

/// The delays that are possible, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) lo: u32,
    pub(crate) hi: u32,
}

impl Jitter {
    /// Step 6 of a decision: the window around `v`, which is not above `cap`.
    /// `first` is the backoff's first delay.
    #[inline]
    pub(crate) fn window(self, v: u32, first: Millis, cap: Millis) -> Window {
        let (below, above) = match self {
            Self::None => (0, 0),
            Self::Full => (v, 0),
            Self::Equal => (v - v / 2, 0),
            Self::Decorrelated => (v.saturating_sub(first.get()), 0),
            Self::Proportional(share) => {
                let spread = per_mille(v, share);
                (spread, spread)
            }
            Self::Additive {
                per_mille: share,
                min,
                max,
            } => {
                let spread = per_mille(v, share);
                // Not `clamp`: it panics when min is above max.
                (0, spread.max(min.get()).min(max.get()))
            }
        };
        let room = cap.get().saturating_sub(v);
        let excess = above.saturating_sub(room);
        Window {
            lo: v.saturating_sub(below).saturating_sub(excess),
            hi: v.saturating_add(above.min(room)),
        }
    }
}

impl Window {
    /// Step 7 of a decision: from what the server asked for upwards.
    #[inline]
    pub(crate) fn of_hint(hint: u32, jitter: u16) -> Self {
        Self {
            lo: hint,
            hi: hint.saturating_add(per_mille(hint, jitter)),
        }
    }

    /// Step 8 of a decision: where one draw of 32 bits falls. Multiply and
    /// shift: every value of the window is met, none by more than one draw in
    /// 2^32 oftener than another, without a division or a loop.
    #[inline]
    pub(crate) fn pick(self, draw: u32) -> Millis {
        let draw = u64::from(draw);
        let width = u64::from(self.hi.saturating_sub(self.lo));
        Millis::new(self.lo.saturating_add(((draw * width + draw) >> 32) as u32))
    }
}

/// ⌊value · share / 1000⌋.
#[inline]
pub(crate) const fn per_mille(value: u32, share: u16) -> u32 {
    const THOUSAND: NonZeroU16 = NonZeroU16::MIN.saturating_add(999);
    scale(value, share, THOUSAND)
}

/// How much longer than usual to wait, because the destination is in trouble:
/// per mille of the base delay, 1000 (as it is) to 10000 (ten times).
///
/// ```
/// use reknock::Stretch;
///
/// assert_eq!(Stretch::per_mille(2_500).get(), 2_500);
/// assert_eq!(Stretch::per_mille(0), Stretch::NONE);
/// assert_eq!(Stretch::per_mille(60_000), Stretch::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Stretch(u16);

impl Stretch {
    /// Delays as they are.
    ///
    /// ```
    /// assert_eq!(reknock::Stretch::NONE.get(), 1_000);
    /// ```
    pub const NONE: Self = Self(1_000);

    /// Ten times as long.
    ///
    /// ```
    /// assert_eq!(reknock::Stretch::MAX.get(), 10_000);
    /// ```
    pub const MAX: Self = Self(10_000);

    /// So many per mille; what is below 1000 or above 10000 becomes that.
    ///
    /// ```
    /// assert_eq!(reknock::Stretch::per_mille(1_500).get(), 1_500);
    /// ```
    #[must_use]
    pub const fn per_mille(per_mille: u16) -> Self {
        if per_mille < Self::NONE.0 {
            Self::NONE
        } else if per_mille > Self::MAX.0 {
            Self::MAX
        } else {
            Self(per_mille)
        }
    }

    /// The per mille.
    ///
    /// ```
    /// assert_eq!(reknock::Stretch::default().get(), 1_000);
    /// ```
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl Default for Stretch {
    fn default() -> Self {
        Self::NONE
    }
}
