//! One decision under a policy the optimiser cannot see: every branch counts.

#![no_std]
#![no_main]

use core::hint::black_box;

use reknock::{Policy, presets};
use reknock_flash::{Inputs, decide_once};

static POLICY: Policy = presets::STORM_SAFE;

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    decide_once(|delivery| {
        let Inputs {
            outcome,
            now,
            mut draws,
        } = Inputs::read();
        black_box(&POLICY).decide(delivery, outcome, now, &mut draws)
    })
}
