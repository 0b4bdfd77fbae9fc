//! A delivery as bytes, for a database column or a flash log.
//!
//! The format is postcard's (variable-length integers, signed ones zigzagged)
//! of the tuple (version, attempts, dns, createdAt, nextAt − createdAt, delay),
//! so `postcard` and these functions read each other's bytes; these name the
//! field that is wrong, and need no serde in flash. The difference instead of
//! the point makes a usual delivery fit 19 bytes.

use core::fmt;
use core::ops::Deref;

use crate::delivery::state::Delivery;
use crate::time::{Millis, Moment};

/// The version this release writes, and the only one it reads.
pub(crate) const VERSION: u8 = 1;

impl Delivery {
    /// The compact binary form: at most [`DeliveryBytes::MAX`] bytes, 19 or so
    /// in real life.
    ///
    /// ```
    /// use reknock::{Delivery, Moment};
    ///
    /// let delivery = Delivery::new(Moment::from_millis(1_700_000_000_000));
    /// let bytes = delivery.to_bytes();
    /// assert_eq!(bytes.len(), 11);
    /// assert_eq!(Delivery::from_bytes(&bytes), Ok(delivery));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> DeliveryBytes {
        let mut bytes = DeliveryBytes {
            bytes: [0; DeliveryBytes::MAX],
            len: 0,
        };
        bytes.push(u64::from(VERSION));
        bytes.push(u64::from(self.attempts));
        // postcard writes an u8 as it is, not as a variable-length integer.
        bytes.push_byte(self.dns);
        bytes.push(zigzag(self.created_at.as_millis()));
        bytes.push(zigzag(
            self.next_at.as_millis() - self.created_at.as_millis(),
        ));
        bytes.push(u64::from(self.delay.get()));
        bytes
    }

    /// Reads the binary form back. Stored bytes are untrusted: anything gives a
    /// valid delivery or an error that names the field.
    ///
    /// ```
    /// use reknock::Delivery;
    ///
    /// let error = Delivery::from_bytes(b"\x01\x05\x00").unwrap_err();
    /// assert_eq!(error.field(), "createdAt");
    /// let error = Delivery::from_bytes(b"\x02").unwrap_err();
    /// assert_eq!(error.field(), "v");
    /// ```
    ///
    /// # Errors
    ///
    /// When the bytes end early or go on too long, are of another version, or
    /// hold a number that is out of range.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StateError> {
        let mut reader = Reader::new(bytes);
        let attempts = reader.u32("attempts");
        let dns = reader.byte("dns");
        let created_at = reader.point("createdAt");
        let until_next = reader.signed("nextAt");
        let next_at = created_at.as_millis().saturating_add(until_next);
        let delivery = Self {
            attempts,
            dns,
            created_at,
            next_at: reader.in_range("nextAt", next_at),
            delay: Millis::new(reader.u32("delay")),
        };
        reader.finish("delay").map(|()| delivery)
    }
}

/// A delivery's binary form, ready to be stored. Derefs to the bytes.
///
/// ```
/// use reknock::{Delivery, DeliveryBytes, Moment};
///
/// let bytes = Delivery::new(Moment::MAX).to_bytes();
/// assert!(bytes.len() <= DeliveryBytes::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct DeliveryBytes {
    bytes: [u8; Self::MAX],
    len: u8,
}

impl DeliveryBytes {
    /// The most bytes a delivery takes.
    ///
    /// ```
    /// let mut buffer = [0u8; reknock::DeliveryBytes::MAX];
    /// ```
    // 1 version, 5 attempts, 1 dns, 8 and 8 for the points, 5 delay, 4 spare:
    // a power of two lets a mask stand for the bounds check.
    pub const MAX: usize = 32;

    /// Adds a variable-length integer: seven bits a byte, the lowest first.
    fn push(&mut self, mut number: u64) {
        while number > 0x7f {
            self.push_byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.push_byte(number as u8);
    }

    fn push_byte(&mut self, byte: u8) {
        self.bytes[usize::from(self.len) & (Self::MAX - 1)] = byte;
        self.len += 1;
    }
}

impl fmt::Debug for DeliveryBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Deref for DeliveryBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes
            .get(..usize::from(self.len))
            .unwrap_or(&self.bytes)
    }
}

/// Why stored bytes are refused: which field, and what is wrong with it.
///
/// ```
/// let error = reknock::Delivery::from_bytes(&[]).unwrap_err();
/// assert_eq!(error.to_string(), "v: the bytes end before it");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct StateError {
    /// A destination's; empty elsewhere.
    guard: &'static str,
    field: &'static str,
    problem: Problem,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) enum Problem {
    TooShort,
    TooLong,
    Version,
    Range,
}

impl StateError {
    #[cfg(feature = "serde")]
    pub(crate) const fn new(field: &'static str, problem: Problem) -> Self {
        Self {
            guard: "",
            field,
            problem,
        }
    }

    /// The guard whose field it is, in the bytes of a destination.
    ///
    /// ```
    /// let error = reknock::Delivery::from_bytes(&[1]).unwrap_err();
    /// assert_eq!(error.guard(), None);
    /// ```
    #[must_use]
    pub const fn guard(&self) -> Option<&'static str> {
        if self.guard.is_empty() {
            None
        } else {
            Some(self.guard)
        }
    }

    /// The field, as the JSON form names it, within its guard.
    ///
    /// ```
    /// let error = reknock::Delivery::from_bytes(&[1]).unwrap_err();
    /// assert_eq!(error.field(), "attempts");
    /// ```
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.problem {
            Problem::TooShort => "the bytes end before it",
            Problem::TooLong => "more bytes follow where none should",
            Problem::Version => "another version; this release reads version 1",
            Problem::Range => "the number is out of range",
        };
        let point = if self.guard.is_empty() { "" } else { "." };
        write!(f, "{}{point}{}: {problem}", self.guard, self.field)
    }
}

impl core::error::Error for StateError {}

/// What is left to read, and the first thing that was wrong. Asked for more
/// after that, it gives zeros: who reads looks once, at the end, and not after
/// every field.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    /// The guard being read, of a destination.
    pub(crate) guard: &'static str,
    error: Option<StateError>,
}

impl<'a> Reader<'a> {
    /// What follows a version that is known.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self {
            rest: bytes,
            guard: "",
            error: None,
        };
        if reader.byte("v") != VERSION {
            reader.refuse("v", Problem::Version);
        }
        reader
    }

    /// What was wrong first; bytes that are left after the field `last`, if
    /// nothing else was.
    pub(crate) fn finish(mut self, last: &'static str) -> Result<(), StateError> {
        if !self.rest.is_empty() {
            self.refuse(last, Problem::TooLong);
        }
        match self.error {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    pub(crate) fn refuse(&mut self, field: &'static str, problem: Problem) {
        let guard = self.guard;
        self.error.get_or_insert(StateError {
            guard,
            field,
            problem,
        });
        self.rest = &[];
    }

    pub(crate) fn byte(&mut self, field: &'static str) -> u8 {
        let [first, tail @ ..] = self.rest else {
            self.refuse(field, Problem::TooShort);
            return 0;
        };
        self.rest = tail;
        *first
    }

    pub(crate) fn u16(&mut self, field: &'static str) -> u16 {
        self.number(field, u64::from(u16::MAX)) as u16
    }

    pub(crate) fn u32(&mut self, field: &'static str) -> u32 {
        self.number(field, u64::from(u32::MAX)) as u32
    }

    pub(crate) fn point(&mut self, field: &'static str) -> Moment {
        let millis = self.signed(field);
        self.in_range(field, millis)
    }

    pub(crate) fn in_range(&mut self, field: &'static str, millis: i64) -> Moment {
        let moment = Moment::from_millis(millis);
        if moment.as_millis() != millis {
            self.refuse(field, Problem::Range);
        }
        moment
    }

    pub(crate) fn signed(&mut self, field: &'static str) -> i64 {
        let number = self.number(field, u64::MAX);
        (number >> 1) as i64 ^ -((number & 1) as i64)
    }

    /// A variable-length integer, not above `most`.
    fn number(&mut self, field: &'static str, most: u64) -> u64 {
        let mut number: u64 = 0;
        // Three groups of seven bits hold 16 bits, five 32, eight a point.
        let groups = match most {
            0..=0xffff => 3,
            0x1_0000..=0xffff_ffff => 5,
            _ => 8,
        };
        for group in 0..groups {
            let byte = self.byte(field);
            number |= u64::from(byte & 0x7f) << (group * 7);
            if byte & 0x80 == 0 {
                if number > most {
                    break;
                }
                return number;
            }
        }
        self.refuse(field, Problem::Range);
        0
    }
}

/// Signed numbers with the sign in the lowest bit, so that small ones are short.
pub(crate) const fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// The point, refused where it would have to saturate.
#[cfg(feature = "serde")]
pub(crate) fn in_range(field: &'static str, millis: i64) -> Result<Moment, StateError> {
    let moment = Moment::from_millis(millis);
    if moment.as_millis() == millis {
        Ok(moment)
    } else {
        Err(StateError::new(field, Problem::Range))
    }
}
