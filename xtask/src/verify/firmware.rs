//! The firmware: built for a board that people own, and run in the emulator
//! against a server that misbehaves.

use super::{Area, Show, Step};
use crate::Result;
use crate::firmware::{TARGET, TOOLS, WORKSPACE, build_line};
use crate::shell::Line;
use crate::tools::Tool;

pub(super) const AREA: Area = Area {
    name: "firmware",
    tools: needed,
    steps,
};

/// What the NUCLEO-H743ZI runs.
const NUCLEO: &str = "thumbv7em-none-eabihf";

fn needed() -> Vec<Tool> {
    [TOOLS, &[Tool::Target(NUCLEO)]].concat()
}

fn steps() -> Result<Vec<Step>> {
    let clippy = format!("cargo clippy --release {WORKSPACE}");
    let nucleo = format!("--release -p nucleo-h743zi --target {NUCLEO}");
    Ok(vec![
        Step::new(
            "style of the firmware",
            &[
                "cargo fmt --all --check --manifest-path embedded-example/Cargo.toml -- --color never",
                &format!("{clippy} -p telemetry -p mps2-an385 --target {TARGET} -- -D warnings"),
                &format!("cargo clippy {WORKSPACE} -p firmware-host --all-targets -- -D warnings"),
            ],
        ),
        Step::of(
            "firmware for both boards",
            vec![
                build_line(),
                // To see that it links; how small it gets does not matter here.
                Line::new(&format!("cargo build --quiet {WORKSPACE} {nucleo}"))
                    .env("DEFMT_LOG", "info")
                    .env("CARGO_PROFILE_RELEASE_LTO", "off")
                    .env("CARGO_PROFILE_RELEASE_DEBUG", "0"),
            ],
        ),
        Step::new(
            "firmware's parts",
            &[&format!("cargo test {WORKSPACE} -p telemetry --lib")],
        )
        .showing(Show::Summary),
        // Each of them mostly waits.
        Step::new(
            "firmware in the emulator",
            &[&format!(
                "cargo test {WORKSPACE} -p firmware-host -- --test-threads 6"
            )],
        )
        .showing(Show::Summary),
    ])
}
