//! Why a decision fell as it did, in a sentence.

use core::fmt;
use core::num::NonZeroU32;

use crate::delivery::classify::Class;
use crate::delivery::decision::{DeadReason, Decision, RetryReason};
use crate::delivery::jitter::Jitter;
use crate::delivery::outcome::{Ending, Failure, Outcome};
use crate::policy::Policy;
use crate::time::Millis;

impl Policy {
    /// Why this policy decided so on that outcome: a sentence for a log or a
    /// support page, through `Display`.
    ///
    /// ```
    /// use reknock::{presets, Delivery, Derived, Moment, Outcome};
    ///
    /// let policy = presets::GET_HOOK;
    /// let now = Moment::from_millis(0);
    /// let outcome = Outcome::status(429).with_retry_after(b"60", None, None);
    /// let decision = policy.decide(&mut Delivery::new(now), outcome, now, &mut Derived::new(7, 4));
    /// assert_eq!(
    ///     policy.explain(outcome, decision).to_string(),
    ///     "status 429 is throttled: try 2 of 5 in 1m23s296ms, because the server asked for 1m \
    ///      and up to 50 % of it is added so that not all come back together",
    /// );
    /// ```
    #[must_use]
    pub const fn explain(&self, outcome: Outcome, decision: Decision) -> Explanation<'_> {
        Explanation {
            policy: self,
            outcome,
            decision,
        }
    }
}

/// Why a decision fell as it did; see [`Policy::explain`].
///
/// ```
/// use reknock::{presets, Decision, Outcome};
///
/// let why = presets::STORM_SAFE.explain(Outcome::status(204), Decision::Delivered);
/// assert_eq!(why.to_string(), "status 204 is delivered");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Explanation<'a> {
    policy: &'a Policy,
    outcome: Outcome,
    decision: Decision,
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self.policy.classify(self.outcome);
        write!(f, "{} is {}", self.outcome.ending(), class.name())?;
        match self.decision {
            Decision::Delivered => Ok(()),
            Decision::Retry {
                delay,
                attempt,
                reason,
                ..
            } => {
                write!(f, ": try {attempt}")?;
                if let Some(last) = self.policy.limits.last_try {
                    write!(f, " of {last}")?;
                }
                write!(f, " in {delay}, because ")?;
                self.retry(f, reason)
            }
            Decision::DeadLetter { reason, .. } => {
                f.write_str(": dead letter, because ")?;
                self.dead(f, reason)
            }
        }
    }
}

impl Explanation<'_> {
    fn retry(&self, f: &mut fmt::Formatter<'_>, reason: RetryReason) -> fmt::Result {
        let asked = self.policy.hint(self.outcome);
        let spread = Spread(self.policy.jitter);
        match (reason, asked) {
            (RetryReason::Backoff | RetryReason::Throttled, Some(asked)) => {
                write!(
                    f,
                    "this policy's backoff is longer than the {asked} the server asked for"
                )
            }
            (RetryReason::Backoff, None) => write!(f, "that is this policy's backoff{spread}"),
            (RetryReason::Throttled, None) => write!(
                f,
                "the destination asks for less without saying when, so the backoff is multiplied \
                 by {}{spread}",
                self.policy.throttle_factor,
            ),
            (RetryReason::Hint, _) => self.hint(f),
            (RetryReason::Local, _) => {
                f.write_str("the fault was the sender's own, which costs the event no attempt")
            }
        }
    }

    fn hint(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asked = self
            .outcome
            .hint
            .for_class(self.policy.classify(self.outcome));
        write!(f, "the server asked for {asked}")?;
        let Some(rules) = self.policy.hints else {
            return Ok(());
        };
        if asked > rules.longest {
            write!(f, " (believed up to {})", rules.longest)?;
        }
        if rules.jitter == 0 {
            return Ok(());
        }
        let share = Percent(rules.jitter);
        write!(
            f,
            " and up to {share} of it is added so that not all come back together"
        )
    }

    fn dead(&self, f: &mut fmt::Formatter<'_>, reason: DeadReason) -> fmt::Result {
        match reason {
            DeadReason::Permanent => match self.outcome.ending() {
                Ending::Status(300..=399) => f.write_str(
                    "redirects are not followed; the destination's address must be mended",
                ),
                Ending::Failure(Failure::Invalid) => {
                    f.write_str("the request cannot be sent as it is")
                }
                _ => f.write_str("trying again cannot help"),
            },
            DeadReason::Gone => {
                f.write_str("the destination asks never to be called again; disable it")
            }
            DeadReason::Dns => write!(
                f,
                "the destination's name could not be looked up {} times",
                self.policy.limits.dns
            ),
            DeadReason::Attempts => match self.policy.limits.last_try.map_or(1, NonZeroU32::get) {
                1 => f.write_str("this policy has one try only"),
                all => write!(f, "all {all} tries are used up"),
            },
            DeadReason::Window => {
                let window = self.policy.window().unwrap_or(Millis::MAX);
                match self.policy.hint(self.outcome) {
                    Some(asked) if asked > window => write!(
                        f,
                        "the server asked for {asked}, and the window of {window} does not last \
                         that long"
                    ),
                    _ => write!(
                        f,
                        "the next try would come more than {window} after the event was accepted"
                    ),
                }
            }
        }
    }
}

/// How a delay is spread, as the end of a sentence.
struct Spread(Jitter);

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Jitter::None => Ok(()),
            Jitter::Full => f.write_str(", drawn from nothing up to the whole delay"),
            Jitter::Equal => f.write_str(", drawn from its upper half"),
            Jitter::Decorrelated => f.write_str(", drawn up to three times the delay before"),
            Jitter::Proportional(share) => write!(f, ", give or take {}", Percent(share)),
            Jitter::Additive { .. } => f.write_str(" and a little on top"),
        }
    }
}

/// A share in per mille, as people say it: `20 %`, `2.5 %`.
struct Percent(u16);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 / 10)?;
        match self.0 % 10 {
            0 => f.write_str(" %"),
            tenth => write!(f, ".{tenth} %"),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
