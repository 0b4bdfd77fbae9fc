//! What a destination answers and tells: written, never read.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::destination::calls::Status;
use crate::destination::health::{HealthReading, HealthReport};
use crate::destination::report::Heard;
use crate::destination::standing::Why;
use crate::destination::storm::StormReport;

/// `"late"`, or `{"heard":{"breaker":…,"disabled":…}}`.
impl Serialize for Heard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Late => serializer.serialize_str("late"),
            Self::Counted { breaker, disabled } => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("heard", &Counted(breaker.name(), *disabled))?;
                map.end()
            }
        }
    }
}

struct Counted(&'static str, Option<Why>);

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("breaker", self.0)?;
        map.serialize_entry("disabled", &self.1.map(Why::name))?;
        map.end()
    }
}

/// `standing` is `"serving"`, or why it is disabled.
impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("standing", self.disabled.map_or("serving", Why::name))?;
        map.serialize_entry("breaker", self.breaker.name())?;
        map.serialize_entry("inFlight", &self.in_flight)?;
        map.serialize_entry("tokens", &self.tokens)?;
        map.serialize_entry("replayRate", &self.replay_rate)?;
        map.end()
    }
}

impl Serialize for StormReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("level", self.level.name())?;
        map.serialize_entry("retries", &self.retries)?;
        map.serialize_entry("first", &self.first)?;
        map.serialize_entry("stretch", &self.stretch.get())?;
        map.end()
    }
}

/// Its level, then every metric under its name.
impl Serialize for HealthReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(7))?;
        map.serialize_entry("level", self.level().name())?;
        for reading in self.iter() {
            map.serialize_entry(reading.metric().name(), reading)?;
        }
        map.end()
    }
}

/// Its value, or `null`, and its level; whoever writes it names the metric.
impl Serialize for HealthReading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("value", &self.value())?;
        map.serialize_entry("level", self.level().name())?;
        map.end()
    }
}
