//! The copy of core that is broken: a workspace of its own below `target`.

use std::fs;

use super::list::Fault;
use crate::shell::{self, Line};
use crate::{Result, copy};

pub(super) const COPY: &str = "target/faults";

/// Builds a runner in the copy, as it is now: its path.
pub(super) fn build(runner: &str) -> Result<String> {
    Line::new(&format!(
        "cargo build --quiet --manifest-path {COPY}/Cargo.toml --target-dir {COPY}/build \
         -p reknock-tests --bin {runner}"
    ))
    .env("CARGO_PROFILE_DEV_DEBUG", "0")
    .quiet()?;
    Ok(format!("{COPY}/build/debug/{runner}"))
}

/// Runs `check` while the fault is in the copy, and takes it out again.
pub(super) fn with<T>(fault: &Fault, check: impl FnOnce() -> Result<T>) -> Result<T> {
    let path = shell::root().join(COPY).join(&fault.file);
    let sound = fs::read_to_string(&path)
        .map_err(|error| format!("{fault}: {}: {error}", fault.file.display()))?;
    let write = |text: &str| fs::write(&path, text).map_err(|error| format!("{fault}: {error}"));
    write(&fault.apply(&sound)?)?;
    let outcome = check().map_err(|error| format!("{fault}: {error}"));
    write(&sound)?;
    outcome
}

/// Core and the runner, as a workspace below `target`, with the versions of the real one.
pub(super) fn make() -> Result {
    let members = ["core", "tests", "tests/cases"];
    copy::workspace(COPY, &["core", "tests"], &members, LEFT_OUT)?;
    copy::file("Cargo.lock", COPY)
}

/// What the runner is not built from, at the top of a copied folder.
const LEFT_OUT: &[&str] = &[
    "flash", "machines", "model", "mutants", "quick", "vectors", "faults",
];
