//! What is delivered: an event, its id, and how much it matters.

use core::fmt::Write as _;

use defmt::{Format, Formatter};
use heapless::String;

/// The most bytes of a body. What holds one grows with it: memory, the records
/// in flash, their buffer.
pub const BODY_MAX: usize = 64;

/// What goes to the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The same at every try.
    pub id: Id,
    /// What is dropped first when there is no more room.
    pub importance: Importance,
    /// JSON.
    pub body: String<BODY_MAX>,
}

/// How much an event matters; the last matters most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Format)]
#[repr(u8)]
pub enum Importance {
    /// The next one will do as well.
    Routine,
    /// Somebody waits for it.
    Alarm,
}

/// Unique without a clock and without a server: which start of the device it
/// was, which the flash counts, and which event since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Id {
    /// The start of the device.
    pub boot: u32,
    /// The event since then, from 1.
    pub number: u32,
}

/// An id as the server sees it.
pub type IdText = String<40>;

impl Id {
    /// The idempotency id of all tries: unique in the fleet.
    pub fn text(self, device: u64) -> IdText {
        let mut text = String::new();
        // 16 + 10 + 10 digits and two dashes: it always fits.
        let _ = write!(text, "{device:012x}-{}-{}", self.boot, self.number);
        text
    }
}

impl Format for Id {
    fn format(&self, f: Formatter<'_>) {
        defmt::write!(f, "{=u32}-{=u32}", self.boot, self.number);
    }
}
