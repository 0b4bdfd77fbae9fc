//! A policy in a binary format such as postcard: the same fields in the same
//! order, numbers instead of words, with a version in front.
//!
//! Checked like JSON on reading. Formats that drop error texts, postcard among
//! them, still refuse; which field it was, only JSON tells.

use core::fmt;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::backoff::DelaysSeed;
use crate::delivery::backoff::{Backoff, Factor, Schedule, Then};
use crate::delivery::classify::{Class, Exception, Exceptions};
use crate::delivery::jitter::Jitter;
use crate::delivery::outcome::Failure;
use crate::json::Reading;
use crate::policy::{HintMode, HintRules, Policy, PolicyBuilder, check};
use crate::time::Millis;

/// The version this release writes, and the only one it reads.
const VERSION: u8 = 1;

pub(super) fn write<S: Serializer>(policy: &Policy, serializer: S) -> Result<S::Ok, S::Error> {
    Form {
        version: VERSION,
        backoff: match policy.backoff() {
            Backoff::Constant { delay } => BackoffForm::Constant(delay),
            Backoff::Linear { step } => BackoffForm::Linear(step),
            Backoff::Exponential { base, factor } => {
                BackoffForm::Exponential(base, factor.numerator(), factor.denominator())
            }
            Backoff::Schedule(schedule) => BackoffForm::Schedule(
                DelaysForm(schedule),
                matches!(schedule.then, Then::RepeatLast),
            ),
        },
        jitter: match policy.jitter {
            Jitter::None => JitterForm::None,
            Jitter::Full => JitterForm::Full,
            Jitter::Equal => JitterForm::Equal,
            Jitter::Decorrelated => JitterForm::Decorrelated,
            Jitter::Proportional(per_mille) => JitterForm::Proportional(per_mille),
            Jitter::Additive {
                per_mille,
                min,
                max,
            } => JitterForm::Additive(per_mille, min, max),
        },
        max_delay: policy.max_delay,
        max_attempts: policy.max_attempts(),
        window: policy.limits.window,
        dns_attempts: policy.limits.dns,
        throttle_factor: policy.throttle_factor,
        hints: policy.hints.map(|rules| {
            (
                rules.longest,
                matches!(rules.mode, HintMode::AtLeast),
                rules.jitter,
            )
        }),
        classes: ClassesForm(policy.exceptions),
    }
    .serialize(serializer)
}

pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Policy, D::Error> {
    let form = Form::deserialize(deserializer)?;
    if form.version != VERSION {
        return Err(D::Error::custom(
            "v: another version; this release reads version 1",
        ));
    }
    let mut builder = PolicyBuilder::new(match form.backoff {
        BackoffForm::Constant(delay) => Backoff::Constant { delay },
        BackoffForm::Linear(step) => Backoff::Linear { step },
        BackoffForm::Exponential(base, num, den) => Backoff::Exponential {
            base,
            factor: Factor::ratio(num, den),
        },
        BackoffForm::Schedule(DelaysForm(mut schedule), repeat_last) => {
            schedule.then = if repeat_last {
                Then::RepeatLast
            } else {
                Then::Stop
            };
            Backoff::Schedule(schedule)
        }
    })
    .jitter(match form.jitter {
        JitterForm::None => Jitter::None,
        JitterForm::Full => Jitter::Full,
        JitterForm::Equal => Jitter::Equal,
        JitterForm::Decorrelated => Jitter::Decorrelated,
        JitterForm::Proportional(per_mille) => Jitter::Proportional(per_mille),
        JitterForm::Additive(per_mille, min, max) => Jitter::Additive {
            per_mille,
            min,
            max,
        },
    })
    .max_delay(form.max_delay)
    .dns_attempts(form.dns_attempts)
    .throttle_factor(form.throttle_factor)
    .exceptions(form.classes.0);
    builder = match form.max_attempts {
        Some(max_attempts) => builder.max_attempts(max_attempts),
        None => builder.no_attempt_limit(),
    };
    if let Some(window) = form.window {
        builder = builder.window(window);
    }
    builder = match form.hints {
        Some((longest, at_least, jitter)) => {
            let mode = if at_least {
                HintMode::AtLeast
            } else {
                HintMode::Replace
            };
            builder.hints(HintRules {
                longest,
                mode,
                jitter,
            })
        }
        None => builder.ignore_hints(),
    };
    builder.build().map_err(D::Error::custom)
}

#[derive(Serialize, Deserialize)]
struct Form {
    version: u8,
    backoff: BackoffForm,
    jitter: JitterForm,
    max_delay: Millis,
    max_attempts: Option<u32>,
    window: Option<Millis>,
    dns_attempts: u8,
    throttle_factor: u8,
    hints: Option<(Millis, bool, u16)>,
    classes: ClassesForm,
}

#[derive(Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "short-lived, and boxing would need an allocator"
)]
enum BackoffForm {
    Constant(Millis),
    Linear(Millis),
    Exponential(Millis, u16, u16),
    Schedule(DelaysForm, bool),
}

#[derive(Serialize, Deserialize)]
enum JitterForm {
    None,
    Full,
    Equal,
    Decorrelated,
    Proportional(u16),
    Additive(u16, Millis, Millis),
}

struct DelaysForm(Schedule);

impl Serialize for DelaysForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.delays().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DelaysForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_seq(DelaysSeed {
                reading: &Reading::default(),
            })
            .map(Self)
    }
}

struct ClassesForm(Exceptions);

impl Serialize for ClassesForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self
            .0
            .rules
            .get(..usize::from(self.0.len))
            .unwrap_or_default();
        serializer.collect_seq(
            rules
                .iter()
                .map(|rule| (rule.first, rule.last, rule.failure, rule.class as u8)),
        )
    }
}

impl<'de> Deserialize<'de> for ClassesForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ClassesVisitor)
    }
}

struct ClassesVisitor;

impl<'de> Visitor<'de> for ClassesVisitor {
    type Value = ClassesForm;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("up to 8 exceptions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<ClassesForm, A::Error> {
        let mut exceptions = Exceptions::NONE;
        while let Some((first, last, failure, class)) =
            sequence.next_element::<(u16, u16, bool, u8)>()?
        {
            let exception = match Class::ALL.get(usize::from(class)) {
                Some(class) => Exception {
                    first,
                    last,
                    failure,
                    class: *class,
                },
                None => return Err(A::Error::custom("classes: there is no such class")),
            };
            let known = if failure {
                first == last && usize::from(first) < Failure::ALL.len()
            } else {
                first <= last
            };
            if !known {
                return Err(A::Error::custom(
                    "classes: there is no such status or error",
                ));
            }
            exceptions = check::with_exception(exceptions, exception).map_err(A::Error::custom)?;
        }
        Ok(ClassesForm(exceptions))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize as _;
    use serde::de::value::{Error, U32Deserializer};
    use std::string::ToString as _;

    use super::ClassesForm;

    #[test]
    fn what_is_no_list_is_told_what_was_expected() {
        let form = U32Deserializer::<Error>::new(5);
        let error = ClassesForm::deserialize(form)
            .err()
            .map(|error| error.to_string());
        let told = "invalid type: integer `5`, expected up to 8 exceptions";
        assert_eq!(error.as_deref(), Some(told));
    }
}
