//! The answers that several give to the same cases, line by line.

use std::collections::BTreeMap;

use crate::Result;
use crate::json::Value;

/// Enough to see a pattern, few enough to read.
const DIFFERENCES_SHOWN: usize = 5;

#[derive(Debug, Default, PartialEq)]
pub(super) struct Compared {
    pub(super) decided: usize,
    pub(super) refused: usize,
}

/// `answers` has who answered, and the lines of that.
pub(super) fn compare(cases: &str, answers: &[(&str, String)]) -> Result<Compared> {
    let cases: Vec<&str> = cases.lines().collect();
    let names: Vec<&str> = answers.iter().map(|(name, _)| *name).collect();
    let lines: Vec<Vec<&str>> = answers
        .iter()
        .map(|(_, text)| text.lines().collect())
        .collect();
    for (name, lines) in names.iter().zip(&lines) {
        if lines.len() != cases.len() {
            let (given, asked) = (lines.len(), cases.len());
            return Err(format!("{asked} cases, but {given} answers of {name}"));
        }
    }

    let mut compared = Compared::default();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut shown = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let said: Vec<&str> = lines.iter().map(|lines| lines[index]).collect();
        let parsed: Vec<_> = said.iter().map(|line| Answer::parse(line)).collect();
        if let Some(verdict) = verdict(&names, &parsed) {
            if shown.len() < DIFFERENCES_SHOWN {
                shown.push(difference(&verdict, case, &names, &said));
            }
            *verdicts.entry(verdict).or_default() += 1;
        } else if let Some(Some(Answer::Refused { .. })) = parsed.first() {
            compared.refused += 1;
        } else {
            compared.decided += 1;
        }
    }
    if verdicts.is_empty() {
        return Ok(compared);
    }
    let counts: Vec<String> = verdicts
        .iter()
        .map(|(verdict, count)| format!("{verdict} in {count}"))
        .collect();
    Err(format!(
        "of {} cases {}; the first of them:\n\n{}",
        cases.len(),
        counts.join(", "),
        shown.join("\n\n")
    ))
}

/// Who differs, if not all agree. Of two nobody can say which; of more, whoever agrees with no other.
fn verdict(names: &[&str], answers: &[Option<Answer>]) -> Option<String> {
    let agree = |one: usize, other: usize| match (&answers[one], &answers[other]) {
        (Some(one), Some(other)) => one.agrees_with(other),
        _ => false,
    };
    let all = 0..answers.len();
    // Also each with itself: what is no answer agrees with nothing.
    if all
        .clone()
        .all(|one| all.clone().all(|other| agree(one, other)))
    {
        return None;
    }
    let alone: Vec<&str> = all
        .clone()
        .filter(|one| {
            all.clone()
                .all(|other| other == *one || !agree(*one, other))
        })
        .map(|one| names[one])
        .collect();
    Some(match alone[..] {
        [one] => format!("{one} differs from the others"),
        _ => format!("{} differ", names.join(", ")),
    })
}

fn difference(verdict: &str, case: &str, names: &[&str], said: &[&str]) -> String {
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut text = format!("{verdict}\n{:<width$} {case}", "case");
    for (name, line) in names.iter().zip(said) {
        text += &format!("\n{name:<width$} {line}");
    }
    text
}

/// One line of a runner: a decision or the results of a sequence, or the field that is refused. The
/// sentence about that is each reader's own.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    Decided { decision: Value, after: Value },
    Refused { field: String },
}

impl Answer {
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let value = Value::parse(line)?;
        if let Some(error) = value.get("error") {
            let Some(Value::Text(field)) = error.get("field") else {
                return None;
            };
            let field = field.clone();
            return Some(Self::Refused { field });
        }
        Some(Self::Decided {
            decision: value.get("decision").or(value.get("results"))?.clone(),
            after: value.get("after")?.clone(),
        })
    }

    /// Two refusals agree if one names what holds the other's field: the specification leaves it to
    /// the reader in a few places, such as ranges that overlap.
    fn agrees_with(&self, other: &Self) -> bool {
        let holds = |whole: &str, part: &str| {
            let inside = part.strip_prefix(whole);
            inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        match (self, other) {
            (Self::Refused { field: one }, Self::Refused { field: other }) => {
                holds(one, other) || holds(other, one)
            }
            _ => self == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DELIVERED: &str = r#"{"decision":{"kind":"delivered"},"after":{"attempts":1}}"#;
    const REORDERED: &str = r#"{ "after": {"attempts": 1}, "decision": {"kind": "delivered"} }"#;
    const OTHER: &str = r#"{"decision":{"kind":"delivered"},"after":{"attempts":2}}"#;

    fn of_two(cases: &str, model: &str, core: &str) -> Result<Compared> {
        compare(cases, &[("model", model.into()), ("core", core.into())])
    }

    fn of_three(answers: [&str; 3]) -> Result<Compared> {
        let [model, core, javascript] = answers.map(String::from);
        compare(
            "the case",
            &[("model", model), ("core", core), ("javascript", javascript)],
        )
    }

    fn refused(field: &str) -> String {
        format!(r#"{{"error":{{"field":"{field}","message":"{field} of somebody"}}}}"#)
    }

    #[test]
    fn equal_answers_and_refusals_of_one_field_agree() {
        let model = format!("{DELIVERED}\n{}\n", refused("now"));
        let core = format!(
            "{REORDERED}\n{}\n",
            refused("now").replace("somebody", "core")
        );
        let expected = Compared {
            decided: 1,
            refused: 1,
        };
        assert_eq!(of_two("a\nb\n", &model, &core), Ok(expected));
    }

    #[test]
    fn a_different_answer_a_lone_refusal_and_rubbish_differ() {
        let refusal = refused("now");
        for core in [OTHER, &refusal, "{}", r#"{"error":"no"}"#, "panicked"] {
            let error = of_two("the case", DELIVERED, core).unwrap_err();
            assert_eq!(
                error,
                format!(
                    "of 1 cases model, core differ in 1; the first of them:\n\n\
                     model, core differ\ncase  the case\nmodel {DELIVERED}\ncore  {core}"
                )
            );
        }
    }

    #[test]
    fn the_same_rubbish_from_all_is_no_answer() {
        assert!(of_three(["panicked"; 3]).is_err());
    }

    #[test]
    fn whoever_is_alone_is_named_and_nobody_is_where_all_differ() {
        let refusal = refused("now");
        for (answers, verdict) in [
            (
                [OTHER, DELIVERED, DELIVERED],
                "model differs from the others",
            ),
            (
                [DELIVERED, OTHER, REORDERED],
                "core differs from the others",
            ),
            (
                [DELIVERED, REORDERED, "rubbish"],
                "javascript differs from the others",
            ),
            (
                [DELIVERED, OTHER, &refusal],
                "model, core, javascript differ",
            ),
        ] {
            let error = of_three(answers).unwrap_err();
            let begins = format!("of 1 cases {verdict} in 1; the first of them:\n\n{verdict}\n");
            assert!(error.starts_with(&begins), "{error}");
        }
        assert!(of_three([DELIVERED, REORDERED, DELIVERED]).is_ok());
    }

    #[test]
    fn a_refusal_may_name_the_holder_of_the_field_and_nothing_else() {
        let agree = |one, other| of_two("a", &refused(one), &refused(other)).is_ok();
        assert!(agree("classes", "classes.450-499"));
        assert!(agree("classes.450-499", "classes"));
        assert!(!agree("classes.450-499", "classes.400-450"));
        assert!(!agree("delay", "delayed"));
        assert!(!agree("", "delay"));
        assert!(agree("", ""));
    }

    #[test]
    fn of_many_differences_each_kind_is_counted_and_the_first_are_shown() {
        let repeated = |line: &str, times| vec![line; times].join("\n");
        let model = repeated(DELIVERED, 8);
        let core = format!("{}\n{OTHER}", repeated(DELIVERED, 7));
        let javascript = format!("{DELIVERED}\n{}", repeated(OTHER, 7));
        let answers = [("model", model), ("core", core), ("javascript", javascript)];
        let error = compare(&repeated("a", 8), &answers).unwrap_err();
        let counts = "of 8 cases javascript differs from the others in 6, \
                      model differs from the others in 1; ";
        assert!(error.starts_with(counts), "{error}");
        assert_eq!(error.matches("\ncase ").count(), DIFFERENCES_SHOWN);
    }

    #[test]
    fn sequences_are_compared_by_their_results() {
        let (here, there) = (
            r#"{"results":[null,"open"],"after":{}}"#,
            r#"{"results":[null,"closed"],"after":{}}"#,
        );
        assert!(of_two("a", here, here).is_ok());
        assert!(of_two("a", here, there).is_err());
    }

    #[test]
    fn a_runner_that_stopped_early_does_not_agree() {
        let error = compare("a\nb", &[("model", DELIVERED.into())]).unwrap_err();
        assert_eq!(error, "2 cases, but 1 answers of model");
    }
}
