//! Attacks on core: deliberate faults that the vectors must notice, and fuzzing. Of mutants only the
//! tools, since a run takes most of an hour.

use super::{Area, Show, Step};
use crate::tools::{self, Tool};
use crate::{Result, faults, fuzz};

pub(super) const AREA: Area = Area {
    name: "attacks",
    tools: needed,
    steps,
};

fn needed() -> Vec<Tool> {
    [&[tools::CLIPPY], faults::TOOLS, fuzz::TOOLS].concat()
}

fn steps() -> Result<Vec<Step>> {
    // Without libFuzzer, as the replay is built: else it would be compiled for this.
    let clippy =
        "cargo clippy --locked --manifest-path fuzz/Cargo.toml --target-dir target/fuzz-replay";
    let mutants =
        "--manifest-path tests/mutants/Cargo.toml --target-dir target/mutation/tool --locked";
    Ok(vec![
        Step::new(
            "style of the fuzz targets",
            &[&format!("{clippy} --all-targets -- -D warnings")],
        ),
        Step::new("deliberate faults", &["cargo xtask faults"]).showing(Show::Live),
        Step::new(
            "what fuzzing found, without the fuzzer",
            &["cargo test --manifest-path fuzz/Cargo.toml --target-dir target/fuzz-replay"],
        )
        .showing(Show::Summary),
        Step::new("fuzzing", &["cargo xtask fuzz"]).showing(Show::Live),
        Step::new(
            "what switches mutants on",
            &[
                &format!("cargo clippy {mutants} --all-targets -- -D warnings"),
                &format!("cargo test {mutants}"),
            ],
        ),
    ])
}
