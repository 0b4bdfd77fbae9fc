//! `cargo xtask features`: core with every set of its features, since any of them may be
//! the one a user has.

use std::fs;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "features",
    summary: "Lints core with every set of its features.",
    help: "  --list    names the sets and lints none\n",
    run,
};

const MANIFEST: &str = "core/Cargo.toml";

pub(crate) const TOOLS: &[Tool] = &[tools::CLIPPY];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let list = options.flag("--list");
    options.finish()?;
    let manifest = fs::read_to_string(shell::root().join(MANIFEST))
        .map_err(|error| format!("{MANIFEST}: {error}"))?;
    let sets = sets(&features(&manifest)?);
    for set in &sets {
        if list {
            println!("{set:?}");
        } else {
            let line = "cargo clippy --quiet --package reknock --no-default-features --features";
            let line = Line::new(line).arg(set.as_str());
            line.arg("--").arg("-D").arg("warnings").quiet()?;
        }
    }
    if !list {
        println!("{} sets of features, no warning", sets.len());
    }
    Ok(())
}

/// The names in the manifest's table of features, but for `default`.
fn features(manifest: &str) -> Result<Vec<&str>> {
    let (_, table) = manifest
        .split_once("\n[features]\n")
        .ok_or_else(|| format!("{MANIFEST} has no table [features]"))?;
    let table = table.lines().take_while(|line| !line.starts_with('['));
    let names = table.filter_map(|line| line.split_once(" = ").map(|(name, _)| name));
    Ok(names
        .filter(|name| *name != "default" && !name.starts_with('#'))
        .collect())
}

/// All sets, the empty one first, as cargo takes them.
fn sets(features: &[&str]) -> Vec<String> {
    (0..1_u32 << features.len())
        .map(|bits| {
            let chosen = features.iter().enumerate();
            let chosen = chosen.filter(|(index, _)| bits >> index & 1 == 1);
            let names: Vec<&str> = chosen.map(|(_, name)| *name).collect();
            names.join(",")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_features_are_those_of_the_manifest() {
        let manifest = "[package]\n\n[features]\ndefault = []\n## A remark = none.\na = []\n\
                        b = [\"dep:b\"]\n\n[dependencies]\nc = \"1\"\n";
        assert_eq!(features(manifest), Ok(vec!["a", "b"]));
        assert!(features("[package]\n").is_err());
    }

    #[test]
    fn every_set_is_there_once() {
        assert_eq!(sets(&["a", "b"]), ["", "a", "b", "a,b"]);
        assert_eq!(sets(&["a", "b", "c", "d"]).len(), 16);
    }
}
