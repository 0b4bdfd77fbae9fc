//! The `RateLimit` field of the IETF draft, a structured field (RFC 8941):
//! `"default";r=0;t=30, "daily";r=400;t=3600`.

use crate::http::cursor::Cursor;
use crate::http::retry_after::trim;
use crate::time::Millis;

/// What is no count: any item but a whole number from 0 on.
const OTHER: u32 = u32::MAX;

/// The longest time until one of the quotas that are used up (`r=0`) is filled
/// again (`t`); zero if none is, or the field is malformed.
pub(super) fn longest_exhausted(value: &[u8]) -> Millis {
    let mut field = Cursor::new(trim(value));
    let mut longest = 0;
    loop {
        item(&mut field);
        longest = longest.max(exhausted_until(&mut field));
        field.skip(is_blank);
        if field.wrong || !field.take(b',') {
            break;
        }
        field.skip(is_blank);
    }
    if field.wrong || !field.is_at_end() {
        return Millis::ZERO;
    }
    Millis::from_secs(longest)
}

/// Reads the parameters of one item; the seconds until it is filled again, 0 if it is not used up.
fn exhausted_until(field: &mut Cursor<'_>) -> u32 {
    let (mut remaining, mut reset) = (OTHER, OTHER);
    while field.take(b';') {
        field.skip(|byte| byte == b' ');
        let first = field.next();
        field.wrong |= !matches!(first, b'a'..=b'z' | b'*');
        let more = field
            .skip(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'*'));
        let value = if field.take(b'=') { item(field) } else { OTHER };
        // Of a parameter that comes twice, the last one counts.
        match (first, more) {
            (b'r', 0) => remaining = value,
            (b't', 0) => reset = value,
            _ => {}
        }
    }
    if remaining == 0 && reset != OTHER {
        reset
    } else {
        0
    }
}

/// Reads a bare item: what it counts, or [`OTHER`].
fn item(field: &mut Cursor<'_>) -> u32 {
    match field.peek() {
        b'0'..=b'9' => return number(field),
        b'-' => {
            field.next();
            // Minus nothing is nothing, and not negative.
            if number(field) == 0 {
                return 0;
            }
        }
        b'A'..=b'Z' | b'a'..=b'z' | b'*' => {
            field.skip(is_token);
        }
        _ => match field.next() {
            b'"' => string(field),
            b':' => {
                field.skip(|byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
                });
                field.expect(b':');
            }
            b'?' => field.wrong |= !matches!(field.next(), b'0' | b'1'),
            _ => field.wrong = true,
        },
    }
    OTHER
}

/// Reads up to the closing quote.
fn string(field: &mut Cursor<'_>) {
    loop {
        match field.next() {
            b'"' => return,
            b'\\' if matches!(field.peek(), b'"' | b'\\') => {
                field.next();
            }
            b'\\' | ..b' ' | 0x7f.. => {
                field.wrong = true;
                return;
            }
            _ => {}
        }
    }
}

/// Reads a number: what it counts, at most one below [`OTHER`], which is as long
/// as a length can be; or that, for a fraction.
fn number(field: &mut Cursor<'_>) -> u32 {
    let mut count: u32 = 0;
    let mut digits = 0u32;
    while let digit @ 0..=9 = field.peek().wrapping_sub(b'0') {
        field.next();
        count = count.saturating_mul(10).saturating_add(u32::from(digit));
        digits = digits.saturating_add(1);
    }
    let fraction = field.take(b'.');
    if fraction {
        let places = field.skip(|byte| byte.is_ascii_digit());
        field.wrong |= !(1..=3).contains(&places) || digits > 12;
    }
    field.wrong |= !(1..=15).contains(&digits);
    if fraction {
        OTHER
    } else {
        count.min(OTHER - 1)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~:/".contains(&byte)
}
