//! `cargo xtask differential`: random cases through the model and through core, and through the npm
//! package if asked.
//!
//! The model was written from the semantics alone, in another language and in
//! unbounded integers: where the two differ, one of them is wrong. The package decides with core,
//! but reads by itself, in JavaScript, what it decides on.

mod compare;

use std::fs;
use std::path::Path;

pub(crate) use compare::Answer;
use compare::compare;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result, npm, vectors};

pub(crate) const COMMAND: Command = Command {
    name: "differential",
    summary: "Puts random cases to the independent model and to core, and compares the answers.",
    help: "  --count N       how many cases (20000), and a tenth as many sequences of calls\n\
           \x20 --seed N        which cases (1)\n\
           \x20 --javascript    puts them to the npm package too, as `cargo xtask npm` has built it\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = vectors::TOOLS;

const FOLDER: &str = "target/differential";

/// Random cases of one form, and the commands that answer them, one a line.
struct Cases {
    /// In front of the names of their files.
    name: &'static str,
    random: &'static str,
    /// A sequence of calls takes as long as so many single decisions.
    weight: u64,
    model: &'static str,
    core: &'static str,
    javascript: &'static str,
}

const CASES: [Cases; 2] = [
    Cases {
        name: "delivery",
        random: "python3 tests/model/random_cases.py",
        weight: 1,
        model: "python3 tests/model/decide.py",
        core: "cargo run -q --release -p reknock-tests --bin decide",
        javascript: "node wasm/test/cases/decide.mjs",
    },
    Cases {
        name: "destination",
        random: "python3 tests/model/destination_random.py",
        weight: 10,
        model: "python3 tests/model/destination_run.py",
        core: "cargo run -q --release -p reknock-tests --bin destination",
        javascript: "node wasm/test/cases/destination.mjs",
    },
];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let count = options.number("--count", 20_000)?;
    let seed = options.number("--seed", 1)?;
    let javascript = options.flag("--javascript");
    options.finish()?;
    tools::ensure(TOOLS)?;
    if javascript {
        tools::ensure(&[Tool::Node])?;
        package_is_in(shell::root())?;
    }

    let folder = Path::new(FOLDER);
    fs::create_dir_all(shell::root().join(folder)).map_err(|error| format!("{FOLDER}: {error}"))?;
    for cases in &CASES {
        cases.put(folder, cases.answerers(javascript), count, seed)?;
    }
    Ok(())
}

/// Not built here: whoever works on the package would wait for it every time.
fn package_is_in(root: &Path) -> Result {
    let entry = Path::new(npm::PACKAGE).join("index.js");
    if root.join(&entry).is_file() {
        return Ok(());
    }
    Err(format!(
        "--javascript asks the npm package, and {} is not there; `cargo xtask npm` builds it",
        entry.display()
    ))
}

impl Cases {
    /// Each by its name, with the command that answers; the model comes first.
    fn answerers(&self, javascript: bool) -> Vec<(&'static str, &'static str)> {
        let mut answerers = vec![("model", self.model), ("core", self.core)];
        if javascript {
            answerers.push(("javascript", self.javascript));
        }
        answerers
    }

    /// Puts random cases to all of them.
    fn put(
        &self,
        folder: &Path,
        answerers: Vec<(&'static str, &'static str)>,
        count: u64,
        seed: u64,
    ) -> Result {
        let count = count.div_ceil(self.weight);
        let file = |what: &str| folder.join(format!("{}-{what}.jsonl", self.name));
        let draw = format!("{} --count {count} --seed {seed}", self.random);
        Line::new(&draw).output(file("cases")).quiet()?;
        let mut answers = Vec::new();
        for (name, command) in answerers {
            let line = Line::new(command).input(file("cases")).output(file(name));
            line.quiet()?;
            answers.push((name, read(&file(name))?));
        }

        let compared = compare(&read(&file("cases"))?, &answers)?;
        if u64::try_from(compared.decided + compared.refused) != Ok(count) {
            return Err(format!("{draw} did not give {count} cases"));
        }
        let names: Vec<&str> = answers.iter().map(|(name, _)| *name).collect();
        println!(
            "{}: {count} cases, {} answered alike and {} refused alike by {}",
            self.name,
            compared.decided,
            compared.refused,
            names.join(", ")
        );
        Ok(())
    }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(shell::root().join(path))
        .map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_asked_only_if_somebody_wants_it() {
        for cases in &CASES {
            let names = |javascript| {
                let answerers = cases.answerers(javascript).into_iter();
                answerers.map(|(name, _)| name).collect::<Vec<_>>()
            };
            assert_eq!(names(false), ["model", "core"]);
            assert_eq!(names(true), ["model", "core", "javascript"]);
        }
    }

    #[test]
    fn every_script_that_is_run_is_there() {
        for cases in &CASES {
            for line in [cases.random, cases.model, cases.javascript] {
                let (_, script) = line.split_once(' ').unwrap();
                assert!(shell::root().join(script).is_file(), "{script}");
            }
        }
    }

    #[test]
    fn without_the_package_the_command_that_builds_it_is_named() {
        let error = package_is_in(Path::new("no-such-folder")).unwrap_err();
        assert_eq!(
            error,
            "--javascript asks the npm package, and wasm/npm/index.js is not there; \
             `cargo xtask npm` builds it"
        );
    }
}
