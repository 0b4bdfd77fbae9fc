//! What an admission gave away: a breaker's pass, a gate's place.

use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::read::{ObjectSeed, document};
use super::rules::documents;
use super::values::{u8, u16};
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::breaker::{Pass, Probe};
use crate::destination::gate::Place;
use crate::json::{Nullable, Reading};
use crate::time::{Moment, Point};

documents!(Pass, Place);

impl Fields for Pass {
    const NAMES: &'static [&'static str] = &["generation", "probe"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a breaker's pass, such as {\"generation\":0,\"probe\":null}";
    const EMPTY: Self = Self {
        generation: 0,
        probe: None,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.generation = u16(value)?,
            _ => self.probe = Nullable(ObjectSeed(reading, PhantomData)).deserialize(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("generation", &self.generation)?;
        map.serialize_entry("probe", &self.probe.as_ref().map(Part))
    }
}

impl Fields for Probe {
    const NAMES: &'static [&'static str] = &["index", "until"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "an object with index and until, or null";
    const EMPTY: Self = Self {
        index: 0,
        until: Moment::MIN,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.index = u8(value)?,
            _ => self.until = Point.deserialize(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("index", &self.index)?;
        map.serialize_entry("until", &self.until)
    }
}

impl Fields for Place {
    const NAMES: &'static [&'static str] = &["index", "generation", "until"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a gate's place, an object with index, generation and until";
    const EMPTY: Self = Self {
        index: 0,
        generation: 0,
        until: Moment::MIN,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.index = u8(value)?,
            1 => self.generation = u8(value)?,
            _ => self.until = Point.deserialize(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("index", &self.index)?;
        map.serialize_entry("generation", &self.generation)?;
        map.serialize_entry("until", &self.until)
    }
}
