//! Values as rows of plain numbers, for a binding whose own language reads and checks what users
//! wrote and stored: such a binding hands over numbers that are right, and need not carry a second
//! reader, its checks and their texts in a module that is loaded over a network.
//!
//! Hidden, and no part of what is promised: the rows change with the types. Numbers that break a
//! rule give decisions that nobody wants, and nothing worse: no panic, no overflow, no endless loop.

mod act;
mod outcome;
mod permit;
mod policy;
mod rules;
mod state;

pub use act::{Act, Task, class};

use crate::time::{Millis, Moment};

/// Numbers on their way into a value or out of it: one description of a state serves both ways.
#[derive(Debug)]
pub struct Row<'a> {
    words: &'a mut [u32],
    at: usize,
    way: Way,
}

/// Which way the numbers go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// From the row into the value.
    In,
    /// From the value into the row.
    Out,
}

impl<'a> Row<'a> {
    /// A row, from its first word on.
    pub const fn new(words: &'a mut [u32], way: Way) -> Self {
        Self { words, at: 0, way }
    }

    /// How many words were used so far.
    #[must_use]
    pub const fn used(&self) -> usize {
        self.at
    }

    /// One word. Past the end nothing is stored, and what is read is 0.
    #[inline(never)]
    fn word(&mut self, value: u32) -> u32 {
        let mut past = 0;
        let place = match self.words.get_mut(self.at) {
            Some(place) => {
                self.at = self.at.wrapping_add(1);
                place
            }
            None => &mut past,
        };
        if self.way == Way::Out {
            *place = value;
        }
        *place
    }

    #[inline(never)]
    fn length(&mut self, value: &mut Millis) {
        *value = Millis::new(self.word(value.get()));
    }

    #[inline(never)]
    fn u32(&mut self, value: &mut u32) {
        *value = self.word(*value);
    }

    #[inline(never)]
    fn u16(&mut self, value: &mut u16) {
        *value = self.word(u32::from(*value)) as u16;
    }

    #[inline(never)]
    fn u8(&mut self, value: &mut u8) {
        *value = self.word(u32::from(*value)) as u8;
    }

    /// The lower half first.
    fn point(&mut self, value: &mut Moment) {
        let millis = value.as_millis();
        let low = self.word(millis as u32);
        let high = self.word((millis >> 32) as u32);
        *value = Moment::from_millis(i64::from(high as i32) << 32 | i64::from(low));
    }
}

#[cfg(test)]
mod tests;
