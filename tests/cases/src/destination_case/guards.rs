//! The guards, each kept by itself.

use alloc::vec::Vec;

use reknock::destination::{
    Admission, Alone, Breaker, BreakerRules, Budget, BudgetRules, Gate, GateRules, Health,
    HealthRules, Kind, Pass, Place, Replay, ReplayRules, Storm, StormRules,
};
use reknock::{Class, Moment, StateError};
use serde::Serialize;
use serde_json::{Value, json};

use super::event::Event;
use super::subject::Subject;
use crate::json::Refusal;

type Result<T> = core::result::Result<T, Refusal>;

/// Where only these two are told apart.
const FIRST_OR_RETRY: [Kind; 2] = [Kind::First, Kind::Retry];

/// A call without a result.
const NOTHING: Value = Value::Null;

impl Subject for Breaker {
    const NAME: &'static str = "a breaker";
    type Rules = BreakerRules;
    type State = Alone<Self>;
    type Permit = Pass;

    fn new(_rules: &BreakerRules, start: Moment) -> Alone<Self> {
        Self::alone(start)
    }

    fn to_bytes(state: &Alone<Self>) -> Vec<u8> {
        state.to_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> core::result::Result<Alone<Self>, StateError> {
        Alone::from_bytes(bytes)
    }

    fn fields(call: &str) -> Option<&'static [&'static str]> {
        match call {
            "admit" | "isolate" | "reset" => Some(&[]),
            "result" => Some(&["permit", "weight"]),
            _ => None,
        }
    }

    fn call(
        state: &mut Alone<Self>,
        rules: &BreakerRules,
        event: &Event<'_, Pass>,
    ) -> Result<(Value, Option<Pass>)> {
        let now = event.now;
        let result = match event.call {
            "admit" => return Ok(admission(state.admit(rules, now, &mut event.draw()))),
            "isolate" => nothing(state.isolate(rules, now)),
            "reset" => nothing(state.reset(rules, now)),
            _ => {
                let (pass, weight) = (event.permit()?, event.weight()?);
                let circuit = state.result(rules, now, pass, weight, &mut event.draw());
                json!(circuit.name())
            }
        };
        Ok((result, None))
    }
}

impl Subject for Gate {
    const NAME: &'static str = "a gate";
    type Rules = GateRules;
    type State = Alone<Self>;
    type Permit = Place;

    fn new(_rules: &GateRules, start: Moment) -> Alone<Self> {
        Self::alone(start)
    }

    fn to_bytes(state: &Alone<Self>) -> Vec<u8> {
        state.to_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> core::result::Result<Alone<Self>, StateError> {
        Alone::from_bytes(bytes)
    }

    fn fields(call: &str) -> Option<&'static [&'static str]> {
        match call {
            "admit" => Some(&[]),
            "release" => Some(&["permit"]),
            _ => None,
        }
    }

    fn call(
        state: &mut Alone<Self>,
        rules: &GateRules,
        event: &Event<'_, Place>,
    ) -> Result<(Value, Option<Place>)> {
        let now = event.now;
        if event.call == "admit" {
            return Ok(admission(state.admit(rules, now, &mut event.draw())));
        }
        let released = state.release(rules, now, event.permit()?);
        Ok((json!(if released { "released" } else { "late" }), None))
    }
}

impl Subject for Budget {
    const NAME: &'static str = "a budget";
    type Rules = BudgetRules;
    type State = Alone<Self>;
    type Permit = ();

    fn new(rules: &BudgetRules, start: Moment) -> Alone<Self> {
        Self::alone(rules, start)
    }

    fn to_bytes(state: &Alone<Self>) -> Vec<u8> {
        state.to_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> core::result::Result<Alone<Self>, StateError> {
        Alone::from_bytes(bytes)
    }

    fn fields(call: &str) -> Option<&'static [&'static str]> {
        match call {
            "admit" | "giveBack" => Some(&[]),
            "result" => Some(&["kind", "delivered", "failed", "timeout"]),
            _ => None,
        }
    }

    fn call(
        state: &mut Alone<Self>,
        rules: &BudgetRules,
        event: &Event<'_, ()>,
    ) -> Result<(Value, Option<()>)> {
        let now = event.now;
        let result = match event.call {
            "admit" => bare(state.admit(rules, now, &mut event.draw())),
            "giveBack" => nothing(state.give_back(rules, now)),
            _ => {
                let kind = event.kind(&FIRST_OR_RETRY)?;
                let class = match (event.flag("delivered")?, event.flag("failed")?) {
                    (true, _) => Class::Delivered,
                    (false, true) => Class::Transient,
                    (false, false) => Class::Permanent,
                };
                nothing(state.result(rules, now, kind, class, event.flag("timeout")?))
            }
        };
        Ok((result, None))
    }
}

impl Subject for Storm {
    const NAME: &'static str = "a storm";
    type Rules = StormRules;
    type State = Alone<Self>;
    type Permit = ();

    fn new(_rules: &StormRules, start: Moment) -> Alone<Self> {
        Self::alone(start)
    }

    fn to_bytes(state: &Alone<Self>) -> Vec<u8> {
        state.to_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> core::result::Result<Alone<Self>, StateError> {
        Alone::from_bytes(bytes)
    }

    fn fields(call: &str) -> Option<&'static [&'static str]> {
        match call {
            "count" => Some(&["kind"]),
            "waiting" => Some(&["depth"]),
            "storm" => Some(&[]),
            _ => None,
        }
    }

    fn call(
        state: &mut Alone<Self>,
        rules: &StormRules,
        event: &Event<'_, ()>,
    ) -> Result<(Value, Option<()>)> {
        let now = event.now;
        let result = match event.call {
            "count" => nothing(state.count(rules, now, event.kind(&FIRST_OR_RETRY)?)),
            "waiting" => nothing(state.waiting(rules, now, event.number("depth")?)),
            _ => json!(state.report(rules, now)),
        };
        Ok((result, None))
    }
}

impl Subject for Replay {
    const NAME: &'static str = "a replay";
    type Rules = ReplayRules;
    type State = Alone<Self>;
    type Permit = ();

    fn new(_rules: &ReplayRules, start: Moment) -> Alone<Self> {
        Self::alone(start)
    }

    fn to_bytes(state: &Alone<Self>) -> Vec<u8> {
        state.to_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> core::result::Result<Alone<Self>, StateError> {
        Alone::from_bytes(bytes)
    }

    fn fields(call: &str) -> Option<&'static [&'static str]> {
        match call {
            "begin" | "stop" | "opened" | "admit" => Some(&[]),
            "result" => Some(&["weight"]),
            _ => None,
        }
    }

    fn call(
        state: &mut Alone<Self>,
        rules: &ReplayRules,
        event: &Event<'_, ()>,
    ) -> Result<(Value, Option<()>)> {
        let now = event.now;
        let result = match event.call {
            "begin" => nothing(state.begin(rules, now)),
            "stop" => nothing(state.stop(rules, now)),
            "opened" => nothing(state.opened(rules, now)),
            "admit" => bare(state.admit(rules, now, &mut event.draw())),
            _ => nothing(state.result(rules, now, event.weight()?)),
        };
        Ok((result, None))
    }
}

impl Subject for Health {
    const NAME: &'static str = "health";
    type Rules = HealthRules;
    type State = Alone<Self>;
    type Permit = ();

    fn new(_rules: &HealthRules, start: Moment) -> Alone<Self> {
        Self::alone(start)
    }

    fn to_bytes(state: &Alone<Self>) -> Vec<u8> {
        state.to_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> core::result::Result<Alone<Self>, StateError> {
        Alone::from_bytes(bytes)
    }

    fn fields(call: &str) -> Option<&'static [&'static str]> {
        match call {
            "result" => Some(&["kind", "attempts", "delivered"]),
            "ended" => Some(&["ended", "attempts", "local"]),
            "health" => Some(&["waiting", "overdue", "thresholds"]),
            _ => None,
        }
    }

    fn call(
        state: &mut Alone<Self>,
        rules: &HealthRules,
        event: &Event<'_, ()>,
    ) -> Result<(Value, Option<()>)> {
        let now = event.now;
        let result = match event.call {
            "result" => {
                let (kind, attempts) = (event.kind(&FIRST_OR_RETRY)?, event.number("attempts")?);
                nothing(state.result(rules, now, kind, attempts, event.flag("delivered")?))
            }
            "ended" => {
                let (ended, attempts) = (event.ended()?, event.number("attempts")?);
                nothing(state.ended(rules, now, ended, attempts, event.flag("local")?))
            }
            _ => {
                let (waiting, overdue) = (event.number("waiting")?, event.number("overdue")?);
                json!(state.report(rules, now, waiting, overdue, &event.thresholds()?))
            }
        };
        Ok((result, None))
    }
}

/// The result of a call that has none.
pub(super) const fn nothing((): ()) -> Value {
    NOTHING
}

/// An admission that gives something away.
pub(super) fn admission<P: Serialize>(admission: Admission<P>) -> (Value, Option<P>) {
    match admission {
        Admission::Go(permit) => (json!({ "go": permit }), Some(permit)),
        Admission::Wait { until, because } => (
            json!({ "wait": { "until": until, "because": because.name() } }),
            None,
        ),
        Admission::Hold(because) => (json!({ "hold": because.name() }), None),
    }
}

/// An admission that gives nothing away.
fn bare(answer: Admission<()>) -> Value {
    match admission(answer) {
        (_, Some(())) => json!("go"),
        (refusal, None) => refusal,
    }
}
