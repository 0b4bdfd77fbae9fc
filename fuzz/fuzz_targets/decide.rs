#![allow(missing_docs, reason = "the front page is `reknock_fuzz`")]
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| reknock_fuzz::decide(data));

/// Without libFuzzer: runs the files that are named, to look at a finding.
#[cfg(not(fuzzing))]
fn main() -> std::io::Result<()> {
    reknock_fuzz::replay_arguments(reknock_fuzz::decide)
}
