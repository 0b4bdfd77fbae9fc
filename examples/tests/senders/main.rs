//! Both senders as programs, against a server that misbehaves.

mod harness;

use std::process::Command;
use std::time::{Duration, Instant};

use harness::{Program, Receiver, State};
use reknock::{Clock as _, Moment, SystemClock};
use reknock_examples::event::Event;
use reknock_examples::server::{Reply, Request};
use reknock_examples::{ATTEMPT_HEADER, ID_HEADER};

/// Longer than any machine takes to notice, shorter than any wait interrupted.
const AT_ONCE: Duration = Duration::from_secs(60);

/// Runs a test once for each sender there is.
macro_rules! with_both_senders {
    ($($test:ident)*) => {
        mod blocking {
            $(#[test]
            fn $test() {
                super::$test(&super::Program {
                    path: env!("CARGO_BIN_EXE_blocking_sender"),
                    stop: super::harness::stop_by_line,
                });
            })*
        }

        #[cfg(all(feature = "reqwest", unix))]
        mod reqwest {
            $(#[test]
            fn $test() {
                super::$test(&super::Program {
                    path: env!("CARGO_BIN_EXE_reqwest_sender"),
                    stop: super::harness::stop_by_signal,
                });
            })*
        }
    };
}

with_both_senders! {
    knocks_until_it_arrives
    stops_at_once_in_a_wait_and_goes_on_later
    goes_on_after_it_was_killed
    ends_as_a_dead_letter_that_is_kept
    gives_up_when_the_window_passed_while_it_was_down
    explains_itself
}

fn knocks_until_it_arrives(program: &Program) {
    let mut receiver = Receiver::start([
        Reply::status(503),
        Reply::status(429).with("Retry-After", "2"),
        Reply::status(200),
    ]);
    let url = receiver.server.url("/hook");
    let mut sender = program.run(&[&url, "--body", "[1]", "--delay", "100ms", "--tries", "30"]);
    sender.says("try 1: status 503; try 2 in ");
    sender.says("try 2: status 429; try 3 in ");
    receiver.server.close();
    sender.says("try 3: connection refused; try 4 in ");
    receiver.server.reopen().unwrap();
    assert_eq!(sender.end().code(), Some(0));

    let arrived = receiver.arrived();
    assert_eq!(arrived.len(), 3);
    assert!(arrived.iter().all(|request| request.body == b"[1]"));
    assert!(arrived[0].header(ID_HEADER).starts_with("evt_"));
    assert!(
        arrived
            .iter()
            .all(|request| request.header(ID_HEADER) == arrived[0].header(ID_HEADER))
    );
    let attempts: Vec<u32> = arrived
        .iter()
        .map(|request| request.header(ATTEMPT_HEADER).parse().unwrap())
        .collect();
    // How many more were refused before the server was back is the machine's affair.
    assert_eq!(attempts[..2], [1, 2]);
    assert!(attempts[2] >= 4, "{attempts:?}");
    assert!(
        arrived[2].at - arrived[1].at >= Duration::from_secs(2),
        "before Retry-After"
    );
}

fn stops_at_once_in_a_wait_and_goes_on_later(program: &Program) {
    let receiver = Receiver::start([
        Reply::status(503).with("Retry-After", "2"),
        Reply::status(200),
    ]);
    let (url, state) = (receiver.server.url("/hook"), State::new());
    let hours = Receiver::start([Reply::status(503).with("Retry-After", "7200")]);
    let far = hours.server.url("/hook");

    let mut sender = program.run(&[&far]);
    sender.says("try 1: status 503; try 2 in ");
    let asked = Instant::now();
    sender.stop(program);
    assert_eq!(sender.end().code(), Some(3));
    assert!(asked.elapsed() < AT_ONCE);

    let mut sender = program.run(&[&url, "--state", state.path()]);
    sender.says("try 1: status 503; try 2 in ");
    sender.stop(program);
    assert_eq!(sender.end().code(), Some(3));
    let mut sender = program.run(&[&url, "--state", state.path()]);
    sender.says("try 2: status 200; delivered");
    assert_eq!(sender.end().code(), Some(0));
    assert_one_event_in_two_tries(&receiver.arrived(), Duration::from_secs(2));
}

fn goes_on_after_it_was_killed(program: &Program) {
    let receiver = Receiver::start([
        Reply::status(503).with("Retry-After", "2"),
        Reply::status(200),
    ]);
    let (url, state) = (receiver.server.url("/hook"), State::new());

    let mut sender = program.run(&[&url, "--state", state.path()]);
    sender.says("try 1: status 503; try 2 in ");
    sender.child.kill().unwrap();
    sender.end();

    let mut sender = program.run(&[&url, "--state", state.path()]);
    sender.says("try 2: status 200; delivered");
    assert_eq!(sender.end().code(), Some(0));
    assert_one_event_in_two_tries(&receiver.arrived(), Duration::from_secs(2));
    assert!(!state.file.exists(), "nothing is left to remember");
}

fn ends_as_a_dead_letter_that_is_kept(program: &Program) {
    let receiver = Receiver::start([Reply::status(410)]);
    let (url, state) = (receiver.server.url("/hook"), State::new());
    let mut sender = program.run(&[&url, "--state", state.path()]);
    sender.says("try 1: status 410; dead letter");
    assert_eq!(sender.end().code(), Some(1));
    assert!(!state.file.exists() && state.grave().exists());
}

fn gives_up_when_the_window_passed_while_it_was_down(program: &Program) {
    let receiver = Receiver::start([Reply::status(200)]);
    let (url, state) = (receiver.server.url("/hook"), State::new());
    let hour_ago = SystemClock.now().as_millis() - 3_600_000;
    Event::open(Some(&state.file), Moment::from_millis(hour_ago)).unwrap();

    let mut sender = program.run(&[&url, "--state", state.path(), "--window", "59m"]);
    sender.says("dead letter: this sender was down until the window had passed");
    assert_eq!(sender.end().code(), Some(1));
    assert_eq!(receiver.arrived().len(), 0);
    assert!(state.grave().exists());
}

fn explains_itself(program: &Program) {
    let help = Command::new(program.path).arg("--help").output().unwrap();
    assert!(help.status.success());
    assert!(
        String::from_utf8(help.stdout)
            .unwrap()
            .contains("--state FILE")
    );
    let mistake = Command::new(program.path)
        .arg("--frobnicate")
        .output()
        .unwrap();
    assert_eq!(mistake.status.code(), Some(2));
    assert!(
        String::from_utf8(mistake.stderr)
            .unwrap()
            .contains("--frobnicate is not an option")
    );
}

fn assert_one_event_in_two_tries(arrived: &[Request], pause: Duration) {
    let [first, second] = arrived else {
        panic!("{} tries arrived", arrived.len());
    };
    assert_eq!(first.header(ID_HEADER), second.header(ID_HEADER));
    assert_eq!(
        (first.header(ATTEMPT_HEADER), second.header(ATTEMPT_HEADER)),
        ("1", "2")
    );
    assert!(second.at - first.at >= pause, "before Retry-After");
}
