//! `cargo demo`: a few dozen events over real sockets to a server that refuses,
//! fails, limits the rate, goes down and recovers. Every decision is printed
//! with its reason as it falls; at the end, whether the promises were kept.

mod receiver;
mod report;
mod sender;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use receiver::{Mood, Receiver};
use reknock_examples::entropy;
use reknock_examples::server::Server;
use report::Report;
use sender::Sender;

const HELP: &str = "\
demo [--seed N]

Delivers a few dozen events to a server on loopback that misbehaves, prints
every decision with its reason, and sums up. Takes five to ten seconds.

  --seed N   the seed of all delays, to see the same ones again

Colours are for a terminal; NO_COLOR turns them off.
Exit code: 0 if every promise was kept, 1 if one was broken, 2 on a mistake.
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let seed = match words[..] {
        [] => Some(entropy() >> 32), // short enough to type again
        ["--seed", seed] => seed.parse().ok(),
        ["--help" | "-h", ..] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => None,
    };
    let Some(seed) = seed else {
        eprintln!("error: {words:?} is not understood\n\n{HELP}");
        return ExitCode::from(2);
    };
    match play(seed) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// All acts, one after the other. True if every promise was kept.
fn play(seed: u64) -> io::Result<bool> {
    let receiver = Arc::new(Receiver::default());
    let answering = Arc::clone(&receiver);
    let mut server = Server::start(move |request| answering.answer(request))?;
    let report = Report::new();
    let sender = Sender::new(seed, server.url(""), &report);

    thread::scope(|scope| {
        let mut stage = Stage {
            scope,
            sender: &sender,
            events: 0,
        };

        report.act("The server works");
        join(stage.send(8, "/hook"));

        report.act("It answers 503; one of its endpoints will never do anything else");
        receiver.set(Mood::Failing);
        let (failing, hopeless) = (stage.send(8, "/hook"), stage.send(1, "/hopeless"));
        thread::sleep(Duration::from_millis(800));
        receiver.set(Mood::Well);
        report.note("It is well again");
        join(failing);

        report.act("It asks for patience: in seconds, until a date, or by 429 alone");
        receiver.set(Mood::Limiting);
        join(stage.send(9, "/hook"));

        report.act("It breaks connections, or says nothing until the try times out");
        receiver.set(Mood::Rude);
        join(stage.send(6, "/hook"));

        report.act("It goes down: connections are refused");
        receiver.set(Mood::Well);
        server.close();
        let waiting = stage.send(8, "/hook");
        thread::sleep(Duration::from_secs(1));
        server.reopen()?;
        report.note("It is back");
        join(waiting);

        report.act("One endpoint is unknown, another gone for good");
        join(stage.send(2, "/unknown"));
        join(stage.send(1, "/gone"));
        join(stage.send(1, "/gone"));

        join(hopeless);
        Ok(report.sum_up(seed, stage.events, &receiver))
    })
}

/// Where events enter.
struct Stage<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    sender: &'scope Sender<'env>,
    events: u32,
}

impl<'scope> Stage<'scope, '_> {
    /// Sends new events to an endpoint, each on a thread of its own.
    fn send(&mut self, count: u32, path: &'static str) -> Vec<ScopedJoinHandle<'scope, ()>> {
        let (scope, sender) = (self.scope, self.sender);
        let deliver = |_| {
            self.events += 1;
            let id = format!("evt-{:02}", self.events);
            // Events come one by one, not all in the same millisecond.
            thread::sleep(Duration::from_millis(15));
            scope.spawn(move || sender.deliver(&id, path))
        };
        (0..count).map(deliver).collect()
    }
}

/// Waits until all of them came to an end.
fn join(events: Vec<ScopedJoinHandle<'_, ()>>) {
    for event in events {
        // A panic of one is passed on when the scope ends.
        let _ = event.join();
    }
}
