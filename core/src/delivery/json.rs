//! Deliveries and decisions in JSON, and deliveries in any serde format.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::delivery::bytes::{VERSION, in_range};
use crate::delivery::decision::{Decision, Last};
use crate::delivery::outcome::Ending;
use crate::delivery::state::Delivery;
use crate::json::{Count, Key, Length, Reading, element};
use crate::time::Point;

const FIELDS: [&str; 6] = ["v", "attempts", "dns", "createdAt", "nextAt", "delay"];

impl Serialize for Delivery {
    /// `{"v":1,"attempts":…,"dns":…,"createdAt":…,"nextAt":…,"delay":…}` in
    /// JSON; the tuple of [`Delivery::to_bytes`] in binary formats.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let mut map = serializer.serialize_map(Some(FIELDS.len()))?;
            map.serialize_entry("v", &VERSION)?;
            map.serialize_entry("attempts", &self.attempts)?;
            map.serialize_entry("dns", &self.dns)?;
            map.serialize_entry("createdAt", &self.created_at)?;
            map.serialize_entry("nextAt", &self.next_at)?;
            map.serialize_entry("delay", &self.delay)?;
            map.end()
        } else {
            let mut tuple = serializer.serialize_tuple(FIELDS.len())?;
            tuple.serialize_element(&VERSION)?;
            tuple.serialize_element(&self.attempts)?;
            tuple.serialize_element(&self.dns)?;
            tuple.serialize_element(&self.created_at)?;
            tuple.serialize_element(&(self.next_at.as_millis() - self.created_at.as_millis()))?;
            tuple.serialize_element(&self.delay)?;
            tuple.end()
        }
    }
}

impl<'de> Deserialize<'de> for Delivery {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = DeliveryVisitor {
            reading: &Reading::default(),
        };
        if deserializer.is_human_readable() {
            deserializer.deserialize_map(visitor)
        } else {
            deserializer.deserialize_tuple(FIELDS.len(), visitor)
        }
    }
}

struct DeliveryVisitor<'a> {
    reading: &'a Reading,
}

impl<'de> Visitor<'de> for DeliveryVisitor<'_> {
    type Value = Delivery;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a delivery such as {\"v\":1,\"attempts\":0,\"dns\":0,\"createdAt\":0,\"nextAt\":0,\"delay\":0}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Delivery, A::Error> {
        let reading = self.reading;
        let (mut v, mut attempts, mut dns, mut delay) = (None, None, None, None);
        let (mut created_at, mut next_at) = (None, None);
        let count = |max| Count { min: 0, max };
        while let Some(place) = map.next_key_seed(Key {
            reading,
            prefix: "",
            names: &FIELDS,
        })? {
            match place {
                0 => reading.fill(&mut v, &mut map, "v", Count { min: 1, max: 1 })?,
                1 => reading.fill(
                    &mut attempts,
                    &mut map,
                    "attempts",
                    count(u64::from(u32::MAX)),
                )?,
                2 => reading.fill(&mut dns, &mut map, "dns", count(255))?,
                3 => reading.fill(&mut created_at, &mut map, "createdAt", Point)?,
                4 => reading.fill(&mut next_at, &mut map, "nextAt", Point)?,
                _ => reading.fill(&mut delay, &mut map, "delay", Length)?,
            }
        }
        reading.required(v, "v")?;
        Ok(Delivery {
            attempts: reading.required(attempts, "attempts")? as u32,
            dns: reading.required(dns, "dns")? as u8,
            created_at: reading.required(created_at, "createdAt")?,
            next_at: reading.required(next_at, "nextAt")?,
            delay: reading.required(delay, "delay")?,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Delivery, A::Error> {
        let version: u8 = element(&mut sequence, PhantomData, "v: is missing")?;
        if version != VERSION {
            return Err(A::Error::custom(
                "v: another version; this release reads version 1",
            ));
        }
        let attempts = element(&mut sequence, PhantomData, "attempts: is missing")?;
        let dns = element(&mut sequence, PhantomData, "dns: is missing")?;
        let created_at: i64 = element(&mut sequence, PhantomData, "createdAt: is missing")?;
        let until_next: i64 = element(&mut sequence, PhantomData, "nextAt: is missing")?;
        let delay = element(&mut sequence, PhantomData, "delay: is missing")?;
        Ok(Delivery {
            attempts,
            dns,
            created_at: in_range("createdAt", created_at).map_err(A::Error::custom)?,
            next_at: in_range("nextAt", created_at.saturating_add(until_next))
                .map_err(A::Error::custom)?,
            delay,
        })
    }
}

impl Serialize for Decision {
    /// `{"kind":"delivered"}`, `{"kind":"retry","at","delay","attempt","reason"}`
    /// or `{"kind":"deadLetter","reason","last":{…}}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = match self {
            Self::Delivered => 1,
            Self::Retry { .. } => 5,
            Self::DeadLetter { .. } => 3,
        };
        let mut map = serializer.serialize_map(Some(fields))?;
        match self {
            Self::Delivered => map.serialize_entry("kind", "delivered")?,
            Self::Retry {
                at,
                delay,
                attempt,
                reason,
            } => {
                map.serialize_entry("kind", "retry")?;
                map.serialize_entry("at", at)?;
                map.serialize_entry("delay", delay)?;
                map.serialize_entry("attempt", attempt)?;
                map.serialize_entry("reason", reason.name())?;
            }
            Self::DeadLetter { reason, last } => {
                map.serialize_entry("kind", "deadLetter")?;
                map.serialize_entry("reason", reason.name())?;
                map.serialize_entry("last", last)?;
            }
        }
        map.end()
    }
}

impl Serialize for Last {
    /// `{"status":503,"class":"transient"}` or `{"error":"dns","class":…}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        match self.ending() {
            Ending::Status(status) => map.serialize_entry("status", &status)?,
            Ending::Failure(failure) => map.serialize_entry("error", failure.name())?,
        }
        map.serialize_entry("class", self.class().name())?;
        map.end()
    }
}
