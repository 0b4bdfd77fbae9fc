//! What a person or a program can tell a destination or a guard, and ask it.

use reknock::Class;
use reknock::raw::Call;

use crate::admit::{ended, kind, place, weight};
use crate::desk;
use crate::draws::moment;
use crate::guards::kept;
use crate::outcome;

/// Makes the call that `what` names, as `CALL` in `js/src/destination/kept.ts` numbers them. `number` and
/// `more` are its arguments. What does not fit the answer lies on the desk.
pub(crate) fn call(slot: u32, what: u32, now: f64, number: u32, more: u32) -> u32 {
    let now = moment(now);
    desk::with(|desk| {
        let place = place(desk);
        let Some(kept) = kept(&mut desk.guards, slot) else {
            return 0;
        };
        let (state, rules) = (&mut kept.state, &kept.rules);
        let call = match what {
            0 => return state.tell(rules, now).map_or(0, |why| why as u32 + 1),
            1 => return u32::from(state.release(rules, now, &place)),
            2 => {
                let report = state.storm(rules, now);
                desk.words[0] = report.retries;
                desk.words[1] = report.first;
                desk.words[2] = u32::from(report.stretch.get());
                return report.level as u32;
            }
            3 => Call::Disable,
            4 => Call::Enable,
            5 => Call::Isolate,
            6 => Call::Reset,
            7 => Call::Replay,
            8 => Call::StopReplay,
            9 => Call::Waiting(number),
            10 => Call::Budget(
                kind(number),
                outcome::class(more).unwrap_or(Class::Transient),
                more & 8 != 0,
            ),
            11 => Call::GiveBack,
            12 => Call::Storm(kind(number)),
            13 => Call::Opened,
            14 => Call::Replayed(weight(number)),
            15 => Call::Tried(kind(more), number, more & 4 != 0),
            _ => Call::Ended(ended(more), number, more & 8 != 0),
        };
        state.call(rules, now, call);
        0
    })
}
