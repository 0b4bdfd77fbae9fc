//! How deep the stack has been: it is painted at the start, and what is still
//! painted at the end was never used.

use core::ptr;

const PAINT: u32 = 0x5e4d_c0de;

/// Left alone below the stack pointer: this function's own frame.
const MARGIN: usize = 64;

unsafe extern "C" {
    static mut _stack_end: u32;
    static mut _stack_start: u32;
}

/// Paints all that is free. First thing in `main`.
pub fn paint() {
    let mut word = &raw mut _stack_end;
    let end = cortex_m::register::msp::read() as usize - MARGIN;
    while (word as usize) < end {
        // SAFETY: between the end of static data and the stack pointer there
        // is nothing yet.
        unsafe {
            ptr::write_volatile(word, PAINT);
            word = word.add(1);
        }
    }
}

/// The most bytes of stack that were ever in use.
pub fn high_water() -> usize {
    let mut word = &raw const _stack_end;
    let start = &raw const _stack_start;
    // SAFETY: reads between the two ends of the stack.
    while word < start && unsafe { ptr::read_volatile(word) } == PAINT {
        word = word.wrapping_add(1);
    }
    start as usize - word as usize
}
