//! The rules of the guards. The types' ranges are looked at field by field, all
//! else where rules are built, so that JSON and code keep to the same rules.

use serde::de::Deserializer;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use super::read::document;
use super::values::{length, u8, u16, u16_or_null, u32, word};
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::breaker::{BreakerRules, Weight};
use crate::destination::budget::BudgetRules;
use crate::destination::gate::GateRules;
use crate::destination::health::{HealthRules, Thresholds};
use crate::destination::replay::ReplayRules;
use crate::destination::rules::{Draft, RulesError};
use crate::destination::storm::StormRules;
use crate::json::{Reading, Text};

/// serde's traits, for what is an object of known fields by itself.
macro_rules! documents {
    ($($object:ty),*) => {$(
        impl Serialize for $object {
            /// The JSON form, with every field.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Part(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $object {
            /// The JSON form, checked; an error begins with the field's path.
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                document(deserializer)
            }
        }
    )*};
}

pub(super) use documents;

documents!(
    BreakerRules,
    GateRules,
    BudgetRules,
    StormRules,
    ReplayRules,
    HealthRules,
    Thresholds
);

const WEIGHTS: [(&str, Weight); 3] = [
    ("success", Weight::Success),
    ("failure", Weight::Failure),
    ("ignore", Weight::Ignore),
];

impl Fields for BreakerRules {
    const NAMES: &'static [&'static str] = &[
        "consecutive",
        "rate",
        "minimum",
        "window",
        "cooldown",
        "factor",
        "maxCooldown",
        "spread",
        "probes",
        "successesToClose",
        "probeLease",
        "throttled",
        "permanent",
        "own",
    ];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of a breaker, such as {\"consecutive\":5}";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.consecutive = u16_or_null(value)?,
            1 => self.rate = u16_or_null(value)?,
            2 => self.minimum = u16(value)?,
            3 => self.window = length(value)?,
            4 => self.cooldown = length(value)?,
            5 => self.factor = u8(value)?,
            6 => self.max_cooldown = length(value)?,
            7 => self.spread = u16(value)?,
            8 => self.probes = u8(value)?,
            9 => self.successes_to_close = u8(value)?,
            10 => self.probe_lease = length(value)?,
            11 => self.throttled = word(value, &WEIGHTS)?,
            12 => self.permanent = word(value, &WEIGHTS)?,
            _ => self.own = word(value, &WEIGHTS)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("consecutive", &self.consecutive)?;
        map.serialize_entry("rate", &self.rate)?;
        map.serialize_entry("minimum", &self.minimum)?;
        map.serialize_entry("window", &Text(self.window))?;
        map.serialize_entry("cooldown", &Text(self.cooldown))?;
        map.serialize_entry("factor", &self.factor)?;
        map.serialize_entry("maxCooldown", &Text(self.max_cooldown))?;
        map.serialize_entry("spread", &self.spread)?;
        map.serialize_entry("probes", &self.probes)?;
        map.serialize_entry("successesToClose", &self.successes_to_close)?;
        map.serialize_entry("probeLease", &Text(self.probe_lease))?;
        map.serialize_entry("throttled", self.throttled.name())?;
        map.serialize_entry("permanent", self.permanent.name())?;
        map.serialize_entry("own", self.own.name())
    }

    fn checked(self) -> Result<Self, RulesError> {
        Draft { rules: self }.build()
    }
}

impl Fields for GateRules {
    const NAMES: &'static [&'static str] = &["max", "lease"];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of a gate, such as {\"max\":10,\"lease\":\"2m\"}";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.max = u8(value)?,
            _ => self.lease = length(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("max", &self.max)?;
        map.serialize_entry("lease", &Text(self.lease))
    }

    fn checked(self) -> Result<Self, RulesError> {
        Draft { rules: self }.build()
    }
}

impl Fields for BudgetRules {
    const NAMES: &'static [&'static str] = &[
        "cap", "floor", "deposit", "cost", "reserve", "refund", "success", "failure", "timeout",
    ];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of a budget, such as {\"cap\":100000}, or one of \
                                    \"default\", \"aws\", \"grpc\", \"finagle\"";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        let field = match place {
            0 => &mut self.cap,
            1 => &mut self.floor,
            2 => &mut self.deposit,
            3 => &mut self.cost,
            4 => &mut self.reserve,
            5 => &mut self.refund,
            6 => &mut self.success,
            7 => &mut self.failure,
            _ => &mut self.timeout,
        };
        *field = u32(value)?;
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("cap", &self.cap)?;
        map.serialize_entry("floor", &self.floor)?;
        map.serialize_entry("deposit", &self.deposit)?;
        map.serialize_entry("cost", &self.cost)?;
        map.serialize_entry("reserve", &self.reserve)?;
        map.serialize_entry("refund", &self.refund)?;
        map.serialize_entry("success", &self.success)?;
        map.serialize_entry("failure", &self.failure)?;
        map.serialize_entry("timeout", &self.timeout)
    }

    fn checked(self) -> Result<Self, RulesError> {
        Draft { rules: self }.build()
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::by_name(word)
    }
}

impl Fields for StormRules {
    const NAMES: &'static [&'static str] = &["window", "ratio", "minimum", "depth", "growing"];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of a storm, such as {\"window\":\"15m\"}";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.window = length(value)?,
            1 => self.ratio = u16(value)?,
            2 => self.minimum = u16(value)?,
            3 => self.depth = u32(value)?,
            _ => self.growing = u32(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("window", &Text(self.window))?;
        map.serialize_entry("ratio", &self.ratio)?;
        map.serialize_entry("minimum", &self.minimum)?;
        map.serialize_entry("depth", &self.depth)?;
        map.serialize_entry("growing", &self.growing)
    }

    fn checked(self) -> Result<Self, RulesError> {
        Draft { rules: self }.build()
    }
}

impl Fields for ReplayRules {
    const NAMES: &'static [&'static str] = &["start", "slowest", "fastest", "ramp"];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of a replay, such as {\"start\":100}";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        let field = match place {
            0 => &mut self.start,
            1 => &mut self.slowest,
            2 => &mut self.fastest,
            _ => &mut self.ramp,
        };
        *field = u16(value)?;
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("start", &self.start)?;
        map.serialize_entry("slowest", &self.slowest)?;
        map.serialize_entry("fastest", &self.fastest)?;
        map.serialize_entry("ramp", &self.ramp)
    }

    fn checked(self) -> Result<Self, RulesError> {
        Draft { rules: self }.build()
    }
}

impl Fields for HealthRules {
    const NAMES: &'static [&'static str] = &["window"];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "the rules of health, such as {\"window\":\"24h\"}";
    const EMPTY: Self = Self::DEFAULT;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        _place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        self.window = length(value)?;
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("window", &Text(self.window))
    }

    fn checked(self) -> Result<Self, RulesError> {
        Draft { rules: self }.build()
    }
}
