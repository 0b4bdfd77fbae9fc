//! `cargo xtask fuzz`: every fuzz target, for a counted number of executions.

mod corpus;
mod coverage;
mod output;
mod report;
mod rounds;
mod target;

use std::fs;
use std::time::Duration;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result};
use report::Row;
use target::{Limit, Target};

pub(crate) const COMMAND: Command = Command {
    name: "fuzz",
    summary: "Runs every fuzz target and asserts how many executions that was.",
    help: "  TARGET…        only these (all that fuzz/Cargo.toml names)\n\
           \x20 --runs N       executions of each target (100000)\n\
           \x20 --minutes N    instead: so many minutes, all targets together: half of them divided\n\
           \x20                equally, the other half by how quick a target is\n\
           \x20 --total N      with --minutes: ends once all together made so many executions, and\n\
           \x20                fails if they did not\n\
           \x20 --seed N       libFuzzer's seed; never 0, which it takes for the time of day (1)\n\
           \x20 --json FILE    writes the table at the end as JSON too\n\
           \x20 --keep         writes the smallest corpus that reaches as much to fuzz/corpus\n\
           \x20 --coverage     fuzzes nothing: says how many lines of core each corpus reaches,\n\
           \x20                and which none does\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[tools::NIGHTLY, tools::CXX, tools::CARGO_FUZZ];

/// Below `target`, so that a check leaves no changed files behind.
const FOLDER: &str = "target/fuzz";

fn run(args: &[String]) -> Result {
    let all = names()?;
    let mut options = Options::new(args);
    let runs = options.number("--runs", 100_000)?;
    let minutes = options.number("--minutes", 0)?;
    let total = options.number("--total", 0)?;
    let seed = options.number("--seed", 1)?;
    let json = options.word("--json")?;
    let keep = options.flag("--keep");
    let coverage = options.flag("--coverage");
    let chosen = options.names();
    options.finish()?;
    if let Some(name) = chosen.iter().find(|name| !all.contains(name)) {
        return Err(format!(
            "there is no target {name:?}; use: {}",
            all.join(", ")
        ));
    }
    let chosen = if chosen.is_empty() { all } else { chosen };
    if coverage {
        return coverage::run(&chosen);
    }
    tools::ensure(TOOLS)?;

    let programs = build()?;
    let targets: Vec<Target<'_>> = chosen
        .iter()
        .map(|name| Target {
            name,
            program: programs.join(name),
            seed,
        })
        .collect();
    for target in &targets {
        target.prepare()?;
    }
    let total = (total > 0).then_some(total);
    let (limit, rows) = match minutes {
        0 => {
            let limit = Limit::Runs(runs);
            let rows: Result<Vec<Row>> = targets.iter().map(|one| one.fuzz(limit, 0)).collect();
            (limit, rows?)
        }
        _ => {
            let time = Duration::from_secs(minutes * 60);
            (Limit::Time(time), rounds::run(&targets, time, total)?)
        }
    };
    println!("\n{}", report::table(&rows));
    if let Some(path) = json {
        fs::write(&path, report::json(&rows)).map_err(|error| format!("{path}: {error}"))?;
    }
    if keep {
        targets.iter().try_for_each(Target::keep)?;
    }
    report::judge(&rows, limit, total)
}

/// The targets, in the order of `fuzz/Cargo.toml`.
fn names() -> Result<Vec<String>> {
    let path = "fuzz/Cargo.toml";
    let manifest = fs::read_to_string(shell::root().join(path));
    let manifest = manifest.map_err(|error| format!("{path}: {error}"))?;
    let programs = manifest.split("[[bin]]").skip(1);
    let names = programs.filter_map(|program| {
        let name = program
            .lines()
            .find_map(|line| line.strip_prefix("name = "));
        name.map(|name| name.trim_matches('"').to_owned())
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return Err(format!("{path} names no target"));
    }
    Ok(names)
}

/// Builds all targets at once, and tells where their programs are.
fn build() -> Result<std::path::PathBuf> {
    println!("building the targets …");
    // Core and all it is held against are safe Rust: an address sanitizer would
    // cost half the executions and find nothing. Nor do traced comparisons find
    // much: most bytes are made into something before they are compared, and the
    // words of the others stand in `fuzz/words`. Debug assertions and overflow
    // checks are on in the profile.
    Line::new("cargo +nightly fuzz build --sanitizer none --no-trace-compares --target-dir")
        .arg(FOLDER)
        .quiet()?;
    let rustc = Line::new("rustc +nightly -vV").stdout()?;
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("`rustc +nightly -vV` names no host")?;
    Ok(shell::root().join(FOLDER).join(host).join("release"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_a_program_and_a_corpus() {
        let names = names().unwrap();
        assert!(names.len() >= 14);
        for name in names {
            let source = shell::root().join(format!("fuzz/fuzz_targets/{name}.rs"));
            assert!(source.is_file(), "{name} has no program");
            assert!(!corpus::read(&name).unwrap().is_empty(), "{name}");
        }
    }
}
