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
            previous: ZERO_DELAYS,
            since_first: Range {
                earliest: 0,
                nominal: 0,
                latest: 0,
            },
        }
    }

    /// How long an outage may last, from a delivery's first try on, so that its
    /// last try still comes after it: at least, whatever the draws; by plan; and
    /// at the very most. In milliseconds.
    ///
    /// A linear backoff that still grows after 100,000 retries is planned as if
    /// it grew no more.
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
        let window = self
            .window()
            .map_or(u64::MAX, |window| u64::from(window.get()));
        let mut timeline = self.timeline();
        let mut before = ZERO_DELAYS;
        let mut longest = 0;
        let mut certain = 0;
        let mut nominal = 0;
        while let Some(retry) = timeline.advance() {
            longest = u64::from(retry.delay.latest.get()).max(longest);
            if retry.since_first.latest <= window {
                certain = retry.since_first.earliest;
            }
            if retry.since_first.nominal <= window {
                nominal = retry.since_first.nominal;
            }
            // Past its table and its cap, every delay is like the one before.
            let settled = retry.attempt > SETTLED_AFTER && retry.delay == before;
            if settled || retry.attempt as usize > RETRIES_MAX {
                let mut last = retry;
                if !settled {
                    last.delay.latest = self.max_delay;
                    longest = u64::from(self.max_delay.get());
                }
                let known = Range {
                    earliest: certain,
                    nominal,
                    ..last.since_first
                };
                return self.rest_survives(last, known, longest);
            }
            before = retry.delay;
        }
        let last = timeline.since_first;
        within(
            window,
            last,
            Range {
                earliest: certain,
                nominal,
                ..last
            },
            longest,
            true,
        )
    }

    /// [`survives`](Self::survives) from a retry on after which all delays are
    /// the same. `outage` is what is known so far.
    fn rest_survives(&self, retry: TimelineRetry, outage: Range<u64>, longest: u64) -> Range<u64> {
        let window = self
            .window()
            .map_or(u64::MAX, |window| u64::from(window.get()));
        let limit = self
            .limits
            .last_try
            .map(|last| u64::from(last.get() - retry.attempt));
        // The furthest that so many equal delays lead, within the window.
        let reach = |since: u64, delay: Millis| {
            let delay = u64::from(delay.get());
            let fit = window.saturating_sub(since).checked_div(delay).unwrap_or(0);
            since.saturating_add(delay.saturating_mul(limit.unwrap_or(u64::MAX).min(fit)))
        };
        // Without a limit, only the window ends it: no policy repeats delays of 0 for ever.
        let end = |since: u64, delay: Millis| match limit {
            Some(limit) => since.saturating_add(u64::from(delay.get()).saturating_mul(limit)),
            None => u64::MAX,
        };
        let (since, delay) = (retry.since_first, retry.delay);
        let all = Range {
            earliest: end(since.earliest, delay.earliest),
            nominal: end(since.nominal, delay.nominal),
            latest: end(since.latest, delay.latest),
        };
        let nominal = if since.nominal <= window {
            reach(since.nominal, delay.nominal)
        } else {
            outage.nominal
        };
        within(
            window,
            all,
            Range { nominal, ..outage },
            longest,
            limit.is_some(),
        )
    }
}

/// What is survived of a life that ends at `all` without the window: `known`
/// holds what comes for certain within it, and by plan.
fn within(
    window: u64,
    all: Range<u64>,
    known: Range<u64>,
    longest: u64,
    limited: bool,
) -> Range<u64> {
    if all.latest <= window {
        return all;
    }
    // The window ends it: the next try would have come after, and no delay is
    // longer than the longest. Or the attempts do, if they are used up sooner.
    let by_window = known.earliest.max((window + 1).saturating_sub(longest));
    let earliest = if limited {
        by_window.min(all.earliest)
    } else {
        by_window
    };
    Range {
        earliest,
        nominal: known.nominal,
        latest: window,
    }
}

/// The most retries of a [`Timeline`]; more than anyone reads.
const RETRIES_MAX: usize = 100_000;

/// After so many tries, only a linear backoff may still be growing.
const SETTLED_AFTER: u32 = 100;

const ZERO_DELAYS: Range<Millis> = Range {
    earliest: Millis::ZERO,
    nominal: Millis::ZERO,
    latest: Millis::ZERO,
};

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
#[non_exhaustive]
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
/// It ends where the policy does: with the last attempt, or before the retry
/// whose earliest moment lies past the window; after 100,000 retries at the
/// latest, since jitter that reaches zero may fit any number into a window.
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
        if self.attempts as usize >= RETRIES_MAX {
            return None;
        }
        let retry = self.advance()?;
        match self.policy.window() {
            Some(window) if retry.since_first.earliest > u64::from(window.get()) => None,
            _ => Some(retry),
        }
    }
}

impl Timeline<'_> {
    /// The next retry, whether or not the window lets it happen.
    fn advance(&mut self) -> Option<TimelineRetry> {
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
        self.attempts = attempts;
        self.previous = delay;
        self.since_first = Range {
            earliest: plus(self.since_first.earliest, delay.earliest),
            nominal: plus(self.since_first.nominal, delay.nominal),
            latest: plus(self.since_first.latest, delay.latest),
        };
        let attempt = attempts.saturating_add(1);
        Some(TimelineRetry {
            attempt,
            delay,
            since_first: self.since_first,
        })
    }

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
