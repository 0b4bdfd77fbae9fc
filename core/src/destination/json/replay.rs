//! A replay's state: `"idle"`, or how it goes.

use core::num::NonZeroU16;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::SerializeMap;

use super::read::object;
use super::values::{length, u16};
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::replay::{Replay, Running};
use crate::json::{Count, Reading};
use crate::time::Millis;

/// Alone: an object whose one field is the state itself.
impl Fields for Replay {
    const NAMES: &'static [&'static str] = &["replay"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a replay's state, an object with replay";
    const EMPTY: Self = Self::NEW;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        _place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        self.running = object(value, reading)?;
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("replay", &Part(&self.running))
    }
}

/// The state itself, which is also how a destination holds it.
impl Fields for Option<Running> {
    const NAMES: &'static [&'static str] = &["rate", "left", "well"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "\"idle\", or an object with rate, left and well";
    const EMPTY: Self = Some(Running {
        rate: NonZeroU16::MIN,
        left: Millis::ZERO,
        well: 0,
    });

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        let Some(running) = self else {
            return Ok(());
        };
        match place {
            0 => {
                let rates = Count {
                    min: 1,
                    max: u64::from(u16::MAX),
                };
                let rate = rates.deserialize(value)? as u16;
                running.rate = NonZeroU16::new(rate).unwrap_or(NonZeroU16::MIN);
            }
            1 => running.left = length(value)?,
            _ => running.well = u16(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Some(running) = self else {
            return Ok(());
        };
        map.serialize_entry("rate", &running.rate)?;
        map.serialize_entry("left", &running.left)?;
        map.serialize_entry("well", &running.well)
    }

    fn of_word(word: &str) -> Option<Self> {
        (word == "idle").then_some(None)
    }

    fn word(&self) -> Option<&'static str> {
        self.is_none().then_some("idle")
    }
}
