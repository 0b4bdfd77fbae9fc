//! One decision under any policy, with `Retry-After` read from the response:
//! seconds or a date, against the response's `Date` or the device's clock.

#![no_std]
#![no_main]

use core::hint::black_box;

use reknock::{Moment, Policy, presets};
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
        let retry_after: &[u8] = black_box(b"Sun, 06 Nov 1994 08:50:37 GMT");
        let date: Option<&[u8]> = black_box(Some(b"Sun, 06 Nov 1994 08:49:37 GMT"));
        let wall = black_box(Some(Moment::from_millis(1_700_000_000_000)));
        let outcome = outcome.with_retry_after(retry_after, date, wall);
        black_box(&POLICY).decide(delivery, outcome, now, &mut draws)
    })
}
