//! The vectors and the tables as one small program, which depends on as little as it can
//! and ends at the first failure. `cargo xtask mutants` builds and runs it for each mutant of
//! core; `cargo verify` as it is shipped, with and without overflow checks.

// The tables find here what they share with other suites, without the models and proptest.
extern crate self as reknock_tests;

#[path = "../src/fixtures.rs"]
pub mod fixtures;

#[path = "../suites/behaviour/classes.rs"]
mod classes;
#[path = "../suites/behaviour/delivery.rs"]
mod delivery;
#[path = "../suites/behaviour/edges.rs"]
mod edges;
#[path = "../suites/behaviour/forms.rs"]
mod forms;
#[path = "../suites/behaviour/headers.rs"]
mod headers;
#[path = "../suites/behaviour/lengths.rs"]
mod lengths;
#[path = "../suites/behaviour/outages.rs"]
mod outages;
#[path = "../suites/policies.rs"]
mod policies;
#[path = "../suites/behaviour/presets.rs"]
mod presets;
#[path = "../suites/behaviour/reasons.rs"]
mod reasons;
#[path = "../suites/behaviour/refusals.rs"]
mod refusals;
#[path = "../suites/behaviour/refusals_json.rs"]
mod refusals_json;
mod vectors;
#[path = "../suites/behaviour/words.rs"]
mod words;

/// As the suites know it: where the vectors and the policies are.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Tests start in the order of their names, this one before all others: the first panic of
/// any of them ends the program.
#[test]
fn a_first_failure_ends_all() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        told(panic);
        std::process::exit(101);
    }));
}
