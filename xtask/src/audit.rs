//! `cargo xtask audit`: what we depend on, and what the compiler does not look at.
//!
//! Its tools take minutes to build, so it is not part of `cargo verify`.

mod minimal;
mod semver;

use std::fs;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "audit",
    summary: "Dependencies (licences, advisories, duplicates, oldest, unused), API changes, typos.",
    help: "  --only NAME    one part: typos, unused, deny, minimal, semver, advisories\n\
           \x20 --offline      leaves out the advisories, whose list comes from GitHub\n",
    run,
};

/// A part that can be run alone.
struct Part {
    name: &'static str,
    says: &'static str,
    tools: fn() -> Result<Vec<Tool>>,
    run: fn() -> Result,
}

const PARTS: [Part; 6] = [
    Part {
        name: "typos",
        says: "words in sources and docs",
        tools: || Ok(vec![tools::TYPOS]),
        run: || Line::new("typos --config typos.toml").live(),
    },
    Part {
        name: "unused",
        says: "dependencies that nothing uses",
        tools: || Ok(vec![tools::CARGO_MACHETE]),
        // Not as `cargo machete`: below `cargo run`, it takes that word for a folder.
        run: || Line::new("cargo-machete").live(),
    },
    Part {
        name: "deny",
        says: "licences, duplicate versions and sources of all dependencies",
        tools: || Ok(vec![tools::CARGO_DENY]),
        run: || deny("bans licenses sources"),
    },
    Part {
        name: "minimal",
        says: "core with the oldest dependencies that it claims to work with",
        tools: || Ok(minimal::TOOLS.to_vec()),
        run: minimal::run,
    },
    Part {
        name: "semver",
        says: "core's API against the last release",
        tools: semver::needed,
        run: semver::run,
    },
    // Last: its list comes from beyond the package registries, and all else runs without.
    Part {
        name: "advisories",
        says: "known vulnerabilities of all dependencies",
        tools: || Ok(vec![tools::CARGO_DENY]),
        run: advisories,
    },
];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let only = options.word("--only")?;
    let offline = options.flag("--offline");
    options.finish()?;
    let known: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    if let Some(only) = only.as_deref().filter(|only| !known.contains(only)) {
        let known = known.join(", ");
        return Err(format!("--only takes one of: {known}; not {only:?}"));
    }
    let chosen: Vec<&Part> = PARTS
        .iter()
        .filter(|part| only.as_deref().is_none_or(|only| only == part.name))
        .filter(|part| !(offline && part.name == "advisories"))
        .collect();
    let mut needed = Vec::new();
    for part in &chosen {
        needed.extend((part.tools)()?);
    }
    tools::ensure(&needed)?;
    for (index, part) in chosen.iter().enumerate() {
        println!(
            "[{}/{}] {}: {}",
            index + 1,
            chosen.len(),
            part.name,
            part.says
        );
        (part.run)().map_err(|error| {
            format!(
                "{error}\nTo run it alone:\n    cargo xtask audit --only {}",
                part.name
            )
        })?;
    }
    if offline {
        println!("advisories: NOT looked at, because of --offline");
    }
    Ok(())
}

/// Without its list it fails: to have looked at nothing is not to have found nothing.
fn advisories() -> Result {
    Line::new("cargo deny --config deny.toml fetch db").live().map_err(|error| {
        format!(
            "{error}\nThe list of known vulnerabilities comes from GitHub (RustSec/advisory-db) and \
             could not be had, so nothing was looked at. `--offline` leaves this part out, and says so."
        )
    })?;
    deny("advisories")
}

/// What is allowed in one workspace and not met in another, for which the same list serves.
const UNMET: &str = "--allow unmatched-skip --allow unnecessary-skip \
                     --allow license-not-encountered --allow license-exception-not-encountered";

/// In every workspace: what only firmware or fuzzing depends on counts as well.
fn deny(checks: &str) -> Result {
    for manifest in manifests()? {
        println!("  {manifest}");
        Line::new(&format!(
            "cargo deny --manifest-path {manifest} --config deny.toml --all-features check \
             --hide-inclusion-graph {UNMET} {checks}"
        ))
        .live()?;
    }
    Ok(())
}

/// The manifests beside a lock file: the root's, and those of the workspaces it excludes.
fn manifests() -> Result<Vec<String>> {
    let locks = Line::new("git ls-files Cargo.lock **/Cargo.lock").stdout()?;
    let manifests: Vec<String> = locks
        .lines()
        .map(|lock| lock.replace("Cargo.lock", "Cargo.toml"))
        .filter(|manifest| fs::exists(shell::root().join(manifest)).unwrap_or(false))
        .collect();
    if manifests.is_empty() {
        return Err("git knows no Cargo.lock here".to_owned());
    }
    Ok(manifests)
}
