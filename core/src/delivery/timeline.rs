//! What a policy will do, before anything happens.

use crate::delivery::classify::Class;
use crate::delivery::jitter::{Jitter, Stretch, Window};
use crate::delivery::state::Delivery;
use crate::policy::Policy;
use crate::time::{Millis, Moment};

impl Policy {
    /// The retries of a delivery that fails every time without a hint: when
    /// each comes, at the earliest, by plan, and at the latest.
    ///
    /// ```
    /// use reknock::{presets, Millis};
    ///
    /// let retries: Vec<_> = presets::GET_HOOK.timeline().collect();
    /// assert_eq!(retries.len(), 4);
    /// // The second retry waits 2 minutes, give or take 20 %.
    /// assert_eq!(retries[1].delay.nominal, Millis::from_mins(2));
    /// assert_eq!(retries[1].delay.earliest, Millis::from_secs(96));
    /// assert_eq!(retries[1].delay.latest, Millis::from_secs(144));
    /// // It comes 2.5 minutes after the first try, by plan.
    /// assert_eq!(retries[1].since_first.nominal, 150_000);
    /// ```
    #[must_use]
    pub const fn timeline(&self) -> Timeline<'_> {
        Timeline {
            policy: self,
            attempts: 0,
            previous: Range {
                earliest: Millis::ZERO,
                nominal: Millis::ZERO,
                latest: Millis::ZERO,
            },
            since_first: Range {
                earliest: 0,
                nominal: 0,
                latest: 0,
            },
        }
    }

    /// How long an outage may last, from a delivery's first try on, so that its
    /// last try still comes after it: in the worst case, by plan, and with luck.
    /// In milliseconds.
    ///
    /// Looks at the first 100,000 retries, which is as good as all of them.
    ///
    /// ```
    /// use reknock::presets;
    ///
    /// let outage = presets::SVIX.survives();
    /// assert_eq!(outage.nominal, 99_305_000); // 27 h 35 min 5 s
    /// assert!(outage.earliest < outage.nominal && outage.nominal < outage.latest);
    /// ```
    #[must_use]
    pub fn survives(&self) -> Range<u64> {
        let none = Range {
            earliest: 0,
            nominal: 0,
            latest: 0,
        };
        self.timeline()
            .take(RETRIES_MAX)
            .fold(none, |outage, retry| {
                let window = self.window();
                // A retry that would come after the window does not come.
                let within = |before, at| match window {
                    Some(window) if at > u64::from(window.get()) => before,
                    _ => at,
                };
                Range {
                    earliest: within(outage.earliest, retry.since_first.earliest),
                    nominal: within(outage.nominal, retry.since_first.nominal),
                    latest: within(outage.latest, retry.since_first.latest),
                }
            })
    }
}

/// The most retries that [`Policy::survives`] looks at.
const RETRIES_MAX: usize = 100_000;

/// The earliest, the planned and the latest value of something.
///
/// ```
/// let outage = reknock::presets::CONVOY.survives(); // no jitter
/// assert_eq!(outage, reknock::Range { earliest: 900_000, nominal: 900_000, latest: 900_000 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Range<T> {
    /// With every draw as short as can be.
    pub earliest: T,
    /// The base delay, before jitter.
    pub nominal: T,
    /// With every draw as long as can be.
    pub latest: T,
}

/// One retry of a [`Timeline`].
///
/// ```
/// let first = reknock::presets::SVIX.timeline().next().unwrap();
/// assert_eq!(first.attempt, 2);
/// assert_eq!(first.since_first.nominal, 5_000);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimelineRetry {
    /// The number of the try; the first retry is try 2.
    pub attempt: u32,
    /// The wait before it.
    pub delay: Range<Millis>,
    /// Milliseconds from the first try to this one, the tries themselves
    /// counted as taking no time.
    pub since_first: Range<u64>,
}

/// The retries of a delivery that fails every time; see [`Policy::timeline`].
///
/// It ends where the policy does: with the last attempt, or with the retry
/// whose earliest moment lies past the window.
///
/// ```
/// assert_eq!(reknock::presets::GITHUB.timeline().count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Timeline<'a> {
    policy: &'a Policy,
    attempts: u32,
    /// The delays before, which decorrelated jitter grows from.
    previous: Range<Millis>,
    since_first: Range<u64>,
}

impl Iterator for Timeline<'_> {
    type Item = TimelineRetry;

    fn next(&mut self) -> Option<TimelineRetry> {
        let attempts = self.attempts.checked_add(1)?;
        let policy = self.policy;
        if policy.limits.attempts_reached(attempts) {
            return None;
        }
        let window = |previous: Millis| {
            let delivery = Delivery {
                attempts,
                delay: previous,
                ..Delivery::new(Moment::from_millis(0))
            };
            policy.backoff_window(&delivery, Class::Transient, Stretch::NONE)
        };
        let delay = Range {
            earliest: Millis::new(window(self.previous.earliest).lo),
            nominal: self.nominal(attempts, window(self.previous.nominal)),
            latest: Millis::new(window(self.previous.latest).hi),
        };
        let plus = |sum: u64, delay: Millis| sum.saturating_add(u64::from(delay.get()));
        let since_first = Range {
            earliest: plus(self.since_first.earliest, delay.earliest),
            nominal: plus(self.since_first.nominal, delay.nominal),
            latest: plus(self.since_first.latest, delay.latest),
        };
        if policy
            .window()
            .is_some_and(|window| since_first.earliest > u64::from(window.get()))
        {
            return None;
        }
        self.attempts = attempts;
        self.previous = delay;
        self.since_first = since_first;
        Some(TimelineRetry {
            attempt: attempts.saturating_add(1),
            delay,
            since_first,
        })
    }
}

impl Timeline<'_> {
    /// The delay by plan: what backoff says; with decorrelated jitter, which
    /// has no plan but its draws, the middle of the window.
    fn nominal(&self, attempts: u32, window: Window) -> Millis {
        let cap = self.policy.max_delay;
        match self.policy.jitter {
            Jitter::Decorrelated => Millis::new(window.lo + (window.hi - window.lo) / 2),
            _ => self.policy.curve.base(attempts).min(cap),
        }
    }
}
