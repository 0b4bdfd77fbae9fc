//! A breaker's state.

use serde::de::Deserializer;
use serde::ser::SerializeMap;

use super::guards::read_window;
use super::read::object;
use super::values::{length, list, u8, u16};
use super::write::Part;
use super::{Fields, Shape};
use crate::destination::breaker::{Breaker, State};
use crate::destination::rolling::Rolling;
use crate::json::{Length, Reading};
use crate::time::Millis;

impl Fields for Breaker {
    const NAMES: &'static [&'static str] = &["generation", "base", "state"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "a breaker's state, an object with generation, base and state";
    const EMPTY: Self = Self::NEW;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.generation = u16(value)?,
            1 => self.base = length(value)?,
            _ => self.state = object(value, reading)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("generation", &self.generation)?;
        map.serialize_entry("base", &self.base)?;
        map.serialize_entry("state", &Part(&self.state))
    }
}

impl Fields for State {
    const NAMES: &'static [&'static str] = &["closed", "open", "halfOpen"];
    const SHAPE: Shape = Shape::One;
    const EXPECTED: &'static str =
        "\"isolated\", or an object with exactly one of closed, open and halfOpen";
    const EMPTY: Self = Self::Isolated;

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        *self = match place {
            0 => {
                let Closed {
                    window,
                    consecutive,
                } = object(value, reading)?;
                Self::Closed {
                    window,
                    consecutive,
                }
            }
            1 => {
                let Open { left, cooldown } = object(value, reading)?;
                Self::Open { left, cooldown }
            }
            _ => {
                let HalfOpen {
                    probes,
                    successes,
                    cooldown,
                } = object(value, reading)?;
                Self::HalfOpen {
                    probes,
                    successes,
                    cooldown,
                }
            }
        };
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match *self {
            Self::Closed {
                window,
                consecutive,
            } => map.serialize_entry(
                "closed",
                &Part(&Closed {
                    window,
                    consecutive,
                }),
            ),
            Self::Open { left, cooldown } => {
                map.serialize_entry("open", &Part(&Open { left, cooldown }))
            }
            Self::HalfOpen {
                probes,
                successes,
                cooldown,
            } => map.serialize_entry(
                "halfOpen",
                &Part(&HalfOpen {
                    probes,
                    successes,
                    cooldown,
                }),
            ),
            // Written as a word.
            Self::Isolated => Ok(()),
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        (word == "isolated").then_some(Self::Isolated)
    }

    fn word(&self) -> Option<&'static str> {
        matches!(self, Self::Isolated).then_some("isolated")
    }
}

struct Closed {
    window: Rolling<5, 2>,
    consecutive: u16,
}

impl Fields for Closed {
    const NAMES: &'static [&'static str] = &["phase", "successes", "failures", "consecutive"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "an object with phase, successes, failures and consecutive";
    const EMPTY: Self = Self {
        window: Rolling::NEW,
        consecutive: 0,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0..3 => read_window(&mut self.window, place, value, reading)?,
            _ => self.consecutive = u16(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        self.window.write(map, ["successes", "failures"])?;
        map.serialize_entry("consecutive", &self.consecutive)
    }
}

struct Open {
    left: Millis,
    cooldown: Millis,
}

impl Fields for Open {
    const NAMES: &'static [&'static str] = &["left", "cooldown"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "an object with left and cooldown";
    const EMPTY: Self = Self {
        left: Millis::ZERO,
        cooldown: Millis::ZERO,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        _reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.left = length(value)?,
            _ => self.cooldown = length(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("left", &self.left)?;
        map.serialize_entry("cooldown", &self.cooldown)
    }
}

struct HalfOpen {
    probes: [Millis; 4],
    successes: u8,
    cooldown: Millis,
}

impl Fields for HalfOpen {
    const NAMES: &'static [&'static str] = &["probes", "successes", "cooldown"];
    const SHAPE: Shape = Shape::Every;
    const EXPECTED: &'static str = "an object with probes, successes and cooldown";
    const EMPTY: Self = Self {
        probes: [Millis::ZERO; 4],
        successes: 0,
        cooldown: Millis::ZERO,
    };

    fn read<'de, D: Deserializer<'de>>(
        &mut self,
        place: usize,
        value: D,
        reading: &Reading,
    ) -> Result<(), D::Error> {
        match place {
            0 => self.probes = list(value, Length, reading)?,
            1 => self.successes = u8(value)?,
            _ => self.cooldown = length(value)?,
        }
        Ok(())
    }

    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("probes", &self.probes)?;
        map.serialize_entry("successes", &self.successes)?;
        map.serialize_entry("cooldown", &self.cooldown)
    }
}
