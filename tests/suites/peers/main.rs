//! Bugs that were found in other retry libraries, each with a test named after
//! the library and what happened there, showing that it does not happen here.

mod caps;
mod overflow;
mod randomness;
mod retry_after;
mod starts;

use reknock::{Class, Outcome, Policy, PolicyBuilder};
use reknock_tests::fixtures::delay_after;

const FAILED: Outcome = Outcome::status(503).with_class(Class::Transient);

fn build(builder: PolicyBuilder) -> Policy {
    builder.build().expect("a valid policy")
}

/// The delays before the first retries, in milliseconds, with the same draw each.
fn delays<const N: usize>(policy: &Policy, draw: u32) -> [u32; N] {
    std::array::from_fn(|attempts| delay_after(policy, attempts as u32, FAILED, draw))
}
