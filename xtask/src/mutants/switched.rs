//! All mutants in one core, each behind a switch: `tests/mutants` does it, in a copy.

use super::OUTPUT;
use crate::shell::{self, Line};
use crate::{Result, copy};

/// What the suites are built from, and what they read.
const FOLDERS: &[&str] = &["tests", "docs"];
const MEMBERS: &[&str] = &["core", "tests", "tests/cases", "tests/quick"];

/// Core is written there by the program, so that what has not changed is not built again.
const CORE: &[&str] = &["src"];

pub(super) fn run(file: Option<&str>) -> Result {
    let switched = format!("{OUTPUT}/switched");
    let alone = format!("{OUTPUT}/alone");
    copy::workspace(&switched, FOLDERS, MEMBERS, &["mutants", "model"])?;
    copy::workspace(&switched, &["core"], MEMBERS, CORE)?;
    copy::workspace(&alone, &["core"], &["core"], CORE)?;
    for copy in [&switched, &alone] {
        copy::file("Cargo.lock", copy)?;
    }
    Line::new("cargo mutants --list --json --package reknock")
        .output(format!("{OUTPUT}/list.json"))
        .live()?;
    Line::new(&format!(
        "cargo run --quiet --release --locked --manifest-path tests/mutants/Cargo.toml \
         --target-dir {OUTPUT}/tool --"
    ))
    .arg(shell::root().to_string_lossy())
    .arg(shell::root().join(OUTPUT).to_string_lossy())
    .arg(file.unwrap_or("core/src"))
    .live()
}
