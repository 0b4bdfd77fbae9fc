//! A policy from the numbers that JavaScript read, checked and worked out.

use reknock::Policy;

use crate::desk::{self, Slot};

/// Takes the policy that lies on the desk into a slot; `js/src/policy/row.ts` laid it there.
pub(crate) fn load_policy(slot: u32) {
    desk::with(|desk| {
        let row = desk.words.first_chunk();
        if let (Some(row), Some(place)) = (row, desk.policies.get_mut(slot as usize)) {
            *place = Slot::Taken(Policy::from_row(row));
        }
    });
}
