//! JSON → an object of known fields, or an error that names the field.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Unexpected, Visitor};

use super::{Fields, Shape};
use crate::json::{Count, Reading};
use crate::time::{Moment, Point};

/// What a guard alone has in front of its own fields.
const FRONT: &[&str] = &["v", "at"];

/// Reads a whole document.
pub(super) fn document<'de, T: Fields, D: Deserializer<'de>>(value: D) -> Result<T, D::Error> {
    object(value, &Reading::default())
}

/// Reads a guard that is kept by itself.
pub(super) fn alone<'de, T: Fields, D: Deserializer<'de>>(
    value: D,
) -> Result<(Moment, T), D::Error> {
    value.deserialize_any(ObjectVisitor {
        reading: &Reading::default(),
        front: FRONT,
        kind: PhantomData,
    })
}

/// Reads an object that may be a part of another.
pub(super) fn object<'de, T: Fields, D: Deserializer<'de>>(
    value: D,
    reading: &Reading,
) -> Result<T, D::Error> {
    let visitor = ObjectVisitor {
        reading,
        front: &[],
        kind: PhantomData,
    };
    value.deserialize_any(visitor).map(|(_, object)| object)
}

/// An object as a seed, for a place where there may be none.
pub(super) struct ObjectSeed<'a, T>(pub(super) &'a Reading, pub(super) PhantomData<T>);

impl<'de, T: Fields> DeserializeSeed<'de> for ObjectSeed<'_, T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        object(deserializer, self.0)
    }
}

struct ObjectVisitor<'a, T> {
    reading: &'a Reading,
    /// `FRONT`, or nothing.
    front: &'static [&'static str],
    kind: PhantomData<T>,
}

impl<T: Fields> ObjectVisitor<'_, T> {
    fn names(&self) -> impl Iterator<Item = &'static str> + use<T> {
        self.front.iter().chain(T::NAMES).copied()
    }
}

impl<'de, T: Fields> Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = (Moment, T);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        match T::of_word(text) {
            Some(object) => Ok((Moment::default(), object)),
            None => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let reading = self.reading;
        let (mut at, mut object) = (Moment::default(), T::EMPTY);
        // One bit for each field; no object has more than 14.
        let mut seen: u32 = 0;
        while let Some(place) = map.next_key_seed(Name(&self))? {
            let name = self.names().nth(place).unwrap_or_default();
            let bit = 1u32.wrapping_shl(place as u32);
            if seen & bit != 0 {
                return Err(reading.error(name, "must come only once"));
            }
            if seen != 0 && T::SHAPE == Shape::One {
                return Err(A::Error::invalid_length(2, &self));
            }
            seen |= bit;
            map.next_value_seed(Field {
                reading,
                name,
                at: &mut at,
                object: &mut object,
                own: place.checked_sub(self.front.len()),
            })?;
        }
        match T::SHAPE {
            Shape::Every => {
                let missing = self
                    .names()
                    .zip(0u32..)
                    .find(|(_, place)| seen & 1u32.wrapping_shl(*place) == 0);
                if let Some((name, _)) = missing {
                    return Err(reading.error(name, "is missing"));
                }
            }
            Shape::One if seen == 0 => return Err(A::Error::invalid_length(0, &self)),
            Shape::One | Shape::Any => {}
        }
        let object = object.checked().map_err(|error| reading.named(error))?;
        Ok((at, object))
    }
}

/// The name of a field; gives its number.
struct Name<'a, 'b, T>(&'a ObjectVisitor<'b, T>);

impl<'de, T: Fields> DeserializeSeed<'de> for Name<'_, '_, T> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Fields> Visitor<'_> for Name<'_, '_, T> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let place = self.0.names().position(|known| known == name);
        place.ok_or_else(|| {
            let error = format_args!("is not known here; known are {self}");
            self.0.reading.error(name, error)
        })
    }
}

impl<T: Fields> fmt::Display for Name<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, name) in self.0.names().enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}

/// The value of a field.
struct Field<'a, T> {
    reading: &'a Reading,
    name: &'static str,
    at: &'a mut Moment,
    object: &'a mut T,
    /// Its number among the object's own; none in front of them.
    own: Option<usize>,
}

impl<'de, T: Fields> DeserializeSeed<'de> for Field<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        let read = match self.own {
            Some(place) => self.object.read(place, value, self.reading),
            None if self.name == "v" => Count { min: 1, max: 1 }.deserialize(value).map(drop),
            None => Point.deserialize(value).map(|at| *self.at = at),
        };
        read.map_err(|error| self.reading.within(self.name, error))
    }
}
