//! Lengths and points in JSON: whole numbers of milliseconds.

use core::fmt;

use serde::de::{DeserializeSeed, Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Millis, Moment};
use crate::json::Length;

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.get())
    }
}

impl<'de> Deserialize<'de> for Millis {
    /// A number of milliseconds, or (where people write) text such as "30s".
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            Length.deserialize(deserializer)
        } else {
            u32::deserialize(deserializer).map(Self::new)
        }
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.as_millis())
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(Point)
    }
}

/// A point, refused where it would have to saturate.
pub(crate) struct Point;

impl<'de> DeserializeSeed<'de> for Point {
    type Value = Moment;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Moment, D::Error> {
        deserializer.deserialize_i64(self)
    }
}

impl Visitor<'_> for Point {
    type Value = Moment;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("milliseconds from -9007199254740991 to 9007199254740991")
    }

    fn visit_i64<E: Error>(self, millis: i64) -> Result<Moment, E> {
        let moment = Moment::from_millis(millis);
        if moment.as_millis() == millis {
            Ok(moment)
        } else {
            Err(E::invalid_value(Unexpected::Signed(millis), &self))
        }
    }

    fn visit_u64<E: Error>(self, millis: u64) -> Result<Moment, E> {
        match i64::try_from(millis) {
            Ok(millis) => self.visit_i64(millis),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(millis), &self)),
        }
    }
}
