//! Cases in pieces, for a machine that cannot hold a whole sequence.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

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
    stored: Digest,
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

    /// A digest of the bytes of every state so far: two machines that store
    /// the same have the same.
    #[must_use]
    pub fn stored(&self) -> Digest {
        self.stored
    }

    fn step(&mut self, value: &Value) -> Result<String, Refusal> {
        let has = |name| value.get(name).is_some();
        if has("policy") {
            let answer = Case::of(value)?.answer();
            self.stored.take_in(&answer.after.to_bytes());
            return Ok(json::line(&answer.to_json()));
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
            let result = json::line(&sequence.event(value)?);
            self.stored.take_in(&sequence.bytes());
            return Ok(result);
        }
        Object::new("", value, &["after"])?.required("after")?;
        Ok(json::line(&sequence.after()))
    }
}

/// What a run stored, in 64 bits: FNV-1a, byte by byte and the same on every
/// machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

impl Digest {
    pub(crate) fn take_in(&mut self, bytes: &[u8]) {
        // The length too, so that no byte can move from one state to the next.
        let length = [bytes.len().to_le_bytes()[0]];
        for byte in length.iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
