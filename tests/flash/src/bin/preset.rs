//! One decision under a policy known when compiling, as firmware has it.

#![no_std]
#![no_main]

use reknock::presets;
use reknock_flash::{Inputs, decide_once};

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    decide_once(|delivery| {
        let Inputs {
            outcome,
            now,
            mut draws,
        } = Inputs::read();
        presets::STORM_SAFE.decide(delivery, outcome, now, &mut draws)
    })
}
