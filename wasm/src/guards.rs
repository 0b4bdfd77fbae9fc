//! Destinations and guards kept alone, in their slots.

use reknock::destination::{
    Alone, Breaker, Budget, Destination, DestinationRules, Gate, Health, Replay, Storm,
};

use crate::desk::{self, Slot};
use crate::draws::moment;
use crate::rules;

/// What a slot holds: the rules, and the state they are for.
pub(crate) struct Kept {
    pub(crate) rules: DestinationRules,
    pub(crate) state: State,
}

/// A whole destination, or one guard alone.
#[derive(Clone, Copy)]
pub(crate) enum State {
    Destination(Destination),
    Breaker(Alone<Breaker>),
    Gate(Alone<Gate>),
    Budget(Alone<Budget>),
    Storm(Alone<Storm>),
    Replay(Alone<Replay>),
    Health(Alone<Health>),
}

/// The answer where the stored bytes are no state; JavaScript has looked at
/// them before.
const NO_STATE: u32 = u32::MAX;

/// Builds the rules that lie on the desk, and a state: from the bytes there,
/// or a new one at `now` where there are none. The answer is 0; or how long the
/// text is that says what is wrong with the rules, and in bits 16 to 18 whose
/// they are.
pub(crate) fn load_guard(slot: u32, kind: u32, length: u32, now: f64) -> u32 {
    desk::with(|desk| {
        let rules = match rules::read(&desk.words) {
            Ok(rules) => rules,
            Err((guard, error)) => return desk.refuse(error.text()) | guard << 16,
        };
        let state = if length == 0 {
            Some(new(kind, &rules, now))
        } else {
            stored(kind, desk.bytes.get(..length as usize).unwrap_or_default())
        };
        let (Some(state), Some(place)) = (state, desk.guards.get_mut(slot as usize)) else {
            return NO_STATE;
        };
        *place = Slot::Taken(Kept { rules, state });
        0
    })
}

#[inline(never)]
fn new(kind: u32, rules: &DestinationRules, now: f64) -> State {
    let now = moment(now);
    match kind {
        0 => State::Destination(Destination::new(rules, now)),
        1 => State::Breaker(Breaker::alone(now)),
        2 => State::Gate(Gate::alone(now)),
        3 => State::Budget(Budget::alone(&rules.budget, now)),
        4 => State::Storm(Storm::alone(now)),
        5 => State::Replay(Replay::alone(now)),
        _ => State::Health(Health::alone(now)),
    }
}

#[inline(never)]
fn stored(kind: u32, bytes: &[u8]) -> Option<State> {
    Some(match kind {
        0 => State::Destination(Destination::from_bytes(bytes).ok()?),
        1 => State::Breaker(Alone::from_bytes(bytes).ok()?),
        2 => State::Gate(Alone::from_bytes(bytes).ok()?),
        3 => State::Budget(Alone::from_bytes(bytes).ok()?),
        4 => State::Storm(Alone::from_bytes(bytes).ok()?),
        5 => State::Replay(Alone::from_bytes(bytes).ok()?),
        _ => State::Health(Alone::from_bytes(bytes).ok()?),
    })
}

/// Lays the bytes of a state on the desk; the answer is how many there are.
pub(crate) fn save_guard(slot: u32) -> u32 {
    desk::with(|desk| {
        let Some(kept) = kept(&mut desk.guards, slot) else {
            return 0;
        };
        match &kept.state {
            State::Destination(destination) => lay(&mut desk.bytes, &destination.to_bytes()),
            State::Breaker(guard) => lay(&mut desk.bytes, &guard.to_bytes()),
            State::Gate(guard) => lay(&mut desk.bytes, &guard.to_bytes()),
            State::Budget(guard) => lay(&mut desk.bytes, &guard.to_bytes()),
            State::Storm(guard) => lay(&mut desk.bytes, &guard.to_bytes()),
            State::Replay(guard) => lay(&mut desk.bytes, &guard.to_bytes()),
            State::Health(guard) => lay(&mut desk.bytes, &guard.to_bytes()),
        }
    })
}

#[inline(never)]
fn lay(place: &mut [u8], bytes: &[u8]) -> u32 {
    for (to, from) in place.iter_mut().zip(bytes) {
        *to = *from;
    }
    bytes.len() as u32
}

/// Moves a state to another epoch.
pub(crate) fn rebase_guard(slot: u32, was: f64, is: f64) {
    let (was, is) = (moment(was), moment(is));
    desk::with(
        |desk| match kept(&mut desk.guards, slot).map(|kept| &mut kept.state) {
            Some(State::Destination(destination)) => destination.rebase(was, is),
            Some(State::Breaker(guard)) => guard.rebase(was, is),
            Some(State::Gate(guard)) => guard.rebase(was, is),
            Some(State::Budget(guard)) => guard.rebase(was, is),
            Some(State::Storm(guard)) => guard.rebase(was, is),
            Some(State::Replay(guard)) => guard.rebase(was, is),
            Some(State::Health(guard)) => guard.rebase(was, is),
            None => {}
        },
    );
}

pub(crate) fn kept(guards: &mut [Slot<Kept>], slot: u32) -> Option<&mut Kept> {
    match guards.get_mut(slot as usize)? {
        Slot::Taken(kept) => Some(kept),
        Slot::Empty => None,
    }
}
