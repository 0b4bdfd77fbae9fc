//! What the server answers, and what the device makes of it.

use firmware_host::policy::TRY_TIMEOUT;
use reknock::{Failure, Outcome};
use reknock_examples::server::Reply;

use crate::bench::{Bench, PATIENCE, switch_off};

const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

/// The first knocks are answered like this, all others with 200.
fn first(replies: Vec<Reply>) -> Bench {
    Bench::new(move |_, before| replies.get(before).cloned().unwrap_or(Reply::status(200)))
}

#[test]
fn after_503_the_same_event_comes_again_when_the_policy_says() {
    let bench = first(vec![Reply::status(503), Reply::status(503)]);
    bench.assert_kept_to(bench.start(), &[Outcome::status(503); 2], 0);
    assert!(
        bench
            .knocks()
            .iter()
            .all(|knock| knock.body == r#"{"celsius":20.2}"#)
    );
}

#[test]
fn a_retry_after_in_seconds_is_kept() {
    let bench = first(vec![Reply::status(429).with("Retry-After", "20")]);
    let outcome = Outcome::status(429).with_retry_after(b"20", None, None);
    assert!(bench.delays("any", &[outcome])[0] >= 20_000);
    bench.assert_kept_to(bench.start(), &[outcome], 0);
}

/// A date 30 s after the answer's own, which is years from the host's.
fn a_date_is_kept(form: &'static str) {
    let bench = first(vec![
        Reply::status(429)
            .with("Date", DATE)
            .with("Retry-After", form),
    ]);
    let outcome = Outcome::status(429).with_retry_after(b"30", None, None);
    bench.assert_kept_to(bench.start(), &[outcome], 0);
}

#[test]
fn a_retry_after_as_todays_date_is_kept() {
    a_date_is_kept("Sun, 06 Nov 1994 08:50:07 GMT");
}

#[test]
fn a_retry_after_as_rfc_850_date_is_kept() {
    a_date_is_kept("Sunday, 06-Nov-94 08:50:07 GMT");
}

#[test]
fn a_retry_after_as_asctime_date_is_kept() {
    a_date_is_kept("Sun Nov  6 08:50:07 1994");
}

#[test]
fn a_retry_after_behind_kilobytes_of_other_headers_is_found() {
    let bench = first(vec![
        Reply::status(503)
            .with("Content-Security-Policy", "x".repeat(5_000))
            .with("Retry-After", "15"),
    ]);
    let outcome = Outcome::status(503).with_retry_after(b"15", None, None);
    bench.assert_kept_to(bench.start(), &[outcome], 0);
}

#[test]
fn a_connection_that_breaks_is_tried_again() {
    let bench = first(vec![Reply::Reset]);
    bench.assert_kept_to(bench.start(), &[Failure::Reset.into()], 0);
}

#[test]
fn bytes_that_are_no_http_are_tried_again() {
    let bench = first(vec![Reply::Raw(b"220 smtp.example ESMTP\r\n")]);
    bench.assert_kept_to(bench.start(), &[Failure::Reset.into()], 0);
}

#[test]
fn a_server_that_stalls_is_given_up_in_time_and_tried_again() {
    let bench = first(vec![Reply::Stall]);
    let timeout = u64::from(TRY_TIMEOUT.get());
    bench.assert_kept_to(bench.start(), &[Failure::Timeout.into()], timeout);
}

#[test]
fn an_answer_that_trying_again_cannot_help_ends_that_event_alone() {
    let mut bench = first(vec![Reply::status(400)]);
    bench.setup.events = 2;
    let device = bench.start();
    let _ = device
        .log()
        .wait_for(0, "event 1-1: status 400: dead letter", PATIENCE);
    let _ = device
        .log()
        .wait_for(0, "event 1-2: status 200: delivered by knock 1", PATIENCE);
    bench.knocks_after_silence(2);
    switch_off(device);
}

#[test]
fn after_410_there_is_no_knock_any_more_not_after_a_reset_either() {
    let mut bench = first(vec![Reply::status(410)]);
    bench.setup.events = 3;
    let mut device = bench.start();
    let _ = device
        .log()
        .wait_for(0, "dead letter, because the server asks never", PATIENCE);
    let (said, _) = device.log().wait_for(0, "event 1-3: accepted", PATIENCE);
    bench.knocks_after_silence(1);

    device.reset().unwrap();
    let text = "this server asked never to be called again: nothing is sent";
    let (said, _) = device.log().wait_for(said, text, PATIENCE);
    let _ = device.log().wait_for(said, "event 2-1: accepted", PATIENCE);
    bench.knocks_after_silence(1);
    switch_off(device);
}
