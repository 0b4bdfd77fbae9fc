//! What is shown: every decision as it falls, and the sum of them.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Display};
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::Instant;

use reknock::{Decision, Ending, Millis};

use crate::receiver::Receiver;

const BOLD: &str = "1";
const DIM: &str = "2";
const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";

/// One try and what was decided on it.
pub(crate) struct Try<'a> {
    pub(crate) id: &'a str,
    pub(crate) attempt: u32,
    pub(crate) ending: Ending,
    /// The `Retry-After` that came with it.
    pub(crate) asked: Option<&'a str>,
    pub(crate) decision: Decision,
}

/// Prints what happens, and remembers it for the end.
pub(crate) struct Report {
    begun: Instant,
    colour: bool,
    ledger: Mutex<Ledger>,
}

#[derive(Default)]
struct Ledger {
    acts: u32,
    attempts: u32,
    delivered: HashSet<String>,
    held_back: u32,
    dead: BTreeMap<&'static str, u32>,
    retries: BTreeMap<&'static str, u32>,
    longest_wait: Millis,
}

impl Report {
    /// A report whose clock starts now.
    pub(crate) fn new() -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            begun: Instant::now(),
            colour: io::stdout().is_terminal() && !no_color,
            ledger: Mutex::default(),
        }
    }

    /// Announces an act.
    pub(crate) fn act(&self, title: &str) {
        let mut ledger = self.ledger.lock().unwrap();
        ledger.acts += 1;
        let title = format!("Act {}. {title}.", ledger.acts);
        self.line(format_args!("\n{}", self.paint(BOLD, title)));
    }

    /// Announces a turn within an act.
    pub(crate) fn note(&self, turn: &str) {
        self.line(format_args!(
            "{}  {}",
            self.clock(),
            self.paint(BOLD, format!("{turn}."))
        ));
    }

    /// Tells of a try and its decision.
    pub(crate) fn tell(&self, told: &Try<'_>) {
        let mut ledger = self.ledger.lock().unwrap();
        ledger.count(told);
        let colour = match told.decision {
            Decision::Delivered => GREEN,
            Decision::Retry { .. } => YELLOW,
            Decision::DeadLetter { .. } => RED,
        };
        let mut saw = told.ending.to_string();
        if let Some(asked) = told.asked {
            // Of a date, the time of day is enough to see.
            let short = asked.len().saturating_sub("00:00:00 GMT".len());
            saw += &format!(", Retry-After {}", asked.get(short..).unwrap_or(asked));
        }
        let Try {
            id,
            attempt,
            decision,
            ..
        } = told;
        self.line(format_args!(
            "{}  {id}  try {attempt}  {saw:<36}  {}",
            self.clock(),
            self.paint(colour, decision)
        ));
    }

    /// Tells of an event that was not sent, since its endpoint is gone.
    pub(crate) fn held_back(&self, id: &str, path: &str) {
        self.ledger.lock().unwrap().held_back += 1;
        let why = format!("held back: {path} asked never to be called again");
        self.line(format_args!(
            "{}  {id}  {:<43}  {}",
            self.clock(),
            "no try",
            self.paint(RED, why)
        ));
    }

    /// Sums up. True if every promise was kept.
    pub(crate) fn sum_up(&self, seed: u64, events: u32, receiver: &Receiver) -> bool {
        let ledger = self.ledger.lock().unwrap();
        let delivered = ledger.delivered.len() as u32;
        let (dead, retries) = (total(&ledger.dead), total(&ledger.retries));
        let seconds = self.begun.elapsed().as_secs_f64();
        let heading = format!("Summary of {seconds:.1} s, seed {seed}.");
        self.line(format_args!("\n{}", self.paint(BOLD, heading)));
        for (what, count, detail) in [
            ("events", events, String::new()),
            ("delivered", delivered, String::new()),
            ("dead letters", dead, by_reason(&ledger.dead)),
            (
                "held back",
                ledger.held_back,
                String::from("their endpoint is gone"),
            ),
            ("attempts", ledger.attempts, String::new()),
            ("retries", retries, by_reason(&ledger.retries)),
        ] {
            let line = format!("  {what:<12} {count:>4}   {detail}");
            self.line(format_args!("{}", line.trim_end()));
        }
        self.line(format_args!(
            "  {:<12} {:>4}",
            "longest wait", ledger.longest_wait
        ));

        self.line(format_args!("\n{}", self.paint(BOLD, "Promises.")));
        let settled = delivered + dead + ledger.held_back;
        let promises = receiver.recall(|memory| {
            let unseen = ledger.delivered.difference(&memory.accepted).count() as u32;
            [
                ("no event is lost", events.abs_diff(settled), events),
                ("what is called delivered did arrive", unseen, delivered),
                (
                    "no knock before a Retry-After had passed",
                    memory.too_early,
                    memory.asked,
                ),
                (
                    "no knock at an endpoint after its 410",
                    memory.after_gone,
                    ledger.held_back,
                ),
            ]
        });
        for (promise, broken, cases) in promises {
            let verdict = match broken {
                0 => self.paint(GREEN, format!("kept    {promise} ({cases} of {cases})")),
                _ => self.paint(RED, format!("BROKEN  {promise} ({broken} times)")),
            };
            self.line(format_args!("  {verdict}"));
        }
        promises.iter().all(|(_, broken, _)| *broken == 0)
    }

    fn clock(&self) -> String {
        let seconds = format!("{:>7.3}", self.begun.elapsed().as_secs_f64());
        self.paint(DIM, seconds)
    }

    fn paint(&self, colour: &str, text: impl Display) -> String {
        if self.colour {
            format!("\x1b[{colour}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }

    fn line(&self, line: fmt::Arguments<'_>) {
        // Whoever reads may leave early; the deliveries go on.
        let _ = writeln!(io::stdout().lock(), "{line}");
    }
}

impl Ledger {
    fn count(&mut self, told: &Try<'_>) {
        self.attempts += 1;
        match told.decision {
            Decision::Delivered => {
                self.delivered.insert(told.id.to_owned());
            }
            Decision::Retry { delay, reason, .. } => {
                *self.retries.entry(reason.name()).or_default() += 1;
                self.longest_wait = self.longest_wait.max(delay);
            }
            Decision::DeadLetter { reason, .. } => {
                *self.dead.entry(reason.name()).or_default() += 1;
            }
        }
    }
}

fn total(counts: &BTreeMap<&'static str, u32>) -> u32 {
    counts.values().sum()
}

fn by_reason(counts: &BTreeMap<&'static str, u32>) -> String {
    let parts: Vec<String> = counts
        .iter()
        .map(|(reason, n)| format!("{reason} {n}"))
        .collect();
    parts.join(", ")
}
