//! The list of deliberate faults: small patches, written to be read.
//!
//! ```text
//! ## Step 3: one attempt too many is made
//! core/src/delivery/decide.rs
//! - attempts >= max
//! + attempts > max
//! ```
//! A heading, a file, the text as it stands, the text that replaces it. A `#`
//! and a space begin a remark.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{Result, shell};

const FOLDER: &str = "tests/faults";

/// One thing to break.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    name: String,
    /// Below the root.
    pub(super) file: PathBuf,
    find: String,
    replace: String,
}

impl Fault {
    /// `sound` with the fault in it. A text that is not there, or is there
    /// twice, means that the code moved on and the list did not.
    pub(super) fn apply(&self, sound: &str) -> Result<String> {
        match sound.matches(&self.find).count() {
            1 => Ok(sound.replacen(&self.find, &self.replace, 1)),
            count => Err(format!(
                "{self}: the list in {FOLDER} is stale: {} holds this text {count} times, not once:\n{}",
                self.file.display(),
                self.find
            )),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Every fault of all lists, or of the one with this name. All of them are tried on the code as it stands
/// first: a stale one should not show after minutes.
pub(super) fn read(only: Option<&str>) -> Result<Vec<Fault>> {
    let mut faults = Vec::new();
    for path in files(FOLDER, "txt")? {
        if only.is_some_and(|only| path.file_stem() != Some(only.as_ref())) {
            continue;
        }
        let name = path.display();
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        faults.extend(parse(&text).map_err(|error| format!("{name}: {error}"))?);
    }
    if faults.is_empty() {
        return Err(match only {
            Some(only) => format!("{FOLDER}/{only}.txt holds no fault, or is not there"),
            None => format!("{FOLDER} holds no fault"),
        });
    }
    for fault in &faults {
        let file = fault.file.display();
        let sound = fs::read_to_string(shell::root().join(&fault.file))
            .map_err(|error| format!("{fault}: {file}: {error}"))?;
        fault.apply(&sound)?;
    }
    Ok(faults)
}

/// The files of a folder with this ending, in order.
pub(super) fn files(folder: &str, ending: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(shell::root().join(folder));
    let entries = entries.map_err(|error| format!("{folder}: {error}"))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == ending)
        })
        .collect();
    files.sort();
    Ok(files)
}

fn parse(text: &str) -> Result<Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let stray = || format!("line {}: expected \"## name\" first: {line}", index + 1);
        if let Some(name) = line.strip_prefix("## ") {
            faults.push(Fault {
                name: name.to_owned(),
                file: PathBuf::new(),
                find: String::new(),
                replace: String::new(),
            });
        } else if line.is_empty() || line.starts_with("# ") {
            continue;
        } else {
            faults.last_mut().ok_or_else(stray)?.read_line(line)?;
        }
    }
    for fault in &faults {
        if fault.file == Path::new("") || fault.find.is_empty() || fault.find == fault.replace {
            return Err(format!(
                "{fault}: needs a file, \"- \" text to find, and a change to it"
            ));
        }
    }
    Ok(faults)
}

impl Fault {
    fn read_line(&mut self, line: &str) -> Result {
        let (text, more) = match line.split_at_checked(2) {
            Some(("- ", more)) => (&mut self.find, more),
            Some(("+ ", more)) => (&mut self.replace, more),
            _ if self.file == Path::new("") => {
                self.file = line.into();
                return Ok(());
            }
            _ => return Err(format!("{self}: neither \"- \" nor \"+ \" begins: {line}")),
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(more);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Why these.\n\n## Step 3: too many\ncore/src/a.rs\n\
                        - a >= b {\n-     c\n+ a > b {\n+     c\n";

    #[test]
    fn a_fault_is_a_name_a_file_and_a_change() {
        let faults = parse(LIST).unwrap();
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].to_string(), "Step 3: too many");
        assert_eq!(faults[0].file, Path::new("core/src/a.rs"));
        let broken = faults[0].apply("if a >= b {\n    c\n}");
        assert_eq!(broken, Ok("if a > b {\n    c\n}".to_owned()));
    }

    #[test]
    fn a_list_that_the_code_outgrew_is_called_stale() {
        let fault = &parse(LIST).unwrap()[0];
        for sound in ["nothing of it", "a >= b {\n    c\na >= b {\n    c"] {
            assert!(fault.apply(sound).unwrap_err().contains("is stale"));
        }
    }

    #[test]
    fn what_is_incomplete_is_refused() {
        for text in [
            "- a\n+ b\n",
            "## x\nf.rs\n",
            "## x\nf.rs\n- a\n+ a\n",
            "## x\nf.rs\n? a\n",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }
}
