//! The policy: its JSON form, its defaults, what is refused, and its classes.

use reknock::{Class, Ending, Failure};
use serde_json::Value;

use super::backoff::{Backoff, Jitter};
use super::read::{LONGEST, Read, length_above_0, object, whole, word};
use crate::json;

/// A policy, read from its JSON by nobody else's code.
pub struct Policy {
    pub(super) backoff: Backoff,
    pub(super) jitter: Jitter,
    pub(super) max_delay: u128,
    pub(super) max_attempts: Option<u128>,
    pub(super) window: Option<u128>,
    pub(super) dns_attempts: u128,
    pub(super) throttle_factor: u128,
    pub(super) hints: Option<Hints>,
    classes: Vec<(Which, Class)>,
}

pub(super) struct Hints {
    pub(super) longest: u128,
    pub(super) at_least: bool,
    pub(super) jitter: u128,
}

#[derive(PartialEq)]
enum Which {
    Status(u16),
    Range(u16, u16),
    Failure(Failure),
}

const FIELDS: [&str; 9] = [
    "backoff",
    "jitter",
    "maxDelay",
    "maxAttempts",
    "window",
    "dnsAttempts",
    "throttleFactor",
    "hints",
    "classes",
];

impl Policy {
    /// Reads the JSON form.
    ///
    /// # Errors
    ///
    /// The path of a field that is wrong; empty where the text is not JSON or
    /// names a field twice.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let value = json::parse(text).map_err(|refusal| refusal.field)?;
        let fields = object("", &value, &FIELDS)?;
        let field = |name: &str| fields.get(name);

        let backoff = Backoff::read(field("backoff").ok_or("backoff")?)?;
        let grows = matches!(backoff, Backoff::Linear(_) | Backoff::Exponential { .. });
        let jitter = field("jitter").map_or(Ok(Jitter::Full), Jitter::read)?;
        let max_delay = match field("maxDelay") {
            None if grows => 3_600_000,
            None => LONGEST,
            Some(Value::Null) if !grows => LONGEST,
            Some(value) => length_above_0("maxDelay", value)?,
        };
        let window = match field("window") {
            None | Some(Value::Null) => None,
            Some(value) => Some(length_above_0("window", value)?),
        };
        let max_attempts = match (field("maxAttempts"), &backoff) {
            (
                None,
                Backoff::Schedule {
                    delays,
                    stops: true,
                },
            ) => Some(delays.len() as u128 + 1),
            (None, _) => Some(5),
            (Some(Value::Null), _) => None,
            (Some(value), _) => Some(whole("maxAttempts", value, 1, u32::MAX.into())?),
        };
        let number = |name: &str, default: u128, high: u64| match field(name) {
            None => Ok(default),
            Some(value) => whole(name, value, 1, high),
        };
        let policy = Self {
            backoff,
            jitter,
            max_delay,
            max_attempts,
            window,
            dns_attempts: number("dnsAttempts", 3, 255)?,
            throttle_factor: number("throttleFactor", 2, 100)?,
            hints: read_hints(field("hints"))?,
            classes: field("classes").map_or(Ok(Vec::new()), read_classes)?,
        };
        policy.check()?;
        Ok(policy)
    }

    /// What no field can say alone.
    fn check(&self) -> Read<()> {
        let refuse = |field: &str| Err(field.to_owned());
        if self.max_delay < self.backoff.first_delay() {
            return refuse("maxDelay");
        }
        if self.max_attempts.is_none() && (self.window.is_none() || self.backoff.repeats_zero()) {
            return refuse("maxAttempts");
        }
        let has_no_base = matches!(self.backoff, Backoff::Linear(_) | Backoff::Schedule { .. });
        if has_no_base && matches!(self.jitter, Jitter::Decorrelated) {
            return refuse("jitter");
        }
        if let Backoff::Exponential { base, factor } = self.backoff {
            let (mut k, mut v) = (1, base);
            while v < self.max_delay && self.max_attempts.is_none_or(|limit| k < limit) {
                let w = v * factor.0 / factor.1;
                if w <= v || k > 64 {
                    return refuse("backoff.exponential.factor");
                }
                (v, k) = (w, k + 1);
            }
        }
        Ok(())
    }

    /// The class of an ending to which the caller added none.
    #[must_use]
    pub fn classify(&self, ending: Ending) -> Class {
        let exception = |matches: &dyn Fn(&Which) -> bool| {
            let mut all = self.classes.iter();
            all.find(|(which, _)| matches(which))
                .map(|(_, class)| *class)
        };
        match ending {
            Ending::Failure(failure) => exception(&|which| *which == Which::Failure(failure))
                .unwrap_or(match failure {
                    Failure::Invalid => Class::Permanent,
                    _ => Class::Transient,
                }),
            Ending::Status(status) => {
                let in_range = |which: &Which| matches!(which, Which::Range(lo, hi) if (*lo..=*hi).contains(&status));
                exception(&|which| *which == Which::Status(status))
                    .or_else(|| exception(&in_range))
                    .unwrap_or(class_of(status))
            }
        }
    }
}

/// The table of classes.
fn class_of(status: u16) -> Class {
    match status {
        408 => Class::Transient,
        410 => Class::Gone,
        429 => Class::Throttled,
        200..=299 => Class::Delivered,
        300..=499 => Class::Permanent,
        _ => Class::Transient,
    }
}

fn read_hints(value: Option<&Value>) -> Read<Option<Hints>> {
    let mut hints = Hints {
        longest: 86_400_000,
        at_least: false,
        jitter: 500,
    };
    let fields = match value {
        None => return Ok(Some(hints)),
        Some(Value::Null) => return Ok(None),
        Some(value) => object("hints", value, &["longest", "mode", "jitter"])?,
    };
    if let Some(longest) = fields.get("longest") {
        hints.longest = length_above_0("hints.longest", longest)?;
    }
    if let Some(mode) = fields.get("mode") {
        hints.at_least = word("hints.mode", mode, &["replace", "atLeast"])? == "atLeast";
    }
    if let Some(jitter) = fields.get("jitter") {
        hints.jitter = whole("hints.jitter", jitter, 0, 1_000)?;
    }
    Ok(Some(hints))
}

fn read_classes(value: &Value) -> Read<Vec<(Which, Class)>> {
    let refuse = |path: String| Err(path);
    let Some(fields) = value.as_object().filter(|fields| fields.len() <= 8) else {
        return refuse("classes".to_owned());
    };
    let mut classes: Vec<(Which, Class)> = Vec::new();
    for (key, value) in fields {
        let path = format!("classes.{key}");
        let class = Class::ALL.into_iter().find(|class| *value == class.name());
        let (Some(which), Some(class)) = (read_which(key), class) else {
            return refuse(path);
        };
        let overlaps = |other: &Which| match (&which, other) {
            (Which::Range(lo, hi), Which::Range(from, to)) => lo <= to && from <= hi,
            _ => false,
        };
        if classes.iter().any(|(other, _)| overlaps(other)) {
            return refuse("classes".to_owned());
        }
        classes.push((which, class));
    }
    Ok(classes)
}

fn read_which(key: &str) -> Option<Which> {
    // Without leading zeros, signs or blanks: written back, it is the same.
    let status = |text: &str| {
        let number: u16 = text.parse().ok()?;
        (number.to_string() == text).then_some(number)
    };
    if let Some(failure) = Failure::ALL
        .into_iter()
        .find(|failure| failure.name() == key)
    {
        return Some(Which::Failure(failure));
    }
    if let Some((lo, hi)) = key.split_once('-') {
        let (lo, hi) = (status(lo)?, status(hi)?);
        return (lo < hi).then_some(Which::Range(lo, hi));
    }
    status(key).map(Which::Status)
}
