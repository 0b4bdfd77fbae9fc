//! One HTTP POST with the standard library: enough to knock at a server.
//!
//! No TLS, no connection kept: a sender in production takes a client such as
//! ureq or reqwest, and keeps the loop around it.

use std::io::{self, Error, ErrorKind, Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use reknock::http::Headers;
use reknock::{Moment, Outcome};

/// The most bytes of an answer that are looked at; its body is of no interest.
const HEAD_MAX: usize = 16 * 1024;

/// Posts `body` to an `http://` address and waits for the head of the answer,
/// all within `timeout` (but for looking up the name, which the standard
/// library lets nobody interrupt).
///
/// ```
/// use std::time::Duration;
/// use reknock_examples::post::post;
/// use reknock_examples::server::{Reply, Server};
///
/// let server = Server::start(|_| Reply::status(202))?;
/// let answer = post(&server.url("/hook"), &[], b"{}", Duration::from_secs(5))?;
/// assert_eq!(answer.status, 202);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// When there is no answer: `Outcome::from(&error)` says what that means.
pub fn post(
    url: &str,
    headers: &[(&str, &str)],
    body: &[u8],
    timeout: Duration,
) -> io::Result<Answer> {
    let deadline = Instant::now() + timeout;
    let (host, path) = split(url)?;
    let mut request = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
    for (name, value) in headers {
        request += &format!("{name}: {}\r\n", checked(value)?);
    }
    request += &format!("Content-Length: {}\r\n\r\n", body.len());
    let mut bytes = request.into_bytes();
    bytes.extend_from_slice(body);

    let mut stream = connect(host, deadline)?;
    stream.set_write_timeout(Some(left(deadline)?))?;
    stream.write_all(&bytes)?;
    Answer::parse(&read_head(&mut stream, deadline)?)
        .ok_or_else(|| Error::new(ErrorKind::InvalidData, "the answer is not HTTP"))
}

/// The head of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Its HTTP status.
    pub status: u16,
    headers: Vec<(String, String)>,
}

impl Answer {
    /// What the try ended with; `wall` is what a `Retry-After` date is measured
    /// against when the answer has no `Date` of its own.
    ///
    /// ```
    /// # use reknock_examples::{post::post, server::{Reply, Server}};
    /// use reknock::{presets, Millis};
    ///
    /// # let server = Server::start(|_| Reply::status(503).with("Retry-After", "60"))?;
    /// # let timeout = std::time::Duration::from_secs(5);
    /// let answer = post(&server.url("/hook"), &[], b"{}", timeout)?;
    /// let hint = presets::STORM_SAFE.hint(answer.outcome(None));
    /// assert_eq!(hint, Some(Millis::from_mins(1)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn outcome(&self, wall: Option<Moment>) -> Outcome {
        let headers = Headers::from_lookup(|name| self.header(name).map(str::as_bytes));
        Outcome::status(self.status).with_headers(&headers, wall)
    }

    /// The header with this name, in whatever case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    fn parse(head: &[u8]) -> Option<Self> {
        let head = String::from_utf8_lossy(head);
        let mut lines = head.lines();
        let (version, rest) = lines.next()?.split_once(' ')?;
        if !version.starts_with("HTTP/1.") {
            return None;
        }
        Some(Self {
            status: rest.get(..3)?.parse().ok()?,
            headers: lines
                .filter_map(|line| line.split_once(':'))
                .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
                .collect(),
        })
    }
}

/// The host (with its port, if any) and the path of an `http://` address.
fn split(url: &str) -> io::Result<(&str, &str)> {
    let rest = checked(url)?
        .strip_prefix("http://")
        .ok_or_else(|| invalid("the URL does not begin with http://"))?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if host.is_empty() || url.contains([' ', '@']) {
        return Err(invalid("the URL is not well-formed"));
    }
    Ok((host, if path.is_empty() { "/" } else { path }))
}

/// The text, unless it would break out of its line.
fn checked(text: &str) -> io::Result<&str> {
    if text.contains(char::is_control) {
        return Err(invalid("a control character in a URL or a header"));
    }
    Ok(text)
}

/// Connects to the first address of the host that accepts.
fn connect(host: &str, deadline: Instant) -> io::Result<TcpStream> {
    let port_at = host.rfind(':').filter(|at| !host[*at..].contains(']'));
    let addresses = match port_at {
        Some(_) => host.to_socket_addrs()?,
        None => format!("{host}:80").to_socket_addrs()?,
    };
    let mut last = Error::from(ErrorKind::HostUnreachable);
    for address in addresses {
        match TcpStream::connect_timeout(&address, left(deadline)?) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Everything up to the empty line.
fn read_head(stream: &mut TcpStream, deadline: Instant) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut chunk = [0; 1024];
    loop {
        stream.set_read_timeout(Some(left(deadline)?))?;
        match stream.read(&mut chunk)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            read => head.extend_from_slice(&chunk[..read]),
        }
        if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
            head.truncate(end);
            return Ok(head);
        }
        if head.len() > HEAD_MAX {
            return Err(Error::new(
                ErrorKind::InvalidData,
                "the answer's head has no end",
            ));
        }
    }
}

/// The time that is left.
fn left(deadline: Instant) -> io::Result<Duration> {
    match deadline.checked_duration_since(Instant::now()) {
        Some(left) if !left.is_zero() => Ok(left),
        _ => Err(ErrorKind::TimedOut.into()),
    }
}

fn invalid(problem: &'static str) -> Error {
    Error::new(ErrorKind::InvalidInput, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_split_into_host_and_path() {
        assert_eq!(split("http://a:1/b/c?d").unwrap(), ("a:1", "/b/c?d"));
        assert_eq!(split("http://a").unwrap(), ("a", "/"));
        for bad in [
            "https://a",
            "http://",
            "http:///b",
            "http://a/b c",
            "http://a/\r\nEvil: 1",
        ] {
            assert_eq!(
                split(bad).unwrap_err().kind(),
                ErrorKind::InvalidInput,
                "{bad}"
            );
        }
    }

    #[test]
    fn an_answer_that_is_not_http_is_refused() {
        for bad in [
            &b""[..],
            b"SSH-2.0-x",
            b"HTTP/1.1",
            b"HTTP/1.1 2",
            b"HTTP/1.1 abc",
        ] {
            assert_eq!(Answer::parse(bad), None);
        }
    }
}
