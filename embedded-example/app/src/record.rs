//! An event in flash: bytes, read back without trusting them.

use heapless::String;
use reknock::{Delivery, DeliveryBytes, Moment};

use crate::event::{BODY_MAX, Event, Id, Importance};
use crate::retry;

/// The most bytes of a record.
pub const RECORD_MAX: usize = 2 + 8 + Stamp::BYTES + 1 + DeliveryBytes::MAX + BODY_MAX;

/// The form this release writes, and the only one it reads.
const VERSION: u8 = 1;

/// "Not known", where a moment would stand; no moment is that early.
const NO_WALL: i64 = i64::MIN;

/// An event and how far it got, and when that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What is to be delivered.
    pub event: Event,
    /// How far it got.
    pub delivery: Delivery,
    /// When that was.
    pub stamp: Stamp,
}

/// A moment that can be told apart from those of other starts of the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    /// The start of the device.
    pub boot: u32,
    /// The time since.
    pub at: Moment,
    /// The unix time, if some server's `Date` had told it.
    pub wall: Option<Moment>,
}

impl Record {
    /// Writes it, and says how many bytes that took.
    pub fn write(&self, to: &mut [u8; RECORD_MAX]) -> usize {
        let mut writer = Writer { to, at: 0 };
        writer.put(&[VERSION, self.event.importance as u8]);
        writer.put(&self.event.id.boot.to_le_bytes());
        writer.put(&self.event.id.number.to_le_bytes());
        let mut stamp = [0; Stamp::BYTES];
        self.stamp.write(&mut stamp);
        writer.put(&stamp);
        let delivery = retry::to_bytes(&self.delivery);
        writer.put(&[delivery.len() as u8]);
        writer.put(&delivery);
        writer.put(self.event.body.as_bytes());
        writer.at
    }

    /// Reads it back; nothing, if it is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let [VERSION, importance, rest @ ..] = bytes else {
            return None;
        };
        let importance = match importance {
            0 => Importance::Routine,
            1 => Importance::Alarm,
            _ => return None,
        };
        let (boot, rest) = rest.split_first_chunk()?;
        let (number, rest) = rest.split_first_chunk()?;
        let (stamp, rest) = rest.split_at_checked(Stamp::BYTES)?;
        let (length, rest) = rest.split_first()?;
        let (delivery, body) = rest.split_at_checked(usize::from(*length))?;
        let body = core::str::from_utf8(body).ok()?;
        Some(Self {
            event: Event {
                id: Id {
                    boot: u32::from_le_bytes(*boot),
                    number: u32::from_le_bytes(*number),
                },
                importance,
                body: String::try_from(body).ok()?,
            },
            delivery: retry::from_bytes(delivery)?,
            stamp: Stamp::read(stamp)?,
        })
    }
}

impl Stamp {
    /// How long it is.
    pub const BYTES: usize = 20;

    /// Writes it.
    pub fn write(&self, to: &mut [u8; Self::BYTES]) {
        let wall = self.wall.map_or(NO_WALL, Moment::as_millis);
        let mut writer = Writer { to, at: 0 };
        writer.put(&self.boot.to_le_bytes());
        writer.put(&self.at.as_millis().to_le_bytes());
        writer.put(&wall.to_le_bytes());
    }

    /// Reads it back; nothing, if it is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (boot, rest) = bytes.split_first_chunk()?;
        let (at, rest) = rest.split_first_chunk()?;
        let (wall, rest) = rest.split_first_chunk()?;
        let wall = i64::from_le_bytes(*wall);
        rest.is_empty().then(|| Self {
            boot: u32::from_le_bytes(*boot),
            at: Moment::from_millis(i64::from_le_bytes(*at)),
            wall: (wall != NO_WALL).then(|| Moment::from_millis(wall)),
        })
    }
}

/// Appends; what does not fit is left out, and the lengths above see to it that
/// everything does.
struct Writer<'a> {
    to: &'a mut [u8],
    at: usize,
}

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) {
        let end = self.at + bytes.len();
        if let Some(room) = self.to.get_mut(self.at..end) {
            room.copy_from_slice(bytes);
            self.at = end;
        }
    }
}
