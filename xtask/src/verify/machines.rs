//! The golden vectors on other kinds of machines than this one.

use super::{Area, Show, Step};
use crate::Result;
use crate::machines;

pub(super) const AREA: Area = Area {
    name: "machines",
    tools: machines::needed,
    steps,
};

fn steps() -> Result<Vec<Step>> {
    let clippy = "cargo clippy --release --locked --manifest-path tests/machines/Cargo.toml \
                  --target-dir target/machines/build";
    Ok(vec![
        Step::new(
            "style of the machines' programs",
            &[
                "cargo fmt --all --check --manifest-path tests/machines/Cargo.toml -- --color never",
                &format!(
                    "{clippy} --bin bare --bin stack --target thumbv7m-none-eabi -- -D warnings"
                ),
                &format!("{clippy} --bin bare --target riscv32imc-unknown-none-elf -- -D warnings"),
                &format!("{clippy} --bin wasm --target wasm32-unknown-unknown -- -D warnings"),
            ],
        ),
        Step::new("vectors on every machine", &["cargo xtask machines"]).showing(Show::Live),
    ])
}
