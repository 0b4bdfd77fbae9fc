//! The rules every policy keeps.

use core::fmt;

use crate::delivery::backoff::{Backoff, Factor, STEPS_MAX};
use crate::delivery::classify::{EXCEPTIONS_MAX, Exception, Exceptions};
use crate::delivery::jitter::Jitter;
use crate::policy::Policy;

/// Why a policy is refused: the field, as JSON names it, and the fix.
///
/// ```
/// use reknock::{Millis, Policy};
///
/// let error = Policy::constant(Millis::from_secs(1)).window(Millis::ZERO).build().unwrap_err();
/// assert_eq!(error.field(), "window");
/// assert_eq!(error.to_string(), "window: must be above 0; leave it out for none");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PolicyError {
    /// `field: fix`; kept as one text so that a constant's compile error is whole.
    text: &'static str,
}

impl PolicyError {
    /// The field, as a path in the JSON form.
    ///
    /// ```
    /// use reknock::{Millis, Policy};
    ///
    /// let error = Policy::linear(Millis::ZERO).build().unwrap_err();
    /// assert_eq!(error.field(), "backoff.linear.step");
    /// ```
    #[must_use]
    pub fn field(&self) -> &'static str {
        self.text
            .split_once(": ")
            .map_or(self.text, |(field, _)| field)
    }

    /// What would be right.
    ///
    /// ```
    /// use reknock::{Millis, Policy};
    ///
    /// let error = Policy::linear(Millis::ZERO).build().unwrap_err();
    /// assert_eq!(error.fix(), "must be above 0");
    /// ```
    #[must_use]
    pub fn fix(&self) -> &'static str {
        self.text.split_once(": ").map_or("", |(_, fix)| fix)
    }

    /// Both, as `field: fix`.
    ///
    /// ```
    /// use reknock::{Millis, Policy};
    ///
    /// let error = Policy::linear(Millis::ZERO).build().unwrap_err();
    /// assert_eq!(error.text(), "backoff.linear.step: must be above 0");
    /// ```
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl core::error::Error for PolicyError {}

const fn error(text: &'static str) -> PolicyError {
    PolicyError { text }
}

pub(crate) const SCHEDULE_LENGTH: PolicyError =
    error("backoff.schedule.delays: must have 1 to 32 entries");
pub(super) const MAX_ATTEMPTS_ZERO: PolicyError =
    error("maxAttempts: must be 1 or more; the first try counts");
pub(super) const CLASS_RANGE_BACKWARDS: PolicyError =
    error("classes: a range must end above its start, such as \"500-599\"");
pub(crate) const CLASS_OVERLAP: PolicyError =
    error("classes: no two ranges may overlap, and no status or error may come twice");
pub(super) const TOO_MANY_CLASSES: PolicyError = error("classes: must have 8 exceptions at most");

/// The exceptions with one more, unless it contradicts another of its kind.
pub(super) const fn with_exception(
    mut exceptions: Exceptions,
    exception: Exception,
) -> Result<Exceptions, PolicyError> {
    let place = exceptions.len as usize;
    let mut rest: &[Exception] = &exceptions.rules;
    let mut used = place;
    while let [other, tail @ ..] = rest
        && used > 0
    {
        let same_kind =
            other.failure == exception.failure && other.is_range() == exception.is_range();
        if same_kind && other.first <= exception.last && exception.first <= other.last {
            return Err(CLASS_OVERLAP);
        }
        rest = tail;
        used -= 1;
    }
    if place >= EXCEPTIONS_MAX {
        return Err(TOO_MANY_CLASSES);
    }
    exceptions.rules[place & (EXCEPTIONS_MAX - 1)] = exception;
    exceptions.len += 1;
    Ok(exceptions)
}

/// Whether a policy keeps the rules, in the order of its fields.
pub(super) const fn check(policy: &Policy, backoff: &Backoff) -> Result<(), PolicyError> {
    match check_backoff(policy, backoff) {
        Ok(()) => {}
        error => return error,
    }
    match check_jitter(policy, backoff) {
        Ok(()) => {}
        error => return error,
    }
    if let Some(window) = policy.limits.window {
        if window.is_zero() {
            return Err(error("window: must be above 0; leave it out for none"));
        }
    } else if policy.limits.attempts.is_none() {
        return Err(error(
            "maxAttempts: may be null only with a window, or nothing ever ends",
        ));
    }
    if policy.limits.attempts.is_none() && policy.curve.repeats_zero() {
        return Err(error(
            "maxAttempts: may be null only if a schedule that repeats its last delay ends above 0, \
             or it is tried without a pause",
        ));
    }
    if policy.limits.dns == 0 {
        return Err(error("dnsAttempts: must be 1 to 255"));
    }
    if policy.throttle_factor < 1 || policy.throttle_factor > 100 {
        return Err(error("throttleFactor: must be 1 to 100"));
    }
    if let Some(hints) = &policy.hints {
        if hints.longest.is_zero() {
            return Err(error(
                "hints.longest: must be above 0; write \"hints\": null to ignore them",
            ));
        }
        if hints.jitter > 1_000 {
            return Err(error("hints.jitter: must be 0 to 1000 per mille"));
        }
    }
    Ok(())
}

const fn check_backoff(policy: &Policy, backoff: &Backoff) -> Result<(), PolicyError> {
    let first = policy.curve.first();
    let zero = match backoff {
        Backoff::Constant { .. } => "backoff.constant.delay: must be above 0",
        Backoff::Linear { .. } => "backoff.linear.step: must be above 0",
        Backoff::Exponential { .. } => "backoff.exponential.base: must be above 0",
        Backoff::Schedule(_) => "",
    };
    if first.is_zero() && !zero.is_empty() {
        return Err(error(zero));
    }
    if policy.max_delay.is_zero() {
        return Err(error("maxDelay: must be above 0"));
    }
    if policy.max_delay.get() < first.get() {
        return Err(error(
            "maxDelay: must not be below the first delay; unless set, it is 1h where delays grow",
        ));
    }
    if let Backoff::Exponential { factor, .. } = backoff {
        return check_growth(policy, *factor);
    }
    Ok(())
}

/// Whether an exponential backoff grows at every step and is at its cap, or at
/// its last attempt, soon enough.
const fn check_growth(policy: &Policy, factor: Factor) -> Result<(), PolicyError> {
    if factor.numerator() <= factor.denominator() {
        return Err(error("backoff.exponential.factor: must be above 1"));
    }
    let last_attempt = match policy.limits.attempts {
        Some(attempts) => attempts.get(),
        None => u32::MAX,
    };
    let mut delay = policy.curve.first().get();
    let mut attempt = 1;
    while delay < policy.max_delay.get() && attempt < last_attempt {
        let next = factor.of(delay);
        if next <= delay {
            return Err(error(
                "backoff.exponential.factor: must make every delay longer than the one before; \
                 a larger factor or base does",
            ));
        }
        if attempt > STEPS_MAX {
            return Err(error(
                "backoff.exponential.factor: must reach maxDelay (or maxAttempts) within 64 steps; \
                 a larger factor or a shorter maxDelay does",
            ));
        }
        delay = next;
        attempt += 1;
    }
    Ok(())
}

const fn check_jitter(policy: &Policy, backoff: &Backoff) -> Result<(), PolicyError> {
    match policy.jitter {
        Jitter::None | Jitter::Full | Jitter::Equal => Ok(()),
        Jitter::Decorrelated => match backoff {
            Backoff::Constant { .. } | Backoff::Exponential { .. } => Ok(()),
            Backoff::Linear { .. } | Backoff::Schedule(_) => Err(error(
                "jitter: decorrelated goes with constant or exponential backoff only",
            )),
        },
        Jitter::Proportional(per_mille) => {
            if per_mille > 1_000 {
                return Err(error("jitter.proportional: must be 0 to 1000 per mille"));
            }
            Ok(())
        }
        Jitter::Additive {
            per_mille,
            min,
            max,
        } => {
            if per_mille > 1_000 {
                return Err(error(
                    "jitter.additive.perMille: must be 0 to 1000 per mille",
                ));
            }
            if min.get() > max.get() {
                return Err(error("jitter.additive.min: must not be above max"));
            }
            Ok(())
        }
    }
}
