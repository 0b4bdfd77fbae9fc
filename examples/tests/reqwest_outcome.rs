//! The mapping from reqwest to outcomes, against real sockets.

use std::net::TcpListener;
use std::time::Duration;

use reknock::{Class, Ending, Failure, Millis, Moment, Outcome, presets};
use reknock_examples::server::{Reply, Server};
use reknock_examples::with_reqwest::{self, failure_of, outcome_of};
use reqwest::{Client, Error, Response};

fn answering(reply: Reply) -> Server {
    Server::start(move |_| reply.clone()).unwrap()
}

/// The senders' client; no proxy of this machine stands before loopback.
fn client() -> Client {
    with_reqwest::client().no_proxy().build().unwrap()
}

async fn send(url: &str) -> Result<Response, Error> {
    client().post(url).body("{}").send().await
}

async fn failure(url: &str) -> Failure {
    let error = send(url).await.unwrap_err();
    failure_of(&error)
}

fn hint(outcome: Outcome) -> Option<Millis> {
    presets::STORM_SAFE.hint(outcome)
}

#[tokio::test]
async fn an_answer_is_its_status_and_what_its_headers_ask_for() {
    let server = answering(Reply::status(429).with("Retry-After", "7"));
    let outcome = outcome_of(send(&server.url("/")).await.as_ref(), None);
    assert_eq!(outcome.ending(), Ending::Status(429));
    assert_eq!(hint(outcome), Some(Millis::from_secs(7)));
}

#[tokio::test]
async fn a_date_counts_from_the_answers_own_date() {
    let server = answering(
        Reply::status(503)
            .with("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
            .with("Retry-After", "Sun, 06 Nov 1994 08:50:37 GMT"),
    );
    // Years after that date, as the wall has it, and it still means a minute.
    let wall = Some(Moment::from_millis(1_700_000_000_000));
    let outcome = outcome_of(send(&server.url("/")).await.as_ref(), wall);
    assert_eq!(hint(outcome), Some(Millis::from_mins(1)));
}

#[tokio::test]
async fn rate_limit_fields_count_too() {
    let server = answering(Reply::status(429).with("RateLimit", "\"default\";r=0;t=30"));
    let outcome = outcome_of(send(&server.url("/")).await.as_ref(), None);
    assert_eq!(hint(outcome), Some(Millis::from_secs(30)));
}

#[tokio::test]
async fn a_redirect_is_an_answer_and_not_followed() {
    let elsewhere = answering(Reply::status(200));
    let server = answering(Reply::status(302).with("Location", elsewhere.url("/")));
    let outcome = outcome_of(send(&server.url("/")).await.as_ref(), None);
    assert_eq!(outcome.ending(), Ending::Status(302));
    assert_eq!(presets::STORM_SAFE.classify(outcome), Class::Permanent);
}

#[tokio::test]
async fn a_status_that_was_made_an_error_is_still_a_status() {
    let server = answering(Reply::status(500));
    let error = send(&server.url("/"))
        .await
        .unwrap()
        .error_for_status()
        .unwrap_err();
    assert_eq!(outcome_of(Err(&error), None), Outcome::status(500));
}

#[tokio::test]
async fn a_port_where_nobody_listens_refuses() {
    let mut server = answering(Reply::status(200));
    server.close();
    assert_eq!(failure(&server.url("/")).await, Failure::Refused);
}

#[tokio::test]
async fn a_server_that_breaks_the_connection_resets() {
    let server = answering(Reply::Reset);
    assert_eq!(failure(&server.url("/")).await, Failure::Reset);
}

#[tokio::test]
async fn a_server_that_hangs_up_without_an_answer_resets() {
    let server = answering(Reply::Raw(b""));
    assert_eq!(failure(&server.url("/")).await, Failure::Reset);
}

#[tokio::test]
async fn a_server_that_answers_nonsense_resets() {
    let server = answering(Reply::Raw(b"220 mail.example ESMTP\r\n\r\n"));
    assert_eq!(failure(&server.url("/")).await, Failure::Reset);
}

#[tokio::test]
async fn a_body_that_breaks_off_resets() {
    let server = answering(Reply::HalfABody);
    let response = send(&server.url("/")).await.unwrap();
    let error = response.bytes().await.unwrap_err();
    assert_eq!(failure_of(&error), Failure::Reset, "{error:?}");
}

#[tokio::test]
async fn a_server_that_stalls_times_out() {
    let server = answering(Reply::Stall);
    let request = client()
        .post(server.url("/"))
        .timeout(Duration::from_millis(200));
    let error = request.send().await.unwrap_err();
    assert_eq!(failure_of(&error), Failure::Timeout, "{error:?}");
}

#[tokio::test]
async fn a_handshake_that_stalls_times_out() {
    // Accepts (the backlog does), and never says a word.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    let client = with_reqwest::client()
        .no_proxy()
        .connect_timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    let error = client.post(url).send().await.unwrap_err();
    assert_eq!(failure_of(&error), Failure::Timeout, "{error:?}");
}

#[tokio::test]
async fn a_name_that_does_not_exist_is_a_dns_failure() {
    assert_eq!(failure("http://reknock.invalid/").await, Failure::Dns);
    assert_eq!(failure("https://reknock.invalid/").await, Failure::Dns);
}

#[tokio::test]
async fn a_peer_that_does_not_speak_tls_is_a_tls_failure() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        use std::io::{Read as _, Write as _};
        let (mut stream, _) = listener.accept().unwrap();
        // The header of the record that a handshake begins with.
        stream.read_exact(&mut [0; 5]).unwrap();
        stream
            .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            .unwrap();
        // Waits until the client has seen it and left.
        let _ = stream.read(&mut [0; 4096]);
    });
    assert_eq!(failure(&url).await, Failure::Tls);
}

#[tokio::test]
async fn a_peer_that_hangs_up_in_the_handshake_resets() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    std::thread::spawn(move || listener.accept().map(drop));
    assert_eq!(failure(&url).await, Failure::Reset);
}

#[tokio::test]
async fn what_can_never_be_sent_is_invalid() {
    for url in [
        "not a URL",
        "http://",
        "ftp://127.0.0.1/",
        "http://127.0.0.1:99999/",
    ] {
        assert_eq!(failure(url).await, Failure::Invalid, "{url}");
    }
    let request = client().post("http://127.0.0.1/").header("A", "b\r\nc: d");
    assert_eq!(
        failure_of(&request.send().await.unwrap_err()),
        Failure::Invalid
    );
}
