//! `cargo xtask vectors`: the golden vectors, written by the independent model.

use crate::options::Options;
use crate::shell::Line;
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "vectors",
    summary: "Regenerates the golden vectors in tests/vectors from the independent model.",
    help: "  --check    writes nothing; fails when the files differ from what the model says\n",
    run,
};

pub(crate) const TOOLS: &[Tool] = &[tools::PYTHON];

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let check = options.flag("--check");
    options.finish()?;
    tools::ensure(TOOLS)?;
    let line = Line::new("python3 tests/model/generate.py");
    if check {
        line.arg("--check").live()
    } else {
        line.live()
    }
}
