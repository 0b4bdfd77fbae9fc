//! The memory that JavaScript and core share, and the slots beside it.
//!
//! The unsafe code of this crate: here, a static that changes, and the addresses of what lies in it;
//! in `bare`, the allocator; in `exports`, the names of the functions.

#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::ptr;

use crate::guards::Kept;
use reknock::Policy;
use wasm_bindgen::prelude::wasm_bindgen;

/// How many policies are at hand at once; as in `js/src/boundary/core.ts`.
const POLICIES: usize = 64;
/// How many destinations and guards are at hand at once.
const GUARDS: usize = 256;
/// When a decision says to try again.
const FLOATS: usize = 1;
/// A destination's rules and its longest state.
const WORDS: usize = 160;

/// What does not fit into an argument or an answer.
#[repr(C)]
pub(crate) struct Desk {
    /// Points in time.
    pub(crate) floats: [f64; FLOATS],
    /// Counts, lengths and codes.
    pub(crate) words: [u32; WORDS],
}

/// Everything that outlives a call.
#[repr(C)]
struct Memory {
    /// First, where addresses are short.
    desk: Desk,
    policies: Slots<Policy, POLICIES>,
    guards: Slots<Kept, GUARDS>,
}

/// Places for values. None is ever given back: JavaScript fills one anew.
type Slots<T, const N: usize> = [MaybeUninit<T>; N];

struct Shared(UnsafeCell<Memory>);

// SAFETY: a module instance runs on one thread; its memory is not shared.
unsafe impl Sync for Shared {}

static MEMORY: Shared = Shared(UnsafeCell::new(Memory {
    desk: Desk {
        floats: [0.0; FLOATS],
        words: [0; WORDS],
    },
    policies: [const { MaybeUninit::uninit() }; POLICIES],
    guards: [const { MaybeUninit::uninit() }; GUARDS],
}));

/// The desk, for the length of one call from JavaScript.
#[inline(always)]
pub(crate) fn with<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    // SAFETY: every export asks for the desk once, and none calls another or
    // leaves to JavaScript meanwhile; so there is one reference at a time.
    work(unsafe { &mut (*MEMORY.0.get()).desk })
}

/// Puts a policy into a slot. Its address is what JavaScript names it by.
pub(crate) fn put_policy(slot: usize, policy: Policy) -> usize {
    // SAFETY: the pointer is into the static, and nothing refers to a slot between two calls but addresses.
    put(unsafe { &raw mut (*MEMORY.0.get()).policies }, slot, policy)
}

/// Puts a destination or a guard into a slot.
pub(crate) fn put_guard(slot: usize, guard: Kept) -> usize {
    // SAFETY: as above.
    put(unsafe { &raw mut (*MEMORY.0.get()).guards }, slot, guard)
}

/// Through pointers only: a reference to all slots would end what earlier addresses may be used for.
#[inline(always)]
fn put<T, const N: usize>(slots: *mut Slots<T, N>, slot: usize, value: T) -> usize {
    const { assert!(N.is_power_of_two()) };
    // The mask stands for a bounds check; JavaScript knows how many there are.
    let place = slots.cast::<T>().wrapping_add(slot & (N - 1));
    // SAFETY: within the array.
    unsafe { place.write(value) };
    place.expose_provenance()
}

/// The policy at an address, for the length of one call.
#[inline(always)]
pub(crate) fn policy<T>(address: usize, work: impl FnOnce(&Policy) -> T) -> T {
    // SAFETY: JavaScript passes no address but those that `load_policy` answered, and every export asks once.
    work(unsafe { &*ptr::with_exposed_provenance(address) })
}

/// The destination or guard at an address, for the length of one call.
#[inline(always)]
pub(crate) fn guard<T>(address: usize, work: impl FnOnce(&mut Kept) -> T) -> T {
    // SAFETY: as above, of `load_guard`.
    work(unsafe { &mut *ptr::with_exposed_provenance_mut(address) })
}

/// Where the desk lies in memory: first its points, then its words, as many as
/// `js/src/boundary/core.ts` says.
#[wasm_bindgen]
pub fn desk() -> usize {
    with(|desk| ptr::from_mut(desk) as usize)
}
