//! Where a call's one draw comes from.

use reknock::{Derived, Draw, Moment};

/// A seed and a key, or the draw itself.
pub(crate) enum Draws {
    Derived {
        seed: u64,
        key: u64,
    },
    Given(u32),
    /// The caller's source is asked only if it turns out to be needed: then
    /// nothing is changed, and the call is made again with the draw.
    Unknown {
        needed: bool,
    },
}

impl Draws {
    /// From the numbers as they cross: `mode` 0 is derived, 1 given (in the
    /// last), 2 unknown yet.
    #[inline(always)]
    pub(crate) fn new(mode: u32, seed: (u32, u32), key: (u32, u32)) -> Self {
        let wide = |(high, low)| u64::from(high) << 32 | u64::from(low);
        match mode & 3 {
            0 => Self::Derived {
                seed: wide(seed),
                key: wide(key),
            },
            1 => Self::Given(key.1),
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
            Self::Derived { seed, key } => Derived::new(*seed, *key).draw(attempts),
            Self::Given(draw) => *draw,
            Self::Unknown { needed } => {
                *needed = true;
                0
            }
        }
    }
}

/// A point in time as it crosses. Kept out of line: it is everywhere, and its
/// bounds are long numbers.
#[inline(never)]
pub(crate) fn moment(millis: f64) -> Moment {
    Moment::from_millis(millis as i64)
}
