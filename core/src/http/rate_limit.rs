//! The `RateLimit` field of the IETF draft, a structured field (RFC 8941):
//! `"default";r=0;t=30, "daily";r=400;t=3600`.

use crate::http::retry_after::trim;
use crate::time::Millis;

/// The longest `t` among the limits that have nothing left (`r=0`): `None` if
/// there is no such limit, or if the field breaks the syntax anywhere.
pub(super) fn longest_exhausted(value: &[u8]) -> Option<Millis> {
    let mut field = Cursor { rest: trim(value) };
    let mut longest = None;
    loop {
        field.bare_item()?;
        longest = longest.max(field.exhausted_until()?.map(Millis::from_secs));
        field.skip(is_blank);
        if field.rest.is_empty() {
            return longest;
        }
        field.expect(b',')?;
        field.skip(is_blank);
    }
}

/// A value as far as this field cares: a whole number that is not negative, or
/// something else.
#[derive(Clone, Copy, PartialEq)]
enum Bare {
    /// Saturated: a pause of more than 49 days is the longest one anyway.
    Count(u32),
    Other,
}

/// What is left of the field.
struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// Takes the parameters of one item; its `t`, if its `r` is 0.
    fn exhausted_until(&mut self) -> Option<Option<u32>> {
        let mut remaining = Bare::Other;
        let mut reset = Bare::Other;
        while let [b';', tail @ ..] = self.rest {
            self.rest = tail;
            self.skip(|byte| byte == b' ');
            let key = self.key()?;
            let value = if let [b'=', tail @ ..] = self.rest {
                self.rest = tail;
                self.bare_item()?
            } else {
                Bare::Other
            };
            // Of a parameter that comes twice, the last one counts.
            match key {
                b"r" => remaining = value,
                b"t" => reset = value,
                _ => {}
            }
        }
        Some(match (remaining, reset) {
            (Bare::Count(0), Bare::Count(seconds)) => Some(seconds),
            _ => None,
        })
    }

    /// Takes a parameter's key.
    fn key(&mut self) -> Option<&'a [u8]> {
        let start = self.rest;
        match self.next()? {
            b'a'..=b'z' | b'*' => {}
            _ => return None,
        }
        self.skip(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'*'));
        start.get(..start.len() - self.rest.len())
    }

    /// Takes a string, token, number, byte sequence or boolean.
    fn bare_item(&mut self) -> Option<Bare> {
        match self.next()? {
            b'"' => self.string()?,
            b'A'..=b'Z' | b'a'..=b'z' | b'*' => self.skip(is_token),
            b':' => {
                self.skip(|byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
                });
                self.expect(b':')?;
            }
            b'?' => match self.next()? {
                b'0' | b'1' => {}
                _ => return None,
            },
            b'-' => {
                let digit = self.next()?;
                // Minus nothing is nothing, and not negative.
                return Some(match self.number(digit)? {
                    Bare::Count(0) => Bare::Count(0),
                    _ => Bare::Other,
                });
            }
            digit => return self.number(digit),
        }
        Some(Bare::Other)
    }

    /// Takes the rest of a string after its opening quote.
    fn string(&mut self) -> Option<()> {
        loop {
            match self.next()? {
                b'"' => return Some(()),
                b'\\' => match self.next()? {
                    b'"' | b'\\' => {}
                    _ => return None,
                },
                b' '..=b'~' => {}
                _ => return None,
            }
        }
    }

    /// Takes the rest of a number after its first digit: up to 15 digits, or
    /// up to 12, a point, and up to 3.
    fn number(&mut self, first: u8) -> Option<Bare> {
        if !first.is_ascii_digit() {
            return None;
        }
        let mut number = u32::from(first - b'0');
        let more = self.digits(|digit| {
            number = number
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'));
        });
        if let [b'.', tail @ ..] = self.rest {
            self.rest = tail;
            let fraction = self.digits(|_| {});
            return if more <= 11 && (1..=3).contains(&fraction) {
                Some(Bare::Other)
            } else {
                None
            };
        }
        if more <= 14 {
            Some(Bare::Count(number))
        } else {
            None
        }
    }

    /// Takes digits, hands on each, and says how many there were.
    fn digits(&mut self, mut each: impl FnMut(u8)) -> usize {
        let before = self.rest.len();
        self.skip(|byte| {
            let is_digit = byte.is_ascii_digit();
            if is_digit {
                each(byte);
            }
            is_digit
        });
        before - self.rest.len()
    }

    /// Takes one byte.
    fn next(&mut self) -> Option<u8> {
        let (first, tail) = self.rest.split_first()?;
        self.rest = tail;
        Some(*first)
    }

    /// Takes one given byte.
    fn expect(&mut self, byte: u8) -> Option<()> {
        if self.next()? == byte { Some(()) } else { None }
    }

    /// Takes bytes as long as they are of a kind.
    fn skip(&mut self, mut of_kind: impl FnMut(u8) -> bool) {
        while let [first, tail @ ..] = self.rest
            && of_kind(*first)
        {
            self.rest = tail;
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a token may go on with this byte.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~:/".contains(&byte)
}
