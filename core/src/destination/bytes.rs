//! States as bytes, for a database column or a flash log.
//!
//! The format is postcard's (variable-length integers, signed ones zigzagged)
//! of the fields in the order of the JSON form, lists without a length in
//! front, so that any postcard reads them; these functions name the field that
//! is wrong, and need no serde in flash.

mod guards;
#[cfg(test)]
mod refusals;
#[cfg(all(test, feature = "serde"))]
mod tests;

use core::fmt;
use core::ops::Deref;

use crate::delivery::bytes::{Reader, StateError, VERSION, zigzag};
use crate::destination::alone::Alone;
use crate::destination::state::Destination;
use crate::time::{Millis, Moment};

/// A state, or a part of one, in the binary form.
pub(crate) trait Binary: Sized {
    /// The field that bytes which follow are laid to.
    const LAST: &'static str;

    fn write(&self, to: &mut Writer<'_>);

    /// Reads it, or says which field is wrong.
    fn read(from: &mut Reader<'_>) -> Self;
}

// The trait is the crate's own; every guard has it.
#[allow(private_bounds)]
impl<G: Binary> Alone<G> {
    /// The compact binary form: some 30 bytes for a breaker, 40 for a gate.
    ///
    /// ```
    /// use reknock::destination::{Alone, Breaker, Gate};
    /// use reknock::Moment;
    ///
    /// let breaker = Breaker::alone(Moment::from_millis(1_700_000_000_000));
    /// let bytes = breaker.to_bytes();
    /// assert_eq!(bytes.len(), 22);
    /// assert_eq!(Alone::<Breaker>::from_bytes(&bytes), Ok(breaker));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> GuardBytes {
        StateBytes::of(|to| {
            to.byte(VERSION);
            to.point(self.at);
            self.guard.write(to);
        })
    }

    /// Reads the binary form back. Stored bytes are untrusted: anything gives a
    /// state that is safe to use or an error that names the field.
    ///
    /// ```
    /// use reknock::destination::{Alone, Gate};
    /// use reknock::Moment;
    ///
    /// let bytes = Gate::alone(Moment::from_millis(0)).to_bytes();
    /// let error = Alone::<Gate>::from_bytes(&bytes[..20]).unwrap_err();
    /// assert_eq!(error.to_string(), "generations: the bytes end before it");
    /// ```
    ///
    /// # Errors
    ///
    /// When the bytes end early or go on too long, are of another version, or
    /// hold a number that is out of range.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        let mut from = Reader::new(bytes);
        let state = Self {
            at: from.point("at"),
            guard: G::read(&mut from),
        };
        from.finish(G::LAST).map(|()| state)
    }
}

impl Destination {
    /// The compact binary form: at most [`DestinationBytes::MAX`] bytes, some 150
    /// in real life.
    ///
    /// ```
    /// use reknock::destination::{Destination, DestinationRules};
    /// use reknock::Moment;
    ///
    /// let now = Moment::from_millis(1_700_000_000_000);
    /// let destination = Destination::new(&DestinationRules::DEFAULT, now);
    /// let bytes = destination.to_bytes();
    /// assert_eq!(bytes.len(), 107);
    /// assert_eq!(Destination::from_bytes(&bytes), Ok(destination));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> DestinationBytes {
        StateBytes::of(|to| {
            to.byte(VERSION);
            to.number(self.version);
            to.point(self.at);
            self.standing.write(to);
            self.breaker.write(to);
            self.gate.write(to);
            self.budget.write(to);
            self.storm.write(to);
            self.replay.write(to);
            self.health.write(to);
        })
    }

    /// Reads the binary form back. Stored bytes are untrusted: anything gives a
    /// state that is safe to use or an error that names the field.
    ///
    /// ```
    /// use reknock::destination::{Destination, DestinationRules};
    /// use reknock::Moment;
    ///
    /// let destination = Destination::new(&DestinationRules::DEFAULT, Moment::from_millis(0));
    /// let mut bytes = destination.to_bytes().to_vec();
    /// bytes[8] = 4;
    /// let error = Destination::from_bytes(&bytes).unwrap_err();
    /// assert_eq!((error.guard(), error.field()), (Some("breaker"), "state"));
    /// ```
    ///
    /// # Errors
    ///
    /// When the bytes end early or go on too long, are of another version, or
    /// hold a number that is out of range.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        let mut from = Reader::new(bytes);
        let state = Self {
            version: from.u32("version"),
            at: from.point("at"),
            standing: Binary::read(&mut from),
            breaker: part(&mut from, "breaker"),
            gate: part(&mut from, "gate"),
            budget: part(&mut from, "budget"),
            storm: part(&mut from, "storm"),
            replay: part(&mut from, "replay"),
            health: part(&mut from, "health"),
        };
        // What follows the last guard is a fault of the whole.
        from.guard = "";
        from.finish("health").map(|()| state)
    }
}

/// A guard's binary form; see [`Alone::to_bytes`].
pub type GuardBytes = StateBytes<98>;

/// A destination's binary form; see [`Destination::to_bytes`].
pub type DestinationBytes = StateBytes<259>;

/// The binary form of a state, ready to be stored. Derefs to the bytes.
///
/// ```
/// use reknock::destination::{Gate, GuardBytes};
/// use reknock::Moment;
///
/// let bytes = Gate::alone(Moment::MAX).to_bytes();
/// assert!(bytes.len() <= GuardBytes::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct StateBytes<const N: usize> {
    bytes: [u8; N],
    len: u16,
}

impl<const N: usize> StateBytes<N> {
    /// The most bytes that such a state takes.
    ///
    /// ```
    /// let mut buffer = [0u8; reknock::destination::DestinationBytes::MAX];
    /// ```
    pub const MAX: usize = N;

    fn of(write: impl FnOnce(&mut Writer<'_>)) -> Self {
        let mut bytes = [0; N];
        let mut writer = Writer {
            bytes: &mut bytes,
            len: 0,
        };
        write(&mut writer);
        let len = writer.len;
        Self { bytes, len }
    }
}

impl<const N: usize> fmt::Debug for StateBytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<const N: usize> Deref for StateBytes<N> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes
            .get(..usize::from(self.len))
            .unwrap_or(&self.bytes)
    }
}

/// What is written so far.
pub(crate) struct Writer<'a> {
    bytes: &'a mut [u8],
    len: u16,
}

impl Writer<'_> {
    fn byte(&mut self, byte: u8) {
        // There is always room: `MAX` is what the largest values take.
        if let Some(place) = self.bytes.get_mut(usize::from(self.len)) {
            *place = byte;
            self.len = self.len.wrapping_add(1);
        }
    }

    /// A variable-length integer: seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u32) {
        while number > 0x7f {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    fn length(&mut self, length: Millis) {
        self.number(length.get());
    }

    fn point(&mut self, point: Moment) {
        let mut number = zigzag(point.as_millis());
        while number > 0x7f {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }
}

fn part<G: Binary>(from: &mut Reader<'_>, name: &'static str) -> G {
    from.guard = name;
    G::read(from)
}

fn length(from: &mut Reader<'_>, field: &'static str) -> Millis {
    Millis::new(from.u32(field))
}
