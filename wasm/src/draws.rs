//! Where a call's one draw comes from.

use reknock::{Derived, Draw};

use crate::desk;

/// What seed and key come to, or the draw itself.
pub(crate) enum Draws {
    Derived(u64),
    Given(u32),
    /// The caller's source is asked only if it turns out to be needed: then
    /// nothing is changed, and the call is made again with the draw.
    Unknown {
        needed: bool,
    },
}

impl Draws {
    /// From the numbers as they cross: `mode` 0 is derived ([`derive`]), 1 given
    /// (in `low`), 2 unknown yet.
    #[inline(always)]
    pub(crate) fn new(mode: u32, high: u32, low: u32) -> Self {
        match mode & 3 {
            0 => Self::Derived(wide(high, low)),
            1 => Self::Given(low),
            _ => Self::Unknown { needed: false },
        }
    }

    /// Whether a draw was missing: the answer does not count.
    #[inline(always)]
    pub(crate) fn missing(&self) -> bool {
        matches!(self, Self::Unknown { needed: true })
    }
}

impl Draw for Draws {
    #[inline]
    fn draw(&mut self, attempts: u32) -> u32 {
        match self {
            Self::Derived(mixed) => Derived::from_mixed(*mixed).draw(attempts),
            Self::Given(draw) => *draw,
            Self::Unknown { needed } => {
                *needed = true;
                0
            }
        }
    }
}

/// Works a seed and a key into the two halves that the calls take; they lie on
/// the desk. Once for a source of draws, so that no decision pays for it.
pub(crate) fn derive(seed_high: u32, seed_low: u32, key_high: u32, key_low: u32) {
    let mixed = Derived::new(wide(seed_high, seed_low), wide(key_high, key_low)).to_mixed();
    desk::with(|desk| {
        desk.words[0] = (mixed >> 32) as u32;
        desk.words[1] = mixed as u32;
    });
}

#[inline(always)]
const fn wide(high: u32, low: u32) -> u64 {
    (high as u64) << 32 | low as u64
}
