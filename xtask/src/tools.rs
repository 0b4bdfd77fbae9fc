//! What the checks need beyond cargo: how to see whether it is there, and how
//! to get it.
//!
//! Nothing relies on a toolchain that installs itself on first use: some
//! machines switch that off.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::PathBuf;

use crate::Result;
use crate::shell::{self, Line};

pub(crate) const PYTHON: Tool = Tool::System {
    program: "python3",
    package: "python3",
};
pub(crate) const VALGRIND: Tool = Tool::System {
    program: "valgrind",
    package: "valgrind",
};
/// libFuzzer is C++.
pub(crate) const CXX: Tool = Tool::System {
    program: "c++",
    package: "g++",
};
pub(crate) const NIGHTLY: Tool = Tool::Toolchain("nightly");
pub(crate) const CARGO_FUZZ: Tool = Tool::CargoBinary {
    package: "cargo-fuzz",
    version: "0.13.2",
    answers: "cargo fuzz --version",
};
pub(crate) const CARGO_LLVM_COV: Tool = Tool::CargoBinary {
    package: "cargo-llvm-cov",
    version: "0.9.1",
    answers: "cargo llvm-cov --version",
};

/// The version of the crate in `wasm/Cargo.lock`: the two read each other's data.
pub(crate) const WASM_BINDGEN: Tool = Tool::CargoBinary {
    package: "wasm-bindgen-cli",
    version: "0.2.130",
    answers: "wasm-bindgen --version",
};
/// Node.js of the oldest release that the npm package runs in, or a newer one.
pub(crate) const NODE: Tool = Tool::Node { oldest: 20 };

/// One thing that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// A component of the toolchain in use.
    Component {
        name: &'static str,
        answers: &'static str,
    },
    /// The component that reads coverage data; it has no command that answers.
    LlvmTools,
    /// The standard library of a target, for the toolchain in use.
    Target(&'static str),
    /// Another toolchain, by its rustup name.
    Toolchain(&'static str),
    /// The toolchain that the workspace's `rust-version` names.
    MinimumRust,
    /// A program from crates.io, kept in [`cache`] and at exactly this version.
    CargoBinary {
        package: &'static str,
        version: &'static str,
        answers: &'static str,
    },
    /// Node.js with npm. Distributions carry old releases, so the version is looked at.
    Node { oldest: u32 },
    /// A program of the operating system, from a Debian package.
    System {
        program: &'static str,
        package: &'static str,
    },
}

/// Installs what is missing, after saying what that will be.
pub(crate) fn ensure(tools: &[Tool]) -> Result {
    let missing = missing(tools)?;
    if missing.is_empty() {
        return Ok(());
    }
    println!("Missing, and installed now:");
    for tool in &missing {
        println!("  {tool}");
    }
    for line in install_lines(&missing)? {
        println!("$ {line}");
        line.live()?;
    }
    let still: Vec<String> = self::missing(&missing)?
        .iter()
        .map(Tool::to_string)
        .collect();
    if still.is_empty() {
        return Ok(());
    }
    Err(format!(
        "installed, and yet not found: {}",
        still.join(", ")
    ))
}

/// Names what is missing and the commands that would bring it; installs nothing.
pub(crate) fn require(tools: &[Tool]) -> Result {
    let missing = missing(tools)?;
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing.iter().map(|tool| format!("  {tool}")).collect();
    let lines: Vec<String> = install_lines(&missing)?
        .iter()
        .map(|line| format!("  {line}"))
        .collect();
    Err(format!(
        "missing, and not installed because of --no-install:\n{}\nThese commands would install it:\n{}",
        names.join("\n"),
        lines.join("\n")
    ))
}

fn missing(tools: &[Tool]) -> Result<Vec<Tool>> {
    let mut missing: Vec<Tool> = Vec::new();
    for tool in tools {
        if !missing.contains(tool) && !tool.is_there()? {
            missing.push(*tool);
        }
    }
    Ok(missing)
}

fn install_lines(missing: &[Tool]) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    let packages: Vec<&str> = missing
        .iter()
        .flat_map(|tool| match tool {
            Tool::System { package, .. } => vec![*package],
            Tool::Node { .. } => vec!["nodejs", "npm"],
            _ => Vec::new(),
        })
        .collect();
    if !packages.is_empty() {
        lines.extend(apt_lines(&packages)?);
    }
    for tool in missing {
        lines.extend(tool.install_line()?);
    }
    Ok(lines)
}

/// One package index and one transaction, however many packages there are.
fn apt_lines(packages: &[&str]) -> Result<[Line; 2]> {
    if !on_path("apt-get") {
        return Err(format!(
            "this system has no apt-get; install with its own package manager: {}",
            packages.join(" ")
        ));
    }
    let root = Line::new("id -u").stdout()?.trim() == "0";
    let apt = if root { "apt-get" } else { "sudo apt-get" };
    let mut install = Line::new(&format!("{apt} install --yes --no-install-recommends"));
    for package in packages {
        install = install.arg(*package);
    }
    Ok([Line::new(&format!("{apt} update")), install])
}

impl Tool {
    fn is_there(self) -> Result<bool> {
        Ok(match self {
            Self::Component { answers, .. } => says(answers, ""),
            Self::LlvmTools => rustlib(&host()?)?.join("bin/llvm-profdata").is_file(),
            Self::Target(target) => rustlib(target)?.join("lib").is_dir(),
            Self::Toolchain(name) => has_toolchain(name)?,
            Self::MinimumRust => has_toolchain(&minimum_rust()?)?,
            Self::CargoBinary {
                version, answers, ..
            } => says(answers, version),
            Self::Node { oldest } => node_release() >= oldest && on_path("npm"),
            Self::System { program, .. } => on_path(program),
        })
    }

    /// The line that brings it, except for a system package: those come together.
    fn install_line(self) -> Result<Option<Line>> {
        Ok(Some(match self {
            Self::Component { name, .. } => Line::new("rustup component add").arg(name),
            Self::LlvmTools => Line::new("rustup component add llvm-tools"),
            Self::Target(target) => Line::new("rustup target add").arg(target),
            Self::Toolchain(name) => toolchain_line(name),
            Self::MinimumRust => toolchain_line(&minimum_rust()?),
            Self::CargoBinary {
                package, version, ..
            } => {
                // With the dependencies it was released with, but for this one: with those
                // of today, as the crate of the same version is built.
                let locked = if self == WASM_BINDGEN {
                    ""
                } else {
                    "--locked "
                };
                let line = format!("cargo install {package} --version {version} {locked}--root");
                Line::new(&line).arg(cache()?.to_string_lossy())
            }
            Self::Node { .. } | Self::System { .. } => return Ok(None),
        }))
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Component { name, .. } => write!(f, "rustup component {name}"),
            Self::LlvmTools => f.write_str("rustup component llvm-tools"),
            Self::Target(target) => write!(f, "rustup target {target}"),
            Self::Toolchain(name) => write!(f, "rustup toolchain {name}"),
            Self::MinimumRust => {
                let version = minimum_rust().unwrap_or_else(|error| error);
                write!(f, "rustup toolchain {version} (the declared rust-version)")
            }
            Self::CargoBinary {
                package, version, ..
            } => write!(f, "{package} {version}"),
            Self::Node { oldest } => {
                write!(f, "Node.js {oldest} or newer with npm (https://nodejs.org)")
            }
            Self::System { program, package } => write!(f, "{program} (package {package})"),
        }
    }
}

/// The major version of Node.js; 0 without it.
fn node_release() -> u32 {
    let version = Line::new("node --version").quiet().unwrap_or_default();
    let release = version.trim().trim_start_matches('v').split('.').next();
    release.and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn toolchain_line(name: &str) -> Line {
    Line::new("rustup toolchain install")
        .arg(name)
        .arg("--profile")
        .arg("minimal")
}

fn has_toolchain(name: &str) -> Result<bool> {
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
fn host() -> Result<String> {
    let version = Line::new("rustc --version --verbose").stdout()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from)
        .ok_or_else(|| "`rustc --version --verbose` names no host".to_owned())
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

/// Whether `line` runs and its answer holds the word `expected`.
fn says(line: &str, expected: &str) -> bool {
    let Ok(answer) = Line::new(line).quiet() else {
        return false;
    };
    expected.is_empty() || answer.split_whitespace().any(|word| word == expected)
}

fn on_path(program: &str) -> bool {
    env::split_paths(&search_path()).any(|folder| folder.join(program).is_file())
}

/// `PATH` with our own tools first.
pub(crate) fn search_path() -> OsString {
    let old = env::var_os("PATH").unwrap_or_default();
    let own = cache().map(|cache| cache.join("bin")).into_iter();
    env::join_paths(own.chain(env::split_paths(&old))).unwrap_or(old)
}

/// Where built tools live: outside `target`, so that `cargo clean` does not
/// cost minutes.
fn cache() -> Result<PathBuf> {
    if let Some(own) = env::var_os("REKNOCK_TOOLS") {
        return Ok(own.into());
    }
    if let Some(shared) = env::var_os("XDG_CACHE_HOME") {
        return Ok(PathBuf::from(shared).join("reknock-tools"));
    }
    env::var_os("HOME")
        .map(|home| PathBuf::from(home).join(".cache/reknock-tools"))
        .ok_or_else(|| "set REKNOCK_TOOLS to a folder for tools: there is no HOME".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSENT: Tool = Tool::System {
        program: "no-such-program",
        package: "no-such-package",
    };
    const SHELL: Tool = Tool::System {
        program: "sh",
        package: "dash",
    };

    #[test]
    fn only_what_is_missing_is_named_and_only_once() {
        assert_eq!(missing(&[SHELL, ABSENT, ABSENT]), Ok(vec![ABSENT]));
        assert_eq!(require(&[SHELL]), Ok(()));
    }

    #[test]
    fn without_permission_the_missing_tool_and_its_command_are_named() {
        let absent = Tool::Target("no-such-target");
        let error = require(&[absent]).unwrap_err();
        assert!(
            error.contains("  rustup target no-such-target\n"),
            "{error}"
        );
        assert!(
            error.ends_with("  rustup target add no-such-target"),
            "{error}"
        );
    }

    #[test]
    fn a_tool_at_another_version_does_not_count() {
        assert!(says("echo tool 1.2.3", "1.2.3"));
        assert!(!says("echo tool 1.2.30", "1.2.3"));
    }

    #[test]
    fn the_declared_rust_version_names_a_whole_toolchain() {
        assert_eq!(minimum_rust().unwrap().split('.').count(), 3);
    }
}
