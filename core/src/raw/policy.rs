//! A policy, worked out: its table of delays, and its limits as they are.

use core::num::NonZeroU32;

use crate::delivery::backoff::{Factor, SCHEDULE_MAX, Then};
use crate::delivery::classify::{Class, EXCEPTIONS_MAX, Exception, Exceptions};
use crate::delivery::curve::{Curve, Kind};
use crate::delivery::jitter::Jitter;
use crate::delivery::limits::Limits;
use crate::policy::{HintMode, HintRules, Policy};
use crate::time::Millis;

impl Policy {
    /// The policy that lies in a row; see [`raw`](crate::raw). First its delays, then what they and
    /// the limits are, then its exceptions, two words each.
    #[must_use]
    pub fn from_row(row: &[u32; 68]) -> Self {
        let length = |place: usize| Millis::new(row[place & 63]);
        Self {
            curve: Curve {
                delays: core::array::from_fn(|place| Millis::new(row[place & (SCHEDULE_MAX - 1)])),
                len: row[32] as u8,
                kind: match row[33] {
                    0 => Kind::Constant,
                    1 => Kind::Linear,
                    2 => Kind::Exponential(Factor::ratio(row[34] as u16, row[35] as u16)),
                    3 => Kind::Schedule(Then::Stop),
                    _ => Kind::Schedule(Then::RepeatLast),
                },
            },
            jitter: match row[36] {
                0 => Jitter::None,
                1 => Jitter::Full,
                2 => Jitter::Equal,
                3 => Jitter::Decorrelated,
                4 => Jitter::Proportional(row[37] as u16),
                _ => Jitter::Additive {
                    per_mille: row[37] as u16,
                    min: length(38),
                    max: length(39),
                },
            },
            max_delay: length(40),
            limits: Limits {
                attempts: NonZeroU32::new(row[41]),
                last_try: NonZeroU32::new(row[42]),
                window: (row[43] != 0).then_some(length(44)),
                dns: row[45] as u8,
            },
            throttle_factor: row[46] as u8,
            hints: (row[47] != 0).then_some(HintRules {
                longest: length(48),
                mode: if row[49] == 0 {
                    HintMode::Replace
                } else {
                    HintMode::AtLeast
                },
                jitter: row[50] as u16,
            }),
            exceptions: Exceptions {
                rules: core::array::from_fn(|place| {
                    // The mask stands for the bounds check.
                    let at = 52 + 2 * (place & (EXCEPTIONS_MAX - 1));
                    exception(row[at], row[at + 1])
                }),
                len: row[51] as u8,
            },
        }
    }
}

/// The first and, above it, the last status or the failure; and the class and, above it, whether it
/// is a failure.
fn exception(which: u32, meaning: u32) -> Exception {
    Exception {
        first: which as u16,
        last: (which >> 16) as u16,
        failure: meaning & 8 != 0,
        class: Class::ALL
            .get(meaning as usize & 7)
            .copied()
            .unwrap_or(Class::Transient),
    }
}
