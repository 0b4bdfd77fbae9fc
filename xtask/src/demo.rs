//! `cargo demo`: deliveries over real sockets to a server that misbehaves.

use crate::shell::Line;
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "demo",
    summary: "Delivers events to a misbehaving server on loopback and prints every decision.",
    help: "What follows goes to the demonstration as it stands:\n\
           \n\
           \x20 cargo demo -- --help    its own options\n",
    run,
};

fn run(args: &[String]) -> Result {
    let mut line = Line::new("cargo run --quiet -p reknock-examples --bin demo --");
    let own = args
        .iter()
        .position(|word| word != "--")
        .unwrap_or(args.len());
    for word in &args[own..] {
        line = line.arg(word);
    }
    line.live()
}
