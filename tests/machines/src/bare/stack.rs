//! How deep the stack went: it is painted first, and looked at afterwards.

use core::hint::black_box;
use core::slice;

const PAINT: u32 = 0xA5A5_5A5A;

/// What the painter itself and whoever called it may stand on.
const IN_USE: usize = 256;

unsafe extern "C" {
    /// From `layout/`: the lowest word of the stack.
    static mut _stack_end: u32;
    /// From there as well: the first word above it.
    static _stack_start: u32;
}

/// Paints what is below the caller.
#[inline(never)]
pub(super) fn paint() {
    let here = 0u32;
    let below = &raw const *black_box(&here) as usize - IN_USE;
    // SAFETY: it belongs to the stack, and nothing that runs now stands on it.
    unsafe { words(below) }.fill(PAINT);
}

/// The most that was in use since, and how much there is.
///
/// # Panics
///
/// When all of it was: then more may have been, of memory that is not the stack.
pub(super) fn used() -> (usize, usize) {
    let size = top() - bottom();
    // SAFETY: only read.
    let untouched = unsafe { words(top()) }
        .iter()
        .take_while(|word| **word == PAINT)
        .count();
    assert!(untouched > 0, "the stack of {size} bytes is too small");
    (size - untouched * size_of::<u32>(), size)
}

/// How deep a call went, counted from the top of the stack.
#[inline(never)]
pub fn depth<T>(call: fn(&mut T), on: &mut T) -> usize {
    paint();
    deeper(call, on);
    used().0
}

/// Calls from below what the painter leaves out.
#[inline(never)]
fn deeper<T>(call: fn(&mut T), on: &mut T) {
    let gap = [0u8; 2 * IN_USE];
    black_box(&gap);
    call(on);
    black_box(&gap);
}

fn bottom() -> usize {
    &raw const _stack_end as usize
}

fn top() -> usize {
    &raw const _stack_start as usize
}

/// The stack from its lowest word up to an address.
///
/// # Safety
///
/// Whoever writes to it must know that it is free.
unsafe fn words(end: usize) -> &'static mut [u32] {
    let length = (end - bottom()) / size_of::<u32>();
    // SAFETY: the linker keeps these words for the stack.
    unsafe { slice::from_raw_parts_mut(&raw mut _stack_end, length) }
}
