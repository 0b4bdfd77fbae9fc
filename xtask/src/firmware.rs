//! `cargo xtask firmware`: the firmware in the emulator, and a server that shows
//! what arrives.

use crate::options::Options;
use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "firmware",
    summary: "Runs the firmware in an emulated Cortex-M3 against a server that has a bad day.",
    help: "  --events N      how many readings the device takes (8)\n\
           \x20 --speed N       how many times faster than ours its time goes (10)\n\
           \x20 --seed N        where its draws come from (fresh entropy)\n\
           \x20 --board NAME    another package of embedded-example (mps2-an385)\n\
           \x20 --target NAME   what that board runs (thumbv7m-none-eabi)\n\
           \x20 --machine NAME  what QEMU calls it (the board's name)\n\
           \x20 --serve ADDRESS only the server, for a device on your desk: 0.0.0.0:8080\n\
           \n\
           Builds embedded-example and installs QEMU where it is missing.\n",
    run,
};

pub(crate) const TARGET: &str = "thumbv7m-none-eabi";

pub(crate) const TOOLS: &[Tool] = &[Tool::Target(TARGET), tools::QEMU_ARM];

/// Below the root's target folder, where the host's program looks for it.
pub(crate) const WORKSPACE: &str =
    "--locked --manifest-path embedded-example/Cargo.toml --target-dir target/firmware";

const BOARD: &str = "mps2-an385";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let mut line = host_line("firmware").arg("--");
    for name in ["--events", "--speed", "--seed"] {
        if let Some(value) = options.word(name)? {
            line = line.arg(name).arg(value);
        }
    }
    let board = options.word("--board")?.unwrap_or(BOARD.to_owned());
    let target = options.word("--target")?.unwrap_or(TARGET.to_owned());
    let machine = options.word("--machine")?.unwrap_or(board.clone());
    let serve = options.word("--serve")?;
    options.finish()?;
    let host = format!("cargo build {WORKSPACE} -p firmware-host --bin firmware");
    if let Some(address) = serve {
        println!("Building the server");
        Line::new(&host).live()?;
        return line.arg("--serve").arg(address).live();
    }
    // For as long as this program runs, which is what a tool's name lasts.
    tools::ensure(&[Tool::Target(target.clone().leak()), tools::QEMU_ARM])?;
    println!("Building the firmware and the host's side of it: minutes the first time");
    build(&board, &target).live()?;
    Line::new(&host).live()?;
    line.arg("--program")
        .arg(format!("target/firmware/{target}/release/{board}"))
        .arg("--machine")
        .arg(machine)
        .arg("--folder")
        .arg("target/firmware/device")
        .live()
}

/// Builds the program for a board, and shows how far that is. A new board is not
/// in the lock file yet, and gets there now.
fn build(board: &str, target: &str) -> Line {
    let workspace = match board {
        BOARD => WORKSPACE,
        _ => WORKSPACE.trim_start_matches("--locked "),
    };
    Line::new(&format!(
        "cargo build {workspace} --release -p {board} --target {target}"
    ))
    .env("DEFMT_LOG", "info")
}

/// Builds the program for the emulated board, in silence.
pub(crate) fn build_line() -> Line {
    build(BOARD, TARGET).arg("--quiet")
}

/// Runs a program of the host's side.
pub(crate) fn host_line(program: &str) -> Line {
    Line::new(&format!(
        "cargo run --quiet {WORKSPACE} -p firmware-host --bin {program}"
    ))
}
