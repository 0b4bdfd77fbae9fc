//! JSON → a policy that keeps every rule, or an error that names the field.

use core::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::backoff::BackoffSeed;
use super::classes::ClassesSeed;
use super::jitter::JitterSeed;
use super::{FIELDS, HINT_MODES, compact};
use crate::delivery::backoff::Backoff;
use crate::json::{Count, Key, Length, Nullable, Reading, Word};
use crate::policy::{HintRules, Policy, PolicyBuilder};

impl<'de> Deserialize<'de> for Policy {
    /// The JSON form, checked: any text gives a policy that keeps every rule,
    /// or an error that begins with the field's path.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_map(PolicyVisitor {
                reading: &Reading::default(),
            })
        } else {
            compact::read(deserializer)
        }
    }
}

struct PolicyVisitor<'a> {
    reading: &'a Reading,
}

impl<'de> Visitor<'de> for PolicyVisitor<'_> {
    type Value = Policy;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a policy such as {\"backoff\":{\"exponential\":{\"base\":\"30s\",\"factor\":2}}}",
        )
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Policy, A::Error> {
        let reading = self.reading;
        let (mut backoff, mut jitter, mut max_delay) = (None, None, None);
        let (mut max_attempts, mut window, mut dns_attempts) = (None, None, None);
        let (mut throttle_factor, mut hints, mut classes) = (None, None, None);
        while let Some(place) = map.next_key_seed(Key {
            reading,
            prefix: "",
            names: &FIELDS,
        })? {
            let path = FIELDS.get(place).copied().unwrap_or_default();
            match place {
                0 => reading.fill(&mut backoff, &mut map, path, BackoffSeed { reading })?,
                1 => reading.fill(&mut jitter, &mut map, path, JitterSeed { reading })?,
                2 => reading.fill(&mut max_delay, &mut map, path, Nullable(Length))?,
                3 => {
                    let attempts = Count {
                        min: 1,
                        max: u64::from(u32::MAX),
                    };
                    reading.fill(&mut max_attempts, &mut map, path, Nullable(attempts))?;
                }
                4 => reading.fill(&mut window, &mut map, path, Nullable(Length))?,
                5 => reading.fill(
                    &mut dns_attempts,
                    &mut map,
                    path,
                    Count { min: 1, max: 255 },
                )?,
                6 => {
                    reading.fill(
                        &mut throttle_factor,
                        &mut map,
                        path,
                        Count { min: 1, max: 100 },
                    )?;
                }
                7 => reading.fill(&mut hints, &mut map, path, Nullable(HintsSeed { reading }))?,
                _ => reading.fill(&mut classes, &mut map, path, ClassesSeed { reading })?,
            }
        }

        let backoff = reading.required(backoff, "backoff")?;
        let mut builder = PolicyBuilder::new(backoff);
        if let Some(jitter) = jitter {
            builder = builder.jitter(jitter);
        }
        match max_delay {
            None => {}
            Some(Some(max_delay)) => builder = builder.max_delay(max_delay),
            Some(None) => {
                if let Backoff::Linear { .. } | Backoff::Exponential { .. } = backoff {
                    return Err(reading.error(
                        "maxDelay",
                        "a backoff that grows needs one; leave it out for 1h",
                    ));
                }
            }
        }
        match max_attempts {
            None => {}
            Some(Some(max_attempts)) => builder = builder.max_attempts(max_attempts as u32),
            Some(None) => builder = builder.no_attempt_limit(),
        }
        if let Some(Some(window)) = window {
            builder = builder.window(window);
        }
        if let Some(dns_attempts) = dns_attempts {
            builder = builder.dns_attempts(dns_attempts as u8);
        }
        if let Some(throttle_factor) = throttle_factor {
            builder = builder.throttle_factor(throttle_factor as u8);
        }
        match hints {
            None => {}
            Some(Some(rules)) => builder = builder.hints(rules),
            Some(None) => builder = builder.ignore_hints(),
        }
        if let Some(classes) = classes {
            builder = builder.exceptions(classes);
        }
        builder.build().map_err(A::Error::custom)
    }
}

/// `{"longest":L,"mode":…,"jitter":j}`, each of which may be left out.
struct HintsSeed<'a> {
    reading: &'a Reading,
}

impl<'de> DeserializeSeed<'de> for HintsSeed<'_> {
    type Value = HintRules;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<HintRules, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for HintsSeed<'_> {
    type Value = HintRules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an object such as {\"longest\":\"24h\",\"mode\":\"replace\",\"jitter\":500}, or null",
        )
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<HintRules, A::Error> {
        let reading = self.reading;
        let names = &["longest", "mode", "jitter"];
        let (mut longest, mut mode, mut jitter) = (None, None, None);
        while let Some(place) = map.next_key_seed(Key {
            reading,
            prefix: "hints.",
            names,
        })? {
            match place {
                0 => reading.fill(&mut longest, &mut map, "hints.longest", Length)?,
                1 => reading.fill(
                    &mut mode,
                    &mut map,
                    "hints.mode",
                    Word { words: &HINT_MODES },
                )?,
                _ => {
                    let per_mille = Count { min: 0, max: 1_000 };
                    reading.fill(&mut jitter, &mut map, "hints.jitter", per_mille)?;
                }
            }
        }
        Ok(HintRules {
            longest: longest.unwrap_or(HintRules::DEFAULT.longest),
            mode: mode.unwrap_or(HintRules::DEFAULT.mode),
            jitter: jitter.map_or(HintRules::DEFAULT.jitter, |jitter| jitter as u16),
        })
    }
}
