//! Bytes → policies, outcomes and clocks: mostly valid ones, near a limit more
//! often than chance would have it.

use arbitrary::{Result, Unstructured};
use reknock::http::Headers;
use reknock::{
    Class, Ending, Factor, Failure, HintMode, HintRules, Jitter, Millis, Moment, Outcome, Policy,
    PolicyBuilder, Then,
};

use crate::calendar::Stamp;

/// A length of time.
pub(crate) fn length(u: &mut Unstructured<'_>) -> Result<Millis> {
    Ok(match u.int_in_range(0..=5u8)? {
        0 => Millis::new(u.int_in_range(0..=20)?),
        1 => Millis::from_secs(u.int_in_range(1..=7_200)?),
        2 => Millis::from_mins(u.int_in_range(1..=72_000)?),
        3 => Millis::new(u32::MAX - u.int_in_range(0..=3)?),
        4 => Millis::new(1 << u.int_in_range(0..=31)?),
        _ => Millis::new(u.arbitrary()?),
    })
}

/// A length that is not zero, as most fields want it.
fn some_length(u: &mut Unstructured<'_>) -> Result<Millis> {
    Ok(length(u)?.max(Millis::new(1)))
}

/// A share in per mille, now and then too large.
fn share(u: &mut Unstructured<'_>) -> Result<u16> {
    Ok(match u.int_in_range(0..=15u8)? {
        0 => u.arbitrary()?,
        1..=4 => *u.choose(&[0, 1, 500, 999, 1_000])?,
        _ => u.int_in_range(0..=1_000)?,
    })
}

fn class(u: &mut Unstructured<'_>) -> Result<Class> {
    u.choose(&Class::ALL).copied()
}

/// What a policy says about the classes of some endings.
pub(crate) struct Exceptions(Vec<(Which, Class)>);

#[derive(Clone, Copy)]
enum Which {
    Status(u16),
    Statuses(u16, u16),
    Failure(Failure),
}

impl Exceptions {
    /// The class of an outcome to which the caller added none.
    pub(crate) fn classify(&self, ending: Ending) -> Class {
        let find = |matches: &dyn Fn(Which) -> bool| {
            let found = self.0.iter().find(|(which, _)| matches(*which));
            found.map(|(_, class)| *class)
        };
        match ending {
            Ending::Failure(failure) => {
                let exact = find(&|which| matches!(which, Which::Failure(f) if f == failure));
                exact.unwrap_or(match failure {
                    Failure::Invalid => Class::Permanent,
                    _ => Class::Transient,
                })
            }
            Ending::Status(status) => {
                let exact = find(&|which| matches!(which, Which::Status(s) if s == status));
                let range = find(
                    &|which| matches!(which, Which::Statuses(a, b) if (a..=b).contains(&status)),
                );
                exact.or(range).unwrap_or(plain_class(status))
            }
        }
    }
}

/// The class of a status without exceptions, as the semantics lists them.
fn plain_class(status: u16) -> Class {
    match (status, status / 100) {
        (408, _) => Class::Transient,
        (410, _) => Class::Gone,
        (429, _) => Class::Throttled,
        (_, 2) => Class::Delivered,
        (_, 3 | 4) => Class::Permanent,
        _ => Class::Transient,
    }
}

/// A policy in the making, and the exceptions it was given.
pub(crate) fn policy(u: &mut Unstructured<'_>) -> Result<(PolicyBuilder, Exceptions)> {
    let first = some_length(u)?;
    let (mut builder, may_decorrelate) = match u.int_in_range(0..=4u8)? {
        0 => (
            Policy::constant(if u.ratio(1, 50)? { Millis::ZERO } else { first }),
            true,
        ),
        1 => (Policy::linear(first), false),
        2 | 3 => (Policy::exponential(first, factor(u)?), true),
        _ => {
            let mut delays = vec![first];
            for _ in 0..u.int_in_range(0..=33)? {
                delays.push(length(u)?);
            }
            let then = *u.choose(&[Then::Stop, Then::RepeatLast])?;
            (Policy::schedule(&delays, then), false)
        }
    };
    builder = builder.jitter(jitter(u, may_decorrelate)?);
    if u.ratio(4, 5)? {
        let cap = length(u)?;
        builder = builder.max_delay(if u.ratio(1, 20)? { cap } else { cap.max(first) });
    }
    let has_window = u.ratio(1, 2)?;
    if has_window {
        builder = builder.window(length(u)?);
    }
    builder = match u.int_in_range(0..=5u8)? {
        0 => builder,
        1 if has_window => builder.no_attempt_limit(),
        2 => builder.max_attempts(u.arbitrary()?),
        3 => builder.max_attempts(u.int_in_range(1..=4)?),
        _ => builder.max_attempts(u.int_in_range(1..=70)?),
    };
    if u.ratio(1, 2)? {
        builder = builder
            .dns_attempts(u.arbitrary()?)
            .throttle_factor(u.int_in_range(0..=101)?);
    }
    builder = match u.int_in_range(0..=3u8)? {
        0 => builder,
        1 => builder.ignore_hints(),
        _ => builder.hints(HintRules {
            longest: some_length(u)?,
            mode: *u.choose(&[HintMode::Replace, HintMode::AtLeast])?,
            jitter: share(u)?,
        }),
    };
    let mut exceptions = Vec::new();
    for _ in 0..u.int_in_range(0..=9u8)?.saturating_sub(4) {
        let (which, means) = (which(u)?, class(u)?);
        builder = match which {
            Which::Status(status) => builder.status_means(status, means),
            Which::Statuses(from, to) => builder.statuses_mean(from, to, means),
            Which::Failure(failure) => builder.failure_means(failure, means),
        };
        exceptions.push((which, means));
    }
    Ok((builder, Exceptions(exceptions)))
}

fn which(u: &mut Unstructured<'_>) -> Result<Which> {
    Ok(match u.int_in_range(0..=2u8)? {
        0 => Which::Status(status(u)?),
        1 => {
            let first = status(u)?;
            Which::Statuses(first, first.saturating_add(u.int_in_range(0..=100)?))
        }
        _ => Which::Failure(*u.choose(&Failure::ALL)?),
    })
}

fn factor(u: &mut Unstructured<'_>) -> Result<Factor> {
    Ok(match u.int_in_range(0..=7u8)? {
        0 => Factor::ratio(u.arbitrary()?, u.arbitrary()?),
        1 | 2 => {
            let den = u.int_in_range(1..=1_000)?;
            Factor::ratio(den + u.int_in_range(1..=den)?, den)
        }
        3 => Factor::whole(u.arbitrary()?),
        _ => Factor::whole(u.int_in_range(2..=10)?),
    })
}

fn jitter(u: &mut Unstructured<'_>, may_decorrelate: bool) -> Result<Jitter> {
    Ok(match u.int_in_range(0..=5u8)? {
        0 => Jitter::None,
        1 => Jitter::Full,
        2 => Jitter::Equal,
        3 if may_decorrelate || u.ratio(1, 10)? => Jitter::Decorrelated,
        4 => Jitter::Proportional(share(u)?),
        _ => {
            let (one, other) = (length(u)?, length(u)?);
            Jitter::Additive {
                per_mille: share(u)?,
                min: one.min(other),
                max: one.max(other),
            }
        }
    })
}

fn status(u: &mut Unstructured<'_>) -> Result<u16> {
    Ok(match u.int_in_range(0..=3u8)? {
        0 => u.arbitrary()?,
        1 => *u.choose(&[
            200, 204, 302, 400, 404, 408, 409, 410, 429, 500, 503, 599, 600,
        ])?,
        _ => u.int_in_range(500..=599)?,
    })
}

/// An outcome whose hints are known.
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    /// The class the caller added.
    pub(crate) class: Option<Class>,
    /// What is asked for whatever the class, in milliseconds.
    pub(crate) asked: u32,
    /// What is asked for on a throttled answer only.
    pub(crate) asked_if_throttled: u32,
}

pub(crate) fn outcome(u: &mut Unstructured<'_>) -> Result<Ended> {
    let mut outcome = if u.ratio(1, 3)? {
        Outcome::failure(*u.choose(&Failure::ALL)?)
    } else {
        Outcome::status(status(u)?)
    };
    let (mut asked, mut asked_if_throttled) = (0, 0);
    match u.int_in_range(0..=5u8)? {
        0 => {
            asked = length(u)?.get();
            outcome = outcome.with_hint(Millis::new(asked));
        }
        1 => {
            let seconds: u32 = u.arbitrary()?;
            asked = seconds.saturating_mul(1_000);
            outcome = outcome.with_retry_after(seconds.to_string().as_bytes(), None, None);
        }
        2 => {
            let seconds: u16 = u.arbitrary()?;
            asked_if_throttled = u32::from(seconds) * 1_000;
            let text = seconds.to_string();
            let headers = Headers {
                rate_limit_reset: Some(text.as_bytes()),
                ..Headers::NONE
            };
            outcome = outcome.with_headers(&headers, None);
        }
        _ => {}
    }
    let class = if u.ratio(1, 6)? {
        Some(class(u)?)
    } else {
        None
    };
    if let Some(class) = class {
        outcome = outcome.with_class(class);
    }
    Ok(Ended {
        outcome,
        class,
        asked,
        asked_if_throttled,
    })
}

/// A point in time: around now, the epoch or an end of time, or anywhere.
pub(crate) fn moment(u: &mut Unstructured<'_>) -> Result<Moment> {
    let near: i32 = u.arbitrary()?;
    Ok(Moment::from_millis(match u.int_in_range(0..=5u8)? {
        0 => i64::from(near),
        1 => Moment::MAX.as_millis() - i64::from(near.unsigned_abs()),
        2 => Moment::MIN.as_millis() + i64::from(near.unsigned_abs()),
        3 => u.arbitrary()?,
        _ => 1_700_000_000_000 + i64::from(near),
    }))
}

/// A date and a time of day that need not exist.
pub(crate) fn stamp(u: &mut Unstructured<'_>) -> Result<Stamp> {
    let year = *u.choose(&[
        0, 1_600, 1_899, 1_900, 1_970, 1_999, 2_000, 2_024, 2_100, 9_999,
    ])?;
    // The end of a month, and of February above all, is where dates end.
    let (month, day) = match u.int_in_range(0..=7u8)? {
        0 | 1 => (2, u.int_in_range(28..=30)?),
        2 => (u.int_in_range(1..=12)?, u.int_in_range(30..=31)?),
        _ => (u.int_in_range(1..=12)?, u.int_in_range(1..=31)?),
    };
    Ok(Stamp {
        year: match u.int_in_range(0..=2u8)? {
            0 => year,
            1 => 100 * u.int_in_range(0..=99)?,
            _ => u.int_in_range(0..=9_999)?,
        },
        month,
        day,
        hour: u.int_in_range(0..=24)?,
        minute: u.int_in_range(0..=60)?,
        second: u.int_in_range(0..=61)?,
    })
}
