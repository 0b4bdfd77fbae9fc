//! The copy of core that is broken: a workspace of its own below `target`.

use std::fs;
use std::path::{Path, PathBuf};

use super::list::Fault;
use crate::Result;
use crate::shell::{self, Line};

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

/// Core and the runner, as a workspace below `target`. Files that did not
/// change keep their time stamps, so that only what is broken is built again.
pub(super) fn make() -> Result {
    let describe = |error: std::io::Error| format!("{COPY}: {error}");
    let copy = shell::root().join(COPY);
    for folder in ["core", "tests"] {
        copy_folder(&shell::root().join(folder), &copy.join(folder), LEFT_OUT).map_err(describe)?;
    }
    let manifest = fs::read_to_string(shell::root().join("Cargo.toml")).map_err(describe)?;
    let manifest: String = manifest
        .lines()
        .map(|line| match line.split_once(" = ") {
            Some(("members", _)) => "members = [\"core\", \"tests\", \"tests/cases\"]\n".to_owned(),
            _ => format!("{line}\n"),
        })
        .collect();
    update(&copy.join("Cargo.toml"), manifest.as_bytes()).map_err(describe)?;
    let lock = fs::read(shell::root().join("Cargo.lock")).map_err(describe)?;
    fs::write(copy.join("Cargo.lock"), lock).map_err(describe)
}

/// What the runner is not built from, at the top of a copied folder.
const LEFT_OUT: &[&str] = &["flash", "machines", "model", "vectors", "faults"];

fn copy_folder(from: &Path, to: &Path, left_out: &[&str]) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    let mut stale: Vec<PathBuf> = entries(to)?;
    for path in entries(from)? {
        let Some(name) = path
            .file_name()
            .filter(|name| !left_out.iter().any(|out| name == out))
        else {
            continue;
        };
        let target = to.join(name);
        stale.retain(|path| *path != target);
        if path.is_dir() {
            copy_folder(&path, &target, &[])?;
        } else {
            update(&target, &fs::read(&path)?)?;
        }
    }
    for path in stale {
        if path.is_dir() {
            fs::remove_dir_all(path)?;
        } else {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect()
}

fn update(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        Ok(())
    } else {
        fs::write(path, bytes)
    }
}
