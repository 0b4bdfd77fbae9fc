//! A heap in the memory that nothing else uses.

use core::alloc::{GlobalAlloc, Layout};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use embedded_alloc::LlffHeap;

#[global_allocator]
static HEAP: Watched = Watched {
    heap: LlffHeap::empty(),
    peak: AtomicUsize::new(0),
};

unsafe extern "C" {
    /// From the runtime: the first byte after all variables.
    static mut __sheap: u8;
    /// From `layout/`: the first byte after the memory.
    static _heap_end: u8;
}

/// To be called once, before anything is allocated.
pub(super) fn start() {
    // SAFETY: the linker puts nothing between these two, and it is called once.
    unsafe { HEAP.heap.init(&raw mut __sheap as usize, size()) };
}

/// The most that was in use, and how much there is.
pub(super) fn peak() -> (usize, usize) {
    (HEAP.peak.load(Relaxed), size())
}

fn size() -> usize {
    &raw const _heap_end as usize - &raw const __sheap as usize
}

/// A heap that remembers how full it was.
struct Watched {
    heap: LlffHeap,
    peak: AtomicUsize,
}

// SAFETY: the heap does all of it.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as promised to this function.
        let pointer = unsafe { self.heap.alloc(layout) };
        // Loaded and stored apart: the smallest of the machines cannot do both
        // at once, and nothing interrupts this program.
        self.peak
            .store(self.peak.load(Relaxed).max(self.heap.used()), Relaxed);
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as promised to this function.
        unsafe { self.heap.dealloc(pointer, layout) };
    }
}
