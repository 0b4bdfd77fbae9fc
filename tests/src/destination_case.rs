//! One sequence: rules, a state to begin with, and calls on it.

// A table of calls reads best where those without a result give `()`.
#![allow(clippy::unit_arg)]

mod destination;
mod event;
mod guards;
mod subject;

use reknock::destination::{Breaker, Budget, Destination, Gate, Health, Replay, Storm};
use serde_json::{Value, json};

use self::subject::run;
use crate::json::{self, Object, Refusal};

/// `results` and `after` are what a golden vector expects; not looked at here.
const FIELDS: [&str; 10] = [
    "name", "guard", "rules", "start", "state", "seed", "key", "events", "results", "after",
];

/// What core answers to a sequence: `{"results":[…],"after":…}`.
///
/// # Errors
///
/// When a field is missing, unknown, twice there, or out of range.
pub fn answer_destination(line: &str) -> Result<Value, Refusal> {
    let value = json::parse(line)?;
    let case = Object::new("", &value, &FIELDS)?;
    let guard = case.required("guard")?.as_str().unwrap_or_default();
    match guard {
        "destination" => run::<Destination>(&case),
        "breaker" => run::<Breaker>(&case),
        "gate" => run::<Gate>(&case),
        "budget" => run::<Budget>(&case),
        "storm" => run::<Storm>(&case),
        "replay" => run::<Replay>(&case),
        "health" => run::<Health>(&case),
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
