//! `cargo xtask differential`: random cases through the model and through core.
//!
//! The model was written from the semantics alone, in another language and in
//! unbounded integers: where the two differ, one of them is wrong.

use std::fs;
use std::path::Path;

use crate::json::Value;
use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result, vectors};

pub(crate) const COMMAND: Command = Command {
    name: "differential",
    summary: "Puts random cases to the independent model and to core, and compares the answers.",
    help: "  --count N    how many cases (20000), and a tenth as many sequences of calls\n\
           \x20 --seed N     which cases (1)\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = vectors::TOOLS;

const FOLDER: &str = "target/differential";

/// A model, and the command that lets core answer the same lines.
struct Pair {
    /// In front of the names of its files.
    name: &'static str,
    random: &'static str,
    model: &'static str,
    core: &'static str,
    /// A sequence of calls takes as long as so many single decisions.
    weight: u64,
}

const PAIRS: [Pair; 2] = [
    Pair {
        name: "delivery",
        random: "tests/model/random_cases.py",
        model: "tests/model/decide.py",
        core: "decide",
        weight: 1,
    },
    Pair {
        name: "destination",
        random: "tests/model/destination_random.py",
        model: "tests/model/destination_run.py",
        core: "destination",
        weight: 10,
    },
];

/// Enough to see a pattern, few enough to read.
const DIFFERENCES_SHOWN: usize = 5;

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let count = options.number("--count", 20_000)?;
    let seed = options.number("--seed", 1)?;
    options.finish()?;
    tools::ensure(TOOLS)?;

    let folder = Path::new(FOLDER);
    fs::create_dir_all(shell::root().join(folder)).map_err(|error| format!("{FOLDER}: {error}"))?;
    for pair in &PAIRS {
        hold_against(pair, folder, count.div_ceil(pair.weight), seed)?;
    }
    Ok(())
}

fn hold_against(pair: &Pair, folder: &Path, count: u64, seed: u64) -> Result {
    let [cases, model, core] =
        ["cases", "model", "core"].map(|what| folder.join(format!("{}-{what}.jsonl", pair.name)));
    let draw = format!("python3 {} --count {count} --seed {seed}", pair.random);
    Line::new(&draw).output(&cases).quiet()?;
    Line::new(&format!("python3 {}", pair.model))
        .input(&cases)
        .output(&model)
        .quiet()?;
    let answer = format!(
        "cargo run -q --release -p reknock-tests --bin {}",
        pair.core
    );
    Line::new(&answer).input(&cases).output(&core).quiet()?;

    let [cases, model, core] = [read(&cases)?, read(&model)?, read(&core)?];
    let compared = compare(&cases, &model, &core)?;
    if u64::try_from(compared.decided + compared.refused) != Ok(count) {
        return Err(format!("{draw} did not give {count} cases"));
    }
    println!(
        "{}: {count} cases, {} answered alike, {} refused by both",
        pair.name, compared.decided, compared.refused
    );
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(shell::root().join(path))
        .map_err(|error| format!("{}: {error}", path.display()))
}

#[derive(Debug, PartialEq)]
struct Compared {
    decided: usize,
    refused: usize,
}

fn compare(cases: &str, model: &str, core: &str) -> Result<Compared> {
    let [cases, model, core] = [cases, model, core].map(|text| text.lines().collect::<Vec<_>>());
    if model.len() != cases.len() || core.len() != cases.len() {
        return Err(format!(
            "{} cases, but {} answers from the model and {} from core",
            cases.len(),
            model.len(),
            core.len()
        ));
    }
    let mut compared = Compared {
        decided: 0,
        refused: 0,
    };
    let mut different = Vec::new();
    for ((case, model), core) in cases.iter().zip(model).zip(core) {
        match (Answer::parse(model), Answer::parse(core)) {
            (Some(Answer::Refused), Some(Answer::Refused)) => compared.refused += 1,
            (Some(model), Some(core)) if model == core => compared.decided += 1,
            _ => different.push(format!("case  {case}\nmodel {model}\ncore  {core}")),
        }
    }
    if different.is_empty() {
        return Ok(compared);
    }
    Err(format!(
        "{} of {} cases differ; the first of them:\n\n{}",
        different.len(),
        cases.len(),
        different[..different.len().min(DIFFERENCES_SHOWN)].join("\n\n")
    ))
}

/// One line of a runner, a decision or the results of a sequence. Of a refusal
/// only that it is one: the sentence is each reader's own.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    Decided { decision: Value, after: Value },
    Refused,
}

impl Answer {
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let value = Value::parse(line)?;
        if value.get("error").is_some() {
            return Some(Self::Refused);
        }
        Some(Self::Decided {
            decision: value.get("decision").or(value.get("results"))?.clone(),
            after: value.get("after")?.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELIVERED: &str = r#"{"decision":{"kind":"delivered"},"after":{"attempts":1}}"#;
    const REORDERED: &str = r#"{ "after": {"attempts": 1}, "decision": {"kind": "delivered"} }"#;
    const OTHER: &str = r#"{"decision":{"kind":"delivered"},"after":{"attempts":2}}"#;

    #[test]
    fn equal_answers_and_two_refusals_agree() {
        let model = format!("{DELIVERED}\n{{\"error\":\"one\"}}\n");
        let core = format!("{REORDERED}\n{{\"error\":\"two\"}}\n");
        let compared = compare("a\nb\n", &model, &core);
        assert_eq!(
            compared,
            Ok(Compared {
                decided: 1,
                refused: 1
            })
        );
    }

    #[test]
    fn a_different_answer_a_lone_refusal_and_rubbish_differ() {
        for core in [OTHER, r#"{"error":"no"}"#, "{}", "thread panicked"] {
            let error = compare("the case", DELIVERED, core).unwrap_err();
            assert!(error.contains("1 of 1 cases differ"), "{error}");
            assert!(error.contains("case  the case"), "{error}");
        }
    }

    #[test]
    fn sequences_are_compared_by_their_results() {
        let (here, there) = (
            r#"{"results":[null,"open"],"after":{}}"#,
            r#"{"results":[null,"closed"],"after":{}}"#,
        );
        assert!(compare("a", here, here).is_ok());
        assert!(compare("a", here, there).is_err());
    }

    #[test]
    fn a_runner_that_stopped_early_does_not_agree() {
        assert!(compare("a\nb", DELIVERED, DELIVERED).is_err());
    }
}
