//! What the device says: defmt's frames, decoded with the program's own table.

use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use defmt_decoder::{DecodeError, Table};

/// Everything a device said, as it comes.
#[derive(Clone)]
pub struct Log {
    shared: Arc<Shared>,
}

struct Shared {
    said: Mutex<Said>,
    more: Condvar,
}

#[derive(Default)]
struct Said {
    entries: Vec<Entry>,
    ended: bool,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Entry {
    /// When it came, by our clock.
    pub at: Instant,
    /// The device's time since its start, in milliseconds.
    pub uptime: u64,
    /// `INFO`, `WARN`, `ERROR`.
    pub level: &'static str,
    /// What it says.
    pub text: String,
}

impl Log {
    /// Decodes what the program says, in a thread of its own.
    pub(crate) fn decode(elf: Vec<u8>, from: impl Read + Send + 'static) -> io::Result<Self> {
        let table = Table::parse(&elf).map_err(io::Error::other)?;
        let table = table.ok_or_else(|| io::Error::other("the program has no defmt table"))?;
        let shared = Arc::new(Shared {
            said: Mutex::default(),
            more: Condvar::new(),
        });
        let log = Self { shared };
        let writer = log.clone();
        thread::spawn(move || {
            let error = read(&table, from, &writer).err();
            let mut said = writer.said();
            if let Some(error) = error {
                said.entries
                    .push(Entry::of("ERROR", 0, format!("log unreadable: {error}")));
            }
            said.ended = true;
            writer.shared.more.notify_all();
        });
        Ok(log)
    }

    /// Everything so far.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.said().entries.clone()
    }

    /// The first line after the first `skip` that holds this text, now or later.
    ///
    /// # Panics
    ///
    /// When it does not come in time, with everything that came instead.
    #[must_use]
    pub fn wait_for(&self, skip: usize, text: &str, patience: Duration) -> (usize, Entry) {
        let give_up = Instant::now() + patience;
        let mut said = self.said();
        loop {
            let entries = said.entries.iter().enumerate().skip(skip);
            let found = entries.clone().find(|(_, entry)| entry.text.contains(text));
            if let Some((index, entry)) = found {
                return (index, entry.clone());
            }
            let left = give_up.saturating_duration_since(Instant::now());
            assert!(
                !said.ended && !left.is_zero(),
                "the device did not say {text:?}, but:\n{}",
                said.entries
                    .iter()
                    .map(|entry| format!("{entry}\n"))
                    .collect::<String>()
            );
            said = self.wait(said, left);
        }
    }

    /// The line at this index, once it is there; nothing when the device is off.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Entry> {
        let mut said = self.said();
        loop {
            if let Some(entry) = said.entries.get(index) {
                return Some(entry.clone());
            }
            if said.ended {
                return None;
            }
            said = self.wait(said, Duration::from_secs(1));
        }
    }

    pub(crate) fn wait_for_end(&self) {
        let mut said = self.said();
        while !said.ended {
            said = self.wait(said, Duration::from_secs(1));
        }
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.shared
            .said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, said: MutexGuard<'a, Said>, time: Duration) -> MutexGuard<'a, Said> {
        let result = self.shared.more.wait_timeout(said, time);
        result.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Entry {
    fn of(level: &'static str, uptime: u64, text: String) -> Self {
        Self {
            at: Instant::now(),
            uptime,
            level,
            text,
        }
    }
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (seconds, millis) = (self.uptime / 1_000, self.uptime % 1_000);
        write!(
            f,
            "{seconds:>5}.{millis:03} {:<5} {}",
            self.level, self.text
        )
    }
}

fn read(table: &Table, mut from: impl Read, log: &Log) -> io::Result<()> {
    let mut decoder = table.new_stream_decoder();
    let mut bytes = [0; 1024];
    loop {
        let count = from.read(&mut bytes)?;
        if count == 0 {
            return Ok(());
        }
        decoder.received(&bytes[..count]);
        loop {
            match decoder.decode() {
                Ok(frame) => {
                    let uptime = frame.display_timestamp().map(|time| time.to_string());
                    let level = frame.level().map_or("", |level| match level.as_str() {
                        "info" => "INFO",
                        "warn" => "WARN",
                        "error" => "ERROR",
                        _ => "DEBUG",
                    });
                    let text = frame.display_message().to_string();
                    let entry = Entry::of(level, millis(&uptime.unwrap_or_default()), text);
                    log.said().entries.push(entry);
                    log.shared.more.notify_all();
                }
                Err(DecodeError::UnexpectedEof) => break,
                // A frame that a reset or the end of the emulator cut short.
                Err(DecodeError::Malformed) => {}
            }
        }
    }
}

/// Milliseconds of `12.345`.
fn millis(text: &str) -> u64 {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let fraction: String = fraction.chars().chain("000".chars()).take(3).collect();
    seconds.parse::<u64>().unwrap_or(0) * 1_000 + fraction.parse::<u64>().unwrap_or(0)
}
