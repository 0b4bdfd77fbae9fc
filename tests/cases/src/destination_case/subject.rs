//! What a sequence is about, and the calls on it, one after the other.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use reknock::{Moment, StateError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::event::Event;
use crate::json::{self, Object, Refusal};

/// A guard, or the destination.
pub(super) trait Subject {
    const NAME: &'static str;
    type Rules: DeserializeOwned;
    type State: DeserializeOwned + Serialize;
    /// What an admission gives away.
    type Permit: Clone;

    fn new(rules: &Self::Rules, start: Moment) -> Self::State;

    /// What goes into storage.
    fn to_bytes(state: &Self::State) -> Vec<u8>;

    /// What storage gives back.
    fn from_bytes(bytes: &[u8]) -> Result<Self::State, StateError>;

    /// The fields of a call besides `now` and `do`; none: there is no such call.
    fn fields(call: &str) -> Option<&'static [&'static str]>;

    /// Makes a call: its result, and what it gave away.
    fn call(
        state: &mut Self::State,
        rules: &Self::Rules,
        event: &Event<'_, Self::Permit>,
    ) -> Result<(Value, Option<Self::Permit>), Refusal>;
}

/// A subject with its rules, between two calls.
pub(crate) trait Sequence {
    /// Makes the next call, and stores the state: the result of the call.
    fn event(&mut self, event: &Value) -> Result<Value, Refusal>;

    /// The state after all calls so far.
    fn after(&self) -> Value;

    /// The same as it is stored.
    fn bytes(&self) -> Vec<u8>;
}

struct Running<S: Subject> {
    rules: S::Rules,
    state: S::State,
    permits: Vec<Option<S::Permit>>,
    /// The seed and key of its draws.
    draws: (u64, u64),
}

/// Reads all but the events.
pub(super) fn begin<S: Subject + 'static>(case: &Object<'_>) -> Result<Box<dyn Sequence>, Refusal> {
    let draws = (case.hex64("seed")?, case.hex64("key")?);
    let rules: S::Rules = match case.required("rules")? {
        rules @ Value::Object(_) => json::read_parts(rules, "")?,
        // Of a budget, the name of a preset; core tells what it may be.
        rules => case.read_only(rules, "rules")?,
    };
    let state = match (case.required("state")?, case.get("start")) {
        (Value::Null, Some(_)) => S::new(&rules, case.point("start")?.unwrap_or_default()),
        (state @ Value::Object(_), None) => json::read_parts(state, "state.")?,
        (Value::Null | Value::Object(_), _) => {
            return Err(case.refusal("start", "must be there where state is null, and only there"));
        }
        _ => return Err(case.refusal("state", "must be an object or null")),
    };
    Ok(Box::new(Running::<S> {
        rules,
        state: stored::<S>(&state)?,
        permits: Vec::new(),
        draws,
    }))
}

impl<S: Subject> Sequence for Running<S> {
    fn event(&mut self, event: &Value) -> Result<Value, Refusal> {
        let event = Event::read::<S>(event, &self.permits, self.draws)?;
        let (result, permit) = S::call(&mut self.state, &self.rules, &event)?;
        self.state = stored::<S>(&self.state)?;
        self.permits.push(permit);
        Ok(result)
    }

    fn after(&self) -> Value {
        json!(self.state)
    }

    fn bytes(&self) -> Vec<u8> {
        S::to_bytes(&self.state)
    }
}

fn stored<S: Subject>(state: &S::State) -> Result<S::State, Refusal> {
    S::from_bytes(&S::to_bytes(state))
        .map_err(|error| Refusal::new("state", format!("was stored, and not read again: {error}")))
}
