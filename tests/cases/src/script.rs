//! Vectors as a script, which a small machine follows line by line.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use serde_json::{Map, Value, json};

use crate::json::{self, Refusal};
use crate::stream::{Digest, Stream};

/// A golden vector, of a decision or of a sequence, as lines of a script:
///
/// | line | |
/// |---|---|
/// | `# …` | the name of the vector that begins |
/// | `? …` | a question, as [`Stream`] takes them |
/// | `= …` | the answer it must give, to the letter |
///
/// # Errors
///
/// When it has no name, no answers, or not one result for each event.
pub fn script(vector: &str) -> Result<String, Refusal> {
    let Value::Object(mut vector) = json::parse(vector)? else {
        return Err(Refusal::new("", "must be an object"));
    };
    let name = take(&mut vector, "name")?;
    let name = name.as_str().unwrap_or_default();
    let after = take(&mut vector, "after")?;
    let exchanges = if vector.contains_key("events") {
        of_sequence(vector, after)?
    } else {
        let answer = json!({ "decision": take(&mut vector, "decision")?, "after": after });
        Vec::from([(Value::Object(vector), answer)])
    };
    let mut lines = ["# ", name, "\n"].concat();
    for (question, answer) in exchanges {
        lines += &["? ", &json::line(&question), "\n"].concat();
        lines += &["= ", &json::line(&answer), "\n"].concat();
    }
    Ok(lines)
}

fn of_sequence(
    mut vector: Map<String, Value>,
    after: Value,
) -> Result<Vec<(Value, Value)>, Refusal> {
    let (events, results) = (take(&mut vector, "events")?, take(&mut vector, "results")?);
    let (Value::Array(events), Value::Array(results)) = (events, results) else {
        return Err(Refusal::new("events", "must be a list, as results"));
    };
    if events.is_empty() || events.len() != results.len() {
        return Err(Refusal::new("results", "must be one for each event"));
    }
    let mut exchanges = Vec::from([(Value::Object(vector), json!("begun"))]);
    exchanges.extend(events.into_iter().zip(results));
    exchanges.push((json!({ "after": null }), after));
    Ok(exchanges)
}

fn take(vector: &mut Map<String, Value>, name: &str) -> Result<Value, Refusal> {
    vector
        .remove(name)
        .ok_or_else(|| Refusal::new(name, "is missing"))
}

/// Follows a script, and stops where core answers otherwise.
///
/// ```
/// use reknock_cases::Follower;
///
/// let mut follower = Follower::default();
/// for line in [
///     "# a new gate",
///     r#"? {"guard":"gate","rules":{"max":1},"start":0,"state":null,"seed":"0x1","key":"0x2"}"#,
///     r#"= "begun""#,
///     r#"? {"now":0,"do":"admit"}"#,
/// ] {
///     follower.follow(line).unwrap();
/// }
/// let stop = follower.follow(r#"= "wait""#).unwrap_err();
/// assert_eq!(
///     stop.to_string(),
///     "differs: a new gate\n  asked    {\"now\":0,\"do\":\"admit\"}\n  expected \"wait\"\n  \
///      got      {\"go\":{\"generation\":1,\"index\":0,\"until\":120615}}"
/// );
/// ```
#[derive(Default)]
pub struct Follower {
    stream: Stream,
    /// The vector that is being followed, and how many of its answers agreed.
    vector: Option<(String, u32)>,
    /// The question that waits for its expected answer, and core's.
    open: Option<(String, String)>,
    followed: Followed,
}

/// What agreed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Followed {
    /// Vectors whose every answer did.
    pub vectors: u32,
    /// Answers, of all vectors together.
    pub answers: u32,
    /// Every state that was stored on the way.
    pub stored: Digest,
}

/// Why a script is not followed to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Core answers otherwise than the vector says.
    Differs {
        /// Its name.
        vector: String,
        /// The question.
        asked: String,
        /// What the vector says.
        expected: String,
        /// What core says.
        got: String,
    },
    /// The line is none of a script, or not in its place.
    Misplaced(String),
    /// It ended before an answer, or before the first vector.
    Unfinished,
}

impl Follower {
    /// Asks core, or holds its answer against the expected one.
    ///
    /// # Errors
    ///
    /// When they differ, or the line is not in its place.
    pub fn follow(&mut self, line: &str) -> Result<(), Stop> {
        match (line.split_at_checked(2), self.open.take()) {
            (Some(("# ", name)), None) => {
                self.end_vector()?;
                self.vector = Some((name.to_string(), 0));
            }
            (Some(("? ", question)), None) if self.vector.is_some() => {
                let answer = self.stream.answer(question);
                self.open = Some((question.to_string(), answer));
            }
            (Some(("= ", expected)), Some((asked, got))) => self.compare(asked, expected, got)?,
            _ => return Err(Stop::Misplaced(line.to_string())),
        }
        Ok(())
    }

    /// What agreed, at the end of the script.
    ///
    /// # Errors
    ///
    /// When it ended in the middle, or before it began: nothing proves nothing.
    pub fn finish(mut self) -> Result<Followed, Stop> {
        self.end_vector()?;
        if self.open.is_some() || self.followed.vectors == 0 {
            return Err(Stop::Unfinished);
        }
        self.followed.stored = self.stream.stored();
        Ok(self.followed)
    }

    fn compare(&mut self, asked: String, expected: &str, got: String) -> Result<(), Stop> {
        if got != expected {
            return Err(Stop::Differs {
                vector: self.vector.take().unwrap_or_default().0,
                asked,
                expected: expected.to_string(),
                got,
            });
        }
        self.followed.answers += 1;
        if let Some((_, answers)) = &mut self.vector {
            *answers += 1;
        }
        Ok(())
    }

    fn end_vector(&mut self) -> Result<(), Stop> {
        match self.vector.take() {
            Some((_, 0)) => return Err(Stop::Unfinished),
            Some(_) => self.followed.vectors += 1,
            None => {}
        }
        Ok(())
    }
}

impl fmt::Display for Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            vectors,
            answers,
            stored,
        } = self;
        write!(
            f,
            "agreed: {vectors} vectors, {answers} answers, stored {stored}"
        )
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs {
                vector,
                asked,
                expected,
                got,
            } => write!(
                f,
                "differs: {vector}\n  asked    {asked}\n  expected {expected}\n  got      {got}"
            ),
            Self::Misplaced(line) => write!(f, "not a line of a script, or not here: {line}"),
            Self::Unfinished => f.write_str("the script ends where an answer is expected"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECISION: &str = r#"{"name":"a 500","policy":{"backoff":{"constant":{"delay":7}},"jitter":"none"},"delivery":{"v":1,"attempts":0,"dns":0,"createdAt":0,"nextAt":0,"delay":0},"outcome":{"status":500},"now":0,"seed":"0x0","key":"0x0","decision":{"kind":"retry","at":7,"delay":7,"attempt":2,"reason":"backoff"},"after":{"v":1,"attempts":1,"dns":0,"createdAt":0,"nextAt":7,"delay":7}}"#;
    const SEQUENCE: &str = r#"{"name":"a gate","guard":"gate","rules":{"max":1},"start":0,"state":null,"seed":"0x1","key":"0x2","events":[{"now":0,"do":"admit"}],"results":[{"go":{"generation":1,"index":0,"until":120615}}],"after":{"v":1,"at":0,"phase":0,"left":[255,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"generations":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}}"#;

    fn follow(script: &str) -> Result<Followed, Stop> {
        let mut follower = Follower::default();
        for line in script.lines() {
            follower.follow(line)?;
        }
        follower.finish()
    }

    #[test]
    fn a_decision_is_one_answer_and_a_sequence_one_for_each_event_and_two_more() {
        let decision = script(DECISION).unwrap();
        let followed = follow(&decision).unwrap();
        assert_eq!((followed.vectors, followed.answers), (1, 1));
        let both = decision + &script(SEQUENCE).unwrap();
        let followed = follow(&both).unwrap();
        assert_eq!((followed.vectors, followed.answers), (2, 4));
    }

    #[test]
    fn an_answer_that_differs_in_one_digit_stops_with_the_name_of_its_vector() {
        let wrong = script(DECISION).unwrap().replace(r#""at":7"#, r#""at":8"#);
        let stop = follow(&wrong).unwrap_err().to_string();
        assert!(stop.starts_with("differs: a 500\n"), "{stop}");
        let wrong = script(SEQUENCE).unwrap().replace("120615}}", "120616}}");
        let stop = follow(&wrong).unwrap_err().to_string();
        assert!(stop.starts_with("differs: a gate\n"), "{stop}");
    }

    #[test]
    fn a_script_that_is_cut_or_empty_proves_nothing() {
        let whole = script(SEQUENCE).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        assert_eq!(follow(""), Err(Stop::Unfinished));
        assert_eq!(follow(&lines[..1].join("\n")), Err(Stop::Unfinished));
        assert_eq!(follow(&lines[..4].join("\n")), Err(Stop::Unfinished));
        let without_name = lines[1..].join("\n");
        assert!(matches!(follow(&without_name), Err(Stop::Misplaced(_))));
    }

    #[test]
    fn the_digest_knows_which_state_a_byte_belongs_to() {
        let [mut one, mut other] = [Digest::default(); 2];
        one.take_in(&[1, 2]);
        one.take_in(&[3]);
        other.take_in(&[1]);
        other.take_in(&[2, 3]);
        assert_ne!(one, other);
    }
}
