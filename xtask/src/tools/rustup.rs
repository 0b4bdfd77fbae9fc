//! Toolchains and their parts, which rustup brings.

use std::fs;
use std::path::PathBuf;

use super::says;
use crate::Result;
use crate::shell::{self, Line};

pub(super) fn has_llvm_tools() -> Result<bool> {
    Ok(rustlib(&host()?)?.join("bin/llvm-profdata").is_file())
}

pub(super) fn has_miri() -> bool {
    let sysroot = Line::new("rustc +nightly --print sysroot").quiet();
    let sysroot = sysroot.unwrap_or_default();
    let sources = PathBuf::from(sysroot.trim()).join("lib/rustlib/src/rust/library");
    sources.is_dir() && says("cargo +nightly miri --version", "")
}

pub(super) fn has_target(target: &str) -> Result<bool> {
    Ok(rustlib(target)?.join("lib").is_dir())
}

pub(super) fn toolchain_line(name: &str) -> Line {
    Line::new("rustup toolchain install")
        .arg(name)
        .arg("--profile")
        .arg("minimal")
}

pub(super) fn has_toolchain(name: &str) -> Result<bool> {
    // `nightly` must not be satisfied by `nightly-2025-01-01`, hence the host.
    let full = format!("{name}-{}", host()?);
    let list = Line::new("rustup toolchain list")
        .stdout()
        .map_err(|error| {
            format!("{error}\nThe toolchain {name} comes with rustup: https://rustup.rs")
        })?;
    Ok(list
        .lines()
        .any(|line| line.split_whitespace().next() == Some(&full)))
}

/// Where the toolchain in use keeps what belongs to a target.
fn rustlib(target: &str) -> Result<PathBuf> {
    let sysroot = Line::new("rustc --print sysroot").stdout()?;
    Ok(PathBuf::from(sysroot.trim())
        .join("lib/rustlib")
        .join(target))
}

/// The target this machine itself is.
pub(crate) fn host() -> Result<String> {
    let version = Line::new("rustc --version --verbose").stdout()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from)
        .ok_or_else(|| "`rustc --version --verbose` names no host".to_owned())
}

/// The variable that names the program in whose hands cargo runs what it built for this machine.
pub(crate) fn runner_variable() -> Result<String> {
    let host = host()?.to_uppercase().replace('-', "_");
    Ok(format!("CARGO_TARGET_{host}_RUNNER"))
}

/// The toolchain name of the workspace's `rust-version`: `1.90` is `1.90.0`.
pub(crate) fn minimum_rust() -> Result<String> {
    let manifest = fs::read_to_string(shell::root().join("Cargo.toml"))
        .map_err(|error| format!("Cargo.toml: {error}"))?;
    let version = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
        .ok_or("Cargo.toml has no line `rust-version = \"…\"` for the whole workspace")?;
    let parts = version.split('.').count();
    Ok(if parts == 2 {
        format!("{version}.0")
    } else {
        version.to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_rust_version_names_a_whole_toolchain() {
        assert_eq!(minimum_rust().unwrap().split('.').count(), 3);
    }
}
