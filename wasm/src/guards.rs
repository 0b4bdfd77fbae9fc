//! Destinations, in their slots. A guard kept alone is a destination of which only that guard is
//! asked, so that there is one way through the module for all of them.

use reknock::Moment;
use reknock::destination::{Destination, DestinationRules};
use reknock::raw::{Act, Row, Task, Way};

use crate::desk;
use crate::draws::Draws;

/// What a slot holds: the rules, and the state they are for.
pub(crate) struct Kept {
    rules: DestinationRules,
    state: Destination,
}

/// The answer that asks for a draw: nothing has changed yet.
pub(crate) const DRAW_NEEDED: u32 = u32::MAX;

/// How many words the rules take; behind them lies the state.
const RULES: usize = 40;

/// Takes the rules and the state that lie on the desk into a slot. JavaScript has looked at them. The
/// answer is their address.
pub(crate) fn load_guard(slot: usize) -> usize {
    desk::with(|desk| {
        let Some((rules, state)) = desk.words.split_first_chunk_mut::<RULES>() else {
            return 0;
        };
        let rules = DestinationRules::from_row(rules);
        let mut kept = Kept {
            state: Destination::new(&rules, Moment::MIN),
            rules,
        };
        kept.state.cross(&mut Row::new(state, Way::In));
        desk::put_guard(slot, kept)
    })
}

/// Acts on what lies at an address, as `Act` in `js/src/destination/kept.ts` numbers the acts; `mode` is where
/// a draw comes from. The rest of a task and of its answer lies on the desk.
#[expect(clippy::too_many_arguments)]
pub(crate) fn act(
    guard: usize,
    act: u32,
    mode: u32,
    packed: u32,
    number: u32,
    now: f64,
    draw_high: u32,
    draw_low: u32,
) -> u32 {
    let task = Task {
        act: Act::of(act),
        packed,
        number,
    };
    let now = Moment::from_millis(now as i64);
    let mut draws = Draws::new(mode, draw_high, draw_low);
    desk::guard(guard, |kept| {
        let mut state = kept.state;
        let answer =
            desk::with(|desk| state.act(&kept.rules, now, task, &mut desk.words, &mut draws));
        if draws.missing() {
            return DRAW_NEEDED;
        }
        kept.state = state;
        answer
    })
}
