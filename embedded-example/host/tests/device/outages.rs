//! A server that is not there: for a moment, and for longer than an event lives.

use std::thread;
use std::time::Duration;

use firmware_host::policy::POLICY;
use reknock::{Failure, Outcome};
use reknock_examples::server::Reply;

use crate::bench::{Bench, LATE, PATIENCE, switch_off};

#[test]
fn a_connection_that_is_refused_is_tried_again() {
    let mut bench = Bench::new(|_, _| Reply::status(200));
    bench.server.close();
    let device = bench.start();
    let delay = bench.delays(&bench.setup.event(1, 1), &[Failure::Refused.into()])[0];
    let text = format!(
        "event 1-1: Refused: knock 2 in {}.{:03} s",
        delay / 1_000,
        delay % 1_000
    );
    let (_, refused) = device.log().wait_for(0, &text, PATIENCE);
    bench.server.reopen().unwrap();

    let knocks = bench.wait_for_knocks(1);
    assert!(
        knocks[0].attempt >= 2,
        "the refused one counts: {knocks:#?}"
    );
    assert!(knocks[0].uptime >= refused.uptime + delay);
    let _ = device
        .log()
        .wait_for(0, "event 1-1: status 200: delivered", PATIENCE);
    bench.knocks_after_silence(1);
    switch_off(device);
}

#[test]
fn an_outage_longer_than_the_window_ends_the_event_and_not_the_device() {
    let window = u64::from(POLICY.window().unwrap().get());
    let mut bench = Bench::new(|_, _| Reply::status(200));
    bench.server.close();
    // The second reading comes when the first one's window is over.
    (bench.setup.events, bench.setup.every) = (2, window as u32 + 30_000);
    bench.setup.speed = 20;
    let device = bench.start();

    // Either the next try would come too late, or the breaker rested for too long.
    let (_, dead) = device.log().wait_for(0, "dead letter, because", PATIENCE);
    assert!(
        dead.text.starts_with("event 1-1: ") && dead.text.contains("window"),
        "{dead}"
    );
    let entries = device.log().entries();
    // Every try was planned inside the window, however late it came.
    for entry in &entries {
        if let Some(delay) = delay_of(&entry.text).filter(|_| entry.text.contains("event 1-1: ")) {
            assert!(entry.uptime + delay <= window + 1_000, "{entry}");
        }
    }
    // Backoff alone would knock at least 15 times: the breaker rested meanwhile.
    let knocks = entries
        .iter()
        .filter(|entry| entry.text.contains("event 1-1: knock "));
    assert!((5..15).contains(&knocks.count()), "{entries:#?}");
    assert!(dead.uptime <= window + LATE, "{dead}");
    let _ = device
        .log()
        .wait_for(0, "because the server fails, and is left alone", PATIENCE);

    bench.server.reopen().unwrap();
    let _ = device
        .log()
        .wait_for(0, "event 1-2: status 200: delivered", PATIENCE);
    let knocks = bench.knocks_after_silence(1);
    assert_eq!(knocks[0].id, bench.setup.event(1, 2));
    switch_off(device);
}

#[test]
fn what_does_not_fit_is_dropped_the_oldest_first_and_said_and_the_alarm_stays() {
    let mut bench = Bench::new(|_, _| Reply::status(200));
    bench.server.close();
    // Seven readings for four places; the fifth is an alarm.
    (bench.setup.events, bench.setup.every) = (7, 1_000);
    let device = bench.start();
    let (said, _) = device.log().wait_for(0, "event 1-7: accepted", PATIENCE);
    let entries = device.log().entries();
    let dropped = entries
        .iter()
        .take(said + 1)
        .filter(|entry| entry.text.contains("dropped"));
    assert_eq!(dropped.count(), 3, "{entries:#?}");
    bench.server.reopen().unwrap();

    // Nothing that was accepted is lost without a word.
    let mut arrived: Vec<String> = bench
        .wait_for_knocks(4)
        .iter()
        .map(|knock| knock.id.clone())
        .collect();
    arrived.sort();
    for number in 1..=7 {
        let id = bench.setup.event(1, number);
        let told = entries.iter().any(|entry| {
            entry
                .text
                .starts_with(&format!("event 1-{number}: dropped (Routine), since"))
        });
        assert!(arrived.contains(&id) != told, "event {number}: {arrived:?}");
    }
    assert!(
        arrived.contains(&bench.setup.event(1, 5)),
        "the alarm: {arrived:?}"
    );
    bench.knocks_after_silence(4);
    switch_off(device);
}

#[test]
fn five_failures_in_a_row_and_the_server_is_left_alone() {
    let bench = Bench::new(|_, before| Reply::status(if before < 5 { 500 } else { 200 }));
    let device = bench.start();
    let (_, open) = device
        .log()
        .wait_for(0, "the server fails, and is left alone", PATIENCE);
    let knocks = bench.wait_for_knocks(6);
    // 30 s at least, counted from the fifth answer.
    let rested = knocks[5].uptime - knocks[4].uptime;
    let delays = bench.delays(&knocks[0].id, &[Outcome::status(500); 5]);
    assert!(rested >= 30_000.max(delays[4]), "{rested}: {open}");
    let _ = device.log().wait_for(0, "delivered by knock 6", PATIENCE);
    thread::sleep(Duration::from_millis(100));
    switch_off(device);
}

/// The milliseconds of `knock 3 in 2.928 s`.
fn delay_of(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once(" in ")?;
    let (seconds, millis) = rest.split_once(' ')?.0.split_once('.')?;
    Some(seconds.parse::<u64>().ok()? * 1_000 + millis.parse::<u64>().ok()?)
}
