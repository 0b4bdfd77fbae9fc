//! `cargo xtask machines`: every golden vector on every kind of machine.

mod list;
mod script;

use std::io::{self, Write as _};
use std::time::Instant;

use crate::options::Options;
use crate::tools::{self, Tool};
use crate::{Command, Result};
use list::{MACHINES, Machine};
use script::{Scripts, WRONG};

pub(crate) const COMMAND: Command = Command {
    name: "machines",
    summary: "Puts every golden vector to core on servers, WebAssembly and microcontrollers.",
    help: "  NAME…           only these machines: i686, s390x, wasm32, cortex-m3, cortex-m0, riscv32\n\
           \x20 --no-install    installs nothing: names what is missing, and fails if anything is\n\
           \n\
           This computer comes first, whatever is asked: the others must store what it stores,\n\
           byte for byte. Each machine must also refuse scripts that are wrong.\n",
    run,
};

/// What all machines need.
pub(crate) fn needed() -> Vec<Tool> {
    MACHINES.iter().flat_map(Machine::needed).collect()
}

/// What another program of `tests/machines`, which needs no script, says there.
pub(crate) fn ask(name: &str, program: &str) -> Result<String> {
    let machine = MACHINES.iter().find(|machine| machine.name == name);
    let machine = machine.ok_or_else(|| format!("there is no machine {name:?}"))?;
    machine.build(program)?.quiet()?;
    machine.run(program, "")?.quiet()
}

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let no_install = options.flag("--no-install");
    let names = options.names();
    options.finish()?;
    let machines = list::chosen(&names)?;
    let needed: Vec<Tool> = machines.iter().flat_map(|one| one.needed()).collect();
    tools::provide(&needed, no_install)?;

    let scripts = script::write()?;
    let mut rows = vec![header()];
    let mut stored = None;
    for machine in machines {
        let (row, digest) = prove(machine, &scripts, stored.as_deref())?;
        rows.push(row);
        stored.get_or_insert(digest);
    }
    println!("\n{}", table(&rows));
    println!(
        "Every answer is the golden vector's, to the letter, and every stored state the same bytes."
    );
    Ok(())
}

type Row = [String; 6];

fn header() -> Row {
    [
        "machine",
        "what it is",
        "vectors",
        "answers",
        "refused",
        "heap and stack",
    ]
    .map(String::from)
}

/// Follows the script, then shows that a wrong one would have been noticed.
fn prove(machine: &Machine, scripts: &Scripts, stored: Option<&str>) -> Result<(Row, String)> {
    let started = Instant::now();
    say(&format!("{:<10} building … ", machine.name));
    machine.build(machine.program)?.quiet()?;
    say("following … ");
    let text = machine.run(machine.program, script::RIGHT)?.quiet()?;
    let report = Report::read(&text)
        .ok_or_else(|| format!("{} said nothing of what agreed:\n{text}", machine.name))?;
    report.expect(scripts, stored, machine.name)?;
    say(&format!("{} vectors agree … ", report.vectors));
    for wrong in &WRONG {
        let line = machine.run(machine.program, wrong.path)?;
        let finished = line.finish()?;
        let why = scripts.refusal(wrong);
        if finished.success || !finished.text.contains(&why) {
            return Err(format!(
                "{} was given {}, and should have failed with {why:?}:\n{line}\n{}",
                machine.name, wrong.what, finished.text
            ));
        }
    }
    println!("{:.0} s", started.elapsed().as_secs_f64());
    let row = [
        machine.name.to_owned(),
        machine.what.to_owned(),
        report.vectors.to_string(),
        report.answers.to_string(),
        format!("{} of {}", WRONG.len(), WRONG.len()),
        report.memory,
    ];
    Ok((row, report.stored))
}

/// What a machine says at the end.
#[derive(Debug, PartialEq)]
struct Report {
    vectors: usize,
    answers: usize,
    /// A digest of every state it stored.
    stored: String,
    /// Nothing, where an operating system looks after it.
    memory: String,
}

impl Report {
    fn read(text: &str) -> Option<Self> {
        let after = |start| text.lines().find_map(|line| line.strip_prefix(start));
        let agreed: Vec<&str> = after("agreed: ")?.split(", ").collect();
        let [vectors, answers, stored] = agreed[..] else {
            return None;
        };
        Some(Self {
            vectors: vectors.strip_suffix(" vectors")?.parse().ok()?,
            answers: answers.strip_suffix(" answers")?.parse().ok()?,
            stored: stored.strip_prefix("stored ")?.to_owned(),
            memory: after("memory: ").unwrap_or_default().to_owned(),
        })
    }

    /// All of the vectors, and what the machine before stored.
    fn expect(&self, scripts: &Scripts, stored: Option<&str>, name: &str) -> Result {
        let (vectors, answers) = (scripts.vectors, scripts.answers);
        if (self.vectors, self.answers) != (vectors, answers) {
            return Err(format!(
                "{name} followed {} vectors with {} answers; there are {vectors} with {answers}",
                self.vectors, self.answers
            ));
        }
        match stored {
            Some(other) if other != self.stored => Err(format!(
                "{name} stores other bytes than this computer: their digests are {} and {other}",
                self.stored
            )),
            _ => Ok(()),
        }
    }
}

fn table(rows: &[Row]) -> String {
    let widths: Vec<usize> = (0..6)
        .map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        text += line.join("  ").trim_end();
        text += "\n";
    }
    text
}

fn say(text: &str) {
    print!("{text}");
    let _ = io::stdout().flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "agreed: 7 vectors, 9 answers, stored 00ff\nmemory: heap 1 of 2\n";

    fn scripts(vectors: usize, answers: usize) -> Scripts {
        Scripts {
            vectors,
            answers,
            named: ["a".to_owned(), "b".to_owned()],
        }
    }

    #[test]
    fn the_report_is_read_from_what_the_machine_said() {
        let report = Report::read(SAID).unwrap();
        let expected = Report {
            vectors: 7,
            answers: 9,
            stored: "00ff".to_owned(),
            memory: "heap 1 of 2".to_owned(),
        };
        assert_eq!(report, expected);
        assert_eq!(Report::read("agreed: all of them\n"), None);
        assert_eq!(Report::read(""), None);
    }

    #[test]
    fn a_machine_that_left_vectors_out_or_stored_other_bytes_is_named() {
        let report = Report::read(SAID).unwrap();
        assert_eq!(report.expect(&scripts(7, 9), None, "m"), Ok(()));
        assert_eq!(report.expect(&scripts(7, 9), Some("00ff"), "m"), Ok(()));
        assert_eq!(
            report.expect(&scripts(8, 10), None, "m"),
            Err("m followed 7 vectors with 9 answers; there are 8 with 10".to_owned())
        );
        let other = report.expect(&scripts(7, 9), Some("00fe"), "m");
        assert!(other.unwrap_err().starts_with("m stores other bytes"));
    }

    #[test]
    fn the_help_names_every_machine() {
        for machine in &MACHINES[1..] {
            assert!(COMMAND.help.contains(machine.name), "{}", machine.name);
        }
    }
}
