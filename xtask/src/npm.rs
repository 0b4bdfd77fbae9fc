//! `cargo xtask npm`: the npm package, from the sources to a folder that can be published.

use std::time::Instant;

use crate::options::Options;
use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "npm",
    summary: "Builds the npm package into wasm/npm, ready for `npm publish`.",
    help: "  --no-install    installs nothing: names what is missing, and fails if anything is\n\
           \n\
           Node's packages that build and test it go into wasm/node_modules.\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[
    Tool::Target("wasm32-unknown-unknown"),
    tools::WASM_BINDGEN,
    tools::NODE,
];

/// Where the module is built; the size of its files is measured too.
pub(crate) const PACKAGE: &str = "wasm/npm";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let no_install = options.flag("--no-install");
    options.finish()?;
    if no_install {
        tools::require(TOOLS)?;
    } else {
        tools::ensure(TOOLS)?;
    }
    build()?;
    println!(
        "The package is in {PACKAGE}: `npm publish {PACKAGE}`, or `npm pack {PACKAGE}` to look at it."
    );
    Ok(())
}

/// Builds the package, one line after the other.
pub(crate) fn build() -> Result {
    for (what, line) in lines() {
        let started = Instant::now();
        println!("{what}\n$ {line}");
        line.live()?;
        println!("  {:.1} s", started.elapsed().as_secs_f64());
    }
    Ok(())
}

fn lines() -> [(&'static str, Line); 4] {
    let built = "target/wasm/wasm32-unknown-unknown/release/reknock_wasm.wasm";
    [
        (
            "1/4 the module, from Rust",
            Line::new(
                "cargo build --quiet --locked --release --manifest-path wasm/Cargo.toml \
                 --target wasm32-unknown-unknown --target-dir target/wasm",
            ),
        ),
        (
            "2/4 the glue that brings it to life",
            Line::new(&format!(
                "wasm-bindgen --target web --omit-default-module-path --out-name reknock \
                 --out-dir wasm/js/src/generated {built}"
            )),
        ),
        (
            "3/4 TypeScript, esbuild and binaryen, as the lock file says",
            Line::new("npm ci --prefix wasm --no-audit --no-fund --loglevel=error"),
        ),
        (
            "4/4 types, bundles and package.json",
            Line::new("node wasm/build/package.mjs"),
        ),
    ]
}
