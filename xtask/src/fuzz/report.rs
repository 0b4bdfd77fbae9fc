//! What came of a run: a table for people, JSON for the docs, and a verdict.

use std::time::Duration;

use super::output::Output;
use super::target::Limit;
use crate::Result;

/// What came of one target.
pub(super) struct Row {
    pub(super) target: String,
    pub(super) time: Duration,
    pub(super) output: Output,
}

impl Row {
    /// Adds a later turn, which began with all that the earlier ones had reached.
    pub(super) fn add(&mut self, later: Self) {
        self.time += later.time;
        let (all, later) = (&mut self.output, later.output);
        all.executions += later.executions;
        all.edges = all.edges.max(later.edges);
        all.features = all.features.max(later.features);
        all.corpus = later.corpus;
        all.finding = later.finding;
        all.said = later.said;
    }

    fn figures(&self) -> [u64; 6] {
        let output = &self.output;
        [
            output.executions,
            output.edges,
            output.features,
            output.corpus,
            u64::from(output.finding.is_some()),
            self.time.as_secs(),
        ]
    }
}

const HEADS: [&str; 7] = [
    "target",
    "executions",
    "edges",
    "features",
    "corpus",
    "findings",
    "seconds",
];

/// A Markdown table, with a sum of executions and findings below.
pub(super) fn table(rows: &[Row]) -> String {
    let mut lines = vec![HEADS.map(str::to_owned)];
    for row in rows {
        let [a, b, c, d, e, f] = row.figures().map(grouped);
        lines.push([row.target.clone(), a, b, c, d, e, f]);
    }
    let sum = |place: usize| rows.iter().map(|row| row.figures()[place]).sum::<u64>();
    let none = String::new;
    lines.push([
        "all".to_owned(),
        grouped(sum(0)),
        none(),
        none(),
        none(),
        grouped(sum(4)),
        grouped(sum(5)),
    ]);
    let widths: Vec<usize> = (0..HEADS.len())
        .map(|place| {
            lines
                .iter()
                .map(|line| line[place].len())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let rule: String = widths
        .iter()
        .enumerate()
        .map(|(place, width)| match place {
            0 => format!("|{}", "-".repeat(width + 2)),
            _ => format!("|{}:", "-".repeat(width + 1)),
        })
        .collect();
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        for (place, (cell, width)) in line.iter().zip(&widths).enumerate() {
            text += &match place {
                0 => format!("| {cell:<width$} "),
                _ => format!("| {cell:>width$} "),
            };
        }
        text += "|\n";
        if index == 0 {
            text += &format!("{rule}|\n");
        }
    }
    text
}

/// The same, a list of objects.
pub(super) fn json(rows: &[Row]) -> String {
    let rows: Vec<String> = rows
        .iter()
        .map(|row| {
            let numbers = HEADS.iter().skip(1).zip(row.figures());
            let numbers: Vec<String> = numbers
                .map(|(head, number)| format!("\"{head}\":{number}"))
                .collect();
            format!("{{\"target\":\"{}\",{}}}", row.target, numbers.join(","))
        })
        .collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}

/// Fails where something was found, or fewer executions were made than asked for, of each
/// or in total.
pub(super) fn judge(rows: &[Row], limit: Limit, total: Option<u64>) -> Result {
    let mut faults = Vec::new();
    for row in rows {
        let Output {
            executions, said, ..
        } = &row.output;
        let name = &row.target;
        if let Some(path) = &row.output.finding {
            // The panic comes first; what follows is libFuzzer's.
            let panic = said.iter().skip_while(|line| !line.contains("panicked"));
            let panic: Vec<&str> = panic.take(6).map(String::as_str).collect();
            faults.push(format!(
                "{name} found something:\n{}\nTo see it again:\n    \
                 cargo run --manifest-path fuzz/Cargo.toml --bin {name} -- {path}",
                panic.join("\n")
            ));
        } else if let Limit::Runs(runs) = limit
            && *executions < runs
        {
            faults.push(format!(
                "{name} stopped after {executions} of {runs} executions"
            ));
        } else if *executions == 0 {
            faults.push(format!("{name} executed nothing"));
        }
    }
    let made: u64 = rows.iter().map(|row| row.output.executions).sum();
    if let Some(total) = total.filter(|total| made < *total) {
        faults.push(format!("all together made {made} of {total} executions"));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(faults.join("\n\n"))
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(executions: u64, finding: Option<&str>) -> Row {
        Row {
            target: "gate".to_owned(),
            time: Duration::from_secs(3),
            output: Output {
                executions,
                edges: 20,
                features: 30,
                corpus: 4,
                finding: finding.map(str::to_owned),
                said: vec!["thread panicked at x".to_owned(), "why".to_owned()],
            },
        }
    }

    #[test]
    fn the_table_has_a_line_for_each_target_and_a_sum() {
        let text = table(&[row(1_234_567, None), row(1, None)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[2],
            "| gate   |  1,234,567 |    20 |       30 |      4 |        0 |       3 |"
        );
        assert!(lines[4].starts_with("| all    |  1,234,568 |"), "{text}");
    }

    #[test]
    fn json_has_the_same_figures() {
        assert_eq!(
            json(&[row(7, None)]),
            "[\n{\"target\":\"gate\",\"executions\":7,\"edges\":20,\"features\":30,\
             \"corpus\":4,\"findings\":0,\"seconds\":3}\n]\n"
        );
    }

    #[test]
    fn too_few_executions_and_findings_fail() {
        let limit = Limit::Runs(100);
        assert_eq!(judge(&[row(100, None)], limit, None), Ok(()));
        let error = judge(&[row(99, None)], limit, None).unwrap_err();
        assert_eq!(error, "gate stopped after 99 of 100 executions");
        let error = judge(&[row(100, Some("a/crash-1"))], limit, None).unwrap_err();
        assert!(error.contains("panicked at x\nwhy"), "{error}");
        assert!(error.ends_with("--bin gate -- a/crash-1"), "{error}");
        let limit = Limit::Time(Duration::ZERO);
        assert!(judge(&[row(0, None)], limit, None).is_err());
        let rows = [row(60, None), row(39, None)];
        assert_eq!(judge(&rows, limit, Some(99)), Ok(()));
        let error = judge(&rows, limit, Some(100)).unwrap_err();
        assert_eq!(error, "all together made 99 of 100 executions");
    }

    #[test]
    fn turns_of_one_target_add_up() {
        let mut both = row(5, None);
        both.add(Row {
            output: Output {
                edges: 19,
                corpus: 3,
                ..row(7, Some("a/crash-1")).output
            },
            ..row(0, None)
        });
        assert_eq!(both.figures(), [12, 20, 30, 3, 1, 6]);
    }
}
