//! `jitter` in JSON: a word, or an object with one kind.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Unexpected, Visitor};

use crate::delivery::jitter::Jitter;
use crate::json::{Count, Key, Length, Reading};

pub(super) const WORDS: [(&str, Jitter); 4] = [
    ("none", Jitter::None),
    ("full", Jitter::Full),
    ("equal", Jitter::Equal),
    ("decorrelated", Jitter::Decorrelated),
];

pub(super) struct JitterSeed<'a> {
    pub(super) reading: &'a Reading,
}

impl<'de> DeserializeSeed<'de> for JitterSeed<'_> {
    type Value = Jitter;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Jitter, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for JitterSeed<'_> {
    type Value = Jitter;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "\"none\", \"full\", \"equal\", \"decorrelated\", {\"proportional\":200} or \
             {\"additive\":{\"perMille\":100,\"min\":\"2s\",\"max\":\"15m\"}}",
        )
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Jitter, E> {
        match WORDS.iter().find(|(word, _)| *word == text) {
            Some((_, jitter)) => Ok(*jitter),
            None => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Jitter, A::Error> {
        let reading = self.reading;
        let names = &["proportional", "additive"];
        let key = || Key {
            reading,
            prefix: "jitter.",
            names,
        };
        let exactly_one = "must have exactly one of proportional, additive";
        let Some(kind) = map.next_key_seed(key())? else {
            return Err(reading.error("jitter", exactly_one));
        };
        let jitter = if kind == 0 {
            let seed = reading.at("jitter.proportional", Count { min: 0, max: 1_000 });
            Jitter::Proportional(map.next_value_seed(seed)? as u16)
        } else {
            map.next_value_seed(reading.at("jitter.additive", AdditiveSeed { reading }))?
        };
        if map.next_key_seed(key())?.is_some() {
            return Err(reading.error("jitter", exactly_one));
        }
        Ok(jitter)
    }
}

struct AdditiveSeed<'a> {
    reading: &'a Reading,
}

impl<'de> DeserializeSeed<'de> for AdditiveSeed<'_> {
    type Value = Jitter;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Jitter, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for AdditiveSeed<'_> {
    type Value = Jitter;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object such as {\"perMille\":100,\"min\":\"2s\",\"max\":\"15m\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Jitter, A::Error> {
        let reading = self.reading;
        let (prefix, names) = ("jitter.additive.", &["perMille", "min", "max"]);
        let (mut per_mille, mut min, mut max) = (None, None, None);
        while let Some(place) = map.next_key_seed(Key {
            reading,
            prefix,
            names,
        })? {
            match place {
                0 => {
                    let share = Count { min: 0, max: 1_000 };
                    reading.fill(&mut per_mille, &mut map, "jitter.additive.perMille", share)?;
                }
                1 => reading.fill(&mut min, &mut map, "jitter.additive.min", Length)?,
                _ => reading.fill(&mut max, &mut map, "jitter.additive.max", Length)?,
            }
        }
        Ok(Jitter::Additive {
            per_mille: reading.required(per_mille, "jitter.additive.perMille")? as u16,
            min: reading.required(min, "jitter.additive.min")?,
            max: reading.required(max, "jitter.additive.max")?,
        })
    }
}
