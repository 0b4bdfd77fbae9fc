//! One event on its way, in a file: what a row of a database would hold.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use reknock::{Delivery, Moment};

use crate::entropy;

/// An event and how far its delivery got.
///
/// ```
/// use reknock::Moment;
/// use reknock_examples::event::Event;
///
/// let file = std::env::temp_dir().join(format!("event-{}", std::process::id()));
/// let now = Moment::from_millis(1_700_000_000_000);
///
/// let begun = Event::open(Some(&file), now)?;
/// let resumed = Event::open(Some(&file), now)?; // after a restart
/// assert_eq!(begun.id, resumed.id);
/// resumed.remove()?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Event {
    /// The same at every try, before and after a restart.
    pub id: String,
    /// How far it got.
    pub delivery: Delivery,
    file: Option<PathBuf>,
}

impl Event {
    /// The event in this file, or a new one that is written there at once: its
    /// id must not change once the first try is on its way. Without a file the
    /// event lives as long as the program.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written, or holds something else.
    pub fn open(file: Option<&Path>, now: Moment) -> io::Result<Self> {
        let Some(file) = file else {
            return Ok(Self::new(None, now));
        };
        match fs::read(file) {
            Ok(bytes) => Self::read(file, &bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let event = Self::new(Some(file.to_owned()), now);
                event.save()?;
                Ok(event)
            }
            Err(error) => Err(error),
        }
    }

    /// Writes the event down, all of it or nothing: a crash while writing
    /// leaves the state before.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let unfinished = with_suffix(file, ".new");
        let mut writer = File::create(&unfinished)?;
        writer.write_all(self.id.as_bytes())?;
        writer.write_all(b"\n")?;
        writer.write_all(&self.delivery.to_bytes())?;
        writer.sync_all()?;
        fs::rename(unfinished, file)
    }

    /// It arrived: nothing is left to remember.
    ///
    /// # Errors
    ///
    /// When the file cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        self.file.map_or(Ok(()), fs::remove_file)
    }

    /// It is a dead letter: keeps it beside, for a person to look at.
    ///
    /// # Errors
    ///
    /// When the file cannot be renamed.
    pub fn bury(self) -> io::Result<()> {
        self.file.map_or(Ok(()), |file| {
            let grave = with_suffix(&file, ".dead");
            fs::rename(file, grave)
        })
    }

    fn new(file: Option<PathBuf>, now: Moment) -> Self {
        let id = format!("evt_{:016x}{:016x}", entropy(), entropy());
        Self {
            id,
            delivery: Delivery::new(now),
            file,
        }
    }

    fn read(file: &Path, bytes: &[u8]) -> io::Result<Self> {
        let refuse = |problem: String| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{} is not an event: {problem}", file.display()),
            )
        };
        let end = bytes
            .iter()
            .position(|byte| *byte == b'\n')
            .ok_or_else(|| refuse("its first line has no end".to_owned()))?;
        let (id, delivery) = (&bytes[..end], &bytes[end + 1..]);
        if id.is_empty() || !id.iter().all(u8::is_ascii_graphic) {
            return Err(refuse("its first line is not an id".to_owned()));
        }
        Ok(Self {
            id: String::from_utf8_lossy(id).into_owned(),
            delivery: Delivery::from_bytes(delivery).map_err(|error| refuse(error.to_string()))?,
            file: Some(file.to_owned()),
        })
    }
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("reknock-{name}-{:016x}", entropy()))
    }

    #[test]
    fn a_dead_letter_is_kept_beside() {
        let file = temporary("dead");
        let event = Event::open(Some(&file), Moment::from_millis(5)).unwrap();
        let id = event.id.clone();
        event.bury().unwrap();
        assert!(!file.exists());
        let grave = with_suffix(&file, ".dead");
        let kept = Event::open(Some(&grave), Moment::from_millis(9)).unwrap();
        assert_eq!(
            (kept.id.as_str(), kept.delivery.created_at().as_millis()),
            (id.as_str(), 5)
        );
        kept.remove().unwrap();
    }

    #[test]
    fn a_file_that_holds_something_else_is_refused_with_the_reason() {
        let file = temporary("strange");
        for (bytes, reason) in [
            (&b"evt_1"[..], "its first line has no end"),
            (b"\n", "its first line is not an id"),
            (b"evt 1\n", "its first line is not an id"),
            (b"evt_1\n", "v: the bytes end before it"),
        ] {
            fs::write(&file, bytes).unwrap();
            let error = Event::open(Some(&file), Moment::from_millis(0)).unwrap_err();
            assert!(error.to_string().ends_with(reason), "{error}");
        }
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn an_event_without_a_file_leaves_nothing_behind() {
        let event = Event::open(None, Moment::from_millis(0)).unwrap();
        event.save().unwrap();
        event.remove().unwrap();
    }
}
