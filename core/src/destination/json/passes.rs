//! What an admission gave away: a breaker's pass, a gate's place, or both.

use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::read::{ObjectSeed, document, object};
use super::rules::documents;
use super::values::{u8, u16, word};
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::admit::Kind;
use crate::destination::breaker::{Pass, Probe};
use crate::destination::gate::Place;
use crate::destination::permit::Permit;
use crate::json::{Nullable, Reading};
use crate::time::{Moment, Point};

documents!(Pass, Place, Permit);

const KINDS: [(&str, Kind); 3] = [
    ("first", Kind::First),
    ("retry", Kind::Retry),
    ("replay", Kind::Replay),
];

impl Fields for Permit {
    const NAMES: &'static [&'static str] = &["kind", "generation", "probe", "place"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a permit, an object with kind, generation, probe and place";
    const EMPTY: Self = Self {
        kind: Kind::First,
        pass: Pass::EMPTY,
        place: Place::EMPTY,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.kind = word(value, &KINDS)?,
            1 => self.pass.generation = u16(value)?,
            2 => self.pass.probe = probe(value, reading)?,
            _ => self.place = object(value, reading)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("kind", self.kind.name())?;
        self.pass.write(map)?;
        map.serialize_entry("place", &self.place)
    }
}

fn probe<'de, D: Deserializer<'de>>(
    value: D,
    reading: &Reading,
) -> Result<Option<Probe>, D::Error> {
    Nullable(ObjectSeed(reading, PhantomData)).deserialize(value)
}

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
            _ => self.probe = probe(value, reading)?,
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
