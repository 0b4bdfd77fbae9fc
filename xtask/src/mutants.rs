//! `cargo xtask mutants`: cargo-mutants changes one thing in core at a time, and the
//! tests must notice.
//!
//! There are thousands of mutants, so each first meets one small program
//! (`tests/quick`) that is built and run within seconds. Those it misses meet every
//! suite. What was caught stays caught: a run that was stopped goes on where it was.

mod equivalent;

use std::fs;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result};
use equivalent::Mutant;

pub(crate) const COMMAND: Command = Command {
    name: "mutants",
    summary: "Changes core in every small way; the tests must notice each. Takes hours.",
    help: "  --file PATH    only this file or folder, such as core/src/delivery\n\
           \x20 --shard K/N    only the K-th of N parts, the first being 0/N\n\
           \x20 --quick        only the quick tests: lists what they miss, and asks no other suite\n\
           \x20 --list         lists the mutants and tests none\n\
           \x20 --fresh        forgets what earlier runs caught\n\
           \n\
           What a run catches is kept in target/mutation, and the next run skips it: stop it and start\n\
           it again as you like. Mutants that cannot be told from the original stand in\n\
           tests/mutants/equivalent.txt, each with the reason.\n",
    run,
};

const TOOLS: &[Tool] = &[tools::CARGO_MUTANTS];

/// Reports and builds.
const OUTPUT: &str = "target/mutation";

const GUARDS: &str = "core/src/destination";

/// The most processor time a test program may take: a mutant that loops is ended by it,
/// however loaded the machine is. The slowest suite needs a tenth of it.
const CPU_SECONDS: u32 = 120;

/// The tests as they are run on each mutant, on core as it is: they must pass. cargo-mutants
/// would do this with the package of the mutant alone.
const SOUND_QUICK: &str = "cargo test --package reknock-quick --profile mutants --test quick";
const SOUND_SUITES: &str = "cargo test --package reknock --package reknock-tests --all-features";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let file = options.word("--file")?;
    let shard = options.word("--shard")?;
    let quick = options.flag("--quick");
    let list = options.flag("--list");
    let fresh = options.flag("--fresh");
    options.finish()?;
    let equivalent = equivalent::read()?;
    tools::ensure(TOOLS)?;
    let output = shell::root().join(OUTPUT);
    if fresh && output.exists() {
        fs::remove_dir_all(&output).map_err(|error| format!("{OUTPUT}: {error}"))?;
    }
    fs::create_dir_all(&output).map_err(|error| format!("{OUTPUT}: {error}"))?;

    let mut missed = Vec::new();
    for part in parts(file.as_deref()) {
        let chosen = |line: Line| match &shard {
            Some(shard) => part.of(line).arg("--shard").arg(shard.as_str()),
            None => part.of(line),
        };
        if list {
            chosen(Line::new("cargo mutants --list --package reknock")).live()?;
            continue;
        }
        println!("{}: the quick tests", part.name);
        building_in("sound", Line::new(SOUND_QUICK))?.quiet()?;
        test(&part.quick(chosen(testing()?)))?;
        if !quick && !left()?.is_empty() {
            println!("{}: every suite, for those that were missed", part.name);
            building_in("sound", Line::new(SOUND_SUITES))?.quiet()?;
            test(&every_suite(chosen(testing()?)))?;
        }
        missed.extend(left()?);
    }
    if list {
        return Ok(());
    }
    equivalent::judge(&missed, &equivalent)
}

/// Part of core, and which of the quick tests cannot see it.
struct Part {
    name: &'static str,
    files: Vec<String>,
    blind: &'static str,
}

/// Guards are seen by sequences of calls, everything else by decisions.
fn parts(file: Option<&str>) -> Vec<Part> {
    let path = file.unwrap_or("core/src").trim_end_matches('/');
    let glob = |path: &str| match path.ends_with(".rs") {
        true => path.to_owned(),
        false => format!("{path}/**"),
    };
    let deliveries = Part {
        name: "deliveries",
        files: vec![
            "--file".into(),
            glob(path),
            "--exclude".into(),
            glob(GUARDS),
        ],
        blind: "vectors::every_sequence_is_as_the_vectors_say",
    };
    let guards = |path: &str| Part {
        name: "guards",
        files: vec!["--file".into(), glob(path)],
        blind: "vectors::every_decision_is_as_the_vectors_say",
    };
    if path.starts_with(GUARDS) {
        vec![guards(path)]
    } else if GUARDS.starts_with(path) {
        vec![deliveries, guards(GUARDS)]
    } else {
        vec![deliveries]
    }
}

impl Part {
    fn of(&self, line: Line) -> Line {
        self.files
            .iter()
            .fold(line, |line, word| line.arg(word.as_str()))
    }

    /// One small program, built without optimisation.
    fn quick(&self, line: Line) -> Line {
        line.arg("--test-package=reknock-quick")
            .arg("--profile=mutants")
            .arg("--cargo-arg=--test=quick")
            .arg("--")
            .arg("--")
            .arg("--exact")
            .arg("--skip")
            .arg(self.blind)
    }
}

/// Everything that tests core, its examples too; with all features, since some of core
/// is there with one of them only.
fn every_suite(line: Line) -> Line {
    line.arg("--test-package=reknock,reknock-tests")
        .arg("--all-features")
}

/// What both halves have in common.
fn testing() -> Result<Line> {
    let line = Line::new(&format!(
        "cargo mutants --package reknock --jobs 1 --no-shuffle --iterate --output {OUTPUT} \
         --baseline=skip --timeout 900 --colors never"
    ));
    building_in("build", line)
}

/// A line that builds in a folder of its own, since cargo would take what it built of a mutant
/// for what it built of core, and that ends programs that do not end.
fn building_in(folder: &str, line: Line) -> Result<Line> {
    let build = shell::root().join(OUTPUT).join(folder);
    let line = line.env("CARGO_TARGET_DIR", build.to_string_lossy());
    if cfg!(target_os = "linux") {
        let limit = format!("prlimit --cpu={CPU_SECONDS}");
        return Ok(line.env(tools::runner_variable()?, limit));
    }
    Ok(line)
}

/// Runs cargo-mutants. That it misses some, or that some run for too long, is an answer.
fn test(line: &Line) -> Result {
    const MISSED: i32 = 2;
    const TIMEOUT: i32 = 3;
    let status = line.status()?;
    match status.code() {
        Some(0 | MISSED | TIMEOUT) => Ok(()),
        _ => Err(format!("`{line}` failed ({status})")),
    }
}

/// What the last run did not catch.
fn left() -> Result<Vec<Mutant>> {
    let mut left = Vec::new();
    for name in ["missed.txt", "timeout.txt"] {
        let path = format!("{OUTPUT}/mutants.out/{name}");
        let text = fs::read_to_string(shell::root().join(&path))
            .map_err(|error| format!("{path}: {error}"))?;
        for line in text.lines() {
            left.push(Mutant::read(line)?);
        }
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(file: Option<&str>) -> Vec<(&'static str, String)> {
        let parts = parts(file);
        parts
            .iter()
            .map(|part| (part.name, part.files.join(" ")))
            .collect()
    }

    #[test]
    fn a_file_is_tested_with_what_can_see_it() {
        let others = "--exclude core/src/destination/**";
        assert_eq!(
            chosen(None),
            [
                ("deliveries", format!("--file core/src/** {others}")),
                ("guards", "--file core/src/destination/**".to_owned())
            ]
        );
        assert_eq!(chosen(Some("core/src/")), chosen(None));
        assert_eq!(
            chosen(Some("core/src/time.rs")),
            [("deliveries", format!("--file core/src/time.rs {others}"))]
        );
        assert_eq!(
            chosen(Some("core/src/destination/gate.rs")),
            [("guards", "--file core/src/destination/gate.rs".to_owned())]
        );
    }
}
