//! `cargo xtask size`: what a decision costs in flash, memory and instructions.

mod elf;
mod firmware;
mod host;
mod proof;
mod report;

use crate::options::Options;
use crate::tools::{self, Tool};
use crate::{Command, Result};
use report::Figures;

pub(crate) const COMMAND: Command = Command {
    name: "size",
    summary: "Measures a decision: flash, memory and instructions, beside the peers.",
    help: "  --check    fails when a goal is missed\n\
           \x20 --json     ends with one line: a flat object of name and number\n\
           \n\
           Whatever is asked, it fails when a program can panic, allocate or use floats.\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[
    Tool::Target(firmware::TARGETS[0].0),
    Tool::Target(firmware::TARGETS[1].0),
    tools::VALGRIND,
];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let check = options.flag("--check");
    let json = options.flag("--json");
    options.finish()?;
    tools::ensure(TOOLS)?;

    let mut figures = Figures::default();
    firmware::measure(&mut figures)?;
    host::measure(&mut figures)?;

    print!("{}", report::tables(&figures));
    let missed = report::missed(&figures);
    for miss in &missed {
        println!("goal missed: {miss}");
    }
    if json {
        println!("{}", figures.json());
    }
    if check && !missed.is_empty() {
        return Err(format!("{} of the goals missed", missed.len()));
    }
    Ok(())
}
