//! `cargo xtask faults`: breaks core on purpose, one step at a time, and shows
//! that the golden vectors notice.
//!
//! The faults stand in `tests/faults/*.txt`. Each is applied to a copy of core
//! below `target`, never to core itself.

mod copy;
mod list;
mod suite;

use crate::options::Options;
use crate::tools::Tool;
use crate::{Command, Result};
use suite::Suite;

pub(crate) const COMMAND: Command = Command {
    name: "faults",
    summary: "Breaks core on purpose, one fault at a time; the golden vectors must notice each.",
    help: "  --only NAME    those of one list, such as breaker for tests/faults/breaker.txt\n\
           \n\
           The faults stand in tests/faults/*.txt. It prints, for each, how many vectors caught it:\n\
           of core/src/destination those of tests/vectors/destination, of all else the others.\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[];

/// Where a fault is looked for with sequences of calls, not with decisions.
const GUARDS: &str = "core/src/destination";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let only = options.word("--only")?;
    options.finish()?;
    let faults = list::read(only.as_deref())?;
    copy::make()?;
    let decisions = Suite::new("decide", "tests/vectors")?;
    let sequences = Suite::new("destination", "tests/vectors/destination")?;
    println!(
        "no fault: all {} decisions and {} sequences agree",
        decisions.vectors(),
        sequences.vectors()
    );

    let mut survivors = Vec::new();
    for (index, fault) in faults.iter().enumerate() {
        let suite = match fault.file.starts_with(GUARDS) {
            true => &sequences,
            false => &decisions,
        };
        let caught = suite.with(fault)?;
        println!("[{:>3}/{}] {fault}: {caught}", index + 1, faults.len());
        if caught.vectors == 0 {
            survivors.push(format!("  {fault} ({})", fault.file.display()));
        }
    }
    if survivors.is_empty() {
        println!("{} faults, each caught", faults.len());
        return Ok(());
    }
    Err(format!(
        "the vectors do not notice {} of {} faults:\n{}",
        survivors.len(),
        faults.len(),
        survivors.join("\n")
    ))
}
