//! The options of a command: flags, and names followed by a value.

use crate::Result;

/// The words after the command, taken out one by one; what is left at the end
/// is a mistake.
pub(crate) struct Options {
    words: Vec<String>,
    known: Vec<&'static str>,
}

impl Options {
    pub(crate) fn new(words: &[String]) -> Self {
        Self {
            words: words.to_vec(),
            known: Vec::new(),
        }
    }

    /// Whether `name` is there.
    pub(crate) fn flag(&mut self, name: &'static str) -> bool {
        self.known.push(name);
        let before = self.words.len();
        self.words.retain(|word| word != name);
        self.words.len() < before
    }

    /// The number after `name`, or `default` without it.
    pub(crate) fn number(&mut self, name: &'static str, default: u64) -> Result<u64> {
        let missing = format!("{name} needs a number after it, such as {name} {default}");
        let Some(word) = self.after(name, missing)? else {
            return Ok(default);
        };
        word.parse().map_err(|_| {
            format!("{word:?} after {name} is not a whole number; try {name} {default}")
        })
    }

    /// The word after `name`, or nothing without it.
    pub(crate) fn word(&mut self, name: &'static str) -> Result<Option<String>> {
        self.after(name, format!("{name} needs a word after it"))
    }

    /// The words that are no options. To be asked for last, when the values of
    /// options are taken.
    pub(crate) fn names(&mut self) -> Vec<String> {
        let (options, names) = self.words.drain(..).partition(|word| word.starts_with('-'));
        self.words = options;
        names
    }

    fn after(&mut self, name: &'static str, missing: String) -> Result<Option<String>> {
        self.known.push(name);
        let Some(at) = self.words.iter().position(|word| word == name) else {
            return Ok(None);
        };
        self.words.remove(at);
        if at == self.words.len() {
            return Err(missing);
        }
        Ok(Some(self.words.remove(at)))
    }

    /// Refuses the words nobody asked for.
    pub(crate) fn finish(self) -> Result {
        let Some(word) = self.words.first() else {
            return Ok(());
        };
        if self.known.is_empty() {
            return Err(format!(
                "{word:?} is not an option here; this command has none"
            ));
        }
        Err(format!(
            "{word:?} is not an option here; use: {}",
            self.known.join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Options {
        Options::new(
            &line
                .split_whitespace()
                .map(String::from)
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn flags_and_numbers_are_found_in_any_order() {
        let mut options = options("--count 12 --check");
        assert!(options.flag("--check"));
        assert!(!options.flag("--json"));
        assert_eq!(options.number("--count", 3), Ok(12));
        assert_eq!(options.number("--seed", 3), Ok(3));
        assert_eq!(options.finish(), Ok(()));
    }

    #[test]
    fn names_are_what_is_left_beside_options() {
        let mut options = options("one --check two --chekc");
        assert!(options.flag("--check"));
        assert_eq!(options.names(), ["one", "two"]);
        assert!(options.finish().is_err());
    }

    #[test]
    fn mistakes_are_named_with_their_remedy() {
        let mut strange = options("--chekc");
        strange.flag("--check");
        assert_eq!(
            strange.finish(),
            Err("\"--chekc\" is not an option here; use: --check".to_owned())
        );
        assert_eq!(
            options("--count").number("--count", 7),
            Err("--count needs a number after it, such as --count 7".to_owned())
        );
        assert_eq!(
            options("--count many").number("--count", 7),
            Err("\"many\" after --count is not a whole number; try --count 7".to_owned())
        );
    }
}
