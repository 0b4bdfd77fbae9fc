//! A command line: printed as one would type it, run as it is printed.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::{Result, tools};

/// The folder that holds the workspace. Every line runs there.
pub(crate) fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// A program, its arguments, and where its input and output go.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    words: Vec<String>,
    env: Vec<(String, String)>,
    input: Option<PathBuf>,
    output: Option<PathBuf>,
}

/// What a line that ran to its end left behind.
pub(crate) struct Finished {
    pub(crate) success: bool,
    /// Everything it wrote, standard output and error in the order they came.
    pub(crate) text: String,
}

impl Line {
    /// `text` is split at spaces: for arguments that hold none.
    pub(crate) fn new(text: &str) -> Self {
        Self {
            words: text.split_whitespace().map(String::from).collect(),
            env: Vec::new(),
            input: None,
            output: None,
        }
    }

    pub(crate) fn arg(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    pub(crate) fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Standard input, from a file below the root.
    pub(crate) fn input(mut self, path: impl Into<PathBuf>) -> Self {
        self.input = Some(path.into());
        self
    }

    /// Standard output, to a file below the root.
    pub(crate) fn output(mut self, path: impl Into<PathBuf>) -> Self {
        self.output = Some(path.into());
        self
    }

    /// Runs with the terminal's own input and output.
    pub(crate) fn live(&self) -> Result {
        let status = self.status()?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("`{self}` failed ({status})"))
        }
    }

    /// Runs with the terminal's own input and output: how it ended, whatever that means.
    pub(crate) fn status(&self) -> Result<ExitStatus> {
        let mut command = self.command()?;
        command.status().map_err(|error| self.not_started(&error))
    }

    /// Runs in silence. That it failed is an answer, not an error.
    pub(crate) fn finish(&self) -> Result<Finished> {
        let mut command = self.command()?;
        let (mut reader, writer) = std::io::pipe().map_err(|error| self.not_started(&error))?;
        if self.output.is_none() {
            command.stdout(
                writer
                    .try_clone()
                    .map_err(|error| self.not_started(&error))?,
            );
        }
        command.stderr(writer);
        if self.input.is_none() {
            command.stdin(Stdio::null());
        }
        let mut child = command.spawn().map_err(|error| self.not_started(&error))?;
        // `command` still holds the pipe's writing end; reading would never end.
        drop(command);
        let mut bytes = Vec::new();
        reader
            .read_to_end(&mut bytes)
            .map_err(|error| self.not_started(&error))?;
        let status = child.wait().map_err(|error| self.not_started(&error))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Finished {
            success: status.success(),
            text,
        })
    }

    /// Runs in silence; a failure is an error that shows all it wrote.
    pub(crate) fn quiet(&self) -> Result<String> {
        let finished = self.finish()?;
        if finished.success {
            return Ok(finished.text);
        }
        Err(format!("`{self}` failed:\n{}", finished.text))
    }

    /// Standard output alone; what it says on standard error is shown when it fails.
    pub(crate) fn stdout(&self) -> Result<String> {
        let output = self
            .command()?
            .output()
            .map_err(|error| self.not_started(&error))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Err(format!(
            "`{self}` failed:\n{}",
            String::from_utf8_lossy(&output.stderr)
        ))
    }

    fn command(&self) -> Result<Command> {
        let mut command = Command::new(&self.words[0]);
        command
            .args(&self.words[1..])
            .current_dir(root())
            .env("PATH", tools::search_path());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(path) = &self.input {
            let file = File::open(root().join(path));
            command.stdin(file.map_err(|error| format!("{}: {error}", path.display()))?);
        }
        if let Some(path) = &self.output {
            let file = File::create(root().join(path));
            command.stdout(file.map_err(|error| format!("{}: {error}", path.display()))?);
        }
        Ok(command)
    }

    fn not_started(&self, error: &std::io::Error) -> String {
        format!("`{self}` could not run: {error}")
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.env {
            write!(f, "{name}={} ", quoted(value))?;
        }
        for (index, word) in self.words.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { " " }, quoted(word))?;
        }
        if let Some(path) = &self.input {
            write!(f, " < {}", path.display())?;
        }
        if let Some(path) = &self.output {
            write!(f, " > {}", path.display())?;
        }
        Ok(())
    }
}

/// A word as a shell needs it written.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_prints_as_one_would_type_it() {
        let line = Line::new("cargo doc --no-deps").env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            line.to_string(),
            "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps"
        );
        let line = Line::new("cat").arg("it's").input("a.txt").output("b.txt");
        assert_eq!(line.to_string(), r"cat 'it'\''s' < a.txt > b.txt");
    }

    #[test]
    fn a_failure_shows_both_streams_in_order() {
        let line = Line::new("sh -c").arg("echo one; echo two >&2; exit 3");
        let finished = line.finish().unwrap();
        assert!(!finished.success);
        assert_eq!(finished.text, "one\ntwo\n");
        assert!(line.quiet().unwrap_err().ends_with("failed:\none\ntwo\n"));
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        let error = Line::new("no-such-program --at all").live().unwrap_err();
        assert!(
            error.starts_with("`no-such-program --at all` could not run"),
            "{error}"
        );
    }
}
