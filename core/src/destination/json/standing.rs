//! Whether a destination is served, and when it is not any more.

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::read::{document, object};
use super::rules::documents;
use super::values::{length, u16, u16_or_null, word};
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::rules::{Draft, RulesError};
use crate::destination::standing::{DisableRules, Standing, Why};
use crate::json::{Length, Nullable, Reading, Text};
use crate::time::Millis;

documents!(DisableRules);

const WHYS: [(&str, Why); 4] = [
    ("gone", Why::Gone),
    ("exhausted", Why::Exhausted),
    ("failing", Why::Failing),
    ("hand", Why::Hand),
];

impl Fields for DisableRules {
    const NAMES: &'static [&'static str] = &["gone", "exhausted", "failing", "failures"];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of disabling, such as {\"failing\":\"5d\"}";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.gone = bool::deserialize(value)?,
            1 => self.exhausted = u16_or_null(value)?,
            2 => self.failing = Nullable(Length).deserialize(value)?,
            _ => self.failures = u16(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("gone", &self.gone)?;
        map.serialize_entry("exhausted", &self.exhausted)?;
        map.serialize_entry("failing", &self.failing.map(Text))?;
        map.serialize_entry("failures", &self.failures)
    }

    fn checked(self) -> Result<Self, RulesError> {
        Draft { rules: self }.build()
    }
}

impl Fields for Standing {
    const NAMES: &'static [&'static str] = &["serving", "disabled"];
    const SHAPE: Shape = Shape::One;
    const EXPECTED: &'static str = "an object with exactly one of serving and disabled";
    const EMPTY: Self = Self::NEW;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        *self = if place == 0 {
            let Serving { failures, failing } = object(value, reading)?;
            Self::Serving { failures, failing }
        } else {
            let Disabled { since, why, told } = object(value, reading)?;
            Self::Disabled { since, why, told }
        };
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match *self {
            Self::Serving { failures, failing } => {
                map.serialize_entry("serving", &Part(&Serving { failures, failing }))
            }
            Self::Disabled { since, why, told } => {
                map.serialize_entry("disabled", &Part(&Disabled { since, why, told }))
            }
        }
    }
}

struct Serving {
    failures: u16,
    failing: Millis,
}

impl Fields for Serving {
    const NAMES: &'static [&'static str] = &["failures", "failing"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "an object with failures and failing";
    const EMPTY: Self = Self {
        failures: 0,
        failing: Millis::ZERO,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.failures = u16(value)?,
            _ => self.failing = length(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("failures", &self.failures)?;
        map.serialize_entry("failing", &self.failing)
    }
}

struct Disabled {
    since: Millis,
    why: Why,
    told: bool,
}

impl Fields for Disabled {
    const NAMES: &'static [&'static str] = &["since", "why", "told"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "an object with since, why and told";
    const EMPTY: Self = Self {
        since: Millis::ZERO,
        why: Why::Hand,
        told: false,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.since = length(value)?,
            1 => self.why = word(value, &WHYS)?,
            _ => self.told = bool::deserialize(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("since", &self.since)?;
        map.serialize_entry("why", self.why.name())?;
        map.serialize_entry("told", &self.told)
    }
}
