//! `cargo xtask coverage`: which lines of core no test runs.

use std::fs;
use std::path::Path;

use crate::options::Options;
use crate::shell::{self, Line};
use crate::tools::{self, Tool};
use crate::{Command, Result};

pub(crate) const COMMAND: Command = Command {
    name: "coverage",
    summary: "Lists the lines of core that no test runs.",
    help: "  --check    fails when a line is uncovered that tests/coverage-exceptions.txt does\n\
           \x20            not justify, or when an exception there is needed no more\n",
    run,
};

const TOOLS: &[Tool] = &[Tool::LlvmTools, tools::CARGO_LLVM_COV];

const REPORT: &str = "target/coverage.lcov";
const EXCEPTIONS: &str = "tests/coverage-exceptions.txt";

fn run(args: &[String]) -> Result {
    let mut options = Options::new(args);
    let check = options.flag("--check");
    options.finish()?;
    tools::ensure(TOOLS)?;

    Line::new("cargo llvm-cov -p reknock -p reknock-tests --all-features --lcov --output-path")
        .arg(REPORT)
        .quiet()?;
    let report = read(REPORT)?;
    let exceptions = parse_exceptions(&read(EXCEPTIONS)?)?;

    let covered = Coverage::of_core(&report)?;
    println!("lines of core covered: {covered}");
    let excused = excuse(&covered.missed, &exceptions);
    for (line, excused) in covered.missed.iter().zip(&excused) {
        println!(
            "{}  {line}",
            if *excused { "excepted " } else { "uncovered" }
        );
    }
    let open = excused.iter().filter(|excused| !**excused).count();
    let needed = |one: &&Exception| covered.missed.iter().any(|line| one.fits(line));
    let unneeded: Vec<&Exception> = exceptions.iter().filter(|one| !needed(one)).collect();
    for one in &unneeded {
        println!("unneeded   {}: {}", one.file, one.text);
    }
    if check && (open > 0 || !unneeded.is_empty()) {
        return Err(format!(
            "{open} lines of core are uncovered and not excepted in {EXCEPTIONS}, \
             and {} exceptions there are needed no more",
            unneeded.len()
        ));
    }
    Ok(())
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(shell::root().join(path)).map_err(|error| format!("{path}: {error}"))
}

/// The lines of core, and which of them nothing ran.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    lines: usize,
    missed: Vec<Missed>,
}

#[derive(Debug)]
struct Missed {
    file: String,
    number: usize,
    text: String,
}

impl Coverage {
    pub(crate) fn of_core(report: &str) -> Result<Self> {
        let mut all = Self::default();
        for (file, counts) in parse_lcov(report, shell::root()) {
            if !file.starts_with("core/src/") {
                continue;
            }
            let source = read(&file)?;
            let source: Vec<&str> = source.lines().collect();
            all.lines += counts.len();
            for (number, _) in counts.into_iter().filter(|(_, count)| *count == 0) {
                let text = source
                    .get(number - 1)
                    .map_or("", |line| line.trim())
                    .to_owned();
                all.missed.push(Missed {
                    file: file.clone(),
                    number,
                    text,
                });
            }
        }
        if all.lines == 0 {
            return Err(format!("{REPORT} says nothing about core"));
        }
        Ok(all)
    }

    /// The lines that nothing ran, with where they stand.
    pub(crate) fn missed(&self) -> impl Iterator<Item = String> {
        self.missed.iter().map(ToString::to_string)
    }

    /// Per cent, in hundredths.
    fn hundredths(&self) -> usize {
        (self.lines - self.missed.len()) * 10_000 / self.lines
    }
}

impl std::fmt::Display for Coverage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reached = self.lines - self.missed.len();
        let (whole, part) = (self.hundredths() / 100, self.hundredths() % 100);
        write!(f, "{reached} of {} ({whole}.{part:02} %)", self.lines)
    }
}

impl std::fmt::Display for Missed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.number, self.text)
    }
}

/// Each file below the root, with its lines and how often each ran.
fn parse_lcov(report: &str, root: &Path) -> Vec<(String, Vec<(usize, u64)>)> {
    let mut files: Vec<(String, Vec<(usize, u64)>)> = Vec::new();
    for line in report.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            let path = Path::new(path);
            let below = path.strip_prefix(root).unwrap_or(path);
            files.push((below.to_string_lossy().into_owned(), Vec::new()));
        } else if let Some(data) = line.strip_prefix("DA:") {
            let mut numbers = data.split(',');
            let number = numbers.next().and_then(|number| number.parse().ok());
            let count = numbers.next().and_then(|count| count.parse().ok());
            if let (Some((_, lines)), Some(number), Some(count)) = (files.last_mut(), number, count)
            {
                lines.push((number, count));
            }
        }
    }
    files
}

/// Lines of `file` that hold `text` need no test.
#[derive(Debug, PartialEq)]
struct Exception {
    file: String,
    text: String,
}

impl Exception {
    fn fits(&self, line: &Missed) -> bool {
        self.file == line.file && line.text.contains(&self.text)
    }
}

/// Which lines are excused: those an exception fits, and the uncovered lines
/// right below one. So a whole function is excused by its head, and nobody
/// needs an exception for `}`.
fn excuse(missed: &[Missed], exceptions: &[Exception]) -> Vec<bool> {
    let mut excused: Vec<bool> = Vec::new();
    for (index, line) in missed.iter().enumerate() {
        let above = index
            .checked_sub(1)
            .map(|above| (&missed[above], excused[above]));
        let follows = above.is_some_and(|(above, excused)| {
            excused && above.file == line.file && above.number + 1 == line.number
        });
        excused.push(follows || exceptions.iter().any(|one| one.fits(line)));
    }
    excused
}

/// `path: text of the line => why`, one a line; `#` begins a remark.
fn parse_exceptions(text: &str) -> Result<Vec<Exception>> {
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (pattern, why) = line.rsplit_once(" => ").unwrap_or((line, ""));
            match pattern.split_once(": ") {
                Some((file, text)) if !why.trim().is_empty() => Ok(Exception {
                    file: file.to_owned(),
                    text: text.to_owned(),
                }),
                _ => Err(format!(
                    "{EXCEPTIONS}: expected \"path: text => why\": {line}"
                )),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_counts_are_read_per_file() {
        let report = "SF:/r/core/src/a.rs\nFN:1,x\nDA:3,7\nDA:4,0\nend_of_record\nSF:/else/b.rs\n";
        let expected = [
            ("core/src/a.rs".to_owned(), vec![(3, 7), (4, 0)]),
            ("/else/b.rs".to_owned(), vec![]),
        ];
        assert_eq!(parse_lcov(report, Path::new("/r")), expected);
    }

    #[test]
    fn an_exception_needs_a_reason() {
        let good = "# why\n\ncore/src/a.rs: x => y => it cannot happen\n";
        let expected = Exception {
            file: "core/src/a.rs".to_owned(),
            text: "x => y".to_owned(),
        };
        assert_eq!(parse_exceptions(good), Ok(vec![expected]));
        assert!(parse_exceptions("core/src/a.rs: x").is_err());
        assert!(parse_exceptions("core/src/a.rs => why").is_err());
    }

    #[test]
    fn an_exception_excuses_its_line_and_the_uncovered_ones_right_below() {
        let line = |number, text: &str| Missed {
            file: "a.rs".to_owned(),
            number,
            text: text.to_owned(),
        };
        let missed = [
            line(1, "}"),
            line(5, "fn f() {"),
            line(6, "x"),
            line(7, "}"),
            line(9, "}"),
        ];
        let head = Exception {
            file: "a.rs".to_owned(),
            text: "fn f()".to_owned(),
        };
        assert_eq!(excuse(&missed, &[head]), [false, true, true, true, false]);
    }
}
