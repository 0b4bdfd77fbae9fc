//! What a board brings: the whole of what the application asks of hardware.

use core::fmt::{self, Write as _};
use core::future::Future;
use core::net::SocketAddrV4;

use embedded_io_async::{Read, Write};
use heapless::String;
use reknock::Failure;

use crate::event::{BODY_MAX, Importance};

/// One value, filled in by the board's `main`, and [`run`](crate::run) goes.
pub struct Board<N, C, F, S, O> {
    /// The way to the server: `EmbassyNet` for everything that `embassy-net`
    /// drives, or a modem with a TCP of its own.
    pub network: N,
    /// Time since the start: `EmbassyClock`. With a real-time clock, one that
    /// knows [`wall`](reknock::Clock::wall) time too.
    pub clock: C,
    /// At least two sectors of flash that nothing else uses.
    pub flash: F,
    /// What is measured.
    pub sensor: S,
    /// Ends when someone switches the device off.
    pub off: O,
    /// Unique in the fleet: a serial number, or the MAC address.
    pub device: u64,
    /// Where draws come from: hardware entropy, or something of this device
    /// alone. The id of the device is part of every draw's key, so devices come
    /// back apart even with the same seed; a constant would let anyone foretell
    /// when.
    pub seed: u64,
    /// Where events go.
    pub server: Server,
}

/// Where events go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Server {
    /// Its address.
    pub address: SocketAddrV4,
    /// What it is called in `Host`.
    pub host: &'static str,
    /// Where events are posted.
    pub path: &'static str,
}

/// A network of whatever kind.
pub trait Network {
    /// A connection, in the buffers of the courier that made it.
    type Connection<'a>: Connection
    where
        Self: 'a;

    /// Waits until there is a way to the server.
    fn up(&self) -> impl Future<Output = ()>;

    /// Waits until there is none.
    fn down(&self) -> impl Future<Output = ()>;

    /// Connects; what went wrong is said in the words that decisions know.
    fn connect<'a>(
        &'a self,
        buffers: &'a mut Buffers,
        to: SocketAddrV4,
    ) -> impl Future<Output = Result<Self::Connection<'a>, Failure>>;
}

/// A connection to the server.
pub trait Connection: Read + Write {
    /// Ends it as the other side expects.
    fn close(self) -> impl Future<Output = ()>;
}

/// What a connection receives into and sends from.
pub struct Buffers {
    /// The head of an answer may be longer: it is looked at as it comes.
    pub rx: [u8; 1024],
    /// A whole request fits.
    pub tx: [u8; 512],
}

/// Something that measures.
pub trait Sensor {
    /// Waits until there is something to tell. What does not fit is dropped,
    /// and the log says so.
    fn next(&mut self) -> impl Future<Output = Result<Reading, TooLong>>;
}

/// What a sensor tells.
pub struct Reading {
    /// How much it matters.
    pub importance: Importance,
    /// JSON.
    pub body: String<BODY_MAX>,
}

/// A body of more than [`BODY_MAX`] bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl Reading {
    /// With all of this body, or not at all.
    pub fn new(importance: Importance, body: fmt::Arguments<'_>) -> Result<Self, TooLong> {
        let mut text = String::new();
        text.write_fmt(body).map_err(|_| TooLong)?;
        Ok(Self {
            importance,
            body: text,
        })
    }
}

impl Default for Buffers {
    fn default() -> Self {
        Self::new()
    }
}

impl Buffers {
    /// Empty ones.
    pub const fn new() -> Self {
        Self {
            rx: [0; 1024],
            tx: [0; 512],
        }
    }
}
