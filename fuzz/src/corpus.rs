//! A corpus as text: one input a line, so that a change to it can be read.
//!
//! Printable ASCII stands for itself, `\\` for a backslash, `\xNN` for any other
//! byte. A line that begins with `#` says something about those below it. Only
//! the standard library is used: `xtask` shares this file.

/// The inputs that a text holds.
///
/// # Errors
///
/// When a line holds a byte that would have been written otherwise; says which.
pub fn read(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(place, line)| unescape(line).ok_or_else(|| format!("line {} is broken", place + 1)))
        .collect()
}

/// The text of some inputs. An empty one has no line: every run begins with it.
#[must_use]
pub fn write(inputs: &[Vec<u8>]) -> String {
    let some = inputs.iter().filter(|input| !input.is_empty());
    some.map(|input| escape(input) + "\n").collect()
}

fn escape(input: &[u8]) -> String {
    let mut line = String::new();
    for (place, byte) in input.iter().enumerate() {
        let is_edge = (place == 0 && *byte == b'#') || (place + 1 == input.len() && *byte == b' ');
        match byte {
            b'\\' => line += r"\\",
            b' '..=b'~' if !is_edge => line.push(char::from(*byte)),
            _ => line += &format!(r"\x{byte:02x}"),
        }
    }
    line
}

fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut input = Vec::new();
    let mut rest = line.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match (byte, rest) {
            (b'\\', [b'\\', after @ ..]) => {
                input.push(b'\\');
                rest = after;
            }
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).ok()?;
                input.push(u8::from_str_radix(digits, 16).ok()?);
                rest = after;
            }
            (b' '..=b'[' | b']'..=b'~', _) => input.push(*byte),
            _ => return None,
        }
    }
    Some(input)
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn every_byte_comes_back() {
        let inputs = vec![
            (0..=255).collect(),
            b"# no remark".to_vec(),
            b"{\"v\":1} ".to_vec(),
            br"\x41".to_vec(),
        ];
        let text = write(&inputs);
        assert_eq!(text.lines().count(), inputs.len());
        assert_eq!(read(&text), Ok(inputs));
    }

    #[test]
    fn remarks_and_empty_lines_are_no_inputs() {
        assert_eq!(read("# why\n\nab\\x00\n"), Ok(vec![b"ab\0".to_vec()]));
        assert_eq!(read("ab\na\\qb\n"), Err("line 2 is broken".to_owned()));
        assert_eq!(write(&[Vec::new()]), "");
    }
}
