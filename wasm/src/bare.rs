//! What a program without an operating system brings itself.

#![allow(unsafe_code)]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;

/// wasm-bindgen links `alloc`; nothing here allocates.
struct Nothing;

#[global_allocator]
static ALLOCATOR: Nothing = Nothing;

// SAFETY: to answer every request with "there is no memory" is allowed, and so
// nothing is ever given back.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

/// core cannot panic. If it could, the module would import what is called here, which the tests do not
/// allow: the build takes for granted that nothing traps.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn core_can_panic() -> !;
    }
    // SAFETY: nothing provides it; so nothing can call it.
    unsafe { core_can_panic() }
}
