//! The head of an answer, byte by byte.

use heapless::Vec;

/// The longest line that is looked at; longer ones are none of the fields
/// wanted here.
const LINE_MAX: usize = 96;

/// The longest value kept: the longest date has 33 bytes.
const VALUE_MAX: usize = 48;

type Value = Vec<u8, VALUE_MAX>;

/// The status and the fields that say when to come back. The rest of the head
/// passes through one line's memory.
pub struct Head {
    status: Option<u16>,
    line: Vec<u8, LINE_MAX>,
    too_long: bool,
    retry_after: Option<Value>,
    date: Option<Value>,
}

/// Whether there is more to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// More bytes are needed.
    More,
    /// The empty line: the head is whole.
    Complete,
    /// This is not HTTP/1.
    Malformed,
}

impl Default for Head {
    fn default() -> Self {
        Self::new()
    }
}

impl Head {
    /// Before the first byte.
    pub const fn new() -> Self {
        Self {
            status: None,
            line: Vec::new(),
            too_long: false,
            retry_after: None,
            date: None,
        }
    }

    /// Takes the next byte.
    pub fn push(&mut self, byte: u8) -> Progress {
        if byte != b'\n' {
            self.too_long |= self.line.push(byte).is_err();
            return Progress::More;
        }
        let progress = self.end_line();
        self.line.clear();
        self.too_long = false;
        progress
    }

    /// The status; 0 before it is known.
    pub fn status(&self) -> u16 {
        self.status.unwrap_or(0)
    }

    /// `Retry-After`, as it came.
    pub fn retry_after(&self) -> Option<&[u8]> {
        self.retry_after.as_deref()
    }

    /// `Date`, as it came.
    pub fn date(&self) -> Option<&[u8]> {
        self.date.as_deref()
    }

    fn end_line(&mut self) -> Progress {
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        let Some(status) = self.status else {
            self.status = status_of(line);
            return match self.status {
                Some(_) => Progress::More,
                None => Progress::Malformed,
            };
        };
        if line.is_empty() && !self.too_long {
            if status >= 200 {
                return Progress::Complete;
            }
            // `103 Early Hints` and the like: the answer is still to come.
            *self = Self::new();
            return Progress::More;
        }
        if let Some((name, value)) = field_of(line).filter(|_| !self.too_long) {
            let kept = if name.eq_ignore_ascii_case(b"retry-after") {
                &mut self.retry_after
            } else if name.eq_ignore_ascii_case(b"date") {
                &mut self.date
            } else {
                return Progress::More;
            };
            // A field that is there twice counts as it came first.
            if kept.is_none() {
                *kept = Vec::from_slice(value).ok();
            }
        }
        Progress::More
    }
}

/// The number in `HTTP/1.1 503 Service Unavailable`.
fn status_of(line: &[u8]) -> Option<u16> {
    let rest = line.strip_prefix(b"HTTP/1.")?;
    let [_minor, b' ', digits @ ..] = rest else {
        return None;
    };
    let (digits, rest) = digits.split_at_checked(3)?;
    if !rest.is_empty() && !rest.starts_with(b" ") {
        return None;
    }
    digits.iter().try_fold(0, |number: u16, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u16::from(digit - b'0'))
    })
}

/// The name and the value of a field.
fn field_of(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at_checked(colon)?;
    Some((name, value.get(1..)?.trim_ascii()))
}
