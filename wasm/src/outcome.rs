//! What an attempt ended with, from numbers. The texts of its headers are read by JavaScript.

use reknock::raw::class;
use reknock::{Millis, Outcome};

/// An outcome as it crosses: bits 0 to 16 are the status, or 65536 + the failure; 17 to 19 the caller's
/// class, 7 for none; bit 30 says that the hint counts on a throttled answer only.
#[inline(always)]
pub(crate) fn unpack(packed: u32, hint: u32) -> Outcome {
    Outcome::from_numbers(
        packed,
        class(packed >> 17),
        Millis::new(hint),
        packed & 1 << 30 != 0,
    )
}
