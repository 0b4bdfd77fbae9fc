//! What became of each mutant, kept in a file between runs.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;

use super::OUTPUT;
use super::equivalent::{self, Equivalent};
use crate::{Result, shell};

/// Lines of four fields: a digest of the file that the mutant is in, what became of it, by what,
/// and its name. `tests/mutants/src/kept.rs` reads and writes them too.
const KEPT: &str = "kept.txt";

/// What cargo-mutants writes, and with which word it is kept.
const OUTCOMES: [(&str, What); 3] = [
    ("caught.txt", What::Caught),
    ("unviable.txt", What::Unviable),
    ("timeout.txt", What::Endless),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Caught,
    /// It does not compile.
    Unviable,
    /// A test did not end with it.
    Endless,
}

pub(super) struct Kept(BTreeMap<String, What>);

impl Kept {
    /// What still holds: a mutant of a file that has changed since is unknown again.
    pub(super) fn read() -> Result<Self> {
        let path = shell::root().join(OUTPUT).join(KEPT);
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut digests: BTreeMap<String, String> = BTreeMap::new();
        let mut kept = BTreeMap::new();
        for line in text.lines() {
            let fields: Vec<&str> = line.splitn(4, '\t').collect();
            let [digest, what, _, name] = fields[..] else {
                return Err(format!("{OUTPUT}/{KEPT}: {line:?} has not four fields"));
            };
            let file = file_of(name);
            let now = digests
                .entry(file.to_owned())
                .or_insert_with(|| digest_of(file));
            if let Some(what) = What::read(what)
                && now == digest
            {
                kept.insert(name.to_owned(), what);
            }
        }
        Ok(Self(kept))
    }

    /// Adds what cargo-mutants has found in its last run.
    pub(super) fn harvest(&mut self, by: &str) -> Result {
        let describe = |error: std::io::Error| format!("{OUTPUT}: {error}");
        let output = shell::root().join(OUTPUT);
        let mut file = fs::File::options()
            .create(true)
            .append(true)
            .open(output.join(KEPT))
            .map_err(describe)?;
        for (list, what) in OUTCOMES {
            let names = fs::read_to_string(output.join("mutants.out").join(list));
            for name in names.map_err(describe)?.lines() {
                let (digest, word) = (digest_of(file_of(name)), what.word());
                writeln!(file, "{digest}\t{word}\t{by}\t{name}").map_err(describe)?;
                self.0.insert(name.to_owned(), what);
            }
        }
        Ok(())
    }

    /// Tells cargo-mutants which of these it need not test, as if it had tested them before.
    pub(super) fn skip(&self, names: &[String], equivalent: &[Equivalent]) -> Result {
        let folder = shell::root().join(OUTPUT).join("mutants.out");
        let known = names
            .iter()
            .filter(|name| self.what(name).is_some() || equivalent::holds(equivalent, name));
        let known: String = known.map(|name| format!("{name}\n")).collect();
        fs::create_dir_all(&folder)
            .and_then(|()| {
                for list in ["caught.txt", "unviable.txt"] {
                    fs::write(folder.join(list), "")?;
                }
                fs::write(folder.join("previously_caught.txt"), known)
            })
            .map_err(|error| format!("{OUTPUT}: {error}"))
    }

    pub(super) fn what(&self, name: &str) -> Option<What> {
        self.0.get(name).copied()
    }
}

impl What {
    fn read(word: &str) -> Option<Self> {
        let all = OUTCOMES.iter().map(|(_, what)| *what);
        all.into_iter().find(|what| what.word() == word)
    }

    fn word(self) -> &'static str {
        match self {
            Self::Caught => "caught",
            Self::Unviable => "unviable",
            Self::Endless => "endless",
        }
    }
}

/// The name of a mutant begins with its place.
pub(super) fn file_of(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

fn digest_of(file: &str) -> String {
    let mut hasher = DefaultHasher::new();
    fs::read(shell::root().join(file))
        .unwrap_or_default()
        .hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_a_mutant_is_a_word_and_back() {
        for (_, what) in OUTCOMES {
            assert_eq!(What::read(what.word()), Some(what));
        }
        assert_eq!(What::read("missed"), None);
    }

    #[test]
    fn a_file_is_the_beginning_of_a_name() {
        assert_eq!(
            file_of("core/src/time.rs:12:5: replace :: with ."),
            "core/src/time.rs"
        );
    }
}
