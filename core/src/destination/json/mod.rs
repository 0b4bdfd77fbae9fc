//! Rules, states, permits and answers in JSON.
//!
//! All of them are objects of known fields, so all of them are described the
//! same way ([`Fields`]) and go through one reader ([`read`]) and one writer
//! ([`write`]). A refusal begins with the path of its field.
//!
//! Binary formats get a state as a byte string ([`binary`]). Rules and permits
//! are for formats that describe themselves, such as JSON, TOML or CBOR.

mod answers;
mod binary;
mod breaker;
mod destination;
mod guards;
mod passes;
mod read;
mod replay;
mod rules;
mod standing;
#[cfg(test)]
mod tests;
mod thresholds;
mod values;
mod write;

use serde::de::Deserializer;
use serde::ser::SerializeMap;

use crate::destination::rules::RulesError;
use crate::json::Reading;

/// An object of known fields.
pub(crate) trait Fields: Sized {
    /// Its fields, in the order they are written.
    const NAMES: &'static [&'static str];
    /// How many of them there must be.
    const SHAPE: Shape;
    /// What a reader expects, for people.
    const EXPECTED: &'static str;
    /// What the fields are read into.
    const EMPTY: Self;

    /// Reads the field of this number in `NAMES`.
    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error>;

    /// Writes all fields.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;

    /// Whether the fields go together; asked when all of them are read.
    fn checked(self) -> Result<Self, RulesError> {
        Ok(self)
    }

    /// What stands for the whole object, where a word can.
    fn of_word(_word: &str) -> Option<Self> {
        None
    }

    /// The word that stands for this one.
    fn word(&self) -> Option<&'static str> {
        None
    }
}

/// How many of an object's fields there must be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// All: a state.
    Every,
    /// Any: rules, where the others have their defaults.
    Any,
    /// One, which names the kind of what is in it.
    One,
}
