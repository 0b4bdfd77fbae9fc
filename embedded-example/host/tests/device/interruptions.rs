//! What interrupts a wait or a try: the network cable, and the power button.

use std::time::Instant;

use reknock_examples::server::Reply;

use crate::bench::{Bench, PATIENCE, SILENCE, switch_off};

#[test]
fn a_cable_pulled_in_the_middle_of_a_try_interrupts_it_and_costs_no_attempt() {
    let bench = Bench::new(|_, before| match before {
        0 => Reply::Stall,
        _ => Reply::status(200),
    });
    let mut device = bench.start();
    bench.wait_for_knocks(1);
    device.set_link(false).unwrap();
    let (said, _) = device.log().wait_for(0, "event 1-1: interrupted", PATIENCE);
    device.set_link(true).unwrap();

    let text = "event 1-1: status 200: delivered by knock 1";
    let _ = device.log().wait_for(said, text, PATIENCE);
    let knocks = bench.knocks_after_silence(2);
    assert_eq!([knocks[0].attempt, knocks[1].attempt], [1, 1]);
    assert_eq!(knocks[0].id, knocks[1].id);
    switch_off(device);
}

#[test]
fn without_a_cable_there_is_no_knock_and_with_it_again_all_that_is_due() {
    let bench = Bench::new(|_, before| Reply::status(if before == 0 { 503 } else { 200 }));
    let mut device = bench.start();
    let (said, _) = device
        .log()
        .wait_for(0, "event 1-1: status 503: knock 2 in", PATIENCE);
    device.set_link(false).unwrap();
    let _ = device.log().wait_for(0, "link_up = false", PATIENCE);
    bench.knocks_after_silence(1);
    device.set_link(true).unwrap();
    let text = "event 1-1: status 200: delivered by knock 2";
    let _ = device.log().wait_for(said, text, PATIENCE);
    switch_off(device);
}

#[test]
fn the_power_button_ends_a_long_wait_at_once_and_the_event_is_kept() {
    let bench = Bench::new(|_, before| match before {
        0 => Reply::status(429).with("Retry-After", "300"),
        _ => Reply::status(200),
    });
    let device = bench.start();
    let _ = device
        .log()
        .wait_for(0, "event 1-1: status 429: knock 2 in", PATIENCE);
    let pressed = Instant::now();
    switch_off(device);
    // The wait would have taken 30 of our seconds at least.
    assert!(pressed.elapsed() < SILENCE * 3, "{:?}", pressed.elapsed());

    let mut bench = bench;
    bench.setup.events = 0;
    bench.setup.speed = 60;
    let device = bench.start();
    let _ = device
        .log()
        .wait_for(0, "event 1-1: taken up after 1 tries", PATIENCE);
    let text = "event 1-1: status 200: delivered by knock 2";
    let _ = device.log().wait_for(0, text, PATIENCE);
    assert_eq!(bench.knocks()[1].attempt, 2);
    switch_off(device);
}
