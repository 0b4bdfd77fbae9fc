//! Core as others build it: with any set of its features, optimised, without debug
//! assertions, with and without overflow checks.

use super::{Area, Show, Step};
use crate::{Result, features};

pub(super) const AREA: Area = Area {
    name: "modes",
    tools: || features::TOOLS.to_vec(),
    steps,
};

fn steps() -> Result<Vec<Step>> {
    let tests = |profile: &str| {
        [
            format!("cargo test --profile {profile} -p reknock --lib --all-features"),
            format!("cargo test --profile {profile} -p reknock-quick --test quick"),
        ]
    };
    let step = |name: &str, profile: &str| {
        let lines = tests(profile);
        Step::new(name, &lines.each_ref().map(String::as_str)).showing(Show::Summary)
    };
    Ok(vec![
        Step::new("every set of features", &["cargo xtask features"]).showing(Show::All),
        step("tests, optimised, no assertions", "shipped"),
        step("tests, optimised, overflow checks on", "shipped-checked"),
    ])
}
