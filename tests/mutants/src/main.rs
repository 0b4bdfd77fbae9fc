//! Every mutant of core in one program, switched on one at a time.
//!
//! To build core anew for each of two thousand mutants takes hours. Here all of them are built
//! at once, each behind a switch, and each test program is run again and again with another
//! one on. What is left over (mutants that do not compile, that no test notices, or
//! that have no place for a switch) is for cargo-mutants, which has the last word.
//!
//! ```text
//! reknock-mutants ROOT WORK PART
//! ```
//! The project, and a folder prepared by `cargo xtask mutants`: `list.json` has the mutants as
//! cargo-mutants lists them, `switched` is a copy of the workspace, in which core is written
//! anew, `alone` one of core only, `equivalent.txt` names those that nothing can catch, and
//! `kept.txt` is what became of each mutant. All mutants are
//! built, and those of a file or folder tried: another part needs no other build.

mod build;
mod kept;
mod memory;
mod mutant;
mod rewrite;
mod trial;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use build::Program;
use kept::Kept;
use mutant::Mutant;
use trial::Verdict;

type Result<T = ()> = std::result::Result<T, String>;

/// The small program that sees most, then core's own tests, and then everything that tests core.
const QUICK: &str = "--package reknock-quick --test quick";
const OWN: &str = "--package reknock --all-features --lib";
const SUITES: &str = "--package reknock-tests --all-features --lib --tests";

/// Guards are seen by sequences of calls, everything else by decisions: the quick program need not
/// try both. The suites do.
const GUARDS: &str = "core/src/destination/";
const DECISIONS: &str = "vectors::every_decision_is_as_the_vectors_say";
const SEQUENCES: &str = "vectors::every_sequence_is_as_the_vectors_say";

/// How many times longer than it needs a test program may run before its mutant is taken to be endless.
const PATIENCE: u64 = 4;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [root, work, part] = &arguments[..] else {
        eprintln!("reknock-mutants ROOT WORK PART");
        return ExitCode::FAILURE;
    };
    match run(root.as_ref(), work.as_ref(), part) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, work: &Path, part: &str) -> Result {
    let list = fs::read_to_string(work.join("list.json")).map_err(|error| error.to_string())?;
    let mut kept = Kept::open(root, &work.join("kept.txt"))?;
    let mutants: Vec<Mutant> = Mutant::all(&list)?;
    let chosen: Vec<usize> = (1..=mutants.len())
        .filter(|id| mutants[id - 1].file.starts_with(part))
        .collect();
    let (known, left): (Vec<usize>, Vec<usize>) =
        chosen.iter().partition(|id| kept.has(&mutants[**id - 1]));
    println!(
        "{} mutants, of which {} are known",
        chosen.len(),
        known.len()
    );
    let copy = work.join("switched");
    let absent = build::core(root, &copy, &mutants)?;
    let (absent, left): (Vec<usize>, Vec<usize>) =
        left.into_iter().partition(|id| absent.contains(id));
    let equivalent = fs::read_to_string(work.join("equivalent.txt")).unwrap_or_default();
    let equivalent: Vec<&str> = equivalent.lines().collect();
    switched(&copy, left, &mutants, &equivalent, &mut kept)?;
    alone(root, &work.join("alone"), &absent, &mutants, &mut kept)
}

/// Most of those that are not among the others do not compile.
fn alone(
    root: &Path,
    copy: &Path,
    absent: &[usize],
    mutants: &[Mutant],
    kept: &mut Kept,
) -> Result {
    println!("{} built alone", absent.len());
    build::sound(root, copy)?;
    for (done, &id) in absent.iter().enumerate() {
        let mutant = &mutants[id - 1];
        if !build::compiles(root, copy, mutant)? {
            kept.add(mutant, "unviable", "the compiler")?;
        }
        progress(done, absent.len());
    }
    Ok(())
}

/// Every program in turn, for those that all before it missed.
fn switched(
    copy: &Path,
    mut left: Vec<usize>,
    mutants: &[Mutant],
    equivalent: &[&str],
    kept: &mut Kept,
) -> Result {
    for options in [QUICK, OWN, SUITES] {
        if left.is_empty() {
            break;
        }
        let mut programs = Vec::new();
        for program in build::programs(copy, options)? {
            let start = Instant::now();
            let seconds = program.baseline()?;
            programs.push((start.elapsed(), seconds, program));
        }
        programs.sort_by_key(|(elapsed, ..)| *elapsed);
        for (_, seconds, program) in programs {
            println!("{}: {} mutants", program.name, left.len());
            left = trials(&program, PATIENCE * seconds, &left, mutants, kept)?;
        }
        // All suites are much to run for those that nothing is expected to catch.
        left.retain(|id| !equivalent.contains(&&*mutants[id - 1].name));
    }
    println!("{} were missed", left.len());
    for id in &left {
        println!("  {}", mutants[id - 1].name);
    }
    Ok(())
}

/// Those that the program misses.
fn trials(
    program: &Program,
    seconds: u64,
    left: &[usize],
    mutants: &[Mutant],
    kept: &mut Kept,
) -> Result<Vec<usize>> {
    let mut missed = Vec::new();
    for (done, &id) in left.iter().enumerate() {
        let mutant = &mutants[id - 1];
        let options = match &*program.name {
            "quick" if mutant.file.starts_with(GUARDS) => &["--exact", "--skip", DECISIONS][..],
            "quick" => &["--exact", "--skip", SEQUENCES],
            _ => &[],
        };
        match program.meet(id, seconds, options)? {
            Verdict::Missed => missed.push(id),
            Verdict::Caught(test) => {
                kept.add(mutant, "caught", &format!("{} {test}", program.name))?;
            }
            Verdict::Endless => kept.add(mutant, "endless", &program.name)?,
        }
        progress(done, left.len());
    }
    Ok(missed)
}

fn progress(done: usize, of: usize) {
    if (done + 1).is_multiple_of(100) {
        println!("  {} of {of}", done + 1);
    }
}
