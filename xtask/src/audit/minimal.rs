//! Core with the oldest versions of its dependencies that its manifest allows.

use std::fs;

use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Result, copy};

/// Only a nightly cargo chooses the oldest versions; the stable compiler builds them.
pub(super) const TOOLS: &[Tool] = &[tools::NIGHTLY];

const COPY: &str = "target/minimal";

pub(super) fn run() -> Result {
    copy::workspace(COPY, &["core"], &["core"], &[])?;
    let lock = shell::root().join(COPY).join("Cargo.lock");
    if lock.exists() {
        fs::remove_file(&lock).map_err(|error| format!("{COPY}/Cargo.lock: {error}"))?;
    }
    let manifest = format!("--manifest-path {COPY}/Cargo.toml");
    Line::new(&format!(
        "cargo +nightly update -Z direct-minimal-versions {manifest}"
    ))
    .quiet()?;
    for features in ["", " --all-features"] {
        Line::new(&format!(
            "cargo check --quiet --locked {manifest} --target-dir {COPY}/build{features}"
        ))
        .quiet()?;
    }
    let tree = format!("cargo tree --locked {manifest} --all-features --edges normal --depth 1");
    print!("{}", Line::new(&tree).stdout()?);
    Ok(())
}
