//! The values in those objects: numbers, lengths, words and lists of them.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::SerializeMap;

use crate::destination::rolling::Rolling;
use crate::json::{Count, Length, Nullable, Reading, Word};
use crate::time::Millis;

/// Every value of the type.
pub(super) const U8: Count = Count {
    min: 0,
    max: u8::MAX as u64,
};
pub(super) const U16: Count = Count {
    min: 0,
    max: u16::MAX as u64,
};
pub(super) const U32: Count = Count {
    min: 0,
    max: u32::MAX as u64,
};

pub(super) fn u8<'de, D: Deserializer<'de>>(value: D) -> Result<u8, D::Error> {
    U8.deserialize(value).map(|number| number as u8)
}

pub(super) fn u16<'de, D: Deserializer<'de>>(value: D) -> Result<u16, D::Error> {
    U16.deserialize(value).map(|number| number as u16)
}

pub(super) fn u32<'de, D: Deserializer<'de>>(value: D) -> Result<u32, D::Error> {
    U32.deserialize(value).map(|number| number as u32)
}

pub(super) fn length<'de, D: Deserializer<'de>>(value: D) -> Result<Millis, D::Error> {
    Length.deserialize(value)
}

/// A number, or `null`.
pub(super) fn u16_or_null<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u16>, D::Error> {
    let number = Nullable(U16).deserialize(value)?;
    Ok(number.map(|number| number as u16))
}

/// One of these words.
pub(super) fn word<'de, T: Copy, D: Deserializer<'de>>(
    value: D,
    words: &'static [(&'static str, T)],
) -> Result<T, D::Error> {
    Word { words }.deserialize(value)
}

/// Exactly so many values of a kind; one that is wrong is named by its index.
pub(super) fn list<'de, const N: usize, S, D>(
    value: D,
    seed: S,
    reading: &Reading,
) -> Result<[S::Value; N], D::Error>
where
    S: DeserializeSeed<'de, Value: Copy + Default> + Copy,
    D: Deserializer<'de>,
{
    value.deserialize_seq(List { seed, reading })
}

struct List<'a, S, const N: usize> {
    seed: S,
    reading: &'a Reading,
}

impl<'de, S, const N: usize> Visitor<'de> for List<'_, S, N>
where
    S: DeserializeSeed<'de, Value: Copy + Default> + Copy,
{
    type Value = [S::Value; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {N} numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut values = [S::Value::default(); N];
        for (index, place) in values.iter_mut().enumerate() {
            let element = Element {
                seed: self.seed,
                reading: self.reading,
                index,
            };
            *place = sequence
                .next_element_seed(element)?
                .ok_or_else(|| A::Error::invalid_length(index, &self))?;
        }
        // Whatever comes here is one too many.
        if sequence.next_element::<serde::de::IgnoredAny>()?.is_some() {
            return Err(A::Error::custom(format_args!(
                "must be a list of {N} numbers"
            )));
        }
        Ok(values)
    }
}

struct Element<'a, S> {
    seed: S,
    reading: &'a Reading,
    index: usize,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Element<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        let value = self.seed.deserialize(deserializer);
        value.map_err(|error| self.reading.within(self.index, error))
    }
}

impl<const N: usize, const M: usize, const H: usize> Rolling<N, M, H> {
    /// Reads one counter of every slot, the newest first.
    pub(super) fn read_column<'de, D: Deserializer<'de>>(
        &mut self,
        counter: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        let numbers: [u64; N] = list(value, U16, reading)?;
        for (slot, number) in self.slots.iter_mut().zip(numbers) {
            if let Some(place) = slot.get_mut(counter) {
                *place = number as u16;
            }
        }
        Ok(())
    }

    /// Writes the phase, and under each name the counter of that number.
    pub(super) fn write<W: SerializeMap>(
        &self,
        map: &mut W,
        names: [&'static str; M],
    ) -> Result<(), W::Error> {
        map.serialize_entry("phase", &self.phase)?;
        for (counter, name) in names.into_iter().enumerate() {
            let column = self
                .slots
                .map(|slot| slot.get(counter).copied().unwrap_or(0));
            map.serialize_entry(name, column.as_slice())?;
        }
        Ok(())
    }
}
