//! What libFuzzer says while it runs.

/// What is known of a run so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Output {
    pub(super) executions: u64,
    /// Edges of the program that were reached.
    pub(super) edges: u64,
    /// Edges, told apart by how often they were taken.
    pub(super) features: u64,
    /// Inputs that reach something of their own.
    pub(super) corpus: u64,
    /// Where the input stands that broke something.
    pub(super) finding: Option<String>,
    /// What was said beside the figures: of a finding, the panic.
    pub(super) said: Vec<String>,
}

impl Output {
    /// Takes in one line.
    pub(super) fn hear(&mut self, line: &str) {
        if let Some(figures) = line.strip_prefix('#') {
            self.figures(figures);
        } else if let Some(count) = line.strip_prefix("stat::number_of_executed_units:") {
            self.executions = count.trim().parse().unwrap_or(self.executions);
        } else if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.finding = Some(path.trim().to_owned());
        } else if !line.starts_with("stat::") && !line.starts_with("INFO: ") {
            self.said.push(line.to_owned());
        }
    }

    /// `131072 pulse  cov: 1200 ft: 3456 corp: 200/10Kb lim: 256 exec/s: 9000 rss: 50Mb`
    fn figures(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let number = |word: Option<&str>| {
            let digits = word.and_then(|word| word.split('/').next());
            digits.and_then(|digits| digits.parse().ok())
        };
        let Some(executions) = number(words.next()) else {
            return;
        };
        self.executions = self.executions.max(executions);
        while let Some(word) = words.next() {
            let field = match word {
                "cov:" => &mut self.edges,
                "ft:" => &mut self.features,
                "corp:" => &mut self.corpus,
                _ => continue,
            };
            *field = number(words.next()).unwrap_or(*field);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_read_as_they_come() {
        let mut output = Output::default();
        output.hear("INFO: Running with entropic power schedule (0xFF, 100).");
        output
            .hear("#131072\tpulse  cov: 1200 ft: 3456 corp: 200/10Kb lim: 256 exec/s: 9 rss: 5Mb");
        assert_eq!((output.executions, output.edges), (131_072, 1_200));
        assert_eq!((output.features, output.corpus), (3_456, 200));
        output.hear("stat::number_of_executed_units: 200000");
        assert_eq!(output.executions, 200_000);
        assert_eq!((output.finding, output.said), (None, Vec::new()));
    }

    #[test]
    fn a_finding_is_named_with_what_was_said() {
        let mut output = Output::default();
        output.hear("thread '<unnamed>' panicked at src/decide.rs:7:9:");
        output.hear("artifact_prefix='a/'; Test unit written to a/crash-12");
        assert_eq!(output.finding.as_deref(), Some("a/crash-12"));
        assert_eq!(output.said.len(), 1);
    }
}
