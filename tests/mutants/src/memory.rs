//! Which mutants could not be built with the others the last time, for a core that is still the
//! same: to find them takes a dozen rounds of the compiler.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::Result;
use crate::build::{read, sources, update};
use crate::mutant::Mutant;

pub(crate) struct Memory {
    path: PathBuf,
    digest: String,
}

impl Memory {
    /// Of all of core, and of all its mutants.
    pub(crate) fn of(root: &Path, copy: &Path, mutants: &[Mutant]) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        let mut files = sources(root, Path::new("core/src"))?;
        files.sort();
        for file in files {
            read(&root.join(&file))?.hash(&mut hasher);
        }
        for mutant in mutants {
            mutant.name.hash(&mut hasher);
        }
        Ok(Self {
            path: copy.join("refused.txt"),
            digest: format!("{:016x}", hasher.finish()),
        })
    }

    pub(crate) fn read(&self) -> BTreeSet<usize> {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        match text.split_once('\n') {
            Some((digest, ids)) if digest == self.digest => {
                ids.lines().filter_map(|id| id.parse().ok()).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    pub(crate) fn write(&self, refused: &BTreeSet<usize>) -> Result {
        let ids: String = refused.iter().map(|id| format!("{id}\n")).collect();
        update(&self.path, &format!("{}\n{ids}", self.digest))
    }
}
