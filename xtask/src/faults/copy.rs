//! The copies of core that are broken: workspaces of their own below `target`.

use std::fs;
use std::thread;

use super::list::Fault;
use crate::shell::{self, Line};
use crate::{Result, copy};

/// Below here, each in a folder with its number.
pub(super) const COPIES: &str = "target/faults";

/// One copy: one fault at a time is in it.
pub(super) struct Copy {
    pub(super) folder: String,
}

/// As many copies as faults are tried at once: a build of core keeps one processor busy.
pub(super) fn make() -> Result<Vec<Copy>> {
    let count = thread::available_parallelism().map_or(1, |count| count.get().min(4));
    (0..count).map(Copy::make).collect()
}

impl Copy {
    /// Core and the runner, as a workspace below `target`, with the versions of the real one.
    fn make(number: usize) -> Result<Self> {
        let folder = format!("{COPIES}/{number}");
        let members = ["core", "tests", "tests/cases"];
        copy::workspace(&folder, &["core", "tests"], &members, LEFT_OUT)?;
        copy::file("Cargo.lock", &folder)?;
        Ok(Self { folder })
    }

    /// Builds a runner in the copy, as it is now: its path.
    pub(super) fn build(&self, runner: &str) -> Result<String> {
        let folder = &self.folder;
        Line::new(&format!(
            "cargo build --quiet --manifest-path {folder}/Cargo.toml --target-dir {folder}/build \
             -p reknock-tests --bin {runner}"
        ))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .quiet()?;
        Ok(format!("{folder}/build/debug/{runner}"))
    }

    /// Runs `check` while the fault is in the copy, and takes it out again.
    pub(super) fn with<T>(&self, fault: &Fault, check: impl FnOnce() -> Result<T>) -> Result<T> {
        let path = shell::root().join(&self.folder).join(&fault.file);
        let sound = fs::read_to_string(&path)
            .map_err(|error| format!("{fault}: {}: {error}", fault.file.display()))?;
        let write =
            |text: &str| fs::write(&path, text).map_err(|error| format!("{fault}: {error}"));
        write(&fault.apply(&sound)?)?;
        let outcome = check().map_err(|error| format!("{fault}: {error}"));
        write(&sound)?;
        outcome
    }
}

/// What the runner is not built from, at the top of a copied folder.
const LEFT_OUT: &[&str] = &[
    "flash", "machines", "model", "mutants", "quick", "vectors", "faults",
];
