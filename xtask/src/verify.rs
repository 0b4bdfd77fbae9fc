//! `cargo verify`: what every change must pass, the quick checks first. What takes hours, or a network
//! beyond the package registries, has commands of its own.

mod attacks;
mod core;
mod firmware;
mod machines;
mod modes;
mod npm;
mod step;

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use crate::options::Options;
use crate::tools::{self, Tool};
use crate::{Command, Result};
pub(crate) use step::{Show, Step};

pub(crate) const COMMAND: Command = Command {
    name: "verify",
    summary: "Runs what every change must pass, quick checks first, and installs the tools that are missing.",
    help: "  --only AREA     only this part, and only the tools it needs: core, npm, modes, machines, firmware, attacks\n\
           \x20 --no-install    installs nothing: names what is missing, and fails if anything is\n\
           \n\
           REKNOCK_TOOLS names the folder for tools built from crates.io\n\
           ($XDG_CACHE_HOME/reknock-tools or ~/.cache/reknock-tools).\n",
    run,
};

/// A part of the project that can be checked alone, with what that needs.
struct Area {
    /// One word, for `--only`.
    name: &'static str,
    tools: fn() -> Vec<Tool>,
    steps: fn() -> Result<Vec<Step>>,
}

/// In the order they run: what is quick, and what most changes break, first.
const AREAS: &[Area] = &[
    core::AREA,
    npm::AREA,
    modes::AREA,
    machines::AREA,
    firmware::AREA,
    attacks::AREA,
];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let no_install = options.flag("--no-install");
    let only = options.word("--only")?;
    options.finish()?;
    let areas = chosen(only.as_deref())?;
    let needed: Vec<Tool> = areas.iter().flat_map(|area| (area.tools)()).collect();
    tools::provide(&needed, no_install)?;

    let mut steps = Vec::new();
    for area in areas {
        steps.extend((area.steps)()?);
    }
    run_all(&steps)
}

fn chosen(only: Option<&str>) -> Result<Vec<&'static Area>> {
    let Some(name) = only else {
        return Ok(AREAS.iter().collect());
    };
    let area = AREAS.iter().find(|area| area.name == name);
    let area = area.ok_or_else(|| {
        let known: Vec<&str> = AREAS.iter().map(|area| area.name).collect();
        format!("--only takes one of: {}; not {name:?}", known.join(", "))
    })?;
    Ok(vec![area])
}

fn run_all(steps: &[Step]) -> Result {
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
    fn the_table_is_aligned() {
        let times = [("a", "1.0 s".to_owned()), ("bcd", "100.0 s".to_owned())];
        assert_eq!(table(&times), "a       1.0 s\nbcd   100.0 s\n");
    }

    #[test]
    fn no_two_steps_share_a_name() {
        let steps = AREAS.iter().flat_map(|area| (area.steps)().unwrap());
        let mut names: Vec<String> = steps.map(|step| step.name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_help_names_every_area_and_an_unknown_one_is_refused() {
        let names: Vec<&str> = AREAS.iter().map(|area| area.name).collect();
        assert!(COMMAND.help.contains(&format!(": {}\n", names.join(", "))));
        let error = chosen(Some("cores")).err().unwrap();
        assert!(error.starts_with("--only takes one of: core, "), "{error}");
    }
}
