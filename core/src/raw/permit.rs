//! What an admission gives away, in the order of its numbers.

use super::Row;
use crate::destination::parts::Probe;
use crate::destination::{Pass, Permit, Place};
use crate::time::Moment;

impl Permit {
    /// Takes pass and place from a row, or lays them there.
    pub(super) fn cross(&mut self, row: &mut Row<'_>) {
        self.pass.cross(row);
        self.place.cross(row);
    }
}

impl Pass {
    /// Takes it from a row, or lays it there. Where there is no probe, its numbers are not there either.
    pub(super) fn cross(&mut self, row: &mut Row<'_>) {
        row.u16(&mut self.generation);
        if row.word(u32::from(self.probe.is_some())) == 0 {
            self.probe = None;
            return;
        }
        let probe = self.probe.get_or_insert(Probe {
            index: 0,
            until: Moment::MIN,
        });
        row.u8(&mut probe.index);
        row.point(&mut probe.until);
    }
}

impl Place {
    /// Takes it from a row, or lays it there.
    pub(super) fn cross(&mut self, row: &mut Row<'_>) {
        row.u8(&mut self.index);
        row.u8(&mut self.generation);
        row.point(&mut self.until);
    }
}
