//! `Retry-After`, and the other fields that hold a number of seconds.

use crate::http::date::{NEVER, parse};
use crate::time::{Millis, Moment};

/// From here on, an `X-RateLimit-Reset` is a date: nobody asks for a pause of
/// 31 years, and no server's clock stands before September 2001.
const UNIX_SECONDS_FROM: u32 = 1_000_000_000;

/// The pause a `Retry-After` asks for; `None` where it is malformed.
///
/// A date is measured against the response's own `Date` header if that is
/// well-formed, else against `wall` (unix milliseconds). Where it has passed,
/// or nothing is there to measure it against, the pause is zero: no hint.
///
/// ```
/// use reknock::{http::retry_after, Millis, Moment};
///
/// assert_eq!(retry_after(b"120", None, None), Some(Millis::from_mins(2)));
/// assert_eq!(retry_after(b"soon", None, None), None);
///
/// let noon = Moment::from_millis(784_123_200_000); // Sunday, 6 November 1994
/// let at = b"Sunday, 06-Nov-94 12:00:30 GMT";
/// assert_eq!(retry_after(at, None, Some(noon)), Some(Millis::from_secs(30)));
/// ```
#[must_use]
pub fn retry_after(value: &[u8], date: Option<&[u8]>, wall: Option<Moment>) -> Option<Millis> {
    match pause_of(value, date, wall) {
        Pause::Malformed => None,
        Pause::Unmeasured => Some(Millis::ZERO),
        Pause::Of(length) => Some(length),
    }
}

/// What a `Retry-After` comes to.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// Neither seconds nor a date.
    Malformed,
    /// Well-formed without anything to measure against: it asks for a pause that
    /// nobody can tell, which is not the same as malformed.
    Unmeasured,
    /// So long from now; zero where that has passed.
    Of(Millis),
}

#[doc(hidden)]
#[must_use]
pub fn pause_of(value: &[u8], date: Option<&[u8]>, wall: Option<Moment>) -> Pause {
    let value = trim(value);
    if let Some(number) = digits(value) {
        return Pause::Of(Millis::from_secs(number));
    }
    let reference = reference(date, wall);
    match (parse(value, reference), reference) {
        (NEVER, _) => Pause::Malformed,
        (_, NEVER) => Pause::Unmeasured,
        (at, reference) => Pause::Of(pause_until(at, reference)),
    }
}

/// The unix milliseconds an HTTP-date means, in any of its three forms.
///
/// The two-digit year of the oldest form is the one within 50 years of
/// `reference` (unix milliseconds); without one, 1970 to 2069.
///
/// ```
/// use reknock::{http::date, Moment};
///
/// let then = Some(Moment::from_millis(784_111_777_000));
/// assert_eq!(date(b"Sun, 06 Nov 1994 08:49:37 GMT", None), then);
/// assert_eq!(date(b"Sunday, 06-Nov-94 08:49:37 GMT", None), then);
/// assert_eq!(date(b"Sun Nov  6 08:49:37 1994", None), then);
/// assert_eq!(date(b"Mon, 06 Nov 1994 08:49:37 GMT", None), None, "it was a Sunday");
/// ```
#[must_use]
pub fn date(value: &[u8], reference: Option<Moment>) -> Option<Moment> {
    match parse(trim(value), millis_of(reference)) {
        NEVER => None,
        at => Some(Moment::from_millis(at)),
    }
}

/// The length that a number of seconds means; any number of digits, and too
/// large a number saturates. Zero where it is malformed.
pub(super) fn seconds(value: &[u8]) -> Millis {
    Millis::from_secs(digits(trim(value)).unwrap_or(0))
}

/// The length that a number of seconds, or a point in unix seconds, means. Zero
/// where it is malformed, or nothing is there to measure it against.
pub(super) fn seconds_or_unix(value: &[u8], date: Option<&[u8]>, wall: Option<Moment>) -> Millis {
    let value = trim(value);
    let number = digits(value).unwrap_or(0);
    if number < UNIX_SECONDS_FROM {
        return Millis::from_secs(number);
    }
    match reference(date, wall) {
        NEVER => Millis::ZERO,
        reference => pause_until(unix_millis(value), reference),
    }
}

/// What a date is measured against: the response's own if that is well-formed,
/// else wall time, else [`NEVER`].
fn reference(date: Option<&[u8]>, wall: Option<Moment>) -> i64 {
    let wall = millis_of(wall);
    match date.map_or(NEVER, |date| parse(trim(date), wall)) {
        NEVER => wall,
        date => date,
    }
}

fn millis_of(point: Option<Moment>) -> i64 {
    point.map_or(NEVER, Moment::as_millis)
}

/// How long from the reference until then; nothing if that has passed.
fn pause_until(at: i64, reference: i64) -> Millis {
    let pause = at.saturating_sub(reference);
    if pause <= 0 {
        Millis::ZERO
    } else {
        Millis::saturating(pause as u64)
    }
}

/// The number that one or more digits, and nothing else, mean.
fn digits(value: &[u8]) -> Option<u32> {
    let mut number: u32 = 0;
    for byte in value {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number.saturating_mul(10).saturating_add(u32::from(digit));
    }
    if value.is_empty() { None } else { Some(number) }
}

/// The same as unix milliseconds, which need more room.
fn unix_millis(digits: &[u8]) -> i64 {
    digits
        .iter()
        .fold(0i64, |sum, digit| {
            sum.saturating_mul(10).saturating_add(i64::from(digit & 15))
        })
        .saturating_mul(1_000)
}

/// The value without spaces and tabs around it.
pub(super) fn trim(mut value: &[u8]) -> &[u8] {
    while let [b' ' | b'\t', rest @ ..] | [rest @ .., b' ' | b'\t'] = value {
        value = rest;
    }
    value
}
