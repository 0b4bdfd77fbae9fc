//! What the programs share: a state that outlives the decision, inputs the
//! optimiser cannot see, and a proof that nothing panics.

#![no_std]

use core::hint::black_box;
use core::panic::PanicInfo;

use reknock::{Decision, Delivery, Derived, Moment, Outcome};

unsafe extern "C" {
    /// Defined nowhere. If a panic can be reached from a program, linking it
    /// fails with this name.
    fn a_panic_can_be_reached() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // SAFETY: a program in which this could run does not link.
    unsafe { a_panic_can_be_reached() }
}

/// Hidden as a whole, not only its number: of an outcome known to be a status
/// without a hint, the optimiser drops every branch for failures and hints.
static OUTCOME: Outcome = Outcome::status(503);

/// What a device knows when an attempt has ended.
pub struct Inputs {
    pub outcome: Outcome,
    pub now: Moment,
    pub draws: Derived,
}

impl Inputs {
    /// As if read from hardware: none of it is known when compiling, except
    /// the seed, which is burnt into the device.
    #[inline(always)]
    pub fn read() -> Self {
        Self {
            outcome: *black_box(&OUTCOME),
            now: Moment::from_millis(black_box(1_700_000_000_000)),
            draws: Derived::new(0x5eed, black_box(42)),
        }
    }
}

/// The delivery lives in RAM between attempts, as it does in firmware.
static mut DELIVERY: Delivery = Delivery::new(Moment::from_millis(0));

/// Decides once on the delivery in RAM; nobody can know what it holds, nor
/// what becomes of the decision.
#[inline(always)]
pub fn decide_once(decide: impl FnOnce(&mut Delivery) -> Decision) -> ! {
    let place = &raw mut DELIVERY;
    // SAFETY: called once, from the entry point, before anything else runs.
    let delivery = black_box(unsafe { &mut *place });
    // By reference: a copy of the result would be this harness's cost.
    black_box(&decide(delivery));
    loop {
        core::hint::spin_loop();
    }
}
