//! How many mutants became what, by folder.

use std::collections::BTreeMap;

use super::equivalent::{self, Equivalent};
use super::kept::{Kept, What, file_of};

#[derive(Clone, Copy, Default)]
struct Count {
    mutants: usize,
    caught: usize,
    endless: usize,
    unviable: usize,
    equivalent: usize,
    left: usize,
}

pub(super) fn print(names: &[String], kept: &Kept, equivalent: &[Equivalent]) {
    let mut folders: BTreeMap<&str, Count> = BTreeMap::new();
    let mut all = Count::default();
    for name in names {
        let folder = folders.entry(folder_of(name)).or_default();
        for count in [folder, &mut all] {
            count.mutants += 1;
            match kept.what(name) {
                Some(What::Caught) => count.caught += 1,
                Some(What::Endless) => count.endless += 1,
                Some(What::Unviable) => count.unviable += 1,
                None if equivalent::holds(equivalent, name) => count.equivalent += 1,
                None => count.left += 1,
            }
        }
    }
    println!("\n| | mutants | caught | endless | do not compile | equivalent | left |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (folder, count) in folders {
        count.print(&format!("`{folder}`"));
    }
    all.print("all");
    println!();
}

impl Count {
    fn print(&self, name: &str) {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} |",
            self.mutants, self.caught, self.endless, self.unviable, self.equivalent, self.left
        );
    }
}

/// A folder of core, or a file beside them; a file's own folder goes with it.
fn folder_of(name: &str) -> &str {
    let file = file_of(name).trim_start_matches("core/src/");
    let top = file.split('/').next().unwrap_or(file);
    top.trim_end_matches(".rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_counts_for_the_folder_it_is_in() {
        let folder = |file: &str| folder_of(&format!("core/src/{file}:1:2: delete it")).to_owned();
        assert_eq!(folder("delivery/bytes.rs"), "delivery");
        assert_eq!(folder("destination/json/read.rs"), "destination");
        assert_eq!(folder("time.rs"), "time");
        assert_eq!(folder("time/text.rs"), "time");
    }
}
