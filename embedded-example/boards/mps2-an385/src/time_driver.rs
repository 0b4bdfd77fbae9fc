//! embassy's clock on the board's two timers: one counts, the other rings.
//!
//! Time can go faster than the host's, so that a test need not wait for
//! minutes: a tick of the device is then less than a microsecond.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicU32, Ordering};
use core::task::Waker;

use critical_section::{CriticalSection, Mutex};
use embassy_time_driver::Driver;
use embassy_time_queue_utils::Queue;

use crate::interrupts::{self, Interrupt};

/// Both timers count down at this rate.
const CLOCK_HZ: u64 = 25_000_000;

const COUNTER: *mut u32 = 0x4000_0000 as *mut u32;
const ALARM: *mut u32 = 0x4000_1000 as *mut u32;
const CTRL: usize = 0;
const VALUE: usize = 1;
const RELOAD: usize = 2;
const INT_CLEAR: usize = 3;
const ENABLE: u32 = 1;
const INTERRUPT_ENABLE: u32 = 1 << 3;

/// The alarm rings at least so often, which also catches every wrap of the
/// counter (once in 171 s).
const LONGEST_ALARM: u64 = 1 << 30;

struct Timers {
    /// Clocks up to the last time somebody asked.
    clocks: Mutex<Cell<u64>>,
    seen: Mutex<Cell<u32>>,
    speed: AtomicU32,
    queue: Mutex<RefCell<Queue>>,
}

embassy_time_driver::time_driver_impl!(static TIMERS: Timers = Timers {
    clocks: Mutex::new(Cell::new(0)),
    seen: Mutex::new(Cell::new(0)),
    speed: AtomicU32::new(1),
    queue: Mutex::new(RefCell::new(Queue::new())),
});

/// Starts the clock, at so many times the host's speed.
pub fn start(speed: u32) {
    TIMERS.speed.store(speed.clamp(1, 1_000), Ordering::Relaxed);
    // SAFETY: the registers of two timers that nothing else uses; the handler
    // needs nothing but them and `TIMERS`.
    unsafe {
        COUNTER.add(RELOAD).write_volatile(u32::MAX);
        COUNTER.add(CTRL).write_volatile(ENABLE);
        interrupts::enable(Interrupt::Timer1);
    }
    critical_section::with(|cs| TIMERS.set_alarm(cs));
}

impl Timers {
    /// Clocks since the start, however often the counter wrapped.
    fn clocks(&self, cs: CriticalSection<'_>) -> u64 {
        // SAFETY: reading a counter.
        let counted = u32::MAX - unsafe { COUNTER.add(VALUE).read_volatile() };
        let passed = counted.wrapping_sub(self.seen.borrow(cs).replace(counted));
        let clocks = self.clocks.borrow(cs).get() + u64::from(passed);
        self.clocks.borrow(cs).set(clocks);
        clocks
    }

    fn speed(&self) -> u64 {
        u64::from(self.speed.load(Ordering::Relaxed))
    }

    fn ticks_of(&self, clocks: u64) -> u64 {
        clocks * self.speed() / (CLOCK_HZ / embassy_time_driver::TICK_HZ)
    }

    /// Rings for whatever is due next, and wakes what is due already.
    fn set_alarm(&self, cs: CriticalSection<'_>) {
        loop {
            let now = self.ticks_of(self.clocks(cs));
            let next = self.queue.borrow(cs).borrow_mut().next_expiration(now);
            let ticks = next.saturating_sub(now);
            let per_tick = CLOCK_HZ / embassy_time_driver::TICK_HZ;
            let clocks = ticks.saturating_mul(per_tick).div_ceil(self.speed());
            if clocks == 0 {
                continue;
            }
            // SAFETY: the alarm's registers. Reloading starts it over.
            unsafe {
                ALARM.add(CTRL).write_volatile(0);
                ALARM
                    .add(RELOAD)
                    .write_volatile(clocks.min(LONGEST_ALARM) as u32);
                ALARM.add(CTRL).write_volatile(ENABLE | INTERRUPT_ENABLE);
            }
            return;
        }
    }
}

impl Driver for Timers {
    fn now(&self) -> u64 {
        critical_section::with(|cs| self.ticks_of(self.clocks(cs)))
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        critical_section::with(|cs| {
            if self.queue.borrow(cs).borrow_mut().schedule_wake(at, waker) {
                self.set_alarm(cs);
            }
        });
    }
}

#[unsafe(no_mangle)]
extern "C" fn TIMER1() {
    // SAFETY: clearing the interrupt.
    unsafe { ALARM.add(INT_CLEAR).write_volatile(1) };
    critical_section::with(|cs| TIMERS.set_alarm(cs));
}
