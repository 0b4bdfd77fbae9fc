//! Building a policy step by step, in a constant if you like.

use core::num::NonZeroU32;

use crate::delivery::backoff::{Backoff, Factor, SCHEDULE_MAX, Schedule, Then};
use crate::delivery::classify::{Class, Exception, Exceptions};
use crate::delivery::curve::Curve;
use crate::delivery::jitter::Jitter;
use crate::delivery::limits::Limits;
use crate::delivery::outcome::Failure;
use crate::policy::check::{self, PolicyError};
use crate::policy::{HintRules, Policy};
use crate::time::Millis;

/// Builds a policy at compile time: a policy that breaks a rule does not
/// compile, and the message names the field and the fix.
///
/// ```
/// use reknock::{policy, Millis, Policy};
///
/// static EVERY_MINUTE: Policy = policy!(Policy::constant(Millis::from_mins(1)));
/// assert_eq!(EVERY_MINUTE.max_attempts(), Some(5));
/// ```
///
/// ```compile_fail
/// use reknock::{policy, Millis, Policy};
///
/// static NEVER: Policy = policy!(Policy::constant(Millis::ZERO));
/// ```
#[macro_export]
macro_rules! policy {
    ($builder:expr) => {
        const {
            match $builder.build() {
                ::core::result::Result::Ok(policy) => policy,
                ::core::result::Result::Err(error) => ::core::panic!("{}", error.text()),
            }
        }
    };
}

impl Policy {
    /// Always the same delay.
    ///
    /// ```
    /// use reknock::{Millis, Policy};
    ///
    /// let policy = Policy::constant(Millis::from_secs(30)).max_attempts(10).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn constant(delay: Millis) -> PolicyBuilder {
        PolicyBuilder::new(Backoff::Constant { delay })
    }

    /// One step more with every attempt.
    ///
    /// ```
    /// use reknock::{Millis, Policy};
    ///
    /// let policy = Policy::linear(Millis::from_secs(30)).build()?;
    /// assert_eq!(policy.max_delay(), Millis::from_hours(1));
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn linear(step: Millis) -> PolicyBuilder {
        PolicyBuilder::new(Backoff::Linear { step })
    }

    /// A factor more with every attempt.
    ///
    /// ```
    /// use reknock::{Factor, Millis, Policy};
    ///
    /// let doubling = Policy::exponential(Millis::from_secs(1), Factor::whole(2)).build()?;
    /// let gentler = Policy::exponential(Millis::from_secs(1), Factor::ratio(3, 2)).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn exponential(base: Millis, factor: Factor) -> PolicyBuilder {
        PolicyBuilder::new(Backoff::Exponential { base, factor })
    }

    /// Delays listed one by one, 1 to 32 of them. Zero is allowed: an
    /// immediate retry.
    ///
    /// ```
    /// use reknock::{Millis, Policy, Then};
    ///
    /// let delays = [Millis::ZERO, Millis::from_mins(1), Millis::from_mins(5)];
    /// let policy = Policy::schedule(&delays, Then::Stop).build()?;
    /// assert_eq!(policy.max_attempts(), Some(4));
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn schedule(delays: &[Millis], then: Then) -> PolicyBuilder {
        let mut schedule = Schedule {
            delays: [Millis::ZERO; SCHEDULE_MAX],
            len: delays.len() as u8,
            then,
        };
        let mut rest = delays;
        let mut place = 0;
        while let [delay, tail @ ..] = rest {
            // Beyond the last place the mask wraps around; such a list is
            // refused below, so nobody sees it.
            schedule.delays[place & (SCHEDULE_MAX - 1)] = *delay;
            place += 1;
            rest = tail;
        }
        let mut builder = PolicyBuilder::new(Backoff::Schedule(schedule));
        if place < 1 || place > SCHEDULE_MAX {
            builder.refuse(check::SCHEDULE_LENGTH);
        }
        builder
    }
}

impl Policy {
    /// A builder that starts from this policy: a preset, but for one thing.
    ///
    /// ```
    /// use reknock::{policy, presets, Policy};
    ///
    /// const PATIENT: Policy = policy!(presets::STORM_SAFE.to_builder().max_attempts(12));
    /// assert_eq!(PATIENT.backoff(), presets::STORM_SAFE.backoff());
    /// ```
    pub const fn to_builder(&self) -> PolicyBuilder {
        PolicyBuilder {
            backoff: self.curve.backoff(),
            jitter: self.jitter,
            max_delay: Some(self.max_delay),
            max_attempts: match self.limits.attempts {
                Some(attempts) => MaxAttempts::Limit(attempts.get()),
                None => MaxAttempts::None,
            },
            window: self.limits.window,
            dns_attempts: self.limits.dns,
            throttle_factor: self.throttle_factor,
            hints: self.hints,
            exceptions: self.exceptions,
            error: None,
        }
    }
}

/// A policy in the making. Starts with a backoff ([`Policy::constant`],
/// [`linear`](Policy::linear), [`exponential`](Policy::exponential),
/// [`schedule`](Policy::schedule)); everything else has a default.
///
/// ```
/// use reknock::{Class, Factor, Jitter, Millis, Policy};
///
/// let policy = Policy::exponential(Millis::from_secs(1), Factor::whole(2))
///     .jitter(Jitter::Equal)
///     .max_delay(Millis::from_mins(10))
///     .max_attempts(12)
///     .window(Millis::from_hours(24))
///     .status_means(409, Class::Transient)
///     .build()?;
///
/// let error = Policy::linear(Millis::from_hours(2)).build().unwrap_err();
/// assert_eq!(error.field(), "maxDelay");
/// # Ok::<(), reknock::PolicyError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a policy is made by `build`"]
pub struct PolicyBuilder {
    backoff: Backoff,
    jitter: Jitter,
    max_delay: Option<Millis>,
    max_attempts: MaxAttempts,
    window: Option<Millis>,
    dns_attempts: u8,
    throttle_factor: u8,
    hints: Option<HintRules>,
    exceptions: Exceptions,
    /// The first thing that was wrong where it was said.
    error: Option<PolicyError>,
}

#[derive(Clone, Copy, Debug)]
enum MaxAttempts {
    /// The default: 5, or what a schedule that stops holds.
    Unsaid,
    Limit(u32),
    None,
}

impl PolicyBuilder {
    pub(super) const fn new(backoff: Backoff) -> Self {
        Self {
            backoff,
            jitter: Jitter::Full,
            max_delay: None,
            max_attempts: MaxAttempts::Unsaid,
            window: None,
            dns_attempts: 3,
            throttle_factor: 2,
            hints: Some(HintRules::DEFAULT),
            exceptions: Exceptions::NONE,
            error: None,
        }
    }

    /// How delays are spread; full jitter unless said.
    ///
    /// ```
    /// # use reknock::{Jitter, Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30)).jitter(Jitter::Equal).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn jitter(mut self, jitter: Jitter) -> Self {
        self.jitter = jitter;
        self
    }

    /// The longest delay that backoff may give, jitter included. One hour for
    /// linear and exponential backoff unless said, none for the others.
    ///
    /// ```
    /// # use reknock::{Millis, Policy};
    /// let policy = Policy::linear(Millis::from_secs(30)).max_delay(Millis::from_mins(10)).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn max_delay(mut self, max_delay: Millis) -> Self {
        self.max_delay = Some(max_delay);
        self
    }

    /// All tries there may be, the first included. 5 unless said; for a
    /// schedule that stops, one more than its entries.
    ///
    /// ```
    /// # use reknock::{Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30)).max_attempts(8).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn max_attempts(mut self, max_attempts: u32) -> Self {
        self.max_attempts = MaxAttempts::Limit(max_attempts);
        self
    }

    /// As many tries as the window has room for. Needs a window.
    ///
    /// ```
    /// # use reknock::{Millis, Policy};
    /// let endless = Policy::constant(Millis::from_secs(30)).no_attempt_limit();
    /// assert_eq!(endless.build().unwrap_err().field(), "maxAttempts");
    /// assert!(endless.window(Millis::from_days(1)).build().is_ok());
    /// ```
    pub const fn no_attempt_limit(mut self) -> Self {
        self.max_attempts = MaxAttempts::None;
        self
    }

    /// From creation to the last moment a try may be scheduled for.
    ///
    /// ```
    /// # use reknock::{Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30)).window(Millis::from_mins(2)).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn window(mut self, window: Millis) -> Self {
        self.window = Some(window);
        self
    }

    /// How many DNS failures end a delivery; 3 unless said.
    ///
    /// ```
    /// # use reknock::{Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30)).dns_attempts(1).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn dns_attempts(mut self, dns_attempts: u8) -> Self {
        self.dns_attempts = dns_attempts;
        self
    }

    /// What a delay is multiplied by when the destination asks for less
    /// without saying how much: 1 to 100, 2 unless said.
    ///
    /// ```
    /// # use reknock::{Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30)).throttle_factor(4).build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn throttle_factor(mut self, throttle_factor: u8) -> Self {
        self.throttle_factor = throttle_factor;
        self
    }

    /// How the server's word is taken.
    ///
    /// ```
    /// # use reknock::{HintMode, HintRules, Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30))
    ///     .hints(HintRules { mode: HintMode::AtLeast, ..HintRules::DEFAULT })
    ///     .build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn hints(mut self, rules: HintRules) -> Self {
        self.hints = Some(rules);
        self
    }

    /// Not to listen to the server at all.
    ///
    /// ```
    /// # use reknock::{Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30)).ignore_hints().build()?;
    /// assert_eq!(policy.hints(), None);
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn ignore_hints(mut self) -> Self {
        self.hints = None;
        self
    }

    /// This status means something else than usual. Beats a range.
    ///
    /// ```
    /// # use reknock::{Class, Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30))
    ///     .status_means(404, Class::Gone)
    ///     .build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn status_means(self, status: u16, class: Class) -> Self {
        self.except(Exception {
            first: status,
            last: status,
            failure: false,
            class,
        })
    }

    /// These statuses, `first` to `last`, mean something else than usual.
    ///
    /// ```
    /// # use reknock::{Class, Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30))
    ///     .statuses_mean(300, 399, Class::Transient)
    ///     .build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn statuses_mean(mut self, first: u16, last: u16, class: Class) -> Self {
        if first >= last {
            self.refuse(check::CLASS_RANGE_BACKWARDS);
            return self;
        }
        self.except(Exception {
            first,
            last,
            failure: false,
            class,
        })
    }

    /// This failure means something else than usual.
    ///
    /// ```
    /// # use reknock::{Class, Failure, Millis, Policy};
    /// let policy = Policy::constant(Millis::from_secs(30))
    ///     .failure_means(Failure::Tls, Class::Permanent)
    ///     .build()?;
    /// # Ok::<(), reknock::PolicyError>(())
    /// ```
    pub const fn failure_means(self, failure: Failure, class: Class) -> Self {
        let number = failure as u16;
        self.except(Exception {
            first: number,
            last: number,
            failure: true,
            class,
        })
    }

    /// The policy, if it keeps every rule; otherwise which field to mend, and how.
    ///
    /// ```
    /// use reknock::{Millis, Policy};
    ///
    /// let error = Policy::constant(Millis::ZERO).build().unwrap_err();
    /// assert_eq!(error.field(), "backoff.constant.delay");
    /// ```
    pub const fn build(self) -> Result<Policy, PolicyError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let curve = Curve::new(&self.backoff);
        let listed = match curve.last_try() {
            Some(last) => NonZeroU32::new(last),
            None => None,
        };
        let attempts = match self.max_attempts {
            MaxAttempts::Limit(limit) => match NonZeroU32::new(limit) {
                None => return Err(check::MAX_ATTEMPTS_ZERO),
                limit => limit,
            },
            MaxAttempts::None => None,
            MaxAttempts::Unsaid => match listed {
                None => NonZeroU32::new(5),
                listed => listed,
            },
        };
        let policy = Policy {
            jitter: self.jitter,
            max_delay: match (self.max_delay, &self.backoff) {
                (Some(max_delay), _) => max_delay,
                (None, Backoff::Constant { .. } | Backoff::Schedule(_)) => Millis::MAX,
                (None, Backoff::Linear { .. } | Backoff::Exponential { .. }) => {
                    Millis::from_hours(1)
                }
            },
            limits: Limits {
                attempts,
                last_try: match (attempts, listed) {
                    (Some(attempts), Some(listed)) if listed.get() < attempts.get() => Some(listed),
                    (None, listed) => listed,
                    (attempts, _) => attempts,
                },
                window: self.window,
                dns: self.dns_attempts,
            },
            throttle_factor: self.throttle_factor,
            hints: self.hints,
            exceptions: self.exceptions,
            curve,
        };
        match check::check(&policy, &self.backoff) {
            Ok(()) => Ok(policy),
            Err(error) => Err(error),
        }
    }

    /// Adds an exception, unless it contradicts another.
    const fn except(mut self, exception: Exception) -> Self {
        match check::with_exception(self.exceptions, exception) {
            Ok(exceptions) => self.exceptions = exceptions,
            Err(error) => self.refuse(error),
        }
        self
    }

    /// All exceptions at once, already checked against each other.
    #[cfg(feature = "serde")]
    pub(super) const fn exceptions(mut self, exceptions: Exceptions) -> Self {
        self.exceptions = exceptions;
        self
    }

    /// Remembers the first thing that was wrong.
    const fn refuse(&mut self, error: PolicyError) {
        if self.error.is_none() {
            self.error = Some(error);
        }
    }
}
