//! Base delay + one random draw → delay.

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
        match self {
            Self::Full => Window { lo: 0, hi: v },
            other => other.narrower(v, first, cap),
        }
    }

    /// The kinds other than full jitter. Apart, so that the usual kind's path
    /// through a decision stays straight.
    #[cold]
    fn narrower(self, v: u32, first: Millis, cap: Millis) -> Window {
        match self {
            Self::None => Window { lo: v, hi: v },
            Self::Full => Window { lo: 0, hi: v },
            Self::Equal => Window { lo: v / 2, hi: v },
            Self::Decorrelated => Window {
                lo: first.get().min(v),
                hi: v,
            },
            Self::Proportional(share) => {
                let spread = per_mille(v, share);
                Window::under(cap, v, spread, spread)
            }
            Self::Additive {
                per_mille: share,
                min,
                max,
            } => {
                let spread = per_mille(v, share);
                // Not `clamp`: it panics when min is above max.
                Window::under(cap, v, 0, spread.max(min.get()).min(max.get()))
            }
        }
    }
}

impl Window {
    /// From `below` under `v` to `above` over it; where that passes the cap,
    /// the whole window slides down under it.
    #[inline]
    pub(crate) fn under(cap: Millis, v: u32, below: u32, above: u32) -> Self {
        let room = cap.get().saturating_sub(v);
        let excess = above.saturating_sub(room);
        Self {
            lo: v.saturating_sub(below).saturating_sub(excess),
            hi: v.saturating_add(above.min(room)),
        }
    }

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
        // `lo` is never above `hi`: nothing here wraps.
        let width = u64::from(self.hi.wrapping_sub(self.lo)) + 1;
        let into = (u64::from(draw).wrapping_mul(width) >> 32) as u32;
        Millis::new(self.lo.wrapping_add(into))
    }
}

/// ⌊value · share / 1000⌋, exact; or the largest number if that is beyond it.
#[inline]
pub(crate) const fn per_mille(value: u32, share: u16) -> u32 {
    let share = share as u32;
    let thousands = thousandth(value);
    let rest = value.wrapping_sub(thousands.wrapping_mul(1_000));
    thousands
        .saturating_mul(share)
        .saturating_add(thousandth(rest.wrapping_mul(share)))
}

/// ⌊value / 1000⌋ by a multiplication: where there is no instruction to divide
/// with (Cortex-M0), the division would cost 400 bytes of flash.
///
/// Exact: 1000 · 274,877,907 is 56 above 2^38, and 56 · value stays below it.
const fn thousandth(value: u32) -> u32 {
    ((value as u64).wrapping_mul(274_877_907) >> 38) as u32
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

#[cfg(test)]
mod tests {
    use super::{per_mille, thousandth};

    #[test]
    fn a_thousandth_is_exact_around_every_multiple() {
        // Half a million of them take Miri a quarter of an hour; all run the same code.
        let step = if cfg!(miri) { 7_001 } else { 7 };
        for thousands in (0..=4_294_967u32)
            .step_by(step)
            .chain([4_294_966, 4_294_967])
        {
            let value = thousands * 1_000;
            assert_eq!(thousandth(value), thousands);
            assert_eq!(
                thousandth(value.saturating_add(999)),
                value.saturating_add(999) / 1_000
            );
            if value > 0 {
                assert_eq!(thousandth(value - 1), thousands - 1);
            }
        }
        assert_eq!(thousandth(u32::MAX), u32::MAX / 1_000);
    }

    #[test]
    fn per_mille_is_what_wider_integers_say() {
        for value in [0, 1, 999, 1_000, 1_001, 123_456_789, u32::MAX - 1, u32::MAX] {
            for share in [0, 1, 250, 999, 1_000, 1_001, 9_999, 10_000] {
                let exact = u128::from(value) * u128::from(share) / 1_000;
                assert_eq!(
                    u128::from(per_mille(value, share)),
                    exact.min(u128::from(u32::MAX))
                );
            }
        }
    }
}
