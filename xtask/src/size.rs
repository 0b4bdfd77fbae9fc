//! `cargo xtask size`: what a decision costs in flash, stack, memory and instructions, and on npm.

mod device;
mod elf;
mod firmware;
mod host;
mod npm;
mod proof;
mod report;
mod stack;

use crate::options::Options;
use crate::tools::{self, Tool};
use crate::{Command, Result};
use report::Figures;

pub(crate) const COMMAND: Command = Command {
    name: "size",
    summary: "Measures a decision in flash, stack, memory and instructions, and the npm package, beside the peers.",
    help: "  --check    fails when a goal is missed\n\
           \x20 --json     ends with one line: a flat object of name and number\n\
           \n\
           Whatever is asked, it fails when a program can panic, allocate or use floats.\n",
    run,
};

pub(crate) fn needed() -> Vec<Tool> {
    let own = [
        Tool::Target(firmware::TARGETS[0].0),
        Tool::Target(firmware::TARGETS[1].0),
        Tool::Target("thumbv7m-none-eabi"),
        tools::QEMU_ARM,
        tools::VALGRIND,
        // The other libraries are among what the tests compare with.
        Tool::NodePackages("wasm/test"),
    ];
    [crate::firmware::TOOLS, crate::npm::TOOLS, &own].concat()
}

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let check = options.flag("--check");
    let json = options.flag("--json");
    options.finish()?;
    tools::ensure(&needed())?;

    let mut figures = Figures::default();
    firmware::measure(&mut figures)?;
    stack::measure(&mut figures)?;
    device::measure(&mut figures)?;
    host::measure(&mut figures)?;
    npm::measure(&mut figures)?;

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
