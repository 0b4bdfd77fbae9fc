//! embassy's executor with `wfi` between the polls: the one that ships with it
//! sleeps with `wfe`, which the emulator turns into a busy core.

use core::sync::atomic::{AtomicBool, Ordering};

use embassy_executor::Spawner;
use embassy_executor::raw::Executor;
use static_cell::StaticCell;

static EXECUTOR: StaticCell<Executor> = StaticCell::new();
static WORK: AtomicBool = AtomicBool::new(false);

#[unsafe(export_name = "__pender")]
fn pender(_context: *mut ()) {
    WORK.store(true, Ordering::Release);
}

/// Runs tasks for ever; `init` spawns the first.
pub fn run(init: impl FnOnce(Spawner)) -> ! {
    let executor: &'static Executor = EXECUTOR.init(Executor::new(core::ptr::null_mut()));
    init(executor.spawner());
    loop {
        // SAFETY: this loop is the only place that polls, and it is not reentrant.
        unsafe { executor.poll() };
        // An interrupt between the question and `wfi` stays pending, and ends
        // `wfi` at once: nothing is missed.
        cortex_m::interrupt::free(|_| {
            if !WORK.swap(false, Ordering::AcqRel) {
                cortex_m::asm::wfi();
            }
        });
    }
}
