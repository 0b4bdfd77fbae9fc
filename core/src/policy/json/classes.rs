//! `classes` in JSON: `{"409":"transient","500-599":"permanent","tls":"permanent"}`.

use core::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::delivery::classify::{Class, Exception, Exceptions};
use crate::delivery::outcome::Failure;
use crate::json::{Reading, Word};
use crate::policy::check;

const CLASSES: [(&str, Class); 5] = [
    ("delivered", Class::Delivered),
    ("transient", Class::Transient),
    ("throttled", Class::Throttled),
    ("permanent", Class::Permanent),
    ("gone", Class::Gone),
];

pub(super) struct ClassesSeed<'a> {
    pub(super) reading: &'a Reading,
}

impl<'de> DeserializeSeed<'de> for ClassesSeed<'_> {
    type Value = Exceptions;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Exceptions, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ClassesSeed<'_> {
    type Value = Exceptions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object such as {\"409\":\"transient\",\"500-599\":\"permanent\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Exceptions, A::Error> {
        let reading = self.reading;
        let mut exceptions = Exceptions::NONE;
        while let Some(mut exception) = map.next_key_seed(WhichSeed { reading })? {
            let value = map.next_value_seed(Word { words: &CLASSES });
            exception.class = value.map_err(|error: A::Error| {
                reading.error(format_args!("classes.{}", WhichForm(&exception)), error)
            })?;
            exceptions = check::with_exception(exceptions, exception)
                .map_err(|error| reading.named(error))?;
        }
        Ok(exceptions)
    }
}

/// A key: which endings an exception is for. Its class is not known yet.
struct WhichSeed<'a> {
    reading: &'a Reading,
}

impl<'de> DeserializeSeed<'de> for WhichSeed<'_> {
    type Value = Exception;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Exception, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for WhichSeed<'_> {
    type Value = Exception;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a status, a range of statuses or an error name")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Exception, E> {
        which(key).ok_or_else(|| {
            self.reading.named(format_args!(
                "classes.{key}: is not a status such as \"409\", a range such as \"500-599\" \
                 or an error name such as \"tls\""
            ))
        })
    }
}

fn which(key: &str) -> Option<Exception> {
    let class = Class::Transient;
    if let Some(failure) = Failure::by_name(key) {
        let number = failure as u16;
        return Some(Exception {
            first: number,
            last: number,
            failure: true,
            class,
        });
    }
    let (first, last) = match key.split_once('-') {
        Some((first, last)) => (status(first)?, status(last)?),
        None => (status(key)?, status(key)?),
    };
    let is_backwards = key.contains('-') && first >= last;
    if is_backwards {
        None
    } else {
        Some(Exception {
            first,
            last,
            failure: false,
            class,
        })
    }
}

/// A status without sign or leading zeros: one text for one number.
fn status(text: &str) -> Option<u16> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

/// The exceptions as an object.
pub(super) struct ClassesForm<'a>(pub(super) &'a Exceptions);

impl Serialize for ClassesForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(usize::from(self.0.len)))?;
        for exception in self.0.iter() {
            map.serialize_entry(&WhichForm(exception), exception.class.name())?;
        }
        map.end()
    }
}

struct WhichForm<'a>(&'a Exception);

impl Serialize for WhichForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for WhichForm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exception {
            first,
            last,
            failure,
            ..
        } = self.0;
        if *failure {
            let name = Failure::ALL
                .get(usize::from(*first))
                .map_or("", |failure| failure.name());
            return f.write_str(name);
        }
        write!(f, "{first}")?;
        if self.0.is_range() {
            write!(f, "-{last}")
        } else {
            Ok(())
        }
    }
}
