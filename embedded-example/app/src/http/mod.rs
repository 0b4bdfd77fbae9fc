//! One HTTP/1.1 POST over any connection.
//!
//! Small and without a dependency, because a retry needs so little of HTTP: a
//! status and a few header fields. The head of an answer is looked at byte by
//! byte as it comes, so it may be of any length, which servers behind proxies
//! make use of; a parser that wants it whole would need a buffer of kilobytes,
//! or lose the `Retry-After` at its end.

mod head;

use core::fmt::Write as _;

use embassy_time::with_timeout;
use embedded_io_async::{Read, Write as _};
use heapless::String;
use reknock::{Failure, Moment, Outcome};

pub use head::{Head, Progress};

use crate::board::{Buffers, Connection as _, Network, Server};
use crate::policy::TRY_TIMEOUT;
use crate::retry;

/// The most bytes of a request without its body.
const REQUEST_MAX: usize = 320;

/// What a try is made of.
pub struct Request<'a> {
    /// The same at every try: by this the server knows a repetition.
    pub id: &'a str,
    /// Which try it is, from 1.
    pub attempt: u32,
    /// How long the device has been running, in milliseconds.
    pub uptime: i64,
    /// JSON.
    pub body: &'a str,
}

/// Posts it and waits for the head of the answer: what the try ended with, and
/// the answer's `Date`, for a device that has no other calendar.
pub async fn post<N: Network>(
    network: &N,
    buffers: &mut Buffers,
    server: &Server,
    request: &Request<'_>,
    wall: Option<Moment>,
) -> (Outcome, Option<Moment>) {
    match with_timeout(
        TRY_TIMEOUT.into(),
        exchange(network, buffers, server, request),
    )
    .await
    {
        Ok(Ok(head)) => (
            retry::outcome(head.status(), head.retry_after(), head.date(), wall),
            head.date().and_then(retry::date),
        ),
        Ok(Err(failure)) => (failure.into(), None),
        Err(_) => (Failure::Timeout.into(), None),
    }
}

async fn exchange<N: Network>(
    network: &N,
    buffers: &mut Buffers,
    server: &Server,
    request: &Request<'_>,
) -> Result<Head, Failure> {
    let mut text: String<REQUEST_MAX> = String::new();
    // A path or a name too long for it can never be sent: that is no one's bad day.
    write!(
        text,
        "POST {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nIdempotency-Key: {}\r\nWebhook-Attempt: {}\r\nDevice-Uptime: {}\r\n\r\n",
        server.path,
        server.host,
        request.body.len(),
        request.id,
        request.attempt,
        request.uptime,
    )
    .map_err(|_| Failure::Invalid)?;

    let mut connection = network.connect(buffers, server.address).await?;
    let parts = [text.as_bytes(), request.body.as_bytes()];
    for part in parts {
        let sent = connection.write_all(part).await;
        sent.map_err(|_| Failure::Reset)?;
    }
    connection.flush().await.map_err(|_| Failure::Reset)?;
    let head = read_head(&mut connection).await?;
    connection.close().await;
    Ok(head)
}

/// Reads until the empty line. An answer that ends before it, or is not HTTP,
/// is a connection that broke.
async fn read_head(connection: &mut impl Read) -> Result<Head, Failure> {
    let mut head = Head::new();
    let mut bytes = [0; 64];
    loop {
        let count = connection.read(&mut bytes).await;
        let count = count.map_err(|_| Failure::Reset)?;
        let read = bytes.get(..count).unwrap_or(&[]);
        if read.is_empty() {
            return Err(Failure::Reset);
        }
        for byte in read {
            match head.push(*byte) {
                Progress::More => {}
                Progress::Complete => return Ok(head),
                Progress::Malformed => return Err(Failure::Reset),
            }
        }
    }
}
