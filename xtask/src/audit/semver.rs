//! Core's API against that of the last release.

use crate::Result;
use crate::shell::Line;
use crate::tools::{self, Tool};

/// Nothing, until there is something to compare with: it takes minutes to build.
pub(super) fn needed() -> Result<Vec<Tool>> {
    let compares = last_release()?.is_some();
    Ok(compares
        .then_some(tools::CARGO_SEMVER_CHECKS)
        .into_iter()
        .collect())
}

pub(super) fn run() -> Result {
    let Some(last) = last_release()? else {
        println!("there is no release tag yet (v0.1.0), so there is nothing to compare with");
        return Ok(());
    };
    Line::new("cargo semver-checks --package reknock --all-features --baseline-rev")
        .arg(last)
        .live()
}

fn last_release() -> Result<Option<String>> {
    // The newest first; a release is tagged `v1.2.3`.
    let tags = Line::new("git tag --list v[0-9]* --sort=-version:refname").stdout()?;
    Ok(tags.lines().next().map(String::from))
}
