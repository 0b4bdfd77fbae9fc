//! A destination with all its guards asked and told once, under rules the
//! optimiser cannot see.

#![no_std]
#![no_main]

use core::hint::black_box;

use reknock::destination::{Admission, Destination, DestinationRules, Kind, Report};
use reknock::{Moment, presets};
use reknock_flash::{Inputs, decide_once};

static RULES: DestinationRules = DestinationRules::DEFAULT;
static mut DESTINATION: Destination =
    Destination::new(&DestinationRules::DEFAULT, Moment::from_millis(0));

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    decide_once(|delivery| {
        let Inputs {
            outcome,
            now,
            mut draws,
        } = Inputs::read();
        let rules = black_box(&RULES);
        let place = &raw mut DESTINATION;
        // SAFETY: the entry point runs once, and nothing else knows of it.
        let destination = black_box(unsafe { &mut *place });
        let admission = destination.admit(rules, now, black_box(Kind::Retry), &mut draws);
        let policy = presets::STORM_SAFE;
        let decision = policy.decide(delivery, outcome, now, &mut draws);
        if let Admission::Go(permit) = admission {
            let report = Report::of(&policy, outcome, delivery, &decision);
            black_box(destination.report(rules, now, permit, &report, &mut draws));
        } else {
            black_box(&admission);
        }
        decision
    })
}
