//! `cargo xtask faults`: breaks core on purpose, one step at a time, and shows
//! that the golden vectors notice.
//!
//! The faults stand in `tests/faults/*.txt`. Each is applied to a copy of core
//! below `target`, never to core itself; there are as many copies as processors.

mod copy;
mod list;
mod suite;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::options::Options;
use crate::tools::Tool;
use crate::{Command, Result};
use copy::Copy;
use list::Fault;
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
    let copies = copy::make()?;
    let [first, ..] = copies.as_slice() else {
        return Err("no copy of core was made".to_owned());
    };
    let suites = Suites {
        decisions: Suite::new(first, "decide", "tests/vectors")?,
        sequences: Suite::new(first, "destination", "tests/vectors/destination")?,
    };
    println!(
        "no fault: all {} decisions and {} sequences agree",
        suites.decisions.vectors(),
        suites.sequences.vectors()
    );
    let survivors = try_all(&faults, &copies, &suites)?;
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

struct Suites {
    decisions: Suite,
    sequences: Suite,
}

/// Tries each fault, in whichever copy is free; those that no vector noticed.
fn try_all(faults: &[Fault], copies: &[Copy], suites: &Suites) -> Result<Vec<String>> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let work = |copy: &Copy| -> Result<Vec<String>> {
        let mut survivors = Vec::new();
        while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
            let suite = match fault.file.starts_with(GUARDS) {
                true => &suites.sequences,
                false => &suites.decisions,
            };
            let caught = suite.with(copy, fault)?;
            let number = done.fetch_add(1, Ordering::Relaxed) + 1;
            println!("[{number:>3}/{}] {fault}: {caught}", faults.len());
            if caught.vectors == 0 {
                survivors.push(format!("  {fault} ({})", fault.file.display()));
            }
        }
        Ok(survivors)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = copies
            .iter()
            .map(|copy| scope.spawn(move || work(copy)))
            .collect();
        let mut survivors = Vec::new();
        for worker in workers {
            let found = worker.join().map_err(|_| "a worker broke down")?;
            survivors.extend(found?);
        }
        Ok(survivors)
    })
}
