//! Senders to copy from, and what they share.
//!
//! | program | what it shows |
//! |---|---|
//! | `reqwest_sender` | the retry loop with tokio and reqwest |
//! | `blocking_sender` | the same loop without async, with the standard library alone |
//! | `demo` | a few dozen events and a server that misbehaves (`cargo demo`) |
//!
//! Both senders are one loop: **report the outcome → obey the decision →
//! persist the state**. Read [`event`] for what is persisted, and
//! `with_reqwest::outcome_of` (feature `reqwest`) or [`post::Answer::outcome`]
//! for how a client's answer becomes an outcome.

#![forbid(unsafe_code)]

pub mod event;
pub mod options;
pub mod post;
pub mod server;
#[cfg(feature = "reqwest")]
pub mod with_reqwest;

use std::hash::{BuildHasher as _, RandomState};
use std::process::ExitCode;
use std::time::Duration;

use reknock::{Delivery, Moment};

/// The header with the event's id, the same at every try: what the receiver
/// recognises a repetition by.
pub const ID_HEADER: &str = "Idempotency-Key";

/// The header with the number of the try, the first being 1.
pub const ATTEMPT_HEADER: &str = "Webhook-Attempt";

/// How long one try may take.
pub const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to sleep until the delivery is due.
///
/// A millisecond more than [`Delivery::wait`] says, if it says anything: a
/// clock that counts whole milliseconds rounds down, and a server that asked
/// for a second means all of it.
///
/// ```
/// use reknock::{presets, Delivery, Derived, Moment, Outcome};
/// use reknock_examples::pause;
///
/// let now = Moment::from_millis(0);
/// let mut delivery = Delivery::new(now);
/// assert!(pause(&delivery, now).is_zero(), "the first try is due at once");
///
/// let outcome = Outcome::status(503).with_retry_after(b"60", None, None);
/// let _ = presets::STORM_SAFE.decide(&mut delivery, outcome, now, &mut Derived::new(1, 2));
/// assert!(pause(&delivery, now).as_secs() >= 60);
/// ```
#[must_use]
pub fn pause(delivery: &Delivery, now: Moment) -> Duration {
    let wait = delivery.wait(now);
    if wait.is_zero() {
        Duration::ZERO
    } else {
        Duration::from(wait) + Duration::from_millis(1)
    }
}

/// 64 bits from the operating system: for an id, or for a seed of one's own.
///
/// ```
/// assert_ne!(reknock_examples::entropy(), reknock_examples::entropy());
/// ```
#[must_use]
pub fn entropy() -> u64 {
    RandomState::new().hash_one("reknock")
}

/// How a sender came to its end.
///
/// ```
/// use std::process::ExitCode;
/// use reknock_examples::End;
///
/// assert_eq!(ExitCode::from(End::Delivered), ExitCode::SUCCESS);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The event arrived.
    Delivered,
    /// The event is for a person to look at.
    Dead,
    /// Someone stopped the sender; run it again, and it goes on.
    Interrupted,
}

impl From<End> for ExitCode {
    fn from(end: End) -> Self {
        match end {
            End::Delivered => Self::SUCCESS,
            End::Dead => Self::from(1),
            End::Interrupted => Self::from(3),
        }
    }
}
