//! `backoff` in JSON: one kind with its numbers.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use crate::delivery::backoff::{Backoff, Factor, SCHEDULE_MAX, Schedule, Then};
use crate::json::{Count, Key, Length, Reading, Word, element};
use crate::policy::check;
use crate::time::Millis;

const KINDS: [&str; 4] = ["constant", "linear", "exponential", "schedule"];
const PATHS: [&str; 4] = [
    "backoff.constant",
    "backoff.linear",
    "backoff.exponential",
    "backoff.schedule",
];
pub(super) const THEN: [(&str, Then); 2] = [("stop", Then::Stop), ("repeatLast", Then::RepeatLast)];

pub(super) struct BackoffSeed<'a> {
    pub(super) reading: &'a Reading,
}

impl<'de> DeserializeSeed<'de> for BackoffSeed<'_> {
    type Value = Backoff;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Backoff, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for BackoffSeed<'_> {
    type Value = Backoff;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an object with one kind, such as {\"exponential\":{\"base\":\"30s\",\"factor\":2}}",
        )
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Backoff, A::Error> {
        let reading = self.reading;
        let key = || Key {
            reading,
            prefix: "backoff.",
            names: &KINDS,
        };
        let exactly_one = "must have exactly one of constant, linear, exponential, schedule";
        let Some(kind) = map.next_key_seed(key())? else {
            return Err(reading.error("backoff", exactly_one));
        };
        let path = PATHS.get(kind).copied().unwrap_or_default();
        let backoff = map.next_value_seed(reading.at(path, KindSeed { reading, kind }))?;
        if map.next_key_seed(key())?.is_some() {
            return Err(reading.error("backoff", exactly_one));
        }
        Ok(backoff)
    }
}

/// The numbers of one kind.
struct KindSeed<'a> {
    reading: &'a Reading,
    /// Its place in [`KINDS`].
    kind: usize,
}

impl<'de> DeserializeSeed<'de> for KindSeed<'_> {
    type Value = Backoff;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Backoff, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for KindSeed<'_> {
    type Value = Backoff;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            0 => "an object such as {\"delay\":\"30s\"}",
            1 => "an object such as {\"step\":\"30s\"}",
            2 => "an object such as {\"base\":\"30s\",\"factor\":2}",
            _ => "an object such as {\"delays\":[\"30s\",\"2m\"],\"then\":\"stop\"}",
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Backoff, A::Error> {
        let reading = self.reading;
        match self.kind {
            0 => one_length(
                reading,
                map,
                "backoff.constant.",
                &["delay"],
                "backoff.constant.delay",
            )
            .map(|delay| Backoff::Constant { delay }),
            1 => one_length(
                reading,
                map,
                "backoff.linear.",
                &["step"],
                "backoff.linear.step",
            )
            .map(|step| Backoff::Linear { step }),
            2 => exponential(reading, map),
            _ => schedule(reading, map),
        }
    }
}

/// An object with one length and nothing else.
fn one_length<'de, A: MapAccess<'de>>(
    reading: &Reading,
    mut map: A,
    prefix: &'static str,
    names: &'static [&'static str],
    path: &'static str,
) -> Result<Millis, A::Error> {
    let mut length = None;
    while map
        .next_key_seed(Key {
            reading,
            prefix,
            names,
        })?
        .is_some()
    {
        reading.fill(&mut length, &mut map, path, Length)?;
    }
    reading.required(length, path)
}

fn exponential<'de, A: MapAccess<'de>>(reading: &Reading, mut map: A) -> Result<Backoff, A::Error> {
    let (prefix, names) = ("backoff.exponential.", &["base", "factor"]);
    let (mut base, mut factor) = (None, None);
    while let Some(place) = map.next_key_seed(Key {
        reading,
        prefix,
        names,
    })? {
        match place {
            0 => reading.fill(&mut base, &mut map, "backoff.exponential.base", Length)?,
            _ => reading.fill(
                &mut factor,
                &mut map,
                "backoff.exponential.factor",
                FactorSeed,
            )?,
        }
    }
    Ok(Backoff::Exponential {
        base: reading.required(base, "backoff.exponential.base")?,
        factor: reading.required(factor, "backoff.exponential.factor")?,
    })
}

fn schedule<'de, A: MapAccess<'de>>(reading: &Reading, mut map: A) -> Result<Backoff, A::Error> {
    let (prefix, names) = ("backoff.schedule.", &["delays", "then"]);
    let (mut delays, mut then) = (None, None);
    while let Some(place) = map.next_key_seed(Key {
        reading,
        prefix,
        names,
    })? {
        match place {
            0 => {
                let seed = DelaysSeed { reading };
                reading.fill(&mut delays, &mut map, "backoff.schedule.delays", seed)?;
            }
            _ => {
                let seed = Word { words: &THEN };
                reading.fill(&mut then, &mut map, "backoff.schedule.then", seed)?;
            }
        }
    }
    let mut schedule: Schedule = reading.required(delays, "backoff.schedule.delays")?;
    schedule.then = then.unwrap_or_default();
    Ok(Backoff::Schedule(schedule))
}

/// A whole number, or `[num, den]`.
struct FactorSeed;

impl<'de> DeserializeSeed<'de> for FactorSeed {
    type Value = Factor;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Factor, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FactorSeed {
    type Value = Factor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number such as 2, or a ratio such as [3, 2], each from 1 to 65535")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Factor, E> {
        match u16::try_from(number) {
            Ok(number) if number > 0 => Ok(Factor::whole(number)),
            _ => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Factor, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Factor, A::Error> {
        let part = || Count {
            min: 1,
            max: 65_535,
        };
        let two = "a ratio has two numbers, such as [3, 2]";
        let num = element(&mut sequence, part(), two)? as u16;
        let den = element(&mut sequence, part(), two)? as u16;
        if sequence.next_element_seed(part())?.is_some() {
            return Err(A::Error::custom(two));
        }
        Ok(Factor::ratio(num, den))
    }
}

/// 1 to 32 lengths. What follows them is not known here yet.
pub(super) struct DelaysSeed<'a> {
    pub(super) reading: &'a Reading,
}

impl<'de> DeserializeSeed<'de> for DelaysSeed<'_> {
    type Value = Schedule;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Schedule, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for DelaysSeed<'_> {
    type Value = Schedule;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of 1 to 32 lengths, such as [\"30s\",\"2m\"]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Schedule, A::Error> {
        let mut schedule = Schedule {
            delays: [Millis::ZERO; SCHEDULE_MAX],
            len: 0,
            then: Then::Stop,
        };
        for (index, place) in schedule.delays.iter_mut().enumerate() {
            let entry = sequence.next_element().map_err(|error: A::Error| {
                self.reading
                    .error(format_args!("backoff.schedule.delays.{index}"), error)
            });
            let Some(delay) = entry? else { break };
            *place = delay;
            schedule.len += 1;
        }
        if schedule.len == 0 || sequence.next_element::<Millis>()?.is_some() {
            return Err(self.reading.named(check::SCHEDULE_LENGTH));
        }
        Ok(schedule)
    }
}
