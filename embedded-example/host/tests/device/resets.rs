//! Resets and power failures: the clock begins again at 0, and what was accepted
//! is still delivered.

use firmware_host::policy::POLICY;
use reknock::Outcome;
use reknock_examples::server::Reply;

use crate::bench::{Bench, LATE, PATIENCE, switch_off};

/// The server's clock when it first answers, and later.
const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
const SIX_MINUTES_LATER: &str = "Sun, 06 Nov 1994 08:55:37 GMT";
const AN_HOUR_LATER: &str = "Sun, 06 Nov 1994 09:49:37 GMT";

/// Answers the first knock with a long pause, and the others as told.
fn busy_at_first(then: fn() -> Reply) -> Bench {
    Bench::new(move |_, before| match before {
        0 => Reply::status(503)
            .with("Date", DATE)
            .with("Retry-After", "100"),
        _ => then(),
    })
}

fn pause(bench: &Bench) -> u64 {
    let outcome = Outcome::status(503).with_retry_after(b"100", None, None);
    bench.delays(&bench.setup.event(1, 1), &[outcome])[0]
}

#[test]
fn a_reset_in_the_middle_of_a_wait_costs_neither_the_event_nor_the_pause() {
    let bench = busy_at_first(|| Reply::status(200));
    let delay = pause(&bench);
    let mut device = bench.start();
    let (said, _) = device
        .log()
        .wait_for(0, "event 1-1: status 503: knock 2 in", PATIENCE);
    device.reset().unwrap();

    let text = "event 1-1: taken up after 1 tries";
    let (said, resumed) = device.log().wait_for(said, text, PATIENCE);
    assert!(resumed.uptime < 10_000, "its clock began again: {resumed}");
    let text = "event 1-1: status 200: delivered by knock 2";
    let _ = device.log().wait_for(said, text, PATIENCE);
    let (id, knocks) = (bench.setup.event(1, 1), bench.knocks());
    let again = knocks
        .iter()
        .find(|knock| knock.id == id && knock.attempt == 2);
    let again = again.expect("the second try");
    // As if no time had passed: the whole pause, counted from the reset. Writing
    // to flash took a few milliseconds of it.
    assert!(again.uptime + 100 >= delay, "{again:?} came early: {delay}");
    assert!(again.uptime <= delay + LATE, "{again:?} came late: {delay}");
    switch_off(device);
}

#[test]
fn power_failures_at_any_time_lose_nothing() {
    let mut bench = Bench::new(|_, before| Reply::status(if before < 6 { 503 } else { 200 }));
    bench.setup.events = 1;
    for start in 1..=3 {
        let device = bench.start();
        let _ = device
            .log()
            .wait_for(0, &format!("event {start}-1: accepted"), PATIENCE);
        let _ = device
            .log()
            .wait_for(0, &format!("event {start}-1: knock 1"), PATIENCE);
        device.pull_the_plug();
    }
    bench.setup.events = 0;
    let device = bench.start();
    for start in 1..=3 {
        let _ = device
            .log()
            .wait_for(0, &format!("event {start}-1: taken up"), PATIENCE);
    }
    for start in 1..=3 {
        let text = format!("event {start}-1: status 200: delivered");
        let _ = device.log().wait_for(0, &text, PATIENCE);
        let id = bench.setup.event(start, 1);
        assert!(
            bench.knocks().iter().any(|knock| knock.id == id),
            "{id} is lost"
        );
    }
    switch_off(device);
}

#[test]
fn the_servers_date_tells_how_long_the_power_was_off() {
    let bench = busy_at_first(|| Reply::status(200).with("Date", SIX_MINUTES_LATER));
    let device = bench.start();
    let _ = device
        .log()
        .wait_for(0, "event 1-1: status 503: knock 2 in", PATIENCE);
    device.pull_the_plug();

    // The reading of the second start finds the server well, and learns its time.
    let device = bench.start();
    let (said, _) = device
        .log()
        .wait_for(0, "event 2-1: status 200: delivered", PATIENCE);
    let _ = device
        .log()
        .wait_for(0, "the power was off for 3", PATIENCE);
    let text = "event 1-1: status 200: delivered by knock 2";
    let (_, delivered) = device.log().wait_for(said, text, PATIENCE);
    assert!(
        delivered.uptime < pause(&bench),
        "it waited on: {delivered}"
    );
    switch_off(device);
}

#[test]
fn an_event_whose_window_passed_while_the_power_was_off_is_not_tried() {
    assert!(POLICY.window().unwrap().get() < 3_600_000);
    let bench = busy_at_first(|| Reply::status(200).with("Date", AN_HOUR_LATER));
    let device = bench.start();
    let _ = device
        .log()
        .wait_for(0, "event 1-1: status 503: knock 2 in", PATIENCE);
    device.pull_the_plug();

    let device = bench.start();
    let _ = device
        .log()
        .wait_for(0, "event 2-1: status 200: delivered", PATIENCE);
    let text = "event 1-1: dead letter, because its window has passed";
    let _ = device.log().wait_for(0, text, PATIENCE);
    let knocks = bench.knocks_after_silence(2);
    assert_eq!(knocks[1].id, bench.setup.event(2, 1));
    switch_off(device);
}
