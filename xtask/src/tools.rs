//! What the checks need beyond cargo: how to see whether it is there, and how
//! to get it.
//!
//! Nothing relies on a toolchain that installs itself on first use: some
//! machines switch that off.

mod debian;
mod list;
mod node;
mod rustup;

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::shell::Line;
pub(crate) use list::*;
pub(crate) use rustup::{host, minimum_rust, runner_variable};

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
    /// The interpreter, for nightly, with the sources of the standard library that it builds.
    Miri,
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
        /// Whether it is built with the dependencies it was released with, or with today's.
        locked: bool,
    },
    /// Node.js with npm. Distributions carry old releases, so one that is too old is passed
    /// over for one from npm, kept in [`cache`].
    Node,
    /// The packages that the `package-lock.json` of this folder names, in its `node_modules`.
    NodePackages(&'static str),
    /// A browser: the program that `CHROMIUM` names, or Debian's.
    Chromium,
    /// A program of the operating system, from a Debian package.
    System {
        program: &'static str,
        package: &'static str,
    },
    /// A file of such a package that has no program.
    SystemFile {
        path: &'static str,
        package: &'static str,
    },
}

/// Installs what is missing; with `no_install`, only names it and fails.
pub(crate) fn provide(tools: &[Tool], no_install: bool) -> Result {
    if no_install {
        require(tools)
    } else {
        ensure(tools)
    }
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
fn require(tools: &[Tool]) -> Result {
    let missing = missing(tools)?;
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = missing.iter().map(|tool| format!("  {tool}")).collect();
    // Where there is no such command, the reason says what to do instead.
    let how = install_lines(&missing).map_or_else(
        |reason| reason,
        |lines| {
            let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
            format!("These commands would install it:\n{}", lines.join("\n"))
        },
    );
    Err(format!(
        "missing, and not installed because of --no-install:\n{}\n{how}",
        names.join("\n"),
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
            Tool::System { package, .. } | Tool::SystemFile { package, .. } => vec![*package],
            Tool::Chromium => vec!["chromium"],
            // Only npm matters here: a Node.js that is new enough comes from it.
            Tool::Node if !on_path("npm") => vec!["npm"],
            _ => Vec::new(),
        })
        .collect();
    if !packages.is_empty() {
        lines.extend(debian::install_lines(&packages)?);
    }
    for tool in missing {
        lines.extend(tool.install_line()?);
    }
    Ok(lines)
}

impl Tool {
    fn is_there(self) -> Result<bool> {
        Ok(match self {
            Self::Component { answers, .. } => says(answers, ""),
            Self::LlvmTools => rustup::has_llvm_tools()?,
            Self::Miri => rustup::has_miri(),
            Self::Target(target) => rustup::has_target(target)?,
            Self::Toolchain(name) => rustup::has_toolchain(name)?,
            Self::MinimumRust => rustup::has_toolchain(&minimum_rust()?)?,
            Self::CargoBinary {
                version, answers, ..
            } => says(answers, version),
            Self::Node => node::is_new_enough() && on_path("npm"),
            Self::NodePackages(folder) => node::has_packages(folder),
            Self::Chromium => {
                on_path(&env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned()))
            }
            Self::System { program, .. } => on_path(program),
            Self::SystemFile { path, .. } => Path::new(path).is_file(),
        })
    }

    /// The line that brings it, except for a system package: those come together.
    fn install_line(self) -> Result<Option<Line>> {
        Ok(Some(match self {
            Self::Component { name, .. } => Line::new("rustup component add").arg(name),
            Self::LlvmTools => Line::new("rustup component add llvm-tools"),
            Self::Miri => Line::new("rustup component add --toolchain nightly miri rust-src"),
            Self::Target(target) => Line::new("rustup target add").arg(target),
            Self::Toolchain(name) => rustup::toolchain_line(name),
            Self::MinimumRust => rustup::toolchain_line(&minimum_rust()?),
            Self::CargoBinary {
                package,
                version,
                locked,
                ..
            } => {
                let locked = if locked { "--locked " } else { "" };
                let line = format!("cargo install {package} --version {version} {locked}--root");
                Line::new(&line).arg(cache()?.to_string_lossy())
            }
            Self::Node => node::install_line()?,
            Self::NodePackages(folder) => node::packages_line(folder),
            Self::Chromium | Self::System { .. } | Self::SystemFile { .. } => return Ok(None),
        }))
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Component { name, .. } => write!(f, "rustup component {name}"),
            Self::LlvmTools => f.write_str("rustup component llvm-tools"),
            Self::Miri => f.write_str("rustup components miri and rust-src of nightly"),
            Self::Target(target) => write!(f, "rustup target {target}"),
            Self::Toolchain(name) => write!(f, "rustup toolchain {name}"),
            Self::MinimumRust => {
                let version = minimum_rust().unwrap_or_else(|error| error);
                write!(f, "rustup toolchain {version} (the declared rust-version)")
            }
            Self::CargoBinary {
                package, version, ..
            } => write!(f, "{package} {version}"),
            Self::Node => f.write_str("Node.js 20.14 or newer with npm (https://nodejs.org)"),
            Self::NodePackages(folder) => {
                write!(f, "Node's packages, as {folder}/package-lock.json says")
            }
            Self::Chromium => {
                f.write_str("chromium (package chromium; or set CHROMIUM to such a program)")
            }
            Self::System { program, package } => write!(f, "{program} (package {package})"),
            Self::SystemFile { path, package } => write!(f, "{path} (package {package})"),
        }
    }
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
}
