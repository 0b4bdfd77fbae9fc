//! Delivers one event without async, with the standard library alone: the loop
//! to copy.

use std::io;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;

use reknock::{Clock as _, Decision, Derived, Outcome, SystemClock};
use reknock_examples::event::Event;
use reknock_examples::options::Options;
use reknock_examples::post::post;
use reknock_examples::{ATTEMPT_HEADER, ATTEMPT_TIMEOUT, End, ID_HEADER, entropy, pause};

/// Knocks until the event arrived, or there is no use, or someone stops it.
fn deliver(options: &Options, mut event: Event, stop: &Receiver<()>) -> io::Result<End> {
    let policy = &options.policy;
    // No try is scheduled past the window, but a sender can be down that long.
    if policy.expired(&event.delivery, SystemClock.now()) {
        println!("dead letter: this sender was down until the window had passed");
        event.bury()?;
        return Ok(End::Dead);
    }
    // A fleet shares one seed, so that every worker draws the same for an event.
    let mut draws = Derived::for_id(entropy(), &event.id);
    loop {
        // Obey: wait, also for what is left of a wait that a restart cut short.
        // Stopping costs no attempt, and what is needed to go on is persisted.
        let pause = pause(&event.delivery, SystemClock.now());
        if stop.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
            return Ok(End::Interrupted);
        }

        // Knock.
        let attempt = event.delivery.attempts().saturating_add(1);
        let headers = [
            (ID_HEADER, event.id.as_str()),
            (ATTEMPT_HEADER, &attempt.to_string()),
            ("Content-Type", "application/json"),
        ];
        let result = post(
            &options.url,
            &headers,
            options.body.as_bytes(),
            ATTEMPT_TIMEOUT,
        );

        // Report the outcome.
        let outcome = match &result {
            Ok(answer) => answer.outcome(SystemClock.wall()),
            Err(error) => Outcome::from(error),
        };
        let decision = policy.decide(&mut event.delivery, outcome, SystemClock.now(), &mut draws);

        // Persist the state: before the wait, and before anyone hears of it.
        event.save()?;
        println!("try {attempt}: {}; {decision}", outcome.ending());
        match decision {
            Decision::Retry { .. } => {}
            Decision::Delivered => {
                event.remove()?;
                return Ok(End::Delivered);
            }
            Decision::DeadLetter { .. } => {
                event.bury()?;
                return Ok(End::Dead);
            }
        }
    }
}

fn main() -> ExitCode {
    let note = "A line on standard input stops it, even in a wait.";
    let options = match Options::from_args("blocking_sender", note) {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    // `main` keeps a sender, so that the end of standard input stops nothing.
    let (stop, stopped) = mpsc::channel();
    let on_line = stop.clone();
    thread::spawn(move || {
        if io::stdin()
            .read_line(&mut String::new())
            .is_ok_and(|read| read > 0)
        {
            let _ = on_line.send(());
        }
    });
    let end = Event::open(options.state.as_deref(), SystemClock.now())
        .and_then(|event| deliver(&options, event, &stopped));
    drop(stop);
    match end {
        Ok(end) => end.into(),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
