//! One target: run with a line that says how far it is, and its corpus kept.

use std::io::{self, BufRead, BufReader, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::output::Output;
use super::report::Row;
use super::{FOLDER, corpus};
use crate::Result;
use crate::shell;

/// The longest input that is made up, where the corpus has no longer one: some
/// 30 calls of a guard, 10 decisions. Twice as long is half as many.
const MAX_LEN: usize = 256;

/// When a run ends, if nothing is found.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    Runs(u64),
    Time(Duration),
}

/// A target's program, and what it starts from.
pub(super) struct Target<'a> {
    pub(super) name: &'a str,
    pub(super) program: PathBuf,
    pub(super) seed: u64,
}

impl Target<'_> {
    /// Lays out the committed corpus to start from, and nothing else: what an earlier run
    /// found would make this one another run.
    pub(super) fn prepare(&self) -> Result {
        corpus::empty(&self.folder("found"))?;
        corpus::empty(&self.folder("findings"))?;
        corpus::unpack(self.name, &self.folder("corpus"))
    }

    /// Runs it until the limit, or until something is found. A later turn goes on from what
    /// the earlier ones found, with a seed of its own.
    pub(super) fn fuzz(&self, limit: Limit, turn: u64) -> Result<Row> {
        let (found, start) = (self.folder("found"), self.folder("corpus"));
        let findings = self.folder("findings");
        let mut command = self.command();
        command
            .arg(format!("-artifact_prefix={}/", findings.display()))
            .arg(format!("-seed={}", self.seed + turn))
            .arg(format!(
                "-max_len={}",
                corpus::longest(self.name)?.max(MAX_LEN)
            ))
            // Which inputs are rare is worth knowing while there is much to reach;
            // here it costs a third of the executions.
            .args(["-print_final_stats=1", "-timeout=20", "-entropic=0"]);
        let words = format!("fuzz/words/{}.txt", self.name);
        if shell::root().join(&words).is_file() {
            command.arg(format!("-dict={words}"));
        }
        command.arg(match limit {
            Limit::Runs(runs) => format!("-runs={runs}"),
            Limit::Time(time) => format!("-max_total_time={}", time.as_secs().max(1)),
        });
        command.args([&found, &start]);
        self.watch(command)
    }

    /// Makes the fewest inputs that reach as much as all of them the corpus.
    pub(super) fn keep(&self) -> Result {
        let (found, start) = (self.folder("found"), self.folder("corpus"));
        let small = self.folder("small");
        corpus::empty(&small)?;
        let mut command = self.command();
        // One input for each edge; how often it is taken would keep thousands.
        command.args(["-set_cover_merge=1", "-use_counters=0"]);
        let output = command.args([&small, &found, &start]).output();
        let output = output.map_err(|error| self.failed(&error))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: the corpus is not merged:\n{said}", self.name));
        }
        let inputs = corpus::pack(self.name, &small)?;
        println!("{:<18} {inputs} inputs kept", self.name);
        Ok(())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.current_dir(shell::root()).stdin(Stdio::null());
        command
    }

    fn folder(&self, kind: &str) -> PathBuf {
        Path::new(FOLDER).join(kind).join(self.name)
    }

    fn watch(&self, mut command: Command) -> Result<Row> {
        let started = Instant::now();
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| self.failed(&error))?;
        let mut progress = Progress::of(self.name);
        let mut output = Output::default();
        if let Some(said) = child.stderr.take() {
            // A panic may quote bytes that are no text.
            for line in BufReader::new(said).split(b'\n') {
                let line = line.map_err(|error| self.failed(&error))?;
                output.hear(String::from_utf8_lossy(&line).trim_end());
                progress.show(&output, started.elapsed());
            }
        }
        let status = child.wait().map_err(|error| self.failed(&error))?;
        let time = started.elapsed();
        progress.finish(&output, time);
        if !status.success() && output.finding.is_none() {
            let said = output.said.join("\n");
            return Err(format!("{} ended with {status}:\n{said}", self.name));
        }
        Ok(Row {
            target: self.name.to_owned(),
            time,
            output,
        })
    }

    fn failed(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.program.display())
    }
}

/// The line of a target that runs: rewritten in a terminal, elsewhere added
/// now and then.
struct Progress<'a> {
    name: &'a str,
    is_terminal: bool,
    shown: Instant,
}

impl<'a> Progress<'a> {
    fn of(name: &'a str) -> Self {
        Self {
            name,
            is_terminal: io::stdout().is_terminal(),
            shown: Instant::now(),
        }
    }

    fn show(&mut self, output: &Output, time: Duration) {
        let pause = if self.is_terminal { 250 } else { 30_000 };
        if self.shown.elapsed() < Duration::from_millis(pause) {
            return;
        }
        self.shown = Instant::now();
        let line = self.line(output, time);
        if self.is_terminal {
            print!("\r{line}\x1b[K");
        } else {
            println!("{line} …");
        }
        let _ = io::stdout().flush();
    }

    fn finish(&self, output: &Output, time: Duration) {
        let line = self.line(output, time);
        if self.is_terminal {
            println!("\r{line}\x1b[K");
        } else {
            println!("{line}");
        }
    }

    fn line(&self, output: &Output, time: Duration) -> String {
        let Output {
            executions,
            edges,
            features,
            ..
        } = output;
        let findings = u8::from(output.finding.is_some());
        let seconds = time.as_secs();
        format!(
            "{:<18} {executions:>11} executions, {features} features of {edges} edges, \
             {findings} findings, {seconds} s",
            self.name
        )
    }
}
