//! The sender's side: the loop, once for each event.

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use reknock::{
    Clock as _, DeadReason, Decision, Delivery, Derived, Factor, Jitter, Millis, Outcome, Policy,
    SystemClock, policy,
};
use reknock_examples::post::post;
use reknock_examples::{ATTEMPT_HEADER, ID_HEADER, pause};

use crate::report::{Report, Try};

/// A policy in a hurry: what takes hours in real life takes seconds here.
const POLICY: Policy = policy!(
    Policy::exponential(Millis::new(200), Factor::whole(2))
        .jitter(Jitter::Equal)
        .max_delay(Millis::from_secs(2))
        .max_attempts(6)
);

const ATTEMPT_TIMEOUT: Duration = Duration::from_millis(500);

/// Delivers events, each in its own thread.
pub(crate) struct Sender<'a> {
    seed: u64,
    base: String,
    report: &'a Report,
    /// The endpoints that asked never to be called again.
    gone: Mutex<HashSet<&'static str>>,
}

impl<'a> Sender<'a> {
    /// A sender for the server at this address.
    pub(crate) fn new(seed: u64, base: String, report: &'a Report) -> Self {
        Self {
            seed,
            base,
            report,
            gone: Mutex::default(),
        }
    }

    /// Knocks until the event arrived or there is no use.
    pub(crate) fn deliver(&self, id: &str, path: &'static str) {
        if self.gone.lock().unwrap().contains(path) {
            self.report.held_back(id, path);
            return;
        }
        let mut delivery = Delivery::new(SystemClock.now());
        let mut draws = Derived::for_id(self.seed, id);
        loop {
            thread::sleep(pause(&delivery, SystemClock.now()));
            let attempt = delivery.attempts() + 1;
            let headers = [(ID_HEADER, id), (ATTEMPT_HEADER, &attempt.to_string())];
            let url = format!("{}{path}", self.base);
            let result = post(&url, &headers, b"{}", ATTEMPT_TIMEOUT);

            let outcome = match &result {
                Ok(answer) => answer.outcome(SystemClock.wall()),
                Err(error) => Outcome::from(error),
            };
            let decision = POLICY.decide(&mut delivery, outcome, SystemClock.now(), &mut draws);
            let asked = result
                .as_ref()
                .ok()
                .and_then(|answer| answer.header("Retry-After"));
            self.report.tell(&Try {
                id,
                attempt,
                ending: outcome.ending(),
                asked,
                decision,
            });
            match decision {
                Decision::Retry { .. } => {}
                Decision::DeadLetter {
                    reason: DeadReason::Gone,
                    ..
                } => {
                    self.gone.lock().unwrap().insert(path);
                    return;
                }
                Decision::Delivered | Decision::DeadLetter { .. } => return,
            }
        }
    }
}
