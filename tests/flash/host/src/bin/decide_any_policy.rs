//! Decisions under a policy the optimiser cannot see.

use std::hint::black_box;

use reknock::{Policy, presets};

static POLICY: Policy = presets::STORM_SAFE;

fn main() {
    let policy = black_box(&POLICY);
    reknock_measure::each(|delivery, outcome, now, draws| {
        black_box(&policy.decide(delivery, outcome, now, draws));
    });
}
