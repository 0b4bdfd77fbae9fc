//! Policies as people write them: lengths as numbers and as text, fields left
//! out or in another order, a few of them wrong.

use arbitrary::{Result, Unstructured};

use crate::input;

/// A policy's JSON; most are valid.
pub(crate) fn json_policy(u: &mut Unstructured<'_>) -> Result<String> {
    let mut fields = vec![format!(r#""backoff":{}"#, backoff(u)?)];
    type Field = (&'static str, fn(&mut Unstructured<'_>) -> Result<String>);
    let optional: [Field; 8] = [
        ("jitter", jitter),
        ("maxDelay", |u| nullable(u, length)),
        ("maxAttempts", |u| nullable(u, attempts)),
        ("window", |u| nullable(u, length)),
        ("dnsAttempts", |u| number(u, 1, 255)),
        ("throttleFactor", |u| number(u, 1, 100)),
        ("hints", |u| nullable(u, hints)),
        ("classes", classes),
    ];
    let there: u8 = u.arbitrary()?;
    for (place, (name, value)) in optional.into_iter().enumerate() {
        if there & (1 << place) != 0 {
            let field = format!(r#""{name}":{}"#, value(u)?);
            let before = u.choose_index(fields.len() + 1)?;
            fields.insert(before, field);
        }
    }
    if is_wrong(u)? {
        fields.push(r#""jiter":"full""#.to_owned());
    }
    if is_wrong(u)? {
        let twice = u.choose(&fields)?.clone();
        fields.push(twice);
    }
    Ok(format!("{{{}}}", fields.join(",")))
}

/// Now and then.
fn is_wrong(u: &mut Unstructured<'_>) -> Result<bool> {
    u.ratio(1, 64)
}

fn nullable(
    u: &mut Unstructured<'_>,
    value: fn(&mut Unstructured<'_>) -> Result<String>,
) -> Result<String> {
    if u.ratio(1, 8)? {
        Ok("null".to_owned())
    } else {
        value(u)
    }
}

/// A number within a range, rarely one beside it.
fn number(u: &mut Unstructured<'_>, low: u32, high: u32) -> Result<String> {
    Ok(match u.int_in_range(0..=31u8)? {
        0 => format!("{}", i64::from(low) - 1),
        1 => format!("{}", u64::from(high) + u.int_in_range(1..=300)?),
        2 => format!("{low}.0"),
        3 => format!("\"{low}\""),
        4..8 => low.to_string(),
        8..12 => high.to_string(),
        _ => u.int_in_range(low..=high)?.to_string(),
    })
}

fn attempts(u: &mut Unstructured<'_>) -> Result<String> {
    if u.ratio(3, 4)? {
        number(u, 1, 70)
    } else {
        number(u, 1, u32::MAX)
    }
}

fn length(u: &mut Unstructured<'_>) -> Result<String> {
    let millis = input::length(u)?;
    Ok(match u.int_in_range(0..=15u8)? {
        0..6 => millis.get().to_string(),
        6..12 => format!("\"{millis}\""),
        12 => format!("\"{}ms\"", millis.get()),
        13 => format!(
            "\"{}h{}m\"",
            u.int_in_range(0..=30u8)?,
            u.int_in_range(0..=90u8)?
        ),
        // Leading zeros; too long; units in the wrong order, twice or unknown.
        14 => (*u.choose(&[
            "\"007s\"",
            "\"49d17h2m47s295ms\"",
            "\"0s\"",
            "\"4294967295ms\"",
        ])?)
        .to_owned(),
        _ => (*u.choose(&[
            "4294967296",
            "\"49d17h2m47s296ms\"",
            "\"3s2m\"",
            "\"1s1s\"",
            "\"1y\"",
            "\"\"",
            "-1",
            "1.5",
            "true",
            "\"1 s\"",
        ])?)
        .to_owned(),
    })
}

fn backoff(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(match u.int_in_range(0..=5u8)? {
        0 => format!(r#"{{"constant":{{"delay":{}}}}}"#, length(u)?),
        1 => format!(r#"{{"linear":{{"step":{}}}}}"#, length(u)?),
        2 | 3 => {
            let factor = if u.arbitrary()? {
                number(u, 2, 12)?
            } else {
                let den = u.int_in_range(1..=9u16)?;
                format!("[{},{den}]", den + u.int_in_range(0..=9)?)
            };
            format!(
                r#"{{"exponential":{{"base":{},"factor":{factor}}}}}"#,
                length(u)?
            )
        }
        _ => {
            let mut delays = Vec::new();
            for _ in 0..u.int_in_range(0..=33u8)? {
                delays.push(length(u)?);
            }
            let then = ["", r#","then":"stop""#, r#","then":"repeatLast""#];
            let then = u.choose(&then)?;
            format!(
                r#"{{"schedule":{{"delays":[{}]{then}}}}}"#,
                delays.join(",")
            )
        }
    })
}

fn jitter(u: &mut Unstructured<'_>) -> Result<String> {
    Ok(match u.int_in_range(0..=5u8)? {
        0 => r#""none""#.to_owned(),
        1 => r#""full""#.to_owned(),
        2 => r#""equal""#.to_owned(),
        3 => r#""decorrelated""#.to_owned(),
        4 => format!(r#"{{"proportional":{}}}"#, number(u, 0, 1_000)?),
        _ => format!(
            r#"{{"additive":{{"perMille":{},"min":{},"max":{}}}}}"#,
            number(u, 0, 1_000)?,
            length(u)?,
            length(u)?
        ),
    })
}

fn hints(u: &mut Unstructured<'_>) -> Result<String> {
    let mut fields = Vec::new();
    if u.arbitrary()? {
        fields.push(format!(r#""longest":{}"#, length(u)?));
    }
    if u.arbitrary()? {
        let mode = u.choose(&["replace", "atLeast"])?;
        fields.push(format!(r#""mode":"{mode}""#));
    }
    if u.arbitrary()? {
        fields.push(format!(r#""jitter":{}"#, number(u, 0, 1_000)?));
    }
    Ok(format!("{{{}}}", fields.join(",")))
}

fn classes(u: &mut Unstructured<'_>) -> Result<String> {
    let mut fields = Vec::new();
    for _ in 0..u.int_in_range(0..=9u8)? {
        let key = match u.int_in_range(0..=8u8)? {
            0..4 => u.int_in_range(190..=610u16)?.to_string(),
            4..6 => {
                let first = u.int_in_range(190..=610u16)?;
                format!("{first}-{}", first + u.int_in_range(0..=100)?)
            }
            6 | 7 => {
                (*u.choose(&["timeout", "refused", "dns", "tls", "invalid", "local"])?).to_owned()
            }
            _ => (*u.choose(&["0404", "65536", "-1", "5xx", "503-500", "65535", "0"])?).to_owned(),
        };
        let class = u.choose(&["delivered", "transient", "throttled", "permanent", "gone"])?;
        fields.push(format!(r#""{key}":"{class}""#));
    }
    Ok(format!("{{{}}}", fields.join(",")))
}
