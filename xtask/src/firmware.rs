//! `cargo xtask firmware`: the firmware in the emulator, and a server that shows
//! what arrives.

use crate::options::Options;
use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "firmware",
    summary: "Runs the firmware in an emulated Cortex-M3 against a server that has a bad day.",
    help: "  --events N    how many readings the device takes (8)\n\
           \x20 --speed N     how many times faster than ours its time goes (10)\n\
           \x20 --seed N      where its draws come from (fresh entropy)\n\
           \n\
           Builds embedded-example and installs QEMU where it is missing.\n",
    run,
};

pub(crate) const TARGET: &str = "thumbv7m-none-eabi";

pub(crate) const TOOLS: &[Tool] = &[Tool::Target(TARGET), tools::QEMU_ARM];

/// Below the root's target folder, where the host's program looks for it.
pub(crate) const WORKSPACE: &str =
    "--locked --manifest-path embedded-example/Cargo.toml --target-dir target/firmware";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let mut line = host_line("firmware").arg("--");
    for name in ["--events", "--speed", "--seed"] {
        if let Some(value) = options.word(name)? {
            line = line.arg(name).arg(value);
        }
    }
    options.finish()?;
    tools::ensure(TOOLS)?;
    println!("Building the firmware and the host's side of it (two minutes the first time)");
    build_line().live()?;
    line.live()
}

/// Builds the program for the emulated board.
pub(crate) fn build_line() -> Line {
    Line::new(&format!(
        "cargo build --quiet {WORKSPACE} --release -p mps2-an385 --target {TARGET}"
    ))
    .env("DEFMT_LOG", "info")
}

/// Runs a program of the host's side.
pub(crate) fn host_line(program: &str) -> Line {
    Line::new(&format!(
        "cargo run --quiet {WORKSPACE} -p firmware-host --bin {program}"
    ))
}
