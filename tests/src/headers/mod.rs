//! What headers ask for by core's reading, written down: JavaScript reads header
//! text itself and is held to these lines.

mod dates;
mod draw;
mod precedence;
mod quotas;
mod random;
mod references;
mod seconds;
mod spell;

use std::collections::HashSet;

use reknock::http::{Headers, Pause, pause_of};
use reknock::{HintMode, HintRules, Millis, Moment, Outcome, Policy};
use serde_json::json;

use crate::corpus::Corpus;

pub use random::random;
pub use spell::WEEKDAYS;

/// One line for every case: the headers that are there and the wall time, if any;
/// what `Retry-After` alone comes to, if it is there; and the hints of a 429 and a
/// 503 with these headers, 0 for none.
pub const CORPUS: Corpus = Corpus {
    name: "headers",
    lines,
};

fn lines() -> Result<Vec<String>, String> {
    let mut seen = HashSet::new();
    let lines = [
        seconds::cases(),
        dates::cases(),
        references::cases(),
        quotas::cases(),
        precedence::cases(),
        random::cases(),
    ];
    Ok(lines
        .into_iter()
        .flatten()
        .map(|case| case.line())
        .filter(|line| seen.insert(line.clone()))
        .collect())
}

/// The headers of a response, and when it came.
#[derive(Clone, Default)]
struct Case {
    retry_after: Option<String>,
    date: Option<String>,
    rate_limit: Option<String>,
    rate_limit_reset: Option<String>,
    x_rate_limit_reset: Option<String>,
    wall: Option<i64>,
}

impl Case {
    fn retry_after(value: impl Into<String>) -> Self {
        Self {
            retry_after: Some(value.into()),
            ..Self::default()
        }
    }

    fn rate_limit(value: impl Into<String>) -> Self {
        Self {
            rate_limit: Some(value.into()),
            ..Self::default()
        }
    }

    fn rate_limit_reset(value: impl Into<String>) -> Self {
        Self {
            rate_limit_reset: Some(value.into()),
            ..Self::default()
        }
    }

    fn x_rate_limit_reset(value: impl Into<String>) -> Self {
        Self {
            x_rate_limit_reset: Some(value.into()),
            ..Self::default()
        }
    }

    fn date(mut self, value: impl Into<String>) -> Self {
        self.date = Some(value.into());
        self
    }

    fn wall(mut self, wall: i64) -> Self {
        self.wall = Some(wall);
        self
    }

    /// The case with core's answers. Not by way of one JSON value, which would sort the fields.
    fn line(&self) -> String {
        let fields = [
            ("retryAfter", &self.retry_after),
            ("date", &self.date),
            ("rateLimit", &self.rate_limit),
            ("rateLimitReset", &self.rate_limit_reset),
            ("xRateLimitReset", &self.x_rate_limit_reset),
        ];
        let mut line = String::from("{");
        for (name, value) in fields {
            if let Some(value) = value {
                line += &format!("\"{name}\":{},", json!(value));
            }
        }
        if let Some(wall) = self.wall {
            line += &format!("\"wall\":{wall},");
        }
        if let Some(value) = &self.retry_after {
            line += &format!("\"pause\":{},", self.pause(value));
        }
        let [throttled, transient] = [429, 503].map(|status| self.hint(status));
        line + &format!("\"hints\":[{throttled},{transient}]}}")
    }

    fn pause(&self, retry_after: &str) -> String {
        match pause_of(retry_after.as_bytes(), bytes(&self.date), self.moment()) {
            Pause::Malformed => json!("malformed").to_string(),
            Pause::Unmeasured => json!("unmeasured").to_string(),
            Pause::Of(length) => length.get().to_string(),
        }
    }

    fn hint(&self, status: u16) -> u32 {
        let headers = Headers {
            retry_after: bytes(&self.retry_after),
            date: bytes(&self.date),
            rate_limit: bytes(&self.rate_limit),
            rate_limit_reset: bytes(&self.rate_limit_reset),
            x_rate_limit_reset: bytes(&self.x_rate_limit_reset),
        };
        let outcome = Outcome::status(status).with_headers(&headers, self.moment());
        BELIEVER.hint(outcome).map_or(0, Millis::get)
    }

    fn moment(&self) -> Option<Moment> {
        self.wall.map(Moment::from_millis)
    }
}

fn bytes(value: &Option<String>) -> Option<&[u8]> {
    value.as_deref().map(str::as_bytes)
}

/// A policy that believes every hint.
const BELIEVER: Policy = reknock::policy!(Policy::constant(Millis::new(1)).hints(HintRules {
    longest: Millis::MAX,
    mode: HintMode::Replace,
    jitter: 0,
}));
