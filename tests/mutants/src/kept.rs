//! What became of each mutant, kept in a file: a run that was stopped goes on after it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::mutant::Mutant;

/// Lines of four fields: a digest of the file that the mutant is in, what became of it, by what,
/// and its name. `xtask/src/mutants/kept.rs` reads and writes them too. When its file
/// changes, a mutant is met again.
pub(crate) struct Kept {
    root: PathBuf,
    file: File,
    known: BTreeSet<(String, String)>,
    digests: BTreeMap<String, String>,
}

impl Kept {
    pub(crate) fn open(root: &Path, path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let known = text.lines().filter_map(|line| {
            let mut fields = line.splitn(4, '\t');
            let digest = fields.next()?.to_owned();
            Some((digest, fields.nth(2)?.to_owned()))
        });
        Ok(Self {
            root: root.to_owned(),
            known: known.collect(),
            digests: BTreeMap::new(),
            file: OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .map_err(|error| format!("{}: {error}", path.display()))?,
        })
    }

    pub(crate) fn add(&mut self, mutant: &Mutant, what: &str, by: &str) -> Result {
        let digest = self.digest(&mutant.file);
        writeln!(self.file, "{digest}\t{what}\t{by}\t{}", mutant.name)
            .map_err(|error| format!("what became of {}: {error}", mutant.name))
    }

    pub(crate) fn has(&mut self, mutant: &Mutant) -> bool {
        let digest = self.digest(&mutant.file);
        self.known.contains(&(digest, mutant.name.clone()))
    }

    fn digest(&mut self, file: &str) -> String {
        let digest = self.digests.entry(file.to_owned()).or_insert_with(|| {
            let mut hasher = DefaultHasher::new();
            fs::read(self.root.join(file))
                .unwrap_or_default()
                .hash(&mut hasher);
            format!("{:016x}", hasher.finish())
        });
        digest.clone()
    }
}
