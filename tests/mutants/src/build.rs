//! Core with its mutants in it, and the test programs on top of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Result;
use crate::memory::Memory;
use crate::mutant::Mutant;
use crate::rewrite::{owners, rewrite};

/// Which mutant is on is a matter of run time. While constants are computed there is no
/// environment to ask, so that a mutant that takes part in them is an error, and is left out.
const SWITCHED: &str = "extern crate std;

pub(crate) const fn on(id: u32) -> bool {
    core::intrinsics::const_eval_select((id,), computed, chosen)
}

const fn computed(_: u32) -> bool {
    panic!()
}

fn chosen(id: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let read = || std::env::var(\"REKNOCK_MUTANT\").ok().and_then(|id| id.parse().ok());
    *CHOSEN.get_or_init(|| read().unwrap_or(0)) == id
}
";

const UNSTABLE: &str = "#![feature(const_eval_select, core_intrinsics)]
#![allow(warnings)]
#![no_std]
";

/// The compiler stops at the first stage that finds errors, and a constant at the first
/// mutant that takes part in it.
const ROUNDS: usize = 200;

/// Core alone, and then every constant of the tests too.
const CHECKS: [&str; 2] = [
    "check --package reknock --all-features",
    "check --package reknock --package reknock-tests --package reknock-quick --all-features --tests",
];

/// A test program, and the folder it is run in.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) folder: PathBuf,
}

/// Writes core into the copy of the workspace, with those mutants in it that compile there;
/// returns those that are not in it.
pub(crate) fn core(root: &Path, copy: &Path, mutants: &[Mutant]) -> Result<BTreeSet<usize>> {
    let memory = Memory::of(root, copy, mutants)?;
    let mut refused = memory.read();
    let mut checks = CHECKS.iter();
    let mut command = checks.next();
    for _ in 0..ROUNDS {
        refused = write(root, copy, mutants, &refused)?;
        let Some(check) = command else {
            memory.write(&refused)?;
            return Ok(refused);
        };
        let errors = errors(copy, check)?;
        if errors.is_empty() {
            command = checks.next();
            continue;
        }
        let before = refused.len();
        for error in &errors {
            refused.extend(blamed(copy, error));
            if error["code"]["code"] == "E0080" {
                refused.extend(computing(copy, error, mutants));
            }
        }
        println!(
            "  {} errors, {} mutants are not among them",
            errors.len(),
            refused.len()
        );
        if refused.len() == before {
            let text = errors[0]["rendered"].as_str().unwrap_or_default();
            return Err(format!("an error that no mutant has made:\n{text}"));
        }
    }
    Err(format!("core does not compile after {ROUNDS} rounds"))
}

/// A constant could not be computed: all mutants of the functions that took part in it, since the next
/// one would be met there.
fn computing(copy: &Path, error: &Value, mutants: &[Mutant]) -> Vec<usize> {
    let frames = error["children"].as_array().cloned().unwrap_or_default();
    let mut functions = Vec::new();
    for frame in &frames {
        let message = frame["message"].as_str().unwrap_or_default();
        let name = message.split('`').nth(1).unwrap_or_default();
        let file = frame["spans"][0]["file_name"].as_str().unwrap_or_default();
        functions.push((file.to_owned(), name.to_owned()));
        for id in blamed(copy, frame) {
            let mutant = &mutants[id - 1];
            functions.push((mutant.file.clone(), mutant.function.clone()));
        }
    }
    let numbered = (1..).zip(mutants);
    let of_them = numbered.filter(|(_, mutant)| {
        let found = |(file, name): &(String, String)| {
            *file == mutant.file && *name == mutant.function && !name.is_empty()
        };
        functions.iter().any(found)
    });
    let innermost = frames.iter().flat_map(|frame| blamed(copy, frame));
    of_them.map(|(id, _)| id).chain(innermost).collect()
}

/// Whether core compiles with this mutant and no other, as cargo-mutants would build it.
pub(crate) fn compiles(root: &Path, copy: &Path, mutant: &Mutant) -> Result<bool> {
    let sound = read(&root.join(&mutant.file))?;
    let Some(place) = mutant.range(&sound) else {
        return Err(format!("{}: no such place", mutant.name));
    };
    let mut mutated = sound.clone();
    mutated.replace_range(place, &mutant.replacement);
    update(&copy.join(&mutant.file), &mutated)?;
    let errors = errors(copy, CHECKS[0])?;
    update(&copy.join(&mutant.file), &sound)?;
    Ok(errors.is_empty())
}

/// Core as it is, in a copy of its own.
pub(crate) fn sound(root: &Path, copy: &Path) -> Result {
    for file in sources(root, Path::new("core/src"))? {
        update(&copy.join(&file), &read(&root.join(&file))?)?;
    }
    match errors(copy, CHECKS[0])?.first() {
        None => Ok(()),
        Some(error) => Err(format!("core does not compile: {}", error["rendered"])),
    }
}

/// Builds test programs: the packages and options as cargo takes them.
pub(crate) fn programs(copy: &Path, options: &str) -> Result<Vec<Program>> {
    let output = cargo(copy, "test --no-run")
        .args(options.split_whitespace())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let mut programs = Vec::new();
    for message in messages(&output.stdout) {
        let Some(path) = message["executable"].as_str() else {
            continue;
        };
        if message["profile"]["test"] != true {
            continue;
        }
        let manifest = Path::new(message["manifest_path"].as_str().unwrap_or_default());
        programs.push(Program {
            name: message["target"]["name"]
                .as_str()
                .unwrap_or_default()
                .into(),
            path: path.into(),
            folder: manifest.parent().unwrap_or(copy).into(),
        });
    }
    Ok(programs)
}

/// Every file of core, with the mutants that are not refused; returns those that are not in them.
fn write(
    root: &Path,
    copy: &Path,
    mutants: &[Mutant],
    refused: &BTreeSet<usize>,
) -> Result<BTreeSet<usize>> {
    let mut absent: BTreeSet<usize> = (1..=mutants.len()).collect();
    for file in sources(root, Path::new("core/src"))? {
        let name = file.to_string_lossy();
        let mut text = read(&root.join(&file))?;
        let numbered: Vec<(usize, &Mutant)> = (1..)
            .zip(mutants)
            .filter(|(id, mutant)| mutant.file == name && !refused.contains(id))
            .collect();
        if !numbered.is_empty() {
            let (rewritten, placed) =
                rewrite(&text, &numbered).map_err(|error| format!("{name}: {error}"))?;
            text = rewritten;
            absent.retain(|id| !placed.contains(id));
        }
        if name == "core/src/lib.rs" {
            text = text.replacen("#![no_std]\n", UNSTABLE, 1) + "\nmod switched;\n";
        }
        update(&copy.join(&file), &text)?;
    }
    update(&copy.join("core/src/switched.rs"), SWITCHED)?;
    Ok(absent)
}

/// All files below a folder of the project, as paths from its root.
pub(crate) fn sources(root: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
    let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join(folder)).map_err(describe)? {
        let entry = entry.map_err(describe)?;
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            files.extend(sources(root, &path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// What the compiler has against it.
fn errors(copy: &Path, command: &str) -> Result<Vec<Value>> {
    let output = cargo(copy, command)
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let errors: Vec<Value> = messages(&output.stdout)
        .map(|message| message["message"].clone())
        .filter(|message| message["level"] == "error")
        .collect();
    // The last one counts the others, and points nowhere.
    let placed = |error: &Value| {
        error["spans"]
            .as_array()
            .is_some_and(|spans| !spans.is_empty())
    };
    let errors: Vec<Value> = errors.into_iter().filter(placed).collect();
    if errors.is_empty() && !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(errors)
}

/// The mutants that an error is about: those of the first place it names that has any.
fn blamed(copy: &Path, error: &Value) -> Vec<usize> {
    let spans = error["spans"].as_array().cloned().unwrap_or_default();
    let (primary, others): (Vec<&Value>, Vec<&Value>) =
        spans.iter().partition(|span| span["is_primary"] == true);
    for span in primary.into_iter().chain(others) {
        let file = copy.join(span["file_name"].as_str().unwrap_or_default());
        let Ok(text) = fs::read_to_string(file) else {
            continue;
        };
        let offset = |end: &str| span[end].as_u64().unwrap_or_default() as usize;
        let owners = owners(&text, &(offset("byte_start")..offset("byte_end")));
        if !owners.is_empty() {
            return owners;
        }
    }
    Vec::new()
}

fn cargo(copy: &Path, arguments: &str) -> Command {
    let mut command = Command::new("cargo");
    command
        .args(arguments.split_whitespace())
        .args(["--quiet", "--message-format=json"])
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        // Only core asks for what is not stable.
        .env("RUSTC_BOOTSTRAP", "reknock")
        // A mutant that always overflows or panics is one for the tests to catch, not for a lint that is
        // asked only once code is made.
        .env("RUSTFLAGS", "-A arithmetic_overflow -A unconditional_panic")
        .stdin(Stdio::null());
    command
}

fn messages(output: &[u8]) -> impl Iterator<Item = Value> {
    output
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
}

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Leaves a file alone that is as it should be, so that it is not built again.
pub(crate) fn update(path: &Path, text: &str) -> Result {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}
