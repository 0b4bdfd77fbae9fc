//! What targets for stored forms share.

use std::hash::{DefaultHasher, Hash, Hasher};

use reknock::Millis;
use serde::Serialize;
use serde_json::Value;

/// A JSON object that is refused is refused for one of its fields, or for one
/// that does not belong there.
pub(crate) fn check_names_field(
    error: &serde_json::Error,
    value: &serde_json::Result<Value>,
    fields: &[&str],
) {
    let text = error.to_string();
    if let Ok(Value::Object(_)) = value {
        let field = text.split([':', '.']).next().unwrap_or_default();
        let is_named = fields.contains(&field) || text.contains(": is not known here; known are ");
        assert!(is_named, "no field in {text:?}");
    }
}

/// JSON that was accepted says what is written again: nothing was dropped, cut
/// or made up. Only a length may have been text.
pub(crate) fn check_says_the_same(stored: &[u8], state: &impl Serialize) {
    let stored: Value = serde_json::from_slice(stored).expect("accepted, so it is JSON");
    let written = serde_json::to_value(state).expect("every state has a JSON form");
    assert!(is_same(&stored, &written), "{stored} became {written}");
}

fn is_same(stored: &Value, written: &Value) -> bool {
    match (stored, written) {
        (Value::Object(stored), Value::Object(written)) => {
            let mut fields = written.iter();
            stored.len() == written.len()
                && fields.all(|(name, value)| {
                    let field = stored.get(name);
                    field.is_some_and(|stored| is_same(stored, value))
                })
        }
        (Value::Array(stored), Value::Array(written)) => {
            let mut both = stored.iter().zip(written);
            stored.len() == written.len() && both.all(|(stored, written)| is_same(stored, written))
        }
        (Value::String(length), Value::Number(millis)) => {
            let length = length.parse::<Millis>();
            length.is_ok_and(|length| Some(u64::from(length.get())) == millis.as_u64())
        }
        _ => stored == written,
    }
}

/// Bytes that were accepted are refused with one more, and with one less.
pub(crate) fn check_ends<T>(stored: &[u8], is_accepted: impl Fn(&[u8]) -> Option<T>) {
    let mut longer = stored.to_vec();
    longer.push(0);
    assert!(is_accepted(&longer).is_none(), "a byte more is accepted");
    let shorter = stored.split_last().map_or(stored, |(_, shorter)| shorter);
    assert!(is_accepted(shorter).is_none(), "a byte less is accepted");
}

/// A number that depends on the input alone.
pub(crate) fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
