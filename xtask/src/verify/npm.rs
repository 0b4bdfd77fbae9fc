//! The npm package: the crate behind it, and what is published, wherever it should run.

use super::{Area, Show, Step};
use crate::tools::{self, Tool};
use crate::{Result, differential, npm};

pub(super) const AREA: Area = Area {
    name: "npm",
    tools: needed,
    steps,
};

fn needed() -> Vec<Tool> {
    let own = [
        tools::RUSTFMT,
        tools::CLIPPY,
        Tool::NodePackages("wasm/test"),
        Tool::NodePackages("wasm/test/packaging"),
        Tool::Chromium,
        tools::REDIS,
    ];
    [npm::TOOLS, differential::TOOLS, &own].concat()
}

fn steps() -> Result<Vec<Step>> {
    Ok(vec![
        Step::new(
            "style of the crate behind npm",
            &[
                "cargo fmt --all --check --manifest-path wasm/Cargo.toml -- --color never",
                "cargo clippy --release --locked --manifest-path wasm/Cargo.toml \
                 --target wasm32-unknown-unknown --target-dir target/wasm -- -D warnings",
            ],
        ),
        Step::new("npm package", &["cargo xtask npm"]),
        Step::new(
            "npm package in Node and Chromium",
            &["npm test --prefix wasm"],
        )
        .showing(Show::Summary),
        // Other cases than the area of core has; model and core answer again, for who differs.
        Step::new(
            "npm package against core, random cases",
            &["cargo xtask differential --javascript --count 10000 --seed 2"],
        )
        .showing(Show::All),
        Step::new(
            "npm package as packed, everywhere",
            &["npm run packaging --prefix wasm"],
        )
        .showing(Show::Summary),
    ])
}
