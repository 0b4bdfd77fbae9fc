//! States of a destination that no story ends in: every field is any number,
//! written byte by byte as `docs/destination.md` says.

use arbitrary::{Result, Unstructured};
use reknock::destination::{Pass, Permit, Place};

use crate::input;

/// The binary form of a destination in any state.
pub(crate) fn destination(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut to = Bytes(vec![1]);
    to.u32(u.arbitrary()?);
    to.i64(input::moment(u)?.as_millis());
    if u.ratio(3, 4)? {
        to.byte(0);
        to.number(u)?;
        to.length(u)?;
    } else {
        to.byte(1);
        to.length(u)?;
        to.byte(u.int_in_range(0..=3)?);
        to.byte(u.int_in_range(0..=1)?);
    }
    to.breaker(u)?;
    to.gate(u)?;
    to.u32(u.arbitrary()?);
    // The storm: a window of five slots, two depths, an age.
    to.window(u, 5 * 2)?;
    to.u32(u.arbitrary()?);
    to.u32(u.arbitrary()?);
    to.byte(u.arbitrary()?);
    if u.arbitrary()? {
        to.byte(0);
    } else {
        to.byte(1);
        to.u32(u.int_in_range(1..=0xffff)?);
        to.length(u)?;
        to.number(u)?;
    }
    to.window(u, 4 * 7)?;
    Ok(to.0)
}

/// A permit that nobody gave.
pub(crate) fn permit(u: &mut Unstructured<'_>) -> Result<Permit> {
    let probe = if u.arbitrary()? {
        Some((u.int_in_range(0..=5)?, input::moment(u)?))
    } else {
        None
    };
    Ok(Permit::from_parts(
        *u.choose(&reknock::destination::Kind::ALL)?,
        Pass::from_parts(u.int_in_range(0..=3)?, probe),
        Place::from_parts(
            u.int_in_range(0..=17)?,
            u.int_in_range(0..=3)?,
            input::moment(u)?,
        ),
    ))
}

/// What is written so far, in postcard's form.
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Bytes {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn u64(&mut self, mut number: u64) {
        while number > 0x7f {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    fn u32(&mut self, number: u32) {
        self.u64(number.into());
    }

    pub(crate) fn i64(&mut self, number: i64) {
        self.u64((number.unsigned_abs() << 1).wrapping_sub(u64::from(number < 0)));
    }

    /// An u16, full or nearly so more often than chance would have it.
    fn number(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let number: u16 = match u.int_in_range(0..=3u8)? {
            0 => u16::MAX - u.int_in_range(0..=2)?,
            1 => u.arbitrary()?,
            _ => u.int_in_range(0..=30)?,
        };
        self.u32(number.into());
        Ok(())
    }

    fn length(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        self.u32(input::length(u)?.get());
        Ok(())
    }

    fn window(&mut self, u: &mut Unstructured<'_>, counters: usize) -> Result<()> {
        self.length(u)?;
        // Most of them the same, so that few bytes make a whole window.
        let usual: u16 = u.int_in_range(0..=u16::MAX)?;
        for _ in 0..counters {
            if u.ratio(3, 4)? {
                self.u32(usual.into());
            } else {
                self.number(u)?;
            }
        }
        Ok(())
    }

    fn breaker(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        self.u32(u.int_in_range(0..=3)?);
        self.length(u)?;
        let state = u.int_in_range(0..=3)?;
        self.byte(state);
        match state {
            0 => {
                self.window(u, 5 * 2)?;
                self.number(u)?;
            }
            1 => {
                self.length(u)?;
                self.length(u)?;
            }
            2 => {
                for _ in 0..4 {
                    self.length(u)?;
                }
                self.byte(u.arbitrary()?);
                self.length(u)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn gate(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        self.length(u)?;
        let taken: u16 = u.arbitrary()?;
        for place in 0..16 {
            let left = if taken & (1 << place) != 0 {
                u.arbitrary()?
            } else {
                0
            };
            self.byte(left);
        }
        for _ in 0..16 {
            self.byte(u.int_in_range(0..=3)?);
        }
        Ok(())
    }
}
