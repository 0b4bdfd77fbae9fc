//! Just enough JSON to hold two answers against each other.
//!
//! A number stays the text it was, so that nothing is lost to a float and
//! `1.0` is not taken for `1`.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// A JSON value. Objects are sorted: the order of fields means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// `null`, `true`, `false` or a number.
    Word(String),
    Text(String),
    List(Vec<Value>),
    Object(BTreeMap<String, Value>),
}

impl Value {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text.trim() };
        let value = reader.value(0)?;
        reader.rest.is_empty().then_some(value)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Object(fields) => fields.get(name),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                f.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { "," })?;
                }
                f.write_char(']')
            }
            Self::Object(fields) => {
                f.write_char('{')?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    write_text(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            c if c < ' ' => write!(f, "\\u{:04x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Deeper than anything here is nested; a file of brackets must not end in a
/// stack overflow.
const DEPTH_MAX: u32 = 64;

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn value(&mut self, depth: u32) -> Option<Value> {
        if depth > DEPTH_MAX {
            return None;
        }
        match self.rest.chars().next()? {
            '"' => self.text().map(Value::Text),
            '[' => self.list(depth),
            '{' => self.object(depth),
            _ => self.word(),
        }
    }

    fn list(&mut self, depth: u32) -> Option<Value> {
        self.take('[')?;
        let mut items = Vec::new();
        if self.take(']').is_some() {
            return Some(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.skip_space();
            if self.take(']').is_some() {
                return Some(Value::List(items));
            }
            self.take(',')?;
        }
    }

    fn object(&mut self, depth: u32) -> Option<Value> {
        self.take('{')?;
        let mut fields = BTreeMap::new();
        if self.take('}').is_some() {
            return Some(Value::Object(fields));
        }
        loop {
            let name = self.text()?;
            self.skip_space();
            self.take(':')?;
            let value = self.value(depth + 1)?;
            if fields.insert(name, value).is_some() {
                return None;
            }
            self.skip_space();
            if self.take('}').is_some() {
                return Some(Value::Object(fields));
            }
            self.take(',')?;
        }
    }

    fn text(&mut self) -> Option<String> {
        self.take_exactly('"')?;
        // Escapes can stand for half a character (a surrogate), so the text is
        // gathered as UTF-16 and read as a whole.
        let mut units: Vec<u16> = Vec::new();
        loop {
            let c = self.next()?;
            match c {
                '"' => {
                    self.skip_space();
                    return Some(String::from_utf16_lossy(&units));
                }
                '\\' => units.push(self.escape()?),
                c if c < ' ' => return None,
                c => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            }
        }
    }

    fn escape(&mut self) -> Option<u16> {
        Some(match self.next()? {
            'u' => {
                let digits = self.rest.get(..4)?;
                self.rest = &self.rest[4..];
                u16::from_str_radix(digits, 16).ok()?
            }
            'n' => u16::from(b'\n'),
            't' => u16::from(b'\t'),
            'r' => u16::from(b'\r'),
            'b' => 8,
            'f' => 12,
            c @ ('"' | '\\' | '/') => c as u16,
            _ => return None,
        })
    }

    fn word(&mut self) -> Option<Value> {
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let number = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if !number && !matches!(word, "null" | "true" | "false") {
            return None;
        }
        self.rest = rest;
        self.skip_space();
        Some(Value::Word(word.to_owned()))
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Takes `c` and the space after it.
    fn take(&mut self, c: char) -> Option<()> {
        self.take_exactly(c)?;
        self.skip_space();
        Some(())
    }

    fn take_exactly(&mut self, c: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(c)?;
        Some(())
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_fields_and_the_space_between_them_mean_nothing() {
        let one = Value::parse(r#"{"a": [1, {"b" : null}], "c":"x\u00e9\ud83d\ude00\n"}"#);
        let two = Value::parse("{\"c\":\"xé😀\\n\",\"a\":[1,{\"b\":null} ]}");
        assert!(one.is_some());
        assert_eq!(one, two);
    }

    #[test]
    fn a_number_is_the_text_it_was() {
        assert_ne!(Value::parse("1.0"), Value::parse("1"));
        assert_ne!(
            Value::parse("9007199254740993"),
            Value::parse("9007199254740992")
        );
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "nil",
            "1 2",
            "\"\\x\"",
            "{\"a\":1,\"a\":2}",
        ] {
            assert_eq!(Value::parse(text), None, "{text:?}");
        }
        assert_eq!(Value::parse(&"[".repeat(100_000)), None);
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = "{\"a\":[],\"b\":{},\"c\":[true,\"\\\"\\\\\\u0001\"],\"d\":-5}";
        assert_eq!(Value::parse(text).unwrap().to_string(), text);
    }
}
