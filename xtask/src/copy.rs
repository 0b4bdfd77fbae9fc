//! Copies of a part of the repository below `target`, to be changed or built in another way.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{Result, shell};

/// These folders as a workspace with these members, below `to`. What is `left_out` is not
/// taken from the top of a folder, and left as it is there. Files that did not change keep
/// their time stamps, so that only what is new is built again.
pub(crate) fn workspace(to: &str, folders: &[&str], members: &[&str], left_out: &[&str]) -> Result {
    let describe = |error: std::io::Error| format!("{to}: {error}");
    let copy = shell::root().join(to);
    for folder in folders {
        copy_folder(&shell::root().join(folder), &copy.join(folder), left_out).map_err(describe)?;
    }
    let manifest = fs::read_to_string(shell::root().join("Cargo.toml")).map_err(describe)?;
    let manifest = with_members(&manifest, members);
    update(&copy.join("Cargo.toml"), manifest.as_bytes()).map_err(describe)
}

/// One file of the root, into `to`.
pub(crate) fn file(name: &str, to: &str) -> Result {
    let bytes = fs::read(shell::root().join(name));
    bytes
        .and_then(|bytes| update(&shell::root().join(to).join(name), &bytes))
        .map_err(|error| format!("{to}/{name}: {error}"))
}

fn with_members(manifest: &str, members: &[&str]) -> String {
    let lines = manifest.lines().map(|line| match line.split_once(" = ") {
        Some(("members", _)) => format!("members = {members:?}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

fn copy_folder(from: &Path, to: &Path, left_out: &[&str]) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    let taken = |path: &PathBuf| {
        let name = path.file_name();
        !left_out.iter().any(|out| name == Some(OsStr::new(out)))
    };
    let mut stale: Vec<PathBuf> = entries(to)?.into_iter().filter(taken).collect();
    for path in entries(from)?.into_iter().filter(taken) {
        let Some(name) = path.file_name() else {
            continue;
        };
        let target = to.join(name);
        stale.retain(|path| *path != target);
        if path.is_dir() {
            copy_folder(&path, &target, &[])?;
        } else {
            update(&target, &fs::read(&path)?)?;
        }
    }
    for path in stale {
        if path.is_dir() {
            fs::remove_dir_all(path)?;
        } else {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect()
}

fn update(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        Ok(())
    } else {
        fs::write(path, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_only_the_members_that_are_copied() {
        let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"core\", \"xtask\"]\n";
        assert_eq!(
            with_members(manifest, &["core"]),
            "[workspace]\nresolver = \"3\"\nmembers = [\"core\"]\n"
        );
    }
}
