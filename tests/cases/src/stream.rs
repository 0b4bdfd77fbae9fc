//! Cases in pieces, for a machine that cannot hold a whole sequence.

use alloc::boxed::Box;
use alloc::string::String;

use serde_json::{Value, json};

use crate::case::Case;
use crate::destination_case::{self, Sequence};
use crate::json::{self, Object, Refusal};

/// Answers one line at a time, and remembers a sequence between its lines:
///
/// | line | answer |
/// |---|---|
/// | a case, with `policy` | `{"decision":…,"after":…}` |
/// | the head of a sequence: all but `events` | `"begun"` |
/// | one event of it, with `do` | its result |
/// | `{"after":null}` | the state after all of them |
///
/// ```
/// use reknock_cases::Stream;
///
/// let mut stream = Stream::default();
/// let head = r#"{"guard":"gate","rules":{"max":1},"start":0,"state":null,"seed":"0x1","key":"0x2"}"#;
/// assert_eq!(stream.answer(head), r#""begun""#);
/// let place = stream.answer(r#"{"now":0,"do":"admit"}"#);
/// assert_eq!(place, r#"{"go":{"generation":1,"index":0,"until":120615}}"#);
/// let released = stream.answer(r#"{"now":9,"do":"release","permit":0}"#);
/// assert_eq!(released, r#""released""#);
/// assert!(stream.answer(r#"{"after":null}"#).starts_with(r#"{"at":9,"#));
/// ```
#[derive(Default)]
pub struct Stream {
    sequence: Option<Box<dyn Sequence>>,
}

impl Stream {
    /// The answer to one line, or why there is none, as one line.
    #[must_use]
    pub fn answer(&mut self, line: &str) -> String {
        let answer = json::parse(line).and_then(|value| self.step(&value));
        answer.unwrap_or_else(|Refusal { field, message }| {
            json::line(&json!({ "error": { "field": field, "message": message } }))
        })
    }

    fn step(&mut self, value: &Value) -> Result<String, Refusal> {
        let has = |name| value.get(name).is_some();
        if has("policy") {
            return Ok(json::line(&Case::of(value)?.answer().to_json()));
        }
        if has("guard") {
            let head = Object::new("", value, &destination_case::HEAD)?;
            self.sequence = Some(destination_case::begin(&head)?);
            return Ok(json::line(&"begun"));
        }
        let Some(sequence) = &mut self.sequence else {
            return Err(Refusal::new(
                "guard",
                "must stand in a line before this one",
            ));
        };
        if has("do") {
            return Ok(json::line(&sequence.event(value)?));
        }
        Object::new("", value, &["after"])?.required("after")?;
        Ok(json::line(&sequence.after()))
    }
}
