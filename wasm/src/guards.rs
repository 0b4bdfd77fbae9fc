//! Destinations, in their slots. A guard kept alone is a destination of which only that guard is
//! asked, so that there is one way through the module for all of them.

use reknock::Moment;
use reknock::destination::{Destination, DestinationRules};
use reknock::raw::{Row, Way};

use crate::desk::{self, Desk, Slot};
use crate::draws::{Draws, moment};

/// What a slot holds: the rules, and the state they are for.
pub(crate) struct Kept {
    pub(crate) rules: DestinationRules,
    pub(crate) state: Destination,
}

/// The answer that asks for a draw: nothing has changed yet.
pub(crate) const DRAW_NEEDED: u32 = u32::MAX;

/// How many words the rules take; behind them lies the state.
const RULES: usize = 40;

/// Takes the rules and the state that lie on the desk. JavaScript has looked at them.
pub(crate) fn load_guard(slot: u32) {
    desk::with(|desk| {
        let Some((rules, state)) = desk.words.split_first_chunk_mut::<RULES>() else {
            return;
        };
        let rules = DestinationRules::from_row(rules);
        let mut kept = Kept {
            state: Destination::new(&rules, Moment::MIN),
            rules,
        };
        kept.state.cross(&mut Row::new(state, Way::In));
        if let Some(place) = desk.guards.get_mut(slot as usize) {
            *place = Slot::Taken(kept);
        }
    });
}

/// Lays a state on the desk; as it is at `now`, where `settled` is not 0. The answer is how many words
/// that takes.
pub(crate) fn save_guard(slot: u32, settled: u32, now: f64) -> u32 {
    let now = moment(now);
    desk::with(|desk| {
        let Some(kept) = kept(&mut desk.guards, slot) else {
            return 0;
        };
        let mut state = if settled == 0 {
            kept.state
        } else {
            kept.state.at_time(&kept.rules, now)
        };
        let mut row = Row::new(&mut desk.words, Way::Out);
        state.cross(&mut row);
        row.used() as u32
    })
}

/// Makes a call that may draw; where the draw is missing, nothing has changed.
#[inline(always)]
pub(crate) fn drawing(
    desk: &mut Desk,
    slot: u32,
    mut draws: Draws,
    call: impl FnOnce(&mut Kept, &mut Draws) -> u32,
) -> u32 {
    let Some(kept) = kept(&mut desk.guards, slot) else {
        return DRAW_NEEDED;
    };
    let before = kept.state;
    let answer = call(kept, &mut draws);
    if draws.missing() {
        kept.state = before;
        return DRAW_NEEDED;
    }
    answer
}

#[inline(never)]
pub(crate) fn kept(guards: &mut [Slot<Kept>], slot: u32) -> Option<&mut Kept> {
    match guards.get_mut(slot as usize)? {
        Slot::Taken(kept) => Some(kept),
        Slot::Empty => None,
    }
}
