//! A breaker alone: firmware that needs one pays for no other guard.

#![no_std]
#![no_main]

use core::hint::black_box;

use reknock::destination::{Admission, Alone, Breaker, BreakerRules, Weight};
use reknock::{Decision, Moment};
use reknock_flash::{Inputs, decide_once};

static RULES: BreakerRules = BreakerRules::DEFAULT;
static mut BREAKER: Alone<Breaker> = Breaker::alone(Moment::from_millis(0));

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    decide_once(|_| {
        let Inputs { now, mut draws, .. } = Inputs::read();
        let rules = black_box(&RULES);
        let place = &raw mut BREAKER;
        // SAFETY: the entry point runs once, and nothing else knows of it.
        let breaker = black_box(unsafe { &mut *place });
        match breaker.admit(rules, now, &mut draws) {
            Admission::Go(pass) => {
                black_box(breaker.result(rules, now, pass, black_box(Weight::Failure), &mut draws));
            }
            refused => {
                black_box(&refused);
            }
        }
        Decision::Delivered
    })
}
