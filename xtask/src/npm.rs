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
           Node's packages that build it go into wasm/node_modules.\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[
    Tool::Target("wasm32-unknown-unknown"),
    tools::WASM_BINDGEN,
    Tool::Node,
    Tool::NodePackages("wasm"),
];

/// Where the module is built; the size of its files is measured too.
pub(crate) const PACKAGE: &str = "wasm/npm";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let no_install = options.flag("--no-install");
    options.finish()?;
    tools::provide(TOOLS, no_install)?;
    build()?;
    println!(
        "The package is in {PACKAGE}: `npm publish ./{PACKAGE}`, or `npm pack ./{PACKAGE}` to look at it.\n\
         By hand, publish with --provenance=false: only a build service can vouch for where it came from."
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

pub(crate) fn lines() -> [(&'static str, Line); 3] {
    let built = "target/wasm/wasm32-unknown-unknown/release/reknock_wasm.wasm";
    [
        (
            "1/3 the module, from Rust",
            Line::new(
                "cargo build --quiet --locked --release --manifest-path wasm/Cargo.toml \
                 --target wasm32-unknown-unknown --target-dir target/wasm",
            ),
        ),
        (
            "2/3 what wasm-bindgen makes of it",
            Line::new(&format!(
                "wasm-bindgen --target web --omit-default-module-path --out-name reknock \
                 --out-dir wasm/js/src/generated {built}"
            )),
        ),
        (
            "3/3 types, bundles and package.json",
            Line::new("node wasm/build/package.mjs"),
        ),
    ]
}
