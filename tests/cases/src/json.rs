//! JSON read strictly: every refusal names its field, and no field comes twice.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use reknock::Moment;
use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

/// Why a case is refused: the field as a dotted path, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Empty where the text is not JSON at all.
    pub field: String,
    /// For people; no two readers need to agree on it.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }

    /// From an error of core, whose text begins with the path of the field.
    fn of_core(prefix: &str, error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let (field, message) = text.split_once(": ").unwrap_or(("", &text));
        Self::new(format!("{prefix}{field}"), message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

/// One line of JSON.
/// # Errors
///
/// When it is not JSON, or an object names a field twice.
pub fn parse(line: &str) -> Result<Value, Refusal> {
    match serde_json::from_str::<Strict>(line) {
        Ok(Strict(value)) => Ok(value),
        Err(error) => Err(Refusal::new("", format!("must be valid JSON ({error})"))),
    }
}

/// An object at a path: the case itself, where the path is empty, or a part.
pub(crate) struct Object<'a> {
    path: String,
    fields: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    /// The object, if it has no field beyond the known ones.
    pub(crate) fn new(
        path: impl Into<String>,
        value: &'a Value,
        known: &[&str],
    ) -> Result<Self, Refusal> {
        let path = path.into();
        let Value::Object(fields) = value else {
            return Err(Refusal::new(path, "must be an object"));
        };
        let object = Self { path, fields };
        match fields.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(object),
            Some(name) => Err(Refusal::new(
                object.path_of(name),
                format!("is not known here; known are {}", known.join(", ")),
            )),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a Value> {
        self.fields.get(name)
    }

    pub(crate) fn required(&self, name: &str) -> Result<&'a Value, Refusal> {
        self.get(name)
            .ok_or_else(|| self.refusal(name, "is missing"))
    }

    /// A whole number, if the field is there.
    pub(crate) fn whole(&self, name: &str, low: u16, high: u16) -> Result<Option<u16>, Refusal> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        value
            .as_u64()
            .and_then(|number| u16::try_from(number).ok())
            .filter(|number| (low..=high).contains(number))
            .map(Some)
            .ok_or_else(|| {
                self.refusal(
                    name,
                    &format!("must be a whole number from {low} to {high}"),
                )
            })
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, Refusal> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.refusal(name, "must be text")),
        }
    }

    /// A point in time, if the field is there.
    pub(crate) fn point(&self, name: &str) -> Result<Option<Moment>, Refusal> {
        self.read(name)
    }

    /// A seed or key: 64 bits as text, since JavaScript's numbers hold 53.
    pub(crate) fn hex64(&self, name: &str) -> Result<u64, Refusal> {
        let digits = self
            .required(name)?
            .as_str()
            .and_then(|text| text.strip_prefix("0x"));
        digits
            // `from_str_radix` alone would take a sign.
            .filter(|digits| digits.len() <= 16 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|digits| u64::from_str_radix(digits, 16).ok())
            .ok_or_else(|| self.refusal(name, "must be \"0x\" and 1 to 16 hexadecimal digits"))
    }

    /// A value that core reads by itself and that has no parts.
    pub(crate) fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let value = self.get(name);
        value.map(|value| self.read_only(value, name)).transpose()
    }

    /// The value of this field, read by core.
    pub(crate) fn read_only<T: DeserializeOwned>(
        &self,
        value: &Value,
        name: &str,
    ) -> Result<T, Refusal> {
        T::deserialize(value).map_err(|error| self.refusal(name, &error.to_string()))
    }

    pub(crate) fn refusal(&self, name: &str, message: &str) -> Refusal {
        Refusal::new(self.path_of(name), message)
    }

    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }
}

/// A value with parts that core reads by itself, naming the one that is wrong;
/// `prefix` is what stands before core's own path.
pub(crate) fn read_parts<T: DeserializeOwned>(value: &Value, prefix: &str) -> Result<T, Refusal> {
    T::deserialize(value).map_err(|error| Refusal::of_core(prefix, &error))
}

/// Any JSON value in which no object names a field twice; `Value` alone would
/// keep the last of them.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Strict(value)) = sequence.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, Strict(value))) = map.next_entry::<String, Strict>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("{name} comes twice")));
            }
            fields.insert(name, value);
        }
        Ok(Value::Object(fields))
    }
}

/// A value as one line of JSON.
pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("every key is text, so it can be written")
}
