//! A destination: its state and its rules.

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::read::{document, object};
use super::rules::documents;
use super::values::u32;
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::breaker::Breaker;
use crate::destination::budget::Budget;
use crate::destination::gate::Gate;
use crate::destination::health::Health;
use crate::destination::replay::Replay;
use crate::destination::standing::Standing;
use crate::destination::state::{Destination, DestinationRules};
use crate::destination::storm::Storm;
use crate::json::{Count, Reading};
use crate::time::{Moment, Point};

documents!(DestinationRules);

impl Fields for Destination {
    const NAMES: &'static [&'static str] = &[
        "v", "version", "at", "standing", "breaker", "gate", "budget", "storm", "replay", "health",
    ];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a destination's state, an object with v, version, at and more";
    const EMPTY: Self = Self {
        at: Moment::MIN,
        version: 0,
        standing: Standing::NEW,
        breaker: Breaker::NEW,
        gate: Gate::NEW,
        budget: Budget::EMPTY,
        storm: Storm::NEW,
        replay: Replay::NEW,
        health: Health::NEW,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => {
                Count { min: 1, max: 1 }.deserialize(value)?;
            }
            1 => self.version = u32(value)?,
            2 => self.at = Point.deserialize(value)?,
            3 => self.standing = object(value, reading)?,
            4 => self.breaker = object(value, reading)?,
            5 => self.gate = object(value, reading)?,
            6 => self.budget = object(value, reading)?,
            7 => self.storm = object(value, reading)?,
            8 => self.replay.running = object(value, reading)?,
            _ => self.health = object(value, reading)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("v", &1)?;
        map.serialize_entry("version", &self.version)?;
        map.serialize_entry("at", &self.at)?;
        map.serialize_entry("standing", &Part(&self.standing))?;
        map.serialize_entry("breaker", &Part(&self.breaker))?;
        map.serialize_entry("gate", &Part(&self.gate))?;
        map.serialize_entry("budget", &Part(&self.budget))?;
        map.serialize_entry("storm", &Part(&self.storm))?;
        map.serialize_entry("replay", &Part(&self.replay.running))?;
        map.serialize_entry("health", &Part(&self.health))
    }
}

impl Fields for DestinationRules {
    const NAMES: &'static [&'static str] = &[
        "breaker", "gate", "budget", "storm", "replay", "health", "disable",
    ];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of a destination, such as {\"gate\":{\"max\":4}}";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.breaker = object(value, reading)?,
            1 => self.gate = object(value, reading)?,
            2 => self.budget = object(value, reading)?,
            3 => self.storm = object(value, reading)?,
            4 => self.replay = object(value, reading)?,
            5 => self.health = object(value, reading)?,
            _ => self.disable = object(value, reading)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("breaker", &self.breaker)?;
        map.serialize_entry("gate", &self.gate)?;
        map.serialize_entry("budget", &self.budget)?;
        map.serialize_entry("storm", &self.storm)?;
        map.serialize_entry("replay", &self.replay)?;
        map.serialize_entry("health", &self.health)?;
        map.serialize_entry("disable", &self.disable)
    }
}
