//! JSON values as the semantics has them: lengths, whole numbers, objects.

use serde_json::{Map, Value};

/// The largest length, in milliseconds.
pub(super) const LONGEST: u128 = (1 << 32) - 1;

/// A field that is wrong; which one, as a dotted path.
pub(super) type Read<T> = Result<T, String>;

/// A length: milliseconds, or counts with units from days down.
pub(super) fn length(path: &str, value: &Value) -> Read<u128> {
    let millis = match value {
        Value::String(text) => text_length(text),
        number => number.as_u64().map(u128::from),
    };
    let in_range = millis.filter(|millis| *millis <= LONGEST);
    in_range.ok_or_else(|| path.to_owned())
}

/// A length that is not 0.
pub(super) fn length_above_0(path: &str, value: &Value) -> Read<u128> {
    match length(path, value)? {
        0 => Err(path.to_owned()),
        millis => Ok(millis),
    }
}

fn text_length(text: &str) -> Option<u128> {
    const UNITS: [(&str, u128); 5] = [
        ("d", 86_400_000),
        ("h", 3_600_000),
        ("m", 60_000),
        ("s", 1_000),
        ("ms", 1),
    ];
    let mut sum = 0u128;
    let mut rest = text;
    let mut units = UNITS.iter();
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (count, after) = rest.split_at(digits);
        let letters = after.find(|c: char| c.is_ascii_digit());
        let (unit, after) = after.split_at(letters.unwrap_or(after.len()));
        if count.is_empty() {
            return None;
        }
        // What follows an earlier unit must be a later one.
        let (_, millis) = units.find(|(name, _)| *name == unit)?;
        sum = sum.saturating_add(number(count).saturating_mul(*millis));
        rest = after;
    }
    (!text.is_empty()).then_some(sum)
}

/// Any number of digits; far too large to matter from 30 of them on.
fn number(digits: &str) -> u128 {
    let significant = digits.trim_start_matches('0');
    match significant.len() {
        0 => 0,
        1..30 => significant.parse().expect("fewer than 30 digits"),
        _ => u128::MAX,
    }
}

/// A whole number within a range, both ends included.
pub(super) fn whole(path: &str, value: &Value, low: u64, high: u64) -> Read<u128> {
    match value.as_u64() {
        Some(number) if (low..=high).contains(&number) => Ok(number.into()),
        _ => Err(path.to_owned()),
    }
}

/// One of these words.
pub(super) fn word(path: &str, value: &Value, words: &[&'static str]) -> Read<&'static str> {
    let text = value.as_str().unwrap_or_default();
    let found = words.iter().find(|word| **word == text);
    found.copied().ok_or_else(|| path.to_owned())
}

/// An object with no field but these.
pub(super) fn object<'a>(
    path: &str,
    value: &'a Value,
    known: &[&str],
) -> Read<&'a Map<String, Value>> {
    let fields = value.as_object().ok_or_else(|| path.to_owned())?;
    match fields.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => Err(format!("{path}.{name}")),
        None => Ok(fields),
    }
}

/// A field that must be there.
pub(super) fn required<'a>(
    path: &str,
    fields: &'a Map<String, Value>,
    name: &str,
) -> Read<&'a Value> {
    fields.get(name).ok_or_else(|| format!("{path}.{name}"))
}

/// The only field of an object.
pub(super) fn only<'a>(path: &str, value: &'a Value) -> Read<(&'a str, &'a Value)> {
    let fields = value.as_object().ok_or_else(|| path.to_owned())?;
    let mut each = fields.iter();
    match (each.next(), each.next()) {
        (Some((name, value)), None) => Ok((name, value)),
        _ => Err(path.to_owned()),
    }
}
