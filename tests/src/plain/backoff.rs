//! Backoff and jitter: how they are read, and what they give.

use serde_json::Value;

use super::read::{Read, length, length_above_0, object, only, required, whole, word};

pub(super) enum Backoff {
    Constant(u128),
    Linear(u128),
    Exponential { base: u128, factor: (u128, u128) },
    Schedule { delays: Vec<u128>, stops: bool },
}

impl Backoff {
    pub(super) fn read(value: &Value) -> Read<Self> {
        let (kind, value) = only("backoff", value)?;
        let path = format!("backoff.{kind}");
        let field = |name: &str| format!("{path}.{name}");
        match kind {
            "constant" => {
                let fields = object(&path, value, &["delay"])?;
                let delay = required(&path, fields, "delay")?;
                length_above_0(&field("delay"), delay).map(Self::Constant)
            }
            "linear" => {
                let fields = object(&path, value, &["step"])?;
                let step = required(&path, fields, "step")?;
                length_above_0(&field("step"), step).map(Self::Linear)
            }
            "exponential" => {
                let fields = object(&path, value, &["base", "factor"])?;
                let base = required(&path, fields, "base")?;
                let factor = required(&path, fields, "factor")?;
                Ok(Self::Exponential {
                    base: length_above_0(&field("base"), base)?,
                    factor: read_factor(&field("factor"), factor)?,
                })
            }
            "schedule" => {
                let fields = object(&path, value, &["delays", "then"])?;
                let delays = required(&path, fields, "delays")?;
                let then = match fields.get("then") {
                    None => "stop",
                    Some(then) => word(&field("then"), then, &["stop", "repeatLast"])?,
                };
                Ok(Self::Schedule {
                    delays: read_delays(&field("delays"), delays)?,
                    stops: then == "stop",
                })
            }
            _ => Err("backoff".to_owned()),
        }
    }

    pub(super) fn first_delay(&self) -> u128 {
        match self {
            Self::Constant(delay) => *delay,
            Self::Linear(step) => *step,
            Self::Exponential { base, .. } => *base,
            Self::Schedule { delays, .. } => delays[0],
        }
    }

    /// Step 4: the base delay of the n-th retry.
    pub(super) fn base_delay(&self, n: u128, max_delay: u128) -> u128 {
        match self {
            Self::Constant(delay) => *delay,
            Self::Linear(step) => step * n,
            Self::Exponential { base, factor } => {
                let mut v = *base;
                for _ in 1..n.min(65) {
                    v = max_delay.min(v * factor.0 / factor.1);
                }
                v
            }
            Self::Schedule { delays, .. } => {
                let entry = n.min(delays.len() as u128);
                delays[entry as usize - 1]
            }
        }
    }

    /// Whether a schedule goes on and on without a pause.
    pub(super) fn repeats_zero(&self) -> bool {
        matches!(self, Self::Schedule { delays, stops: false } if delays.ends_with(&[0]))
    }

    /// Whether a schedule with `stop` has fewer entries than this.
    pub(super) fn is_over(&self, attempts: u128) -> bool {
        matches!(self, Self::Schedule { delays, stops: true } if (delays.len() as u128) < attempts)
    }
}

fn read_factor(path: &str, value: &Value) -> Read<(u128, u128)> {
    let (num, den) = match value {
        Value::Array(pair) => match &pair[..] {
            [num, den] => (whole(path, num, 1, 65_535)?, whole(path, den, 1, 65_535)?),
            _ => return Err(path.to_owned()),
        },
        number => (whole(path, number, 1, 65_535)?, 1),
    };
    if num <= den {
        return Err(path.to_owned());
    }
    Ok((num, den))
}

fn read_delays(path: &str, value: &Value) -> Read<Vec<u128>> {
    let entries = value.as_array().ok_or_else(|| path.to_owned())?;
    if entries.is_empty() || entries.len() > 32 {
        return Err(path.to_owned());
    }
    let entries = entries.iter().enumerate();
    entries
        .map(|(index, entry)| length(&format!("{path}.{index}"), entry))
        .collect()
}

pub(super) enum Jitter {
    None,
    Full,
    Equal,
    Decorrelated,
    Proportional(u128),
    Additive { share: u128, min: u128, max: u128 },
}

impl Jitter {
    pub(super) fn read(value: &Value) -> Read<Self> {
        if value.is_string() {
            let words = ["none", "full", "equal", "decorrelated"];
            return Ok(match word("jitter", value, &words)? {
                "none" => Self::None,
                "full" => Self::Full,
                "equal" => Self::Equal,
                _ => Self::Decorrelated,
            });
        }
        let (kind, value) = only("jitter", value)?;
        match kind {
            "proportional" => whole("jitter.proportional", value, 0, 1_000).map(Self::Proportional),
            "additive" => {
                let path = "jitter.additive";
                let fields = object(path, value, &["perMille", "min", "max"])?;
                let field = |name| required(path, fields, name);
                let share = whole("jitter.additive.perMille", field("perMille")?, 0, 1_000)?;
                let min = length("jitter.additive.min", field("min")?)?;
                let max = length("jitter.additive.max", field("max")?)?;
                if min > max {
                    return Err("jitter.additive.min".to_owned());
                }
                Ok(Self::Additive { share, min, max })
            }
            _ => Err("jitter".to_owned()),
        }
    }
}
