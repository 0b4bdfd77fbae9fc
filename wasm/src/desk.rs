//! The memory that JavaScript and core share, and the slots behind it.
//!
//! The unsafe code of this crate: here, a static that changes; in `bare`, the
//! allocator; in `exports`, the names of the functions.

#![allow(unsafe_code)]

use core::cell::UnsafeCell;

use crate::guards::Kept;
use reknock::{Outcome, Policy};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many policies are at hand at once.
pub(crate) const POLICIES: usize = 64;
/// How many destinations and guards are at hand at once.
pub(crate) const GUARDS: usize = 256;
/// The points of a permit, or a decision's.
const FLOATS: usize = 4;
/// A destination's rules and its longest state.
const WORDS: usize = 160;
/// The longest header values, together.
const BYTES: usize = 16 * 1024;

/// Everything that outlives a call. JavaScript knows where the first three lie.
#[repr(C)]
pub(crate) struct Desk {
    /// Points in time, and all else that needs 53 bits.
    pub(crate) floats: [f64; FLOATS],
    /// Counts, lengths and codes.
    pub(crate) words: [u32; WORDS],
    /// Header values.
    pub(crate) bytes: [u8; BYTES],
    /// What the last headers said.
    pub(crate) outcome: Outcome,
    pub(crate) policies: [Slot<Policy>; POLICIES],
    pub(crate) guards: [Slot<Kept>; GUARDS],
}

/// Empty is zero, so that a whole row of them costs no byte of the file.
#[repr(u8)]
pub(crate) enum Slot<T> {
    Empty = 0,
    Taken(T) = 1,
}

impl<T> Slot<T> {
    pub(crate) const fn get(&self) -> Option<&T> {
        match self {
            Self::Empty => None,
            Self::Taken(value) => Some(value),
        }
    }
}

struct Shared(UnsafeCell<Desk>);

// SAFETY: a module instance runs on one thread; its memory is not shared.
unsafe impl Sync for Shared {}

static DESK: Shared = Shared(UnsafeCell::new(Desk {
    floats: [0.0; FLOATS],
    words: [0; WORDS],
    bytes: [0; BYTES],
    outcome: Outcome::status(0),
    policies: [const { Slot::Empty }; POLICIES],
    guards: [const { Slot::Empty }; GUARDS],
}));

/// The desk, for the length of one call from JavaScript.
#[inline(always)]
pub(crate) fn with<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    // SAFETY: every export asks for the desk once, and none calls another or
    // leaves to JavaScript meanwhile; so there is one reference at a time.
    work(unsafe { &mut *DESK.0.get() })
}

/// Where the desk lies in memory. Its points come first, then its words, then
/// its bytes, as long as `js/src/boundary/core.ts` says.
#[wasm_bindgen]
pub fn desk() -> usize {
    with(|desk| core::ptr::from_mut(desk) as usize)
}
