//! One sequence: rules, a state to begin with, and calls on it.

// A table of calls reads best where those without a result give `()`.
#![allow(clippy::unit_arg)]

mod destination;
mod event;
mod guards;
mod subject;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use reknock::destination::{Breaker, Budget, Destination, Gate, Health, Replay, Storm};
use serde_json::{Value, json};

pub(crate) use self::subject::Sequence;
use self::subject::begin as begin_with;
use crate::json::{self, Object, Refusal};

/// `results` and `after` are what a golden vector expects; not looked at here.
const FIELDS: [&str; 10] = [
    "name", "guard", "rules", "start", "state", "seed", "key", "events", "results", "after",
];

/// Those of a sequence whose events come one by one.
pub(crate) const HEAD: [&str; 7] = ["name", "guard", "rules", "start", "state", "seed", "key"];

/// What core answers to a sequence: `{"results":[…],"after":…}`.
///
/// # Errors
///
/// When a field is missing, unknown, twice there, or out of range.
pub fn answer_destination(line: &str) -> Result<Value, Refusal> {
    let value = json::parse(line)?;
    let case = Object::new("", &value, &FIELDS)?;
    let mut sequence = begin(&case)?;
    let Value::Array(events) = case.required("events")? else {
        return Err(case.refusal("events", "must be a list"));
    };
    let mut results = Vec::new();
    for event in events {
        results.push(sequence.event(event)?);
    }
    Ok(json!({ "results": results, "after": sequence.after() }))
}

/// A sequence before its first event.
pub(crate) fn begin(case: &Object<'_>) -> Result<Box<dyn Sequence>, Refusal> {
    match case.required("guard")?.as_str().unwrap_or_default() {
        "destination" => begin_with::<Destination>(case),
        "breaker" => begin_with::<Breaker>(case),
        "gate" => begin_with::<Gate>(case),
        "budget" => begin_with::<Budget>(case),
        "storm" => begin_with::<Storm>(case),
        "replay" => begin_with::<Replay>(case),
        "health" => begin_with::<Health>(case),
        _ => Err(case.refusal("guard", "must be the name of a guard, or destination")),
    }
}

/// The answer to one line, or why there is none, as one line.
#[must_use]
pub fn answer_destination_line(line: &str) -> String {
    json::line(&match answer_destination(line) {
        Ok(answer) => answer,
        Err(Refusal { field, message }) => {
            json!({ "error": { "field": field, "message": message } })
        }
    })
}
