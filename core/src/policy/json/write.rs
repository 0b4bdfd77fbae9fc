//! A policy → JSON: every field, lengths as text for people to read.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::backoff::THEN;
use super::classes::ClassesForm;
use super::jitter::WORDS;
use super::{HINT_MODES, compact};
use crate::delivery::backoff::{Backoff, Factor, Schedule};
use crate::delivery::jitter::Jitter;
use crate::json::Text;
use crate::policy::{HintRules, Policy};
use crate::time::Millis;

impl Serialize for Policy {
    /// The JSON form. What is not there because there is none (`maxDelay` of a
    /// schedule, `classes`) is left out; everything else is said.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return compact::write(self, serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        let backoff = self.backoff();
        map.serialize_entry("backoff", &BackoffForm(&backoff))?;
        map.serialize_entry("jitter", &JitterForm(self.jitter))?;
        let grows = matches!(
            backoff,
            Backoff::Linear { .. } | Backoff::Exponential { .. }
        );
        if grows || self.max_delay < Millis::MAX {
            map.serialize_entry("maxDelay", &Text(self.max_delay))?;
        }
        map.serialize_entry("maxAttempts", &self.max_attempts())?;
        map.serialize_entry("window", &self.limits.window.map(Text))?;
        map.serialize_entry("dnsAttempts", &self.limits.dns)?;
        map.serialize_entry("throttleFactor", &self.throttle_factor)?;
        map.serialize_entry("hints", &self.hints.map(HintsForm))?;
        if self.exceptions.len > 0 {
            map.serialize_entry("classes", &ClassesForm(&self.exceptions))?;
        }
        map.end()
    }
}

/// An object with one field.
struct One<T>(&'static str, T);

impl<T: Serialize> Serialize for One<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &self.1)?;
        map.end()
    }
}

/// An object with two fields.
struct Two<T, U>(One<T>, One<U>);

impl<T: Serialize, U: Serialize> Serialize for Two<T, U> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(self.0.0, &self.0.1)?;
        map.serialize_entry(self.1.0, &self.1.1)?;
        map.end()
    }
}

struct BackoffForm<'a>(&'a Backoff);

impl Serialize for BackoffForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Backoff::Constant { delay } => {
                One("constant", One("delay", Text(*delay))).serialize(serializer)
            }
            Backoff::Linear { step } => {
                One("linear", One("step", Text(*step))).serialize(serializer)
            }
            Backoff::Exponential { base, factor } => One(
                "exponential",
                Two(One("base", Text(*base)), One("factor", FactorForm(*factor))),
            )
            .serialize(serializer),
            Backoff::Schedule(schedule) => {
                let then = THEN.iter().find(|(_, then)| *then == schedule.then);
                let then = then.map_or("", |(word, _)| *word);
                One(
                    "schedule",
                    Two(One("delays", DelaysForm(schedule)), One("then", then)),
                )
                .serialize(serializer)
            }
        }
    }
}

struct DelaysForm<'a>(&'a Schedule);

impl Serialize for DelaysForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.delays().iter().copied().map(Text))
    }
}

struct FactorForm(Factor);

impl Serialize for FactorForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.0.numerator(), self.0.denominator()) {
            (number, 1) => serializer.serialize_u16(number),
            ratio => ratio.serialize(serializer),
        }
    }
}

struct JitterForm(Jitter);

impl Serialize for JitterForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Jitter::Proportional(per_mille) => One("proportional", per_mille).serialize(serializer),
            Jitter::Additive {
                per_mille,
                min,
                max,
            } => One(
                "additive",
                AdditiveForm {
                    per_mille,
                    min,
                    max,
                },
            )
            .serialize(serializer),
            jitter => {
                let word = WORDS.iter().find(|(_, known)| *known == jitter);
                serializer.serialize_str(word.map_or("", |(word, _)| *word))
            }
        }
    }
}

struct AdditiveForm {
    per_mille: u16,
    min: Millis,
    max: Millis,
}

impl Serialize for AdditiveForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("perMille", &self.per_mille)?;
        map.serialize_entry("min", &Text(self.min))?;
        map.serialize_entry("max", &Text(self.max))?;
        map.end()
    }
}

struct HintsForm(HintRules);

impl Serialize for HintsForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mode = HINT_MODES.iter().find(|(_, mode)| *mode == self.0.mode);
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("longest", &Text(self.0.longest))?;
        map.serialize_entry("mode", mode.map_or("", |(word, _)| *word))?;
        map.serialize_entry("jitter", &self.0.jitter)?;
        map.end()
    }
}
