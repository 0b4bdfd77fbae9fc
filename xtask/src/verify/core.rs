//! Core: style, tests, docs, the targets it is built for, the model beside it, its weight.

use super::{Area, Show, Step};
use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Result, differential, size, vectors};

pub(super) const AREA: Area = Area {
    name: "core",
    tools: needed,
    steps,
};

/// The targets without an operating system that core is built for.
const BARE_TARGETS: [&str; 4] = [
    "thumbv6m-none-eabi",
    "thumbv7em-none-eabihf",
    "riscv32imc-unknown-none-elf",
    "wasm32-unknown-unknown",
];

/// Each feature alone and all of them together; `std` has no place on bare metal.
const BARE_FEATURES: [&str; 4] = ["serde", "defmt", "embassy-time", "serde,defmt,embassy-time"];

/// Lints what `cargo xtask size` weighs, a workspace of its own.
const FLASH_CLIPPY: &str =
    "cargo clippy --locked --manifest-path tests/flash/Cargo.toml --target-dir target/flash";

/// One of the targets they are weighed for: no line of them is for one alone.
const WEIGHED: &str = "thumbv7em-none-eabihf";

fn needed() -> Vec<Tool> {
    let mut tools = vec![tools::RUSTFMT, tools::CLIPPY, Tool::MinimumRust];
    tools.extend(BARE_TARGETS.map(Tool::Target));
    for more in [vectors::TOOLS, differential::TOOLS] {
        tools.extend(more);
    }
    tools.extend(size::needed());
    tools
}

fn steps() -> Result<Vec<Step>> {
    let minimum = tools::minimum_rust()?;
    let mut steps = vec![
        Step::new(
            "rustfmt",
            &[
                "cargo fmt --all --check -- --color never",
                "cargo fmt --all --check --manifest-path tests/flash/Cargo.toml -- --color never",
                "cargo fmt --all --check --manifest-path fuzz/Cargo.toml -- --color never",
                "cargo fmt --all --check --manifest-path tests/mutants/Cargo.toml -- --color never",
            ],
        ),
        Step::new(
            "model's own tests",
            &["python3 -m unittest discover tests/model"],
        ),
        Step::new(
            "vectors as the model says",
            &["cargo xtask vectors --check"],
        ),
        Step::new(
            "policies as the model says",
            &["python3 tests/policies/generate.py --check"],
        ),
        Step::new(
            "clippy",
            &["cargo clippy --workspace --all-targets --all-features -- -D warnings"],
        ),
        // In the profiles that the weighing builds with, so that build scripts are shared.
        Step::new(
            "clippy of the programs that are weighed",
            &[
                &format!("{FLASH_CLIPPY} --profile flash --bins --target {WEIGHED} -- -D warnings"),
                &format!("{FLASH_CLIPPY} --release -p reknock-measure -- -D warnings"),
            ],
        ),
        Step::new(
            "tests, all features",
            &["cargo test --workspace --all-features --lib --bins --tests --examples"],
        )
        .showing(Show::Summary),
        Step::new(
            "tests of core, no features",
            &["cargo test -p reknock --lib --tests"],
        )
        .showing(Show::Summary),
        Step::new(
            "examples in the docs",
            &["cargo test --workspace --all-features --doc"],
        )
        .showing(Show::Summary),
        Step::of(
            "docs without warnings",
            vec![
                Line::new("cargo doc --workspace --all-features --no-deps")
                    .env("RUSTDOCFLAGS", "-D warnings"),
            ],
        ),
    ];
    steps.extend(BARE_TARGETS.map(bare));
    steps.extend([
        Step::of(
            &format!("core with Rust {minimum}"),
            ["", " --all-features"]
                .map(|features| Line::new(&format!("cargo +{minimum} check -p reknock{features}")))
                .into(),
        ),
        Step::new("core against the model", &["cargo xtask differential"]).showing(Show::All),
        Step::new(
            "sizes and instruction counts",
            &["cargo xtask size --check"],
        )
        .showing(Show::All),
        Step::of(
            "no panic, overflow checks on",
            ["thumbv7em-none-eabihf", "thumbv6m-none-eabi"]
                .map(|target| {
                    Line::new(&format!(
                        "cargo build --locked --manifest-path tests/flash/Cargo.toml \
                         --target-dir target/flash --profile checked --bins --target {target}"
                    ))
                })
                .into(),
        ),
    ]);
    Ok(steps)
}

fn bare(target: &str) -> Step {
    let build = format!("cargo build -p reknock --target {target}");
    let with = BARE_FEATURES.map(|features| format!("{build} --features {features}"));
    let lines = [build].into_iter().chain(with).map(|line| Line::new(&line));
    Step::of(&format!("core for {target}"), lines.collect())
}
