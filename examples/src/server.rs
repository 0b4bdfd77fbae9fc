//! A web server on loopback that answers as it is told: real sockets for the
//! demonstration and for the tests.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The most bytes a request may have.
const REQUEST_MAX: usize = 64 * 1024;

/// How long to try to get the port back, and to wait for a slow request.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that asks a function how to answer.
///
/// ```
/// use reknock_examples::server::{Reply, Server};
///
/// let server = Server::start(|request| match request.path.as_str() {
///     "/hook" => Reply::status(204),
///     "/busy" => Reply::status(429).with("Retry-After", "1"),
///     _ => Reply::Reset,
/// })?;
/// assert!(server.url("/hook").starts_with("http://127.0.0.1:"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Server {
    address: SocketAddr,
    answer: Arc<Answer>,
    open: Option<Open>,
}

type Answer = dyn Fn(&Request) -> Reply + Send + Sync;

struct Open {
    closing: Arc<AtomicBool>,
    acceptor: JoinHandle<()>,
}

impl Server {
    /// Listens on a free port.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn start(answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> io::Result<Self> {
        Self::start_at((Ipv4Addr::LOCALHOST, 0).into(), answer)
    }

    /// Listens here: for clients on other machines too, if this is an address
    /// that they can reach.
    ///
    /// # Errors
    ///
    /// When the address is not ours, or its port is taken.
    pub fn start_at(
        address: SocketAddr,
        answer: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let mut server = Self {
            address: listener.local_addr()?,
            answer: Arc::new(answer),
            open: None,
        };
        server.listen(listener);
        Ok(server)
    }

    /// Goes down: connections are refused from now on.
    pub fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.closing.store(true, Ordering::SeqCst);
            // Wakes the acceptor; if nothing answers, it is gone already.
            let _ = TcpStream::connect(self.address);
            let _ = open.acceptor.join();
        }
    }

    /// Comes back, on the same port.
    ///
    /// # Errors
    ///
    /// When something else has taken the port meanwhile.
    pub fn reopen(&mut self) -> io::Result<()> {
        self.close();
        let give_up = Instant::now() + PATIENCE;
        loop {
            match TcpListener::bind(self.address) {
                Ok(listener) => {
                    self.listen(listener);
                    return Ok(());
                }
                Err(error) if Instant::now() > give_up => return Err(error),
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    /// The address of a path here.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn listen(&mut self, listener: TcpListener) {
        let closing = Arc::new(AtomicBool::new(false));
        let (closed, answer) = (Arc::clone(&closing), Arc::clone(&self.answer));
        let acceptor = thread::spawn(move || {
            for stream in listener.incoming() {
                if closed.load(Ordering::SeqCst) {
                    return;
                }
                let (Ok(stream), answer) = (stream, Arc::clone(&answer)) else {
                    continue;
                };
                // A client that leaves in the middle is no one's fault here.
                thread::spawn(move || drop(serve(stream, &*answer)));
            }
        });
        self.open = Some(Open { closing, acceptor });
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.close();
    }
}

/// What arrived.
#[derive(Clone, Debug)]
pub struct Request {
    /// When.
    pub at: Instant,
    /// Where to.
    pub path: String,
    /// With what.
    pub body: Vec<u8>,
    headers: Vec<(String, String)>,
}

impl Request {
    /// The header with this name, in whatever case; empty if there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map_or("", |(_, value)| value)
    }

    /// The request at the beginning of these bytes and its length, once it is
    /// all there.
    fn parse(bytes: &[u8], at: Instant) -> Option<(Self, usize)> {
        let head = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let text = String::from_utf8_lossy(&bytes[..head]);
        let mut lines = text.lines();
        let path = lines.next()?.split(' ').nth(1)?.to_owned();
        let headers: Vec<_> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
            .collect();
        let mut request = Self {
            at,
            path,
            body: Vec::new(),
            headers,
        };
        let length = head + 4 + request.header("Content-Length").parse().unwrap_or(0);
        request.body = bytes.get(head + 4..length)?.to_vec();
        Some((request, length))
    }
}

/// How to answer.
#[derive(Clone, Debug)]
pub enum Reply {
    /// With a status and headers.
    Status(u16, Vec<(&'static str, String)>),
    /// With 200 and a body that breaks off in the middle.
    HalfABody,
    /// With bytes that are no HTTP.
    Raw(&'static [u8]),
    /// Not at all, until the client gives up.
    Stall,
    /// By breaking the connection.
    Reset,
}

impl Reply {
    /// A status without headers.
    #[must_use]
    pub const fn status(status: u16) -> Self {
        Self::Status(status, Vec::new())
    }

    /// The same with one header more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        if let Self::Status(_, headers) = &mut self {
            headers.push((name, value.into()));
        }
        self
    }
}

fn serve(mut stream: TcpStream, answer: &Answer) -> io::Result<()> {
    let at = Instant::now();
    let mut bytes = vec![0; REQUEST_MAX];
    // Looks at the request without taking it: a connection that is closed with
    // unread bytes is reset.
    let (request, length) = loop {
        let seen = stream.peek(&mut bytes)?;
        if let Some(complete) = Request::parse(&bytes[..seen], at) {
            break complete;
        }
        if seen == 0 || seen == bytes.len() || at.elapsed() > PATIENCE {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(1));
    };
    let reply = answer(&request);
    if matches!(reply, Reply::Reset) {
        return Ok(());
    }
    stream.read_exact(&mut bytes[..length])?;
    match reply {
        Reply::Status(status, headers) => {
            let mut head =
                format!("HTTP/1.1 {status} \r\nConnection: close\r\nContent-Length: 0\r\n");
            for (name, value) in headers {
                head += &format!("{name}: {value}\r\n");
            }
            stream.write_all((head + "\r\n").as_bytes())
        }
        Reply::HalfABody => stream.write_all(b"HTTP/1.1 200 \r\nContent-Length: 100\r\n\r\nhalf"),
        Reply::Raw(bytes) => stream.write_all(bytes),
        Reply::Stall => stream.read(&mut [0]).map(drop),
        Reply::Reset => Ok(()),
    }
}
