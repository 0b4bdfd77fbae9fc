//! `cargo xtask mutants`: cargo-mutants lists every small change of core, and the tests must
//! notice each.
//!
//! There are two thousand, and to build core for each takes hours. So all of them are first
//! built into one core, each behind a switch (`tests/mutants`), and every suite meets them one
//! by one. What is left over meets cargo-mutants itself, which builds core anew for each: first one
//! small program (`tests/quick`), then every suite.

mod equivalent;
mod kept;
mod report;
mod switched;

use std::fs;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result};
use equivalent::Mutant;
use kept::Kept;

pub(crate) const COMMAND: Command = Command {
    name: "mutants",
    summary: "Changes core in every small way; the tests must notice each. Takes most of an hour.",
    help: "  --file PATH    only this file or folder, such as core/src/delivery\n\
           \x20 --alone        builds core anew for each mutant, as cargo-mutants does; takes hours\n\
           \x20 --list         lists the mutants and tests none\n\
           \x20 --fresh        forgets what earlier runs found\n\
           \n\
           What a run finds is kept in target/mutation, and the next run skips it as long as the file that\n\
           the mutant is in has not changed: stop it and start it again as you like. Mutants that cannot be\n\
           told from the original stand in tests/mutants/equivalent.txt, each with the reason.\n",
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
    let alone = options.flag("--alone");
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

    let parts = parts(file.as_deref());
    let mut names = Vec::new();
    for part in &parts {
        let names_of_part = part.of(Line::new(LIST)).stdout()?;
        names.extend(names_of_part.lines().map(String::from));
    }
    if list {
        println!("{}", names.join("\n"));
        return Ok(());
    }
    let mut kept = Kept::read()?;
    if !alone {
        let known = names
            .iter()
            .filter(|name| equivalent::holds(&equivalent, name));
        let known: String = known.map(|name| format!("{name}\n")).collect();
        fs::write(output.join("equivalent.txt"), known)
            .map_err(|error| format!("{OUTPUT}: {error}"))?;
        switched::run(file.as_deref())?;
        kept = Kept::read()?;
    }
    for part in &parts {
        let open = |kept: &Kept| -> Result<bool> {
            let names = part.of(Line::new(LIST)).stdout()?;
            let mut open = names.lines().filter(|name| kept.what(name).is_none());
            Ok(open.any(|name| !equivalent::holds(&equivalent, name)))
        };
        if open(&kept)? {
            println!(
                "{}: the quick tests, on core built anew for each",
                part.name
            );
            building_in("sound", Line::new(SOUND_QUICK))?.quiet()?;
            kept.skip(&names, &equivalent)?;
            test(&part.quick(part.of(testing()?)))?;
            kept.harvest("quick")?;
        }
        if open(&kept)? {
            println!("{}: every suite, for those that were missed", part.name);
            building_in("sound", Line::new(SOUND_SUITES))?.quiet()?;
            kept.skip(&names, &equivalent)?;
            test(&every_suite(part.of(testing()?)))?;
            kept.harvest("every suite")?;
        }
    }
    report::print(&names, &kept, &equivalent);
    let left = names.iter().filter(|name| kept.what(name).is_none());
    let left: Vec<Mutant> = left.map(|name| Mutant::read(name)).collect::<Result<_>>()?;
    equivalent::judge(&left, &equivalent)
}

/// Every mutant, by its name.
const LIST: &str = "cargo mutants --list --package reknock";

/// Part of core, and which of the quick tests cannot see it.
struct Part {
    name: &'static str,
    files: Vec<String>,
    blind: &'static str,
}

/// Guards are seen by sequences of calls, everything else by decisions.
fn parts(file: Option<&str>) -> Vec<Part> {
    let path = file.unwrap_or("core/src").trim_end_matches('/');
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

/// A file, or all files of a folder.
fn glob(path: &str) -> String {
    let path = path.trim_end_matches('/');
    match path.ends_with(".rs") {
        true => path.to_owned(),
        false => format!("{path}/**"),
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
