//! Reading JSON so that every refusal names its field.
//!
//! serde knows the place of an error in the text, not in the tree. Here every
//! value is read [`At`] a path, and the first error on the way out gets that
//! path in front: `hints.longest: …`. Nothing is allocated.

use core::cell::Cell;
use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::time::Millis;

/// One reading: knows whether an error that passes by already has its path.
#[derive(Default)]
pub(crate) struct Reading {
    named: Cell<bool>,
}

impl Reading {
    /// Reads a value at this path.
    pub(crate) const fn at<S>(&self, path: &'static str, seed: S) -> At<'_, S> {
        At {
            reading: self,
            path,
            seed,
        }
    }

    /// An error at this path.
    pub(crate) fn error<E: Error>(&self, path: impl fmt::Display, problem: impl fmt::Display) -> E {
        self.named.set(true);
        E::custom(format_args!("{path}: {problem}"))
    }

    /// An error whose text already begins with its path.
    pub(crate) fn named<E: Error>(&self, problem: impl fmt::Display) -> E {
        self.named.set(true);
        E::custom(problem)
    }

    /// Puts a name in front of an error on its way out: `name: …` where the
    /// error is about the value itself, `name.part: …` where it is about a part.
    pub(crate) fn within<E: Error>(&self, name: impl fmt::Display, error: E) -> E {
        if self.named.get() {
            E::custom(format_args!("{name}.{error}"))
        } else {
            self.error(name, error)
        }
    }

    /// Reads the next value of a map into a place that must still be empty.
    pub(crate) fn fill<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
        &self,
        place: &mut Option<S::Value>,
        map: &mut A,
        path: &'static str,
        seed: S,
    ) -> Result<(), A::Error> {
        if place.is_some() {
            return Err(self.error(path, "must come only once"));
        }
        *place = Some(map.next_value_seed(self.at(path, seed))?);
        Ok(())
    }

    /// What was read, or an error that it is missing.
    pub(crate) fn required<T, E: Error>(&self, place: Option<T>, path: &str) -> Result<T, E> {
        place.ok_or_else(|| self.error(path, "is missing"))
    }
}

/// A value at a path.
pub(crate) struct At<'a, S> {
    reading: &'a Reading,
    path: &'static str,
    seed: S,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for At<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.seed.deserialize(deserializer).map_err(|error| {
            if self.reading.named.get() {
                error
            } else {
                self.reading.error(self.path, error)
            }
        })
    }
}

/// The key of an object, which must be one of these names; gives its place.
pub(crate) struct Key<'a> {
    pub(crate) reading: &'a Reading,
    /// The object's own path and a point, or nothing.
    pub(crate) prefix: &'static str,
    pub(crate) names: &'static [&'static str],
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        self.names
            .iter()
            .position(|known| *known == name)
            .ok_or_else(|| {
                self.reading.named(format_args!(
                    "{}{name}: is not known here; known are {}",
                    self.prefix,
                    List(self.names)
                ))
            })
    }
}

/// Names, separated by commas.
struct List(&'static [&'static str]);

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, name) in self.0.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}

/// A whole number from `min` to `max`.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    pub(crate) min: u64,
    pub(crate) max: u64,
}

impl<'de> DeserializeSeed<'de> for Count {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u64, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Count {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.min, self.max)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        if self.min <= number && number <= self.max {
            Ok(number)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(number), &self))
        }
    }

    /// Some formats, TOML among them, know signed numbers only.
    fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

/// A length as text, for people to read.
pub(crate) struct Text(pub(crate) Millis);

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A length: a number of milliseconds, or text such as "30s".
#[derive(Clone, Copy)]
pub(crate) struct Length;

impl<'de> DeserializeSeed<'de> for Length {
    type Value = Millis;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Millis, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Length {
    type Value = Millis;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a length such as \"2m30s\", or milliseconds from 0 to 4294967295")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Millis, E> {
        match u32::try_from(number) {
            Ok(millis) => Ok(Millis::new(millis)),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Millis, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Millis, E> {
        text.parse()
            .map_err(|error| E::custom(format_args!("\"{text}\": {error}")))
    }
}

/// One of a few words.
pub(crate) struct Word<T: 'static> {
    pub(crate) words: &'static [(&'static str, T)],
}

impl<'de, T: Copy> DeserializeSeed<'de> for Word<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T: Copy> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one of")?;
        for (word, _) in self.words {
            write!(f, " \"{word}\"")?;
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        match self.words.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => Ok(*value),
            None => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

/// A value, or `null`.
pub(crate) struct Nullable<S>(pub(crate) S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Nullable<S> {
    type Value = Option<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for Nullable<S> {
    type Value = Option<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

/// Reads the next element of a sequence that must not end yet.
pub(crate) fn element<'de, A: SeqAccess<'de>, S: DeserializeSeed<'de>>(
    sequence: &mut A,
    seed: S,
    expected: &'static str,
) -> Result<S::Value, A::Error> {
    sequence
        .next_element_seed(seed)?
        .ok_or_else(|| A::Error::custom(expected))
}
