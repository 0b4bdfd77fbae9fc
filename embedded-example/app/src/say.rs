//! Decisions in words. The words stay on the host: on the device each is a
//! number.

use defmt::{Format, Formatter, error, info, write};
use reknock::destination::Because;
use reknock::{DeadReason, Decision, Ending, RetryReason};

use crate::event::Id;

/// What was decided after this try, and why.
pub fn decided(id: Id, attempt: u32, ending: Ending, decision: Decision) {
    let ended = Ended(ending);
    match decision {
        Decision::Delivered => {
            info!(
                "event {}: {}: delivered by knock {=u32}",
                id, ended, attempt
            );
        }
        Decision::Retry {
            delay,
            attempt,
            reason,
            ..
        } => {
            let (delay, why) = (delay.get(), Retried(reason));
            info!(
                "event {}: {}: knock {=u32} in {=u32:ms} s, because {}",
                id, ended, attempt, delay, why
            );
        }
        Decision::DeadLetter { reason, .. } => {
            error!(
                "event {}: {}: dead letter, because {}",
                id,
                ended,
                Buried(reason)
            );
        }
    }
}

/// An event's window passed while nobody could try.
pub fn expired(id: Id) {
    error!("event {}: dead letter, because its window has passed", id);
}

/// How a try ended.
struct Ended(Ending);

/// What gave a retry its delay.
struct Retried(RetryReason);

/// What ended a delivery.
struct Buried(DeadReason);

/// What stands in the way of a try.
pub struct Why(pub Because);

impl Format for Ended {
    fn format(&self, f: Formatter<'_>) {
        match self.0 {
            Ending::Status(status) => write!(f, "status {=u16}", status),
            Ending::Failure(failure) => write!(f, "{}", failure),
        }
    }
}

impl Format for Retried {
    fn format(&self, f: Formatter<'_>) {
        match self.0 {
            RetryReason::Backoff => write!(f, "that is the policy's backoff"),
            RetryReason::Throttled => write!(f, "the server asks for less without saying when"),
            RetryReason::Hint => write!(f, "the server said when"),
            RetryReason::Local => write!(f, "the fault was ours"),
        }
    }
}

impl Format for Buried {
    fn format(&self, f: Formatter<'_>) {
        match self.0 {
            DeadReason::Permanent => write!(f, "trying again cannot help"),
            DeadReason::Gone => write!(f, "the server asks never to be called again"),
            DeadReason::Dns => write!(f, "the server's name cannot be looked up"),
            DeadReason::Attempts => write!(f, "all tries are used up"),
            DeadReason::Window => write!(f, "the next try would come after its window"),
        }
    }
}

impl Format for Why {
    fn format(&self, f: Formatter<'_>) {
        match self.0 {
            Because::Open => write!(f, "the server fails, and is left alone"),
            Because::Probing => write!(f, "the server is being tried out"),
            Because::Full => write!(f, "enough knocks are under way"),
            other => write!(f, "{}", other),
        }
    }
}
