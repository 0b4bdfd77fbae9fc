//! Between the corpus in the repository, a text file for each target, and the
//! folders that libFuzzer reads and writes.

// Public in the crate of the targets, which it is shared with.
#[allow(unreachable_pub)]
#[path = "../../../fuzz/src/corpus.rs"]
mod text;

use std::fs;
use std::path::Path;

use crate::Result;
use crate::shell;

/// The inputs of a target that are committed.
pub(super) fn read(target: &str) -> Result<Vec<Vec<u8>>> {
    let path = path(target);
    text::read(&read_text(&path)?).map_err(|error| format!("{path}: {error}"))
}

/// The length of the longest of them.
pub(super) fn longest(target: &str) -> Result<usize> {
    let inputs = read(target)?;
    Ok(inputs.iter().map(Vec::len).max().unwrap_or(0))
}

/// Puts the inputs into an empty folder, a file for each.
pub(super) fn unpack(target: &str, folder: &Path) -> Result {
    empty(folder)?;
    for (place, input) in read(target)?.iter().enumerate() {
        let file = folder.join(format!("{place:04}"));
        fs::write(&file, input).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Makes a folder's files the corpus. What stands above the first empty line
/// was put there by hand, and stays.
pub(super) fn pack(target: &str, folder: &Path) -> Result<usize> {
    let path = path(target);
    let before = read_text(&path)?;
    let by_hand = before.split_once("\n\n").map_or("", |(above, _)| above);
    let kept = text::read(by_hand).map_err(|error| format!("{path}: {error}"))?;
    let mut inputs = files(folder)?;
    inputs.retain(|input| !kept.contains(input));
    // By length: what is short is read first, and a new one stands alone in a diff.
    inputs.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let above = match by_hand {
        "" => String::new(),
        text => format!("{text}\n\n"),
    };
    let all = above + &text::write(&inputs);
    fs::write(shell::root().join(&path), all).map_err(|error| format!("{path}: {error}"))?;
    Ok(kept.len() + inputs.len())
}

/// A folder with nothing in it.
pub(super) fn empty(folder: &Path) -> Result {
    let failed = |error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

fn files(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?;
    entries
        .map(|entry| fs::read(entry.map_err(failed)?.path()).map_err(failed))
        .collect()
}

fn path(target: &str) -> String {
    format!("fuzz/corpus/{target}.txt")
}

fn read_text(path: &str) -> Result<String> {
    fs::read_to_string(shell::root().join(path)).map_err(|error| format!("{path}: {error}"))
}
