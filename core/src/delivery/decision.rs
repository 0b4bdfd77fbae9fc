//! What to do now, when, and why.

use core::fmt;

use crate::delivery::classify::Class;
use crate::delivery::outcome::{Code, Ending, Failure};
use crate::time::{Millis, Moment};

/// What to do now, when, and why.
///
/// ```
/// use reknock::{presets, Decision, Delivery, Derived, Moment, Outcome};
///
/// let now = Moment::from_millis(1_700_000_000_000);
/// let mut delivery = Delivery::new(now);
/// let mut draws = Derived::for_id(0x5eed, "evt_1");
///
/// match presets::STORM_SAFE.decide(&mut delivery, Outcome::status(503), now, &mut draws) {
///     Decision::Delivered => println!("done"),
///     Decision::Retry { at, .. } => println!("knock again at {}", at.as_millis()),
///     Decision::DeadLetter { reason, .. } => println!("for a person to look at: {reason}"),
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use = "a decision is to be obeyed"]
pub enum Decision {
    /// It arrived; nothing is left to do.
    Delivered,
    /// Knock again at this moment. Persist the delivery first.
    Retry {
        /// When.
        at: Moment,
        /// How long that is from now.
        delay: Millis,
        /// The number of the coming try, the first being 1.
        attempt: u32,
        /// What gave the delay.
        reason: RetryReason,
    },
    /// Never again by itself: keep the event for a person, or for a replay.
    DeadLetter {
        /// Which limit or which answer ended it.
        reason: DeadReason,
        /// How the last try ended.
        last: Last,
    },
}

/// How a dead letter's last try ended, and what that meant.
///
/// ```
/// use reknock::{presets, Class, Decision, Delivery, Derived, Ending, Moment, Outcome};
///
/// let now = Moment::from_millis(0);
/// let decision = presets::STORM_SAFE.decide(
///     &mut Delivery::new(now), Outcome::status(404), now, &mut Derived::new(1, 2));
/// let Decision::DeadLetter { last, .. } = decision else { unreachable!() };
/// assert_eq!((last.ending(), last.class()), (Ending::Status(404), Class::Permanent));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Last {
    pub(crate) code: Code,
    pub(crate) class: Class,
}

impl Last {
    /// The status, or why there was none.
    ///
    /// ```
    /// # use reknock::{presets, Decision, Delivery, Derived, Ending, Moment, Outcome};
    /// # let now = Moment::from_millis(0);
    /// # let decision = presets::STORM_SAFE.decide(
    /// #     &mut Delivery::new(now), Outcome::status(410), now, &mut Derived::new(1, 2));
    /// # let Decision::DeadLetter { last, .. } = decision else { unreachable!() };
    /// assert_eq!(last.ending(), Ending::Status(410));
    /// ```
    #[must_use]
    pub const fn ending(&self) -> Ending {
        self.code.ending()
    }

    /// What it meant under the policy.
    ///
    /// ```
    /// # use reknock::{presets, Class, Decision, Delivery, Derived, Moment, Outcome};
    /// # let now = Moment::from_millis(0);
    /// # let decision = presets::STORM_SAFE.decide(
    /// #     &mut Delivery::new(now), Outcome::status(410), now, &mut Derived::new(1, 2));
    /// # let Decision::DeadLetter { last, .. } = decision else { unreachable!() };
    /// assert_eq!(last.class(), Class::Gone);
    /// ```
    #[must_use]
    pub const fn class(&self) -> Class {
        self.class
    }
}

/// What gave a retry its delay.
///
/// ```
/// assert_eq!(reknock::RetryReason::Hint.name(), "hint");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum RetryReason {
    // Numbered like the classes they follow from: no code is needed to tell one
    // from the other.
    /// The policy's backoff.
    Backoff = Class::Transient as u8,
    /// The policy's backoff, longer because the destination asks for less.
    Throttled = Class::Throttled as u8,
    /// The server's word.
    Hint,
    /// The sender's own fault, which cost no attempt.
    Local,
}

/// What ended a delivery.
///
/// ```
/// assert_eq!(reknock::DeadReason::Window.name(), "window");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum DeadReason {
    /// The outcome can never become a success.
    Permanent,
    /// The destination asks never to be called again.
    Gone,
    /// The name failed to resolve too many times.
    Dns,
    /// All tries are used up.
    Attempts,
    /// The next try would come after the delivery window.
    Window,
}

impl RetryReason {
    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::RetryReason::Throttled.name(), "throttled");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backoff => "backoff",
            Self::Throttled => "throttled",
            Self::Hint => "hint",
            Self::Local => "local",
        }
    }
}

impl DeadReason {
    /// Its name in JSON.
    ///
    /// ```
    /// assert_eq!(reknock::DeadReason::Attempts.name(), "attempts");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Gone => "gone",
            Self::Dns => "dns",
            Self::Attempts => "attempts",
            Self::Window => "window",
        }
    }
}

impl fmt::Display for Decision {
    /// One sentence; [`Policy::explain`](crate::Policy::explain) tells more.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Delivered => f.write_str("delivered"),
            Self::Retry {
                delay,
                attempt,
                reason,
                ..
            } => {
                write!(f, "try {attempt} in {delay}: {reason}")
            }
            Self::DeadLetter { reason, last } => {
                write!(f, "dead letter after {}: {reason}", last.ending())
            }
        }
    }
}

impl fmt::Display for RetryReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Backoff => "backoff",
            Self::Throttled => "longer backoff, since the destination asks for less",
            Self::Hint => "the server said when",
            Self::Local => "the sender's own fault, which cost no attempt",
        })
    }
}

impl fmt::Display for DeadReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Permanent => "trying again cannot help",
            Self::Gone => "the destination asks never to be called again",
            Self::Dns => "the name failed to resolve too many times",
            Self::Attempts => "all tries are used up",
            Self::Window => "the next try would come after the delivery window",
        })
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "status {status}"),
            Self::Failure(failure) => failure.fmt(f),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Timeout => "timeout",
            Self::Refused => "connection refused",
            Self::Reset => "connection reset",
            Self::Unreachable => "host unreachable",
            Self::Dns => "DNS failure",
            Self::Tls => "TLS failure",
            Self::Invalid => "invalid request",
            Self::Local => "local fault",
        })
    }
}
