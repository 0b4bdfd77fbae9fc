//! States in serde's binary formats: a byte string that holds the binary form,
//! the one that is read without serde too.

use core::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::write::Part;
use super::{Fields, read};
use crate::delivery::bytes::StateError;
use crate::destination::alone::Alone;
use crate::destination::bytes::Binary;
use crate::destination::state::Destination;

#[allow(private_bounds)]
impl<G: Fields + Binary> Serialize for Alone<G> {
    /// `{"v":1,"at":…}` and the guard's own fields in JSON; in binary formats a
    /// byte string, [`Alone::to_bytes`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.serialize_bytes(&self.to_bytes());
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("v", &1)?;
        map.serialize_entry("at", &self.at)?;
        Fields::write(&self.guard, &mut map)?;
        map.end()
    }
}

#[allow(private_bounds)]
impl<'de, G: Fields + Binary> Deserialize<'de> for Alone<G> {
    /// Checked: stored states are untrusted, and anything gives one that is safe
    /// to use or an error that begins with the field's path.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return from_bytes(deserializer, Self::from_bytes);
        }
        let (at, guard) = read::alone(deserializer)?;
        Ok(Self { at, guard })
    }
}

impl Serialize for Destination {
    /// `{"v":1,"version":…,"at":…}` and more in JSON; in binary formats a byte
    /// string, [`Destination::to_bytes`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            Part(self).serialize(serializer)
        } else {
            serializer.serialize_bytes(&self.to_bytes())
        }
    }
}

impl<'de> Deserialize<'de> for Destination {
    /// Checked: stored states are untrusted, and anything gives one that is safe
    /// to use or an error that begins with the field's path.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            read::document(deserializer)
        } else {
            from_bytes(deserializer, Self::from_bytes)
        }
    }
}

type FromBytes<T> = fn(&[u8]) -> Result<T, StateError>;

fn from_bytes<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    read: FromBytes<T>,
) -> Result<T, D::Error> {
    deserializer.deserialize_bytes(BytesVisitor(read))
}

struct BytesVisitor<T>(FromBytes<T>);

impl<T> Visitor<'_> for BytesVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a state")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        (self.0)(bytes).map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::{Error, U32Deserializer};
    use std::string::ToString as _;

    use super::{Destination, from_bytes};

    #[test]
    fn what_is_no_bytes_is_told_what_was_expected() {
        let form = U32Deserializer::<Error>::new(5);
        let error = from_bytes(form, Destination::from_bytes).unwrap_err();
        let told = "invalid type: integer `5`, expected the bytes of a state";
        assert_eq!(error.to_string(), told);
    }
}
