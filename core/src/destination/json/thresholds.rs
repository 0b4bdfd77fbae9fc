//! A set of thresholds, by metric.

use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error};
use serde::ser::SerializeMap;

use super::read::ObjectSeed;
use super::values::u32;
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::health::{Metric, Threshold, Thresholds};
use crate::json::{Nullable, Reading};

impl Fields for Thresholds {
    const NAMES: &'static [&'static str] = &[
        Metric::RetryRate.name(),
        Metric::DeadRate.name(),
        Metric::MeanAttempts.name(),
        Metric::SecondSuccess.name(),
        Metric::Waiting.name(),
        Metric::Overdue.name(),
    ];
    const SHAPE: Shape = Shape::Any;
    const EXPECTED: &'static str = "thresholds such as {\"retryRate\":{\"healthy\":50,\"alert\":100}}, \
                                    or one of \"getHook\", \"hookMesh\"";
    const EMPTY: Self = Self::NONE;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        let seed = Nullable(ObjectSeed(reading, PhantomData));
        let threshold: Option<Threshold> = seed.deserialize(value)?;
        let Some((metric, Threshold { healthy, alert })) =
            Metric::ALL.get(place).copied().zip(threshold)
        else {
            return Ok(());
        };
        // Without the metric's name, which is put in front on the way out.
        *self = self
            .with(metric, healthy, alert)
            .map_err(|error| D::Error::custom(error.fix()))?;
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        for metric in Metric::ALL {
            let threshold = self.get(metric);
            map.serialize_entry(metric.name(), &threshold.as_ref().map(Part))?;
        }
        Ok(())
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::by_name(word)
    }
}

impl Fields for Threshold {
    const NAMES: &'static [&'static str] = &["healthy", "alert"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "an object such as {\"healthy\":50,\"alert\":100}, or null";
    const EMPTY: Self = Self {
        healthy: 0,
        alert: 0,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.healthy = u32(value)?,
            _ => self.alert = u32(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("healthy", &self.healthy)?;
        map.serialize_entry("alert", &self.alert)
    }
}
