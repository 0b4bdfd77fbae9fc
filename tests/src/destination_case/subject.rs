//! What a sequence is about, and the calls on it, one after the other.

use reknock::Moment;
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

    /// The fields of a call besides `now` and `do`; none: there is no such call.
    fn fields(call: &str) -> Option<&'static [&'static str]>;

    /// Makes a call: its result, and what it gave away.
    fn call(
        state: &mut Self::State,
        rules: &Self::Rules,
        event: &Event<'_, Self::Permit>,
    ) -> Result<(Value, Option<Self::Permit>), Refusal>;
}

/// Reads a sequence and makes its calls.
pub(super) fn run<S: Subject>(case: &Object<'_>) -> Result<Value, Refusal> {
    let draws = (case.hex64("seed")?, case.hex64("key")?);
    let rules: S::Rules = match case.required("rules")? {
        rules @ Value::Object(_) => json::read_parts(rules, "")?,
        // Of a budget, the name of a preset; core tells what it may be.
        rules => case.read_only(rules, "rules")?,
    };
    let mut state = match (case.required("state")?, case.get("start")) {
        (Value::Null, Some(_)) => S::new(&rules, case.point("start")?.unwrap_or_default()),
        (state @ Value::Object(_), None) => json::read_parts(state, "state.")?,
        (Value::Null | Value::Object(_), _) => {
            return Err(case.refusal("start", "must be there where state is null, and only there"));
        }
        _ => return Err(case.refusal("state", "must be an object or null")),
    };
    let Value::Array(events) = case.required("events")? else {
        return Err(case.refusal("events", "must be a list"));
    };
    let (mut results, mut permits) = (Vec::new(), Vec::new());
    for (index, event) in (0..).zip(events) {
        let event = Event::read::<S>(event, index, &permits, draws)?;
        let (result, permit) = S::call(&mut state, &rules, &event)?;
        results.push(result);
        permits.push(permit);
    }
    Ok(json!({ "results": results, "after": state }))
}
