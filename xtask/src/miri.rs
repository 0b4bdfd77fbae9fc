//! `cargo xtask miri`: core's tests in an interpreter that sees undefined behaviour, here
//! and as on machines of another word size and byte order.

use crate::options::Options;
use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "miri",
    summary: "Runs core's tests in Miri, also as on a 32-bit and on a big-endian machine.",
    help: "  --host    only as on this machine\n\
           \n\
           The tests that stand in core's own sources, with the features serde and std. Left out,\n\
           since an interpreter would take hours: the suites in tests/, which hold the golden\n\
           vectors, the property tests, the peers' bugs and the statistics.\n",
    run,
};

const TOOLS: &[Tool] = &[tools::NIGHTLY, Tool::Miri];

/// 32-bit words, and the other byte order. Miri needs neither a linker nor an emulator for them.
const OTHERS: [&str; 2] = ["i686-unknown-linux-gnu", "s390x-unknown-linux-gnu"];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let host = options.flag("--host");
    options.finish()?;
    tools::ensure(TOOLS)?;
    println!("core's own tests, as on this machine");
    own_tests().live()?;
    if host {
        return Ok(());
    }
    for target in OTHERS {
        println!("core's own tests, as on {target}");
        own_tests().arg("--target").arg(target).live()?;
    }
    Ok(())
}

fn own_tests() -> Line {
    Line::new("cargo +nightly miri test --package reknock --lib --features serde,std")
        .env("CARGO_TARGET_DIR", "target/miri")
        // The system clock is one of the things tested.
        .env("MIRIFLAGS", "-Zmiri-disable-isolation")
}
