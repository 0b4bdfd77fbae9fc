//! The states of the guards: alone with `v` and `at` in front, inside a
//! destination without.

use serde::de::Deserializer;
use serde::ser::SerializeMap;

use super::values::{U8, length, list, u32};
use super::{Fields, Shape, values};
use crate::destination::budget::Budget;
use crate::destination::gate::Gate;
use crate::destination::health::Health;
use crate::destination::rolling::Rolling;
use crate::destination::storm::Storm;
use crate::json::Reading;

impl Fields for Gate {
    const NAMES: &'static [&'static str] = &["phase", "left", "generations"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a gate's state, an object with phase, left and generations";
    const EMPTY: Self = Self::NEW;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.phase = length(value)?,
            1 => self.left = list(value, U8, reading)?.map(|number| number as u8),
            _ => self.generations = list(value, U8, reading)?.map(|number| number as u8),
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("phase", &self.phase)?;
        map.serialize_entry("left", &self.left)?;
        map.serialize_entry("generations", &self.generations)
    }
}

impl Fields for Budget {
    const NAMES: &'static [&'static str] = &["tokens"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a budget's state, an object with tokens";
    const EMPTY: Self = Self { tokens: 0 };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        _place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        self.tokens = u32(value)?;
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("tokens", &self.tokens)
    }
}

impl Fields for Storm {
    const NAMES: &'static [&'static str] = &["phase", "first", "retries", "depth", "before", "age"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a storm's state, an object with phase, first, retries and more";
    const EMPTY: Self = Self::NEW;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0..3 => read_window(&mut self.window, place, value, reading)?,
            3 => self.depth = u32(value)?,
            4 => self.before = u32(value)?,
            _ => self.age = values::u8(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.window.write(map, ["first", "retries"])?;
        map.serialize_entry("depth", &self.depth)?;
        map.serialize_entry("before", &self.before)?;
        map.serialize_entry("age", &self.age)
    }
}

const HEALTH: [&str; 7] = [
    "first",
    "second",
    "secondDelivered",
    "delivered",
    "attempts",
    "dead",
    "exhausted",
];

impl Fields for Health {
    const NAMES: &'static [&'static str] = {
        let [a, b, c, d, e, f, g] = HEALTH;
        &["phase", a, b, c, d, e, f, g]
    };
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a health's state, an object with phase and seven counters";
    const EMPTY: Self = Self::NEW;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        read_window(&mut self.window, place, value, reading)
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.window.write(map, HEALTH)
    }
}

/// A window stands in front: the phase, then its counters.
pub(super) fn read_window<
    'de,
    D: Deserializer<'de>,
    const N: usize,
    const M: usize,
    const H: usize,
>(
    window: &mut Rolling<N, M, H>,
    place: usize,
    value: D,
    reading: &Reading,
) -> Result<(), D::Error> {
    match place.checked_sub(1) {
        None => window.phase = length(value)?,
        Some(counter) => window.read_column(counter, value, reading)?,
    }
    Ok(())
}
