//! The mapping from `std::io::Error` to outcomes, against real sockets.

use std::time::{Duration, Instant};

use reknock::{Failure, Millis, Outcome, presets};
use reknock_examples::post::post;
use reknock_examples::server::{Reply, Server};

const TIMEOUT: Duration = Duration::from_secs(10);

fn failure(url: &str, timeout: Duration) -> Failure {
    let error = post(url, &[], b"{}", timeout).unwrap_err();
    Failure::from(&error)
}

fn failure_after(reply: Reply) -> Failure {
    let server = Server::start(move |_| reply.clone()).unwrap();
    failure(&server.url("/"), TIMEOUT)
}

#[test]
fn an_answer_is_its_status_and_what_its_headers_ask_for() {
    let reply = Reply::status(503).with("rEtry-aFter", " 7 ");
    let server = Server::start(move |_| reply.clone()).unwrap();
    let outcome = post(&server.url("/"), &[], b"{}", TIMEOUT)
        .unwrap()
        .outcome(None);
    assert_eq!(
        presets::STORM_SAFE.hint(outcome),
        Some(Millis::from_secs(7))
    );
    assert_eq!(
        outcome,
        Outcome::status(503).with_hint(Millis::from_secs(7))
    );
}

#[test]
fn a_port_where_nobody_listens_refuses_until_it_is_open_again() {
    let mut server = Server::start(|_| Reply::status(200)).unwrap();
    server.close();
    assert_eq!(failure(&server.url("/"), TIMEOUT), Failure::Refused);
    server.reopen().unwrap();
    assert_eq!(
        post(&server.url("/"), &[], b"{}", TIMEOUT).unwrap().status,
        200
    );
}

#[test]
fn a_connection_that_breaks_is_a_reset() {
    assert_eq!(failure_after(Reply::Reset), Failure::Reset);
    assert_eq!(failure_after(Reply::Raw(b"")), Failure::Reset);
    assert_eq!(failure_after(Reply::Raw(b"HTTP/1.1 200 ")), Failure::Reset);
    assert_eq!(
        failure_after(Reply::Raw(b"220 mail.example\r\n\r\n")),
        Failure::Reset
    );
}

#[test]
fn a_server_that_stalls_times_out_and_not_too_soon() {
    let server = Server::start(|_| Reply::Stall).unwrap();
    let (begun, timeout) = (Instant::now(), Duration::from_millis(200));
    assert_eq!(failure(&server.url("/"), timeout), Failure::Timeout);
    assert!(begun.elapsed() >= timeout);
}

#[test]
fn a_name_that_does_not_exist_is_a_dns_failure() {
    assert_eq!(failure("http://reknock.invalid/", TIMEOUT), Failure::Dns);
}

#[test]
fn what_can_never_be_sent_is_invalid() {
    for url in [
        "not a URL",
        "ftp://127.0.0.1/",
        "http://127.0.0.1:99999/",
        "http://a/\r\nEvil: 1",
    ] {
        assert_eq!(failure(url, TIMEOUT), Failure::Invalid, "{url}");
    }
}
