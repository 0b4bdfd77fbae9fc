//! Delivers one event with tokio and reqwest: the loop to copy.

use std::io;
use std::process::ExitCode;

use reknock::{Clock as _, Decision, Derived, SystemClock};
use reknock_examples::event::Event;
use reknock_examples::options::Options;
use reknock_examples::with_reqwest::{client, outcome_of};
use reknock_examples::{ATTEMPT_HEADER, End, ID_HEADER, entropy, pause};
use reqwest::Client;
use tokio_util::sync::CancellationToken;

/// Knocks until the event arrived, or there is no use, or someone stops it.
async fn deliver(
    client: &Client,
    options: &Options,
    mut event: Event,
    stop: &CancellationToken,
) -> io::Result<End> {
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
        tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(End::Interrupted),
            () = tokio::time::sleep(pause(&event.delivery, SystemClock.now())) => {}
        }

        // Knock. A try under way is never cancelled: it may have arrived.
        let attempt = event.delivery.attempts().saturating_add(1);
        let result = client
            .post(&options.url)
            .header(ID_HEADER, &event.id)
            .header(ATTEMPT_HEADER, attempt)
            .header("Content-Type", "application/json")
            .body(options.body.clone())
            .send()
            .await;

        // Report the outcome.
        let outcome = outcome_of(result.as_ref(), SystemClock.wall());
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

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let options = match Options::from_args("reqwest_sender", "Ctrl-C stops it, even in a wait.") {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    let stop = CancellationToken::new();
    let ctrl_c = stop.clone();
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            ctrl_c.cancel();
        }
    });
    match run(&options, &stop).await {
        Ok(end) => end.into(),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run(options: &Options, stop: &CancellationToken) -> io::Result<End> {
    let event = Event::open(options.state.as_deref(), SystemClock.now())?;
    let client = client().build().map_err(io::Error::other)?;
    deliver(&client, options, event, stop).await
}
