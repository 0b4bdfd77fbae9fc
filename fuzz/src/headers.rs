//! Response headers: what they ask for, held against a plain reading of them.

use arbitrary::{Result, Unstructured};
use reknock::http::{self, Headers};
use reknock::{Class, HintMode, HintRules, Millis, Moment, Outcome, Policy};

use crate::calendar;
use crate::input;

/// Makes headers of the bytes, some well-formed and some broken, and reads them.
pub fn headers(data: &[u8]) {
    // Bytes that run out leave nothing to read; that is no finding.
    let _ = read(&mut Unstructured::new(data));
}

fn read(u: &mut Unstructured<'_>) -> Result<()> {
    let wall = if u.arbitrary()? {
        Some(input::moment(u)?)
    } else {
        None
    };
    let texts = [text(u)?, text(u)?, rate_limit(u)?, text(u)?, text(u)?];
    let [
        retry_after,
        date,
        rate_limit,
        rate_limit_reset,
        x_rate_limit_reset,
    ] = texts.each_ref().map(Option::as_deref);
    let headers = Headers {
        retry_after,
        date,
        rate_limit,
        rate_limit_reset,
        x_rate_limit_reset,
    };

    for value in texts.iter().flatten() {
        let expected = calendar::read(trim(value), wall.map(Moment::as_millis));
        assert_eq!(
            http::date(value, wall),
            expected.map(Moment::from_millis),
            "the calendar reads {:?} otherwise",
            String::from_utf8_lossy(value)
        );
        assert_eq!(
            http::retry_after(value, date, wall),
            plain_retry_after(value, date, wall)
        );
    }
    check_hints(&headers, wall);
    Ok(())
}

/// A policy that believes every hint and adds nothing to it.
const BELIEVER: Policy = reknock::policy!(Policy::constant(Millis::new(1)).hints(HintRules {
    longest: Millis::MAX,
    mode: HintMode::Replace,
    jitter: 0,
}));

fn check_hints(headers: &Headers<'_>, wall: Option<Moment>) {
    let outcome = Outcome::status(503).with_headers(headers, wall);
    let retry_after = headers
        .retry_after
        .and_then(|value| plain_retry_after(value, headers.date, wall));
    let asked = |pause: Option<Millis>| pause.filter(|pause| !pause.is_zero());
    let expected = asked(retry_after);
    assert_eq!(BELIEVER.hint(outcome), expected, "{headers:?}");

    // The rate-limit fields count on a throttled answer only, and only where
    // no Retry-After was well-formed.
    let expected = match retry_after {
        Some(_) => expected,
        None => asked(headers.rate_limit.and_then(plain_rate_limit))
            .or_else(|| asked(headers.rate_limit_reset.and_then(plain_seconds)))
            .or_else(|| {
                let value = headers.x_rate_limit_reset?;
                asked(plain_seconds_or_unix(value, headers.date, wall))
            }),
    };
    assert_eq!(
        BELIEVER.hint(outcome.with_class(Class::Throttled)),
        expected,
        "{headers:?}"
    );

    // What the caller found wins, unless it is nothing.
    let own = outcome
        .with_hint(Millis::new(7))
        .with_headers(headers, wall);
    assert_eq!(BELIEVER.hint(own), Some(Millis::new(7)));
    assert_eq!(outcome.with_hint(Millis::ZERO), outcome);
}

/// A header's text: absent, raw, a number or a date, the latter with a fault
/// now and then.
fn text(u: &mut Unstructured<'_>) -> Result<Option<Vec<u8>>> {
    let mut text = match u.int_in_range(0..=7u8)? {
        0 => return Ok(None),
        1 | 2 => return raw(u).map(Some),
        3 => format!("{}", u.arbitrary::<u64>()?),
        4 => format!(
            "{:02$}{}",
            0,
            u.arbitrary::<u16>()?,
            u.int_in_range(0..=30)?
        ),
        _ => {
            let off = if u.ratio(1, 8)? { 1 } else { 0 };
            match input::stamp(u)?.forms(off) {
                Some(forms) => u.choose(&forms)?.clone(),
                None => return Ok(None),
            }
        }
    }
    .into_bytes();
    if u.ratio(1, 4)? {
        let place = u.choose_index(text.len())?;
        text[place] = u.arbitrary()?;
    }
    if u.ratio(1, 8)? {
        text.insert(0, b' ');
        text.push(b'\t');
    }
    Ok(Some(text))
}

fn raw(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let length = u.int_in_range(0..=40)?;
    u.bytes(length.min(u.len())).map(<[u8]>::to_vec)
}

/// A `RateLimit` field in pieces that fit together more often than not.
fn rate_limit(u: &mut Unstructured<'_>) -> Result<Option<Vec<u8>>> {
    const PIECES: [&str; 32] = [
        "\"default\"",
        "daily",
        "r=0",
        "r=0",
        "t=",
        "t=30",
        ";",
        ";",
        ";",
        "; ",
        ", ",
        ",",
        "\t,",
        "0",
        "9",
        "999999999999999",
        "-0",
        "-1",
        "0.5",
        "r",
        "t",
        "=",
        "=?0",
        "=:aGk=:",
        "\"\\\"\"",
        "*k_-.*",
        "w=60",
        "(a b)",
        "tok/en:x",
        "r=1",
        "r=00",
        "=a",
    ];
    match u.int_in_range(0..=5u8)? {
        0 => return Ok(None),
        1 => return raw(u).map(Some),
        2 | 3 => return items(u).map(Some),
        _ => {}
    }
    let mut field = b"\"a\";r=0;t=5".to_vec();
    if u.arbitrary()? {
        field.clear();
    }
    for _ in 0..u.int_in_range(0..=12u8)? {
        field.extend_from_slice(u.choose(&PIECES)?.as_bytes());
    }
    Ok(Some(field))
}

/// A `RateLimit` field that is well-formed, unless one of its bytes is not.
fn items(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut items = Vec::new();
    for _ in 0..u.int_in_range(1..=3u8)? {
        let mut item = (*u.choose(&["\"default\"", "daily", "7"])?).to_owned();
        for _ in 0..u.int_in_range(1..=3u8)? {
            let key = u.choose(&["r", "t", "w"])?;
            let number = *u.choose(&[0, 0, 1, 30, 4_294_968, 999_999_999_999_999u64])?;
            item += &format!(";{key}={number}");
        }
        items.push(item);
    }
    let mut field = items.join(", ").into_bytes();
    if u.ratio(1, 8)? {
        let place = u.choose_index(field.len())?;
        field[place] = u.arbitrary()?;
    }
    Ok(field)
}

pub(crate) fn trim(value: &[u8]) -> &[u8] {
    let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
    let Some(first) = value.iter().position(is_text) else {
        return &[];
    };
    let last = value.iter().rposition(is_text).unwrap_or(first);
    &value[first..=last]
}

/// Digits as a number; far too large to matter from 30 of them on.
fn plain_number(value: &[u8]) -> Option<u128> {
    let text = std::str::from_utf8(trim(value)).ok()?;
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let significant = text.trim_start_matches('0');
    Some(match significant.len() {
        0 => 0,
        1..30 => significant.parse().expect("30 digits fit"),
        _ => u128::from(u64::MAX),
    })
}

fn plain_millis(seconds: u128) -> Millis {
    Millis::new((seconds * 1_000).min(u128::from(u32::MAX)) as u32)
}

fn plain_seconds(value: &[u8]) -> Option<Millis> {
    plain_number(value).map(plain_millis)
}

fn reference(date: Option<&[u8]>, wall: Option<Moment>) -> Option<i64> {
    let wall = wall.map(Moment::as_millis);
    date.and_then(|date| calendar::read(trim(date), wall))
        .or(wall)
}

fn plain_until(at: i128, reference: i64) -> Millis {
    Millis::new((at - i128::from(reference)).clamp(0, i128::from(u32::MAX)) as u32)
}

fn plain_retry_after(value: &[u8], date: Option<&[u8]>, wall: Option<Moment>) -> Option<Millis> {
    if let Some(pause) = plain_seconds(value) {
        return Some(pause);
    }
    let reference = reference(date, wall);
    let at = calendar::read(trim(value), reference)?;
    Some(reference.map_or(Millis::ZERO, |reference| plain_until(at.into(), reference)))
}

fn plain_seconds_or_unix(
    value: &[u8],
    date: Option<&[u8]>,
    wall: Option<Moment>,
) -> Option<Millis> {
    let number = plain_number(value)?;
    if number < 1_000_000_000 {
        return Some(plain_millis(number));
    }
    Some(plain_until(number as i128 * 1_000, reference(date, wall)?))
}

/// The longest `t` among the items with `r=0`, as a reader of structured
/// fields sees them. The draft's list has items only.
fn plain_rate_limit(value: &[u8]) -> Option<Millis> {
    let parser = sfv::Parser::new(trim(value)).with_version(sfv::Version::Rfc8941);
    let list: sfv::List = parser.parse().ok()?;
    let mut longest = None;
    for entry in list {
        let sfv::ListEntry::Item(item) = entry else {
            return None;
        };
        let count = |name: &str| {
            let value = item.params.get(name)?.as_integer()?;
            u128::try_from(i64::from(value)).ok()
        };
        if count("r") == Some(0) {
            longest = longest.max(count("t").map(plain_millis));
        }
    }
    longest
}
