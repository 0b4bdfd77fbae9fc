//! The server's side: how it misbehaves, and what it witnesses.
//!
//! It judges the sender by its own clock and its own memory.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reknock_examples::ID_HEADER;
use reknock_examples::server::{Reply, Request};

/// What it asks for whenever it asks for a pause.
const PATIENCE: Duration = Duration::from_secs(1);

/// How it treats `/hook`.
#[derive(Clone, Copy, Default)]
pub(crate) enum Mood {
    /// Answers 200.
    #[default]
    Well,
    /// Answers 503.
    Failing,
    /// Asks each event for patience once.
    Limiting,
    /// Breaks or stalls each event's first connection.
    Rude,
}

/// The server's mind.
#[derive(Default)]
pub(crate) struct Receiver {
    memory: Mutex<Memory>,
}

/// What it witnessed.
#[derive(Default)]
pub(crate) struct Memory {
    mood: Mood,
    knocks: HashMap<String, u32>,
    not_before: HashMap<String, Instant>,
    gone: HashSet<String>,
    /// The events it answered with 200.
    pub(crate) accepted: HashSet<String>,
    /// How often it said when to come back.
    pub(crate) asked: u32,
    /// Knocks that came before the moment it had named.
    pub(crate) too_early: u32,
    /// Knocks at an endpoint after it had answered 410 there.
    pub(crate) after_gone: u32,
}

impl Receiver {
    /// Changes its mood.
    pub(crate) fn set(&self, mood: Mood) {
        self.memory.lock().unwrap().mood = mood;
    }

    /// Looks into its memory.
    pub(crate) fn recall<T>(&self, question: impl FnOnce(&Memory) -> T) -> T {
        question(&self.memory.lock().unwrap())
    }

    /// Answers a knock.
    pub(crate) fn answer(&self, request: &Request) -> Reply {
        self.memory.lock().unwrap().answer(request)
    }
}

impl Memory {
    fn answer(&mut self, request: &Request) -> Reply {
        let id = request.header(ID_HEADER).to_owned();
        if self
            .not_before
            .remove(&id)
            .is_some_and(|moment| request.at < moment)
        {
            self.too_early += 1;
        }
        if self.gone.contains(&request.path) {
            self.after_gone += 1;
        }
        let knocks = self.knocks.entry(id.clone()).or_default();
        *knocks += 1;
        let first = *knocks == 1;
        match request.path.as_str() {
            "/unknown" => Reply::status(404),
            "/hopeless" => Reply::status(503),
            "/gone" => {
                self.gone.insert(request.path.clone());
                Reply::status(410)
            }
            _ => match self.mood {
                Mood::Failing => Reply::status(503),
                Mood::Limiting if first => self.limit(id),
                Mood::Rude if first => {
                    if self.knocks.len().is_multiple_of(2) {
                        Reply::Stall
                    } else {
                        Reply::Reset
                    }
                }
                Mood::Well | Mood::Limiting | Mood::Rude => {
                    self.accepted.insert(id);
                    Reply::status(200)
                }
            },
        }
    }

    /// Asks for patience, in one way or another.
    fn limit(&mut self, id: String) -> Reply {
        let way = self.knocks.len() % 3;
        if way == 0 {
            return Reply::status(429);
        }
        self.asked += 1;
        self.not_before.insert(id, Instant::now() + PATIENCE);
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        match way {
            1 => Reply::status(429).with("Retry-After", PATIENCE.as_secs().to_string()),
            _ => Reply::status(503)
                .with("Date", http_date(now.as_secs()))
                .with("Retry-After", http_date((now + PATIENCE).as_secs())),
        }
    }
}

/// Unix seconds as an HTTP-date: `Sun, 06 Nov 1994 08:49:37 GMT`.
fn http_date(unix: u64) -> String {
    const MONTHS: [(&str, u64); 12] = [
        ("Jan", 31),
        ("Feb", 28),
        ("Mar", 31),
        ("Apr", 30),
        ("May", 31),
        ("Jun", 30),
        ("Jul", 31),
        ("Aug", 31),
        ("Sep", 30),
        ("Oct", 31),
        ("Nov", 30),
        ("Dec", 31),
    ];
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(unix / 86_400 % 7) as usize];
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut day) = (1970, unix / 86_400);
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = "Jan";
    for (name, days) in MONTHS {
        month = name;
        let days = days + u64::from(name == "Feb" && is_leap(year));
        if day < days {
            break;
        }
        day -= days;
    }
    let (hour, minute, second) = (unix / 3_600 % 24, unix / 60 % 60, unix % 60);
    let day = day + 1;
    format!("{weekday}, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} GMT")
}

#[cfg(test)]
mod tests {
    use super::http_date;
    use reknock::Moment;

    #[test]
    fn dates_are_what_the_core_reads() {
        assert_eq!(http_date(784_111_777), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(http_date(951_782_400), "Tue, 29 Feb 2000 00:00:00 GMT");
        for unix in (0..4_000_000_000).step_by(12_345_678) {
            let text = http_date(unix);
            let read = reknock::http::date(text.as_bytes(), None);
            assert_eq!(
                read.map(Moment::as_millis),
                Some(unix as i64 * 1_000),
                "{text}"
            );
        }
    }
}
