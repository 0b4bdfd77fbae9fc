//! Lengths as people write them: `30s`, `2m30s`, `48h`, `250ms`, `7d`.

use core::fmt::{self, Write as _};
use core::str::FromStr;

use super::Millis;

/// The units, largest first, with their milliseconds.
const UNITS: [(&str, u32); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1_000),
    ("ms", 1),
];

impl fmt::Display for Millis {
    /// Honours width and alignment, so that lengths stand in columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.pad("0s");
        }
        let mut text = Text {
            bytes: [0; LONGEST],
            len: 0,
        };
        let mut rest = self.get();
        for (name, size) in UNITS {
            let count = rest / size;
            rest %= size;
            if count > 0 {
                write!(text, "{count}{name}")?;
            }
        }
        f.pad(text.as_str())
    }
}

/// The length of `4294967295` with every unit: more than any text needs.
const LONGEST: usize = 24;

/// A text on the stack.
struct Text {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Text {
    fn as_str(&self) -> &str {
        let used = self.bytes.get(..self.len).unwrap_or_default();
        core::str::from_utf8(used).unwrap_or_default()
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let end = self.len + more.len();
        let place = self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?;
        place.copy_from_slice(more.as_bytes());
        self.len = end;
        Ok(())
    }
}

impl fmt::Debug for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a length such as `30s`, `2m30s` or `250ms`.
///
/// ```
/// use reknock::{Millis, ParseMillisError};
///
/// assert_eq!("30".parse::<Millis>(), Err(ParseMillisError::Form));
/// assert_eq!("50d".parse::<Millis>(), Err(ParseMillisError::TooLong));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ParseMillisError {
    /// Not numbers with the units d, h, m, s, ms, largest first, each at most once.
    Form,
    /// Longer than [`Millis::MAX`].
    TooLong,
}

impl fmt::Display for ParseMillisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => {
                "write a length as numbers with the units d, h, m, s, ms, largest first, \
                 such as \"2m30s\""
            }
            Self::TooLong => "the longest length is 49d17h2m47s295ms",
        })
    }
}

impl core::error::Error for ParseMillisError {}

impl FromStr for Millis {
    type Err = ParseMillisError;

    fn from_str(text: &str) -> Result<Self, ParseMillisError> {
        if text.is_empty() {
            return Err(ParseMillisError::Form);
        }
        let mut rest = text;
        let mut total: u64 = 0;
        let mut units = UNITS.iter();
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, after) = rest
                .split_at_checked(digits)
                .ok_or(ParseMillisError::Form)?;
            let letters = after.bytes().take_while(u8::is_ascii_alphabetic).count();
            let (unit, after) = after
                .split_at_checked(letters)
                .ok_or(ParseMillisError::Form)?;
            // `units` only moves on: a smaller unit before a larger one, or a
            // unit twice, is no longer found.
            let size = units
                .find(|(name, _)| *name == unit)
                .ok_or(ParseMillisError::Form)?
                .1;
            total = total.saturating_add(count(number)?.saturating_mul(u64::from(size)));
            rest = after;
        }
        match u32::try_from(total) {
            Ok(millis) => Ok(Self::new(millis)),
            Err(_) => Err(ParseMillisError::TooLong),
        }
    }
}

/// The number a run of digits means; too many digits saturate.
fn count(digits: &str) -> Result<u64, ParseMillisError> {
    if digits.is_empty() {
        return Err(ParseMillisError::Form);
    }
    Ok(digits.bytes().fold(0u64, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    }))
}

#[cfg(test)]
mod tests {
    use super::{Millis, ParseMillisError};
    use std::string::ToString;

    #[test]
    fn every_unit_goes_there_and_back() {
        for text in [
            "0s",
            "1ms",
            "999ms",
            "1s",
            "59s",
            "1m",
            "1h",
            "1d",
            "49d17h2m47s295ms",
        ] {
            assert_eq!(text.parse::<Millis>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn leading_zeros_and_large_counts_of_a_small_unit_are_fine() {
        assert_eq!("007s".parse(), Ok(Millis::from_secs(7)));
        assert_eq!("90s".parse(), Ok(Millis::from_secs(90)));
        assert_eq!("0d0h0m0s0ms".parse(), Ok(Millis::ZERO));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "", "30", "s", "30x", "-30s", "+30s", "1.5s", " 30s", "30s ", "30 s", "1s1m", "1s1s",
            "1ms1s", "30S", "1m30", "½s", "1h½", "3½s", "ms5", "1dms",
        ] {
            assert_eq!(
                text.parse::<Millis>(),
                Err(ParseMillisError::Form),
                "{text:?}"
            );
        }
        for text in ["4294967296ms", "50d", "99999999999999999999999d", "49d18h"] {
            assert_eq!(
                text.parse::<Millis>(),
                Err(ParseMillisError::TooLong),
                "{text:?}"
            );
        }
    }
}
