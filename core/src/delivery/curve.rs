//! Attempt number → base delay, looked up.
//!
//! A backoff is worked out once, when the policy is built: its first 32 delays
//! stand in a table, whatever its kind. A decision looks one up; only past the
//! table does the kind matter again.

use core::fmt;

use crate::delivery::backoff::{Backoff, Factor, SCHEDULE_MAX, STEPS_MAX, Schedule, Then};
use crate::time::Millis;

/// A backoff with its first delays worked out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Curve {
    /// Not limited by the longest delay; zero beyond `len`.
    pub(crate) delays: [Millis; SCHEDULE_MAX],
    /// How many are used: of a schedule its entries, else all.
    pub(crate) len: u8,
    pub(crate) kind: Kind,
}

/// What a backoff is besides its delays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) enum Kind {
    Constant,
    Linear,
    Exponential(Factor),
    Schedule(Then),
}

impl fmt::Debug for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.backoff().fmt(f)
    }
}

impl Curve {
    pub(crate) const fn new(backoff: &Backoff) -> Self {
        let (first, kind) = match backoff {
            Backoff::Constant { delay } => (*delay, Kind::Constant),
            Backoff::Linear { step } => (*step, Kind::Linear),
            Backoff::Exponential { base, factor } => (*base, Kind::Exponential(*factor)),
            Backoff::Schedule(Schedule { delays, len, then }) => {
                return Self {
                    delays: *delays,
                    len: *len,
                    kind: Kind::Schedule(*then),
                };
            }
        };
        let mut delays = [first; SCHEDULE_MAX];
        let mut delay = first;
        let mut place = 1;
        while place < SCHEDULE_MAX {
            delay = match kind {
                Kind::Linear => Millis::new(delay.get().saturating_add(first.get())),
                Kind::Exponential(factor) => Millis::new(factor.of(delay.get())),
                Kind::Constant | Kind::Schedule(_) => first,
            };
            delays[place] = delay;
            place += 1;
        }
        Self {
            delays,
            len: SCHEDULE_MAX as u8,
            kind,
        }
    }

    /// The backoff it was made from.
    pub(crate) const fn backoff(&self) -> Backoff {
        let first = self.first();
        match self.kind {
            Kind::Constant => Backoff::Constant { delay: first },
            Kind::Linear => Backoff::Linear { step: first },
            Kind::Exponential(factor) => Backoff::Exponential {
                base: first,
                factor,
            },
            Kind::Schedule(then) => Backoff::Schedule(Schedule {
                delays: self.delays,
                len: self.len,
                then,
            }),
        }
    }

    /// The delay before the first retry.
    #[inline]
    pub(crate) const fn first(&self) -> Millis {
        self.delays[0]
    }

    /// Step 4 of a decision: the base delay after `n` attempts; none yet counts
    /// as one.
    #[inline]
    pub(crate) fn base(&self, n: u32) -> Millis {
        // No attempt wraps around, and is looked at past the table.
        let place = n.wrapping_sub(1);
        if place < u32::from(self.len) {
            self.entry(place)
        } else {
            self.beyond(n)
        }
    }

    /// The try after the last delay that is listed, if the backoff stops there.
    pub(crate) const fn last_try(&self) -> Option<u32> {
        match self.kind {
            Kind::Schedule(Then::Stop) => Some(self.len as u32 + 1),
            _ => None,
        }
    }

    /// Whether a delay of 0 comes again and again.
    pub(crate) const fn repeats_zero(&self) -> bool {
        let last = self.delays[(self.len as usize).saturating_sub(1) & (SCHEDULE_MAX - 1)];
        matches!(self.kind, Kind::Schedule(Then::RepeatLast)) && last.is_zero()
    }

    /// The base delay past the table, or before any attempt.
    #[cold]
    fn beyond(&self, n: u32) -> Millis {
        if n == 0 {
            return self.first();
        }
        let last = self.entry(u32::from(self.len).saturating_sub(1));
        match self.kind {
            Kind::Constant | Kind::Schedule(_) => last,
            Kind::Linear => Millis::new(self.first().get().saturating_mul(n)),
            Kind::Exponential(factor) => {
                let mut delay = last.get();
                // 31 steps led to the last entry; none is taken past the 64th.
                let mut steps = n.min(STEPS_MAX + 1).saturating_sub(u32::from(self.len));
                while steps > 0 {
                    delay = factor.of(delay);
                    steps -= 1;
                }
                Millis::new(delay)
            }
        }
    }

    #[inline]
    fn entry(&self, place: u32) -> Millis {
        // The mask never changes a valid place; it spares the bounds check.
        self.delays[place as usize & (SCHEDULE_MAX - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::Curve;
    use crate::delivery::backoff::{Backoff, Factor};
    use crate::time::Millis;

    /// v(n) as the semantics say it, step by step.
    fn step_by_step(base: u32, num: u128, den: u128, n: u32) -> u32 {
        let mut delay = u128::from(base);
        for _ in 1..n.min(65) {
            delay = (delay * num / den).min(u128::from(u32::MAX));
        }
        delay as u32
    }

    #[test]
    fn exponential_delays_are_the_same_within_and_past_the_table() {
        for (base, num, den) in [
            (1, 2, 1),
            (1_000, 3, 2),
            (5_000, 11, 10),
            (70_000, 101, 100),
        ] {
            let factor = Factor::ratio(num, den);
            let curve = Curve::new(&Backoff::Exponential {
                base: Millis::new(base),
                factor,
            });
            for n in (1..=70).chain([1_000, u32::MAX]) {
                let expected = step_by_step(base, u128::from(num), u128::from(den), n);
                assert_eq!(curve.base(n).get(), expected, "{base} · ({num}/{den})^{n}");
            }
        }
    }

    #[test]
    fn linear_delays_are_multiples_within_and_past_the_table() {
        for step in [1, 30_000, u32::MAX / 33, u32::MAX] {
            let curve = Curve::new(&Backoff::Linear {
                step: Millis::new(step),
            });
            for n in (1..=40).chain([1_000, u32::MAX]) {
                assert_eq!(curve.base(n).get(), step.saturating_mul(n));
            }
            assert_eq!(curve.base(0).get(), step);
        }
    }
}
