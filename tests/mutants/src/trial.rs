//! One mutant before one test program.

use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

use crate::Result;
use crate::build::Program;

/// How a test program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Missed,
    /// By this test.
    Caught(String),
    /// It took more processor time, or more memory, than it may.
    Endless,
}

/// The most memory a test program may take, in bytes: a mutant that loops may well collect.
const MEMORY: u64 = 4 << 30;

/// The most seconds of processor time that any test program takes.
const LONGEST: u64 = 256;

impl Program {
    /// Runs it as it is: it must pass. Returns the seconds of processor time that are enough for it,
    /// however loaded the machine is.
    pub(crate) fn baseline(&self) -> Result<u64> {
        let mut seconds = 1;
        loop {
            match self.meet(0, seconds, &[])? {
                Verdict::Missed => return Ok(seconds),
                Verdict::Endless if seconds < LONGEST => seconds *= 2,
                other => return Err(format!("{}: {other:?} without a mutant", self.name)),
            }
        }
    }

    /// Runs it with one mutant on, until the first test fails.
    pub(crate) fn meet(&self, mutant: usize, seconds: u64, options: &[&str]) -> Result<Verdict> {
        let describe = |error: std::io::Error| format!("{}: {error}", self.name);
        let mut child = Command::new("prlimit")
            .arg(format!("--cpu={seconds}"))
            .arg(format!("--as={MEMORY}"))
            .arg(&self.path)
            .arg("--test-threads=1")
            .args(options)
            .current_dir(&self.folder)
            .env("REKNOCK_MUTANT", mutant.to_string())
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(describe)?;
        let last = follow(&mut child).map_err(describe)?;
        if let Some(test) = last.failed {
            child.kill().map_err(describe)?;
            child.wait().map_err(describe)?;
            return Ok(Verdict::Caught(test));
        }
        let status = child.wait().map_err(describe)?;
        const CPU: i32 = 24;
        const KILL: i32 = 9;
        const ABORT: i32 = 6;
        Ok(match status.signal() {
            None if status.success() => Verdict::Missed,
            Some(CPU | KILL | ABORT) => Verdict::Endless,
            _ => Verdict::Caught(last.started),
        })
    }
}

/// What a test program has said so far.
#[derive(Default)]
struct Said {
    started: String,
    failed: Option<String>,
}

/// Reads until the program ends or a test has failed.
fn follow(child: &mut Child) -> std::io::Result<Said> {
    let mut said = Said::default();
    let Some(output) = child.stdout.take() else {
        return Ok(said);
    };
    let mut output = BufReader::new(output);
    let mut piece = Vec::new();
    // A name is written before its test is run, and the result after it.
    loop {
        piece.clear();
        if output.read_until(b' ', &mut piece)? == 0 {
            return Ok(said);
        }
        let word = String::from_utf8_lossy(&piece);
        let mut lines = word.split_whitespace();
        match (lines.next(), word.trim().contains("::")) {
            (Some("FAILED"), _) => {
                said.failed = Some(said.started);
                said.started = String::new();
                return Ok(said);
            }
            (Some(name), true) => said.started = name.to_owned(),
            _ => {}
        }
    }
}
