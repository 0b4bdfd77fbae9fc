//! `cargo xtask fuzz`: every fuzz target, for a counted number of executions.

use std::fs;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "fuzz",
    summary: "Runs every fuzz target and asserts how many executions that was.",
    help: "  --runs N    executions of each target (100000)\n\
           \x20 --seed N    libFuzzer's seed; never 0, which it takes for the time of day (1)\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[tools::NIGHTLY, tools::CXX, tools::CARGO_FUZZ];

/// What the runs find is kept apart from the corpus in the repository, so that
/// a check leaves no changed files behind.
const FOUND: &str = "target/fuzz-found";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let runs = options.number("--runs", 100_000)?;
    let seed = options.number("--seed", 1)?;
    options.finish()?;
    tools::ensure(TOOLS)?;

    let targets = Line::new("cargo +nightly fuzz list").stdout()?;
    let targets: Vec<&str> = targets.split_whitespace().collect();
    if targets.is_empty() {
        return Err("`cargo +nightly fuzz list` names no target".to_owned());
    }
    for target in targets {
        let executed = fuzz(target, runs, seed)?;
        if executed < runs {
            return Err(format!(
                "{target} stopped after {executed} of {runs} executions"
            ));
        }
        println!("{target}: {executed} executions");
    }
    Ok(())
}

fn fuzz(target: &str, runs: u64, seed: u64) -> Result<u64> {
    let found = format!("{FOUND}/{target}");
    let folder = shell::root().join(&found);
    // What an earlier run found would make this one another run.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{found}: {error}"))?;
    }
    fs::create_dir_all(&folder).map_err(|error| format!("{found}: {error}"))?;
    // Core holds no unsafe code: an address sanitizer would cost half the
    // executions and find nothing.
    let mut line = Line::new("cargo +nightly fuzz run --sanitizer none")
        .arg(target)
        .arg(found);
    let corpus = format!("fuzz/corpus/{target}");
    if shell::root().join(&corpus).is_dir() {
        line = line.arg(corpus);
    }
    line = line
        .arg("--")
        .arg(format!("-runs={runs}"))
        .arg(format!("-seed={seed}"));
    let text = line.arg("-print_final_stats=1").quiet()?;
    executions(&text).ok_or_else(|| format!("{target}: libFuzzer did not say how far it came"))
}

fn executions(text: &str) -> Option<u64> {
    text.lines()
        .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"))
        .and_then(|count| count.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executions_are_read_from_the_final_statistics() {
        let text = "#100000 DONE cov: 9\nDone 100000 runs in 1 second(s)\n\
                    stat::number_of_executed_units: 100000\nstat::peak_rss_mb: 30\n";
        assert_eq!(executions(text), Some(100_000));
        assert_eq!(executions("#7 pulse"), None);
    }
}
