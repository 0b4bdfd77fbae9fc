//! What both senders are told on the command line.

use std::path::PathBuf;
use std::process::ExitCode;

use reknock::{Factor, Millis, Policy};

/// What to send, where to, and how often to try.
///
/// ```
/// use reknock_examples::options::Options;
///
/// let words = ["http://example.com/hook", "--delay", "1s", "--tries", "3"];
/// let options = Options::read(words.map(String::from)).unwrap();
/// assert_eq!(options.policy.max_attempts(), Some(3));
/// assert_eq!(options.state, None);
/// ```
#[derive(Debug)]
pub struct Options {
    /// The destination.
    pub url: String,
    /// What to post there.
    pub body: String,
    /// Where the event's state is kept.
    pub state: Option<PathBuf>,
    /// How it is retried.
    pub policy: Policy,
}

impl Options {
    /// The options the program was started with. With `--help` or with a
    /// mistake, prints what is right and gives back how to exit.
    ///
    /// # Errors
    ///
    /// The exit code, when there is nothing to send.
    pub fn from_args(program: &str, note: &str) -> Result<Self, ExitCode> {
        let words: Vec<String> = std::env::args().skip(1).collect();
        if words.iter().any(|word| word == "--help" || word == "-h") {
            print!("{program} <url> [options]\n\n{HELP}\n{note}\n");
            return Err(ExitCode::SUCCESS);
        }
        Self::read(words).map_err(|mistake| {
            eprintln!("error: {mistake}\n`{program} --help` shows the options.");
            ExitCode::from(2)
        })
    }

    /// The options in these words.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn read(words: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut words = words.into_iter();
        let (mut url, mut body, mut state) = (None, String::from("{}"), None);
        let (mut delay, mut tries, mut window) = (Millis::from_secs(30), 5, None);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            let wrong = |value: &str| format!("{word} {value}: not a value it can have");
            let length = |text: String| text.parse::<Millis>().map_err(|_| wrong(&text));
            match word.as_str() {
                "--body" => body = value()?,
                "--state" => state = Some(PathBuf::from(value()?)),
                "--delay" => delay = length(value()?)?,
                "--window" => window = Some(length(value()?)?),
                "--tries" => {
                    let text = value()?;
                    tries = text.parse().map_err(|_| wrong(&text))?;
                }
                _ if word.starts_with('-') => return Err(format!("{word} is not an option")),
                _ if url.is_none() => url = Some(word),
                _ => return Err(format!("one URL is enough; what is {word}?")),
            }
        }
        let mut policy = Policy::exponential(delay, Factor::whole(2)).max_attempts(tries);
        if let Some(window) = window {
            policy = policy.window(window);
        }
        Ok(Self {
            url: url.ok_or("there is no URL to send to")?,
            body,
            state,
            policy: policy.build().map_err(|error| error.to_string())?,
        })
    }
}

const HELP: &str = "\
Posts one event, and knocks again until it arrives or there is no use.

  --body TEXT      what to post ({})
  --state FILE     where the event's state is kept, so that a restart goes on
                   where it was; removed when the event arrived, renamed to
                   FILE.dead when it is a dead letter
  --delay LENGTH   the first delay, doubling from there to 1h (30s)
  --tries N        all tries, the first included (5)
  --window LENGTH  give up so long after the event was accepted

Exit code: 0 delivered, 1 dead letter, 2 a mistake, 3 stopped and resumable.
";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, String> {
        Options::read(line.split_whitespace().map(String::from))
    }

    #[test]
    fn the_default_is_the_storm_safe_policy() {
        assert_eq!(read("http://a").unwrap().policy, Policy::default());
    }

    #[test]
    fn every_option_is_read() {
        let options = read("--body b http://a --state f --window 1h").unwrap();
        assert_eq!(
            (options.url.as_str(), options.body.as_str()),
            ("http://a", "b")
        );
        assert_eq!(options.state, Some(PathBuf::from("f")));
        assert_eq!(options.policy.window(), Some(Millis::from_hours(1)));
    }

    #[test]
    fn a_mistake_is_named() {
        for (line, mistake) in [
            ("", "there is no URL to send to"),
            ("http://a http://b", "one URL is enough; what is http://b?"),
            ("http://a --tries", "--tries needs a value"),
            (
                "http://a --tries some",
                "--tries some: not a value it can have",
            ),
            (
                "http://a --delay soon",
                "--delay soon: not a value it can have",
            ),
            ("http://a --frobnicate", "--frobnicate is not an option"),
        ] {
            assert_eq!(read(line).unwrap_err(), mistake);
        }
        assert!(read("http://a --delay 0s").unwrap_err().contains("backoff"));
    }
}
