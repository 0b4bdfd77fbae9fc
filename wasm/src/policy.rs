//! A policy from the numbers that JavaScript read, checked and worked out.

use reknock::Policy;

use crate::desk;

/// Takes the policy that lies on the desk into a slot; `js/src/policy/row.ts` laid it there. The answer
/// is its address.
pub(crate) fn load_policy(slot: usize) -> usize {
    desk::with(|desk| {
        let row = desk.words.first_chunk();
        row.map_or(0, |row| desk::put_policy(slot, Policy::from_row(row)))
    })
}
