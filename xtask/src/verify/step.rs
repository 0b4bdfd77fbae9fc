//! One step of the check: command lines and nothing else, so that the line shown
//! when it fails is all one needs to run it alone.

use crate::shell::Line;

pub(crate) struct Step {
    pub(super) name: String,
    lines: Vec<Line>,
    show: Show,
}

/// What is seen of a step that succeeds. One that fails shows everything.
pub(crate) enum Show {
    Nothing,
    /// The lines in which the test harness counts.
    Summary,
    /// Its output, once it is done.
    All,
    /// Its output as it comes: it takes long and says how far it is.
    Live,
}

pub(super) struct Failure {
    pub(super) line: String,
    pub(super) text: String,
}

impl Step {
    pub(crate) fn new(name: &str, lines: &[&str]) -> Self {
        Self::of(name, lines.iter().map(|line| Line::new(line)).collect())
    }

    pub(crate) fn of(name: &str, lines: Vec<Line>) -> Self {
        Self {
            name: name.to_owned(),
            lines,
            show: Show::Nothing,
        }
    }

    pub(crate) fn showing(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// What to show of it.
    pub(super) fn run(&self) -> Result<String, Failure> {
        if let Show::Live = self.show {
            println!();
        }
        let mut text = String::new();
        for line in &self.lines {
            let failed = |text| Failure {
                line: line.to_string(),
                text,
            };
            if let Show::Live = self.show {
                line.live().map_err(|_| failed(String::new()))?;
                continue;
            }
            let finished = line.finish().map_err(|error| failed(error + "\n"))?;
            if !finished.success {
                return Err(failed(finished.text));
            }
            text += &self.show.of(&finished.text);
        }
        Ok(text)
    }
}

impl Show {
    fn of(&self, text: &str) -> String {
        match self {
            Self::Nothing | Self::Live => String::new(),
            Self::Summary => summary(text),
            Self::All => text.to_owned(),
        }
    }
}

/// The harness's counts, without those of targets that hold no test.
fn summary(text: &str) -> String {
    text.lines()
        .filter(|line| {
            let of_cargo =
                line.starts_with("test result:") && !line.contains(" 0 passed; 0 failed");
            // Node's word for it, in the two forms that its releases write.
            of_cargo || line.starts_with("# pass ") || line.starts_with("\u{2139} pass ")
        })
        .map(|line| format!("{line}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_that_failed_is_told_with_all_it_said() {
        let step = Step::of(
            "three lines",
            vec![
                Line::new("true"),
                Line::new("sh -c").arg("echo why; exit 1"),
                Line::new("no-such-program"),
            ],
        );
        let failure = step.run().err().unwrap();
        assert_eq!(failure.line, "sh -c 'echo why; exit 1'");
        assert_eq!(failure.text, "why\n");
    }

    #[test]
    fn a_step_shows_what_it_promises_and_no_more() {
        assert_eq!(
            Show::Summary.of("ok 1 - a\n# pass 1\n# fail 0\n"),
            "# pass 1\n"
        );
        let said = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\
                    test result: ok. 0 passed; 0 failed; 0 ignored\n";
        assert_eq!(Show::Nothing.of(said), "");
        assert_eq!(
            Show::Summary.of(said),
            "test result: ok. 2 passed; 0 failed; 0 ignored\n"
        );
        assert_eq!(Show::All.of(said), said);
    }
}
