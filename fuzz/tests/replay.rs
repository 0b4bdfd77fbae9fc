//! The corpus, run through the targets without libFuzzer: on any toolchain,
//! and on any machine that runs tests.

use std::path::Path;

use reknock_fuzz::{TARGETS, replay_folder};

#[test]
fn the_corpus_keeps_every_invariant() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(name);
        let files = replay_folder(&folder, target).unwrap();
        assert!(files >= 12, "{name} has a corpus of {files} files only");
    }
}

/// What libFuzzer does to a corpus, in small: without coverage to guide it, but
/// with every file as a start.
#[test]
fn neighbours_of_the_corpus_keep_them_too() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(name);
        for entry in std::fs::read_dir(folder).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            for place in 0..bytes.len().min(64) {
                let mut near = bytes.clone();
                near[place] ^= 1 << (place % 8);
                target(&near);
                target(&bytes[..place]);
            }
        }
    }
}
