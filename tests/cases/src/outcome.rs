//! The outcome of a case: header texts as they came, or an error's name.

use alloc::format;

use reknock::http::Headers;
use reknock::{Class, Failure, Millis, Moment, Outcome};
use serde_json::Value;

use crate::json::{Object, Refusal};

const PATH: &str = "outcome";
const OF_STATUS: [&str; 8] = [
    "status",
    "retryAfter",
    "date",
    "rateLimit",
    "rateLimitReset",
    "xRateLimitReset",
    "hint",
    "class",
];
const OF_ERROR: [&str; 3] = ["error", "hint", "class"];

pub(crate) fn read(value: &Value, wall: Option<Moment>) -> Result<Outcome, Refusal> {
    let has = |name: &str| value.get(name).is_some();
    let known: &[&str] = match (has("status"), has("error")) {
        (true, false) => &OF_STATUS,
        (false, true) => &OF_ERROR,
        _ => {
            return Err(Refusal::new(
                PATH,
                "must be an object with either status or error",
            ));
        }
    };
    let object = Object::new(PATH, value, known)?;
    let mut outcome = if has("status") {
        of_status(&object, wall)?
    } else {
        of_error(&object)?
    };
    if let Some(pause) = object.read::<Millis>("hint")? {
        outcome = outcome.with_hint(pause);
    }
    if object.get("class").is_some() {
        let named = object.text("class")?.and_then(Class::by_name);
        let names = Class::ALL.map(Class::name).join(", ");
        let class =
            named.ok_or_else(|| object.refusal("class", &format!("must be one of {names}")))?;
        outcome = outcome.with_class(class);
    }
    Ok(outcome)
}

fn of_status(object: &Object<'_>, wall: Option<Moment>) -> Result<Outcome, Refusal> {
    let status = object.whole("status", 0, u16::MAX)?.unwrap_or_default();
    let header = |name| object.text(name).map(|text| text.map(str::as_bytes));
    let headers = Headers {
        retry_after: header("retryAfter")?,
        date: header("date")?,
        rate_limit: header("rateLimit")?,
        rate_limit_reset: header("rateLimitReset")?,
        x_rate_limit_reset: header("xRateLimitReset")?,
    };
    Ok(Outcome::status(status).with_headers(&headers, wall))
}

fn of_error(object: &Object<'_>) -> Result<Outcome, Refusal> {
    let named = object.text("error")?.and_then(Failure::by_name);
    let names = Failure::ALL.map(Failure::name).join(", ");
    let failure =
        named.ok_or_else(|| object.refusal("error", &format!("must be one of {names}")))?;
    Ok(Outcome::failure(failure))
}
