//! One case: a policy, a delivery, an outcome and the clocks.

use alloc::string::String;

use reknock::{Decision, Delivery, Derived, Moment, Outcome, Policy, Stretch, presets};
use serde_json::{Value, json};

use crate::json::{self, Object, Refusal};
use crate::outcome;

/// `decision` and `after` are what a golden vector expects; not looked at here.
const FIELDS: [&str; 11] = [
    "name", "policy", "delivery", "outcome", "now", "wall", "stretch", "seed", "key", "decision",
    "after",
];

/// Everything a decision depends on.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    policy: Policy,
    delivery: Delivery,
    outcome: Outcome,
    now: Moment,
    stretch: Stretch,
    seed: u64,
    key: u64,
}

/// What core says to a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What to do.
    pub decision: Decision,
    /// The delivery as it is to be stored.
    pub after: Delivery,
}

impl Case {
    /// Reads the form of the golden vectors.
    ///
    /// # Errors
    ///
    /// When a field is missing, unknown, twice there, or out of range.
    pub fn read(line: &str) -> Result<Self, Refusal> {
        Self::of(&json::parse(line)?)
    }

    pub(crate) fn of(value: &Value) -> Result<Self, Refusal> {
        let case = Object::new("", value, &FIELDS)?;
        // In the order of a vector, so that the first field that is wrong is named.
        let policy = read_policy(case.required("policy")?)?;
        let delivery = read_delivery(case.required("delivery")?)?;
        let outcome_form = case.required("outcome")?;
        case.required("now")?;
        let now = case.point("now")?.unwrap_or_default();
        let wall = case.point("wall")?;
        Ok(Self {
            policy,
            delivery,
            outcome: outcome::read(outcome_form, wall)?,
            now,
            stretch: case
                .whole("stretch", Stretch::NONE.get(), Stretch::MAX.get())?
                .map_or(Stretch::NONE, Stretch::per_mille),
            seed: case.hex64("seed")?,
            key: case.hex64("key")?,
        })
    }

    /// Lets core decide, on a delivery that comes out of storage and goes back.
    ///
    /// # Panics
    ///
    /// When core cannot read the bytes that it wrote.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let mut after = stored(self.delivery);
        let mut draws = Derived::new(self.seed, self.key);
        let decision = self.policy.decide_stretched(
            &mut after,
            self.outcome,
            self.now,
            self.stretch,
            &mut draws,
        );
        let after = stored(after);
        Answer { decision, after }
    }
}

fn stored(delivery: Delivery) -> Delivery {
    Delivery::from_bytes(&delivery.to_bytes()).expect("core reads what it wrote")
}

impl Answer {
    /// `{"decision":…,"after":…}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "decision": self.decision, "after": self.after })
    }
}

/// The answer to one line, or why there is none, as one line.
#[must_use]
pub fn answer_line(line: &str) -> String {
    json::line(&match Case::read(line) {
        Ok(case) => case.answer().to_json(),
        Err(Refusal { field, message }) => {
            json!({ "error": { "field": field, "message": message } })
        }
    })
}

/// The name of a preset, or an object; paths within it begin at the policy.
fn read_policy(value: &Value) -> Result<Policy, Refusal> {
    match value {
        Value::String(name) => match presets::by_name(name) {
            Some(preset) => Ok(*preset.policy),
            None => Err(Refusal::new(
                "policy",
                "must be the name of a preset, or an object",
            )),
        },
        Value::Object(_) => json::read_parts(value, ""),
        _ => Err(Refusal::new(
            "policy",
            "must be an object or the name of a preset",
        )),
    }
}

fn read_delivery(value: &Value) -> Result<Delivery, Refusal> {
    match value {
        Value::Object(_) => json::read_parts(value, "delivery."),
        _ => Err(Refusal::new("delivery", "must be an object")),
    }
}
