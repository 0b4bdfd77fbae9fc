//! Decisions under a policy known when compiling.

use std::hint::black_box;

use reknock::presets;

fn main() {
    reknock_measure::each(|delivery, outcome, now, draws| {
        black_box(&presets::STORM_SAFE.decide(delivery, outcome, now, draws));
    });
}
