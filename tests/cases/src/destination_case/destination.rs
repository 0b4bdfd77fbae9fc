//! The destination as a whole.

use alloc::vec::Vec;

use reknock::destination::{Destination, DestinationRules, Kind, Permit, Report, Why};
use reknock::{Class, Ending, Failure, Moment, StateError};
use serde_json::{Value, json};

use super::event::Event;
use super::guards::{admission, nothing};
use super::subject::Subject;
use crate::json::Refusal;

type Result<T> = core::result::Result<T, Refusal>;

impl Subject for Destination {
    const NAME: &'static str = "a destination";
    type Rules = DestinationRules;
    type State = Self;
    type Permit = Permit;

    fn new(rules: &DestinationRules, start: Moment) -> Self {
        Self::new(rules, start)
    }

    fn to_bytes(state: &Self) -> Vec<u8> {
        state.to_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> core::result::Result<Self, StateError> {
        Self::from_bytes(bytes)
    }

    fn fields(call: &str) -> Option<&'static [&'static str]> {
        match call {
            "admit" => Some(&["kind"]),
            "report" => Some(&["permit", "outcome", "class", "attempts", "ended"]),
            "waiting" => Some(&["depth"]),
            "health" => Some(&["waiting", "overdue", "thresholds"]),
            "disable" | "enable" | "isolate" | "reset" | "replay" | "stopReplay" | "tell"
            | "storm" | "status" => Some(&[]),
            _ => None,
        }
    }

    fn call(
        state: &mut Self,
        rules: &DestinationRules,
        event: &Event<'_, Permit>,
    ) -> Result<(Value, Option<Permit>)> {
        let now = event.now;
        let result = match event.call {
            "admit" => {
                let kind = event.kind(&Kind::ALL)?;
                return Ok(admission(state.admit(rules, now, kind, &mut event.draw())));
            }
            "report" => {
                let (permit, report) = (event.permit()?, report(event)?);
                json!(state.report(rules, now, permit, &report, &mut event.draw()))
            }
            "disable" => nothing(state.disable(rules, now)),
            "enable" => nothing(state.enable(rules, now)),
            "isolate" => nothing(state.isolate(rules, now)),
            "reset" => nothing(state.reset(rules, now)),
            "replay" => nothing(state.replay(rules, now)),
            "stopReplay" => nothing(state.stop_replay(rules, now)),
            "tell" => json!(state.tell(rules, now).map(Why::name)),
            "waiting" => nothing(state.waiting(rules, now, event.number("depth")?)),
            "storm" => json!(state.storm(rules, now)),
            "health" => {
                let (waiting, overdue) = (event.number("waiting")?, event.number("overdue")?);
                let thresholds = event.thresholds()?;
                json!(state.health(rules, now, waiting, overdue, &thresholds))
            }
            _ => json!(state.status(rules, now)),
        };
        Ok((result, None))
    }
}

fn report(event: &Event<'_, Permit>) -> Result<Report> {
    Ok(Report {
        ending: ending(event)?,
        class: event.one_of("class", &Class::ALL, Class::name)?,
        attempts: event.number("attempts")?,
        ended: event.ended()?,
    })
}

/// Either a status or an error; the class is given apart.
fn ending(event: &Event<'_, Permit>) -> Result<Ending> {
    let outcome = event.object("outcome", &["status", "error"])?;
    match (
        outcome.whole("status", 0, u16::MAX)?,
        outcome.text("error")?,
    ) {
        (Some(status), None) => Ok(Ending::Status(status)),
        (None, Some(name)) => Failure::by_name(name)
            .map(Ending::Failure)
            .ok_or_else(|| outcome.refusal("error", "must be the name of an error")),
        _ => Err(event.refusal("outcome", "must have either status or error")),
    }
}
