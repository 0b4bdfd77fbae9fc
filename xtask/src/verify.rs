//! `cargo verify`: every check there is, the quick ones first.
//!
//! A step is a list of command lines and nothing else, so that the line shown
//! when it fails is all one needs to run it alone.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use crate::options::Options;
use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Command, Result, differential, faults, fuzz, size, vectors};

pub(crate) const COMMAND: Command = Command {
    name: "verify",
    summary: "Runs every check, the quick ones first, and installs the tools that are missing.",
    help: "  --no-install    installs nothing: names what is missing, and fails if anything is\n\
           \n\
           REKNOCK_TOOLS names the folder for tools built from crates.io\n\
           ($XDG_CACHE_HOME/reknock-tools or ~/.cache/reknock-tools).\n",
    run,
};

/// The targets without an operating system that core is built for.
const BARE_TARGETS: [&str; 4] = [
    "thumbv6m-none-eabi",
    "thumbv7em-none-eabihf",
    "riscv32imc-unknown-none-elf",
    "wasm32-unknown-unknown",
];

/// Each feature alone and all of them together; `std` has no place on bare metal.
const BARE_FEATURES: [&str; 4] = ["serde", "defmt", "embassy-time", "serde,defmt,embassy-time"];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let no_install = options.flag("--no-install");
    options.finish()?;
    let tools = needed_tools();
    if no_install {
        tools::require(&tools)?;
    } else {
        tools::ensure(&tools)?;
    }

    let steps = steps()?;
    let mut times = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let started = Instant::now();
        print!("[{:>2}/{}] {} … ", index + 1, steps.len(), step.name);
        let _ = io::stdout().flush();
        let outcome = step.run();
        let time = seconds(started.elapsed());
        match outcome {
            Ok(text) => print!("{time}\n{text}"),
            Err(failure) => {
                print!("FAILED after {time}\n{}", failure.text);
                println!("\n{index} passed, 1 failed");
                return Err(format!(
                    "{} failed. To run it alone:\n    {}",
                    step.name, failure.line
                ));
            }
        }
        times.push((step.name.as_str(), time));
    }
    println!("\n{}", table(&times));
    println!("{} passed, 0 failed", steps.len());
    Ok(())
}

fn needed_tools() -> Vec<Tool> {
    let mut tools = vec![
        Tool::Component {
            name: "rustfmt",
            answers: "cargo fmt --version",
        },
        Tool::Component {
            name: "clippy",
            answers: "cargo clippy --version",
        },
        Tool::MinimumRust,
    ];
    tools.extend(BARE_TARGETS.map(Tool::Target));
    for more in [
        vectors::TOOLS,
        differential::TOOLS,
        faults::TOOLS,
        size::TOOLS,
        fuzz::TOOLS,
    ] {
        tools.extend(more);
    }
    tools
}

fn steps() -> Result<Vec<Step>> {
    let minimum = tools::minimum_rust()?;
    let mut steps = vec![
        Step::new(
            "rustfmt",
            &[
                "cargo fmt --all --check -- --color never",
                "cargo fmt --all --check --manifest-path tests/flash/Cargo.toml -- --color never",
                "cargo fmt --all --check --manifest-path fuzz/Cargo.toml -- --color never",
            ],
        ),
        Step::new(
            "model's own tests",
            &["python3 -m unittest discover tests/model"],
        ),
        Step::new(
            "vectors as the model says",
            &["cargo xtask vectors --check"],
        ),
        Step::new(
            "clippy",
            &["cargo clippy --workspace --all-targets --all-features -- -D warnings"],
        ),
        Step::new(
            "tests, all features",
            &["cargo test --workspace --all-features --lib --bins --tests --examples"],
        )
        .showing(Show::Summary),
        Step::new(
            "tests of core, no features",
            &["cargo test -p reknock --lib --tests"],
        )
        .showing(Show::Summary),
        Step::new(
            "examples in the docs",
            &["cargo test --workspace --all-features --doc"],
        )
        .showing(Show::Summary),
        Step::of(
            "docs without warnings",
            vec![
                Line::new("cargo doc --workspace --all-features --no-deps")
                    .env("RUSTDOCFLAGS", "-D warnings"),
            ],
        ),
    ];
    steps.extend(BARE_TARGETS.map(bare));
    steps.extend([
        Step::of(
            &format!("core with Rust {minimum}"),
            ["", " --all-features"]
                .map(|features| Line::new(&format!("cargo +{minimum} check -p reknock{features}")))
                .into(),
        ),
        Step::new("core against the model", &["cargo xtask differential"]).showing(Show::All),
        Step::new(
            "sizes and instruction counts",
            &["cargo xtask size --check"],
        )
        .showing(Show::All),
        Step::of(
            "no panic, overflow checks on",
            ["thumbv7em-none-eabihf", "thumbv6m-none-eabi"]
                .map(|target| {
                    Line::new(&format!(
                        "cargo build --locked --manifest-path tests/flash/Cargo.toml \
                         --target-dir target/flash --profile checked --bins --target {target}"
                    ))
                })
                .into(),
        ),
        Step::new("deliberate faults", &["cargo xtask faults"]).showing(Show::Live),
        Step::new(
            "what fuzzing found, without the fuzzer",
            &["cargo test --manifest-path fuzz/Cargo.toml --target-dir target/fuzz-replay"],
        )
        .showing(Show::Summary),
        Step::new("fuzzing", &["cargo xtask fuzz"]).showing(Show::Live),
    ]);
    Ok(steps)
}

fn bare(target: &str) -> Step {
    let build = format!("cargo build -p reknock --target {target}");
    let with = BARE_FEATURES.map(|features| format!("{build} --features {features}"));
    let lines = [build].into_iter().chain(with).map(|line| Line::new(&line));
    Step::of(&format!("core for {target}"), lines.collect())
}

struct Step {
    name: String,
    lines: Vec<Line>,
    show: Show,
}

/// What is seen of a step that succeeds. One that fails shows everything.
enum Show {
    Nothing,
    /// The lines in which the test harness counts.
    Summary,
    /// Its output, once it is done.
    All,
    /// Its output as it comes: it takes long and says how far it is.
    Live,
}

struct Failure {
    line: String,
    text: String,
}

impl Step {
    fn new(name: &str, lines: &[&str]) -> Self {
        Self::of(name, lines.iter().map(|line| Line::new(line)).collect())
    }

    fn of(name: &str, lines: Vec<Line>) -> Self {
        Self {
            name: name.to_owned(),
            lines,
            show: Show::Nothing,
        }
    }

    fn showing(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// What to show of it.
    fn run(&self) -> std::result::Result<String, Failure> {
        if let Show::Live = self.show {
            println!();
        }
        let mut text = String::new();
        for line in &self.lines {
            let failed = |text| Failure {
                line: line.to_string(),
                text,
            };
            if let Show::Live = self.show {
                line.live().map_err(|_| failed(String::new()))?;
                continue;
            }
            let finished = line.finish().map_err(|error| failed(error + "\n"))?;
            if !finished.success {
                return Err(failed(finished.text));
            }
            text += &self.show.of(&finished.text);
        }
        Ok(text)
    }
}

impl Show {
    fn of(&self, text: &str) -> String {
        match self {
            Self::Nothing | Self::Live => String::new(),
            Self::Summary => summary(text),
            Self::All => text.to_owned(),
        }
    }
}

/// The harness's counts, without those of targets that hold no test.
fn summary(text: &str) -> String {
    text.lines()
        .filter(|line| line.starts_with("test result:") && !line.contains(" 0 passed; 0 failed"))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn table(times: &[(&str, String)]) -> String {
    let width = times
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    times
        .iter()
        .map(|(name, time)| format!("{name:<width$}  {time:>8}\n"))
        .collect()
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_failed_is_told_with_all_it_said() {
        let step = Step::of(
            "three lines",
            vec![
                Line::new("true"),
                Line::new("sh -c").arg("echo why; exit 1"),
                Line::new("no-such-program"),
            ],
        );
        let failure = step.run().err().unwrap();
        assert_eq!(failure.line, "sh -c 'echo why; exit 1'");
        assert_eq!(failure.text, "why\n");
    }

    #[test]
    fn a_step_shows_what_it_promises_and_no_more() {
        let said = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\
                    test result: ok. 0 passed; 0 failed; 0 ignored\n";
        assert_eq!(Show::Nothing.of(said), "");
        assert_eq!(
            Show::Summary.of(said),
            "test result: ok. 2 passed; 0 failed; 0 ignored\n"
        );
        assert_eq!(Show::All.of(said), said);
    }

    #[test]
    fn the_table_is_aligned() {
        let times = [("a", "1.0 s".to_owned()), ("bcd", "100.0 s".to_owned())];
        assert_eq!(table(&times), "a       1.0 s\nbcd   100.0 s\n");
    }

    #[test]
    fn no_two_steps_share_a_name() {
        let mut names: Vec<String> = steps().unwrap().into_iter().map(|step| step.name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
