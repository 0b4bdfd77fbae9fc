//! What survives a reset: a log in flash that wears all its sectors alike.

use core::ops::Range;

use defmt::{error, warn};
use embedded_storage_async::nor_flash::NorFlash;
use sequential_storage::Error;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::map::{MapConfig, MapStorage};

use crate::policy::SLOTS;
use crate::record::{RECORD_MAX, Record, Stamp};

/// The keys of the log. Each has a value at most, the newest.
mod key {
    pub(super) const BOOTS: u8 = 0;
    pub(super) const GONE: u8 = 1;
    pub(super) const STAMP: u8 = 2;
    pub(super) const SLOTS: u8 = 16;
}

/// Room for the largest record with its key, in whole words of any flash.
const BUFFER: usize = (RECORD_MAX + 1).next_multiple_of(32);

/// The log. Where flash fails, the device goes on without it, and says so.
pub struct Store<F: NorFlash> {
    map: MapStorage<u8, F, Cache<Uncached, Uncached, Uncached, u8>>,
    buffer: [u8; BUFFER],
}

impl<F: NorFlash> Store<F> {
    /// The log in all of this flash, and the number of this start: one more
    /// than was written at the last. Nothing, where flash cannot be read.
    ///
    /// What is there but is no log is erased. Flash that fails is left as it is:
    /// what waits in it may be readable at the next start.
    pub async fn open(flash: F) -> (Self, Option<u32>) {
        let all: Range<u32> = 0..flash.capacity() as u32;
        let mut store = Self {
            map: MapStorage::new(flash, MapConfig::new(all), Cache::new_uncached()),
            buffer: [0; BUFFER],
        };
        let last = match store.map.fetch_item(&mut store.buffer, &key::BOOTS).await {
            Ok(last) => last.unwrap_or(0),
            Err(Error::Storage { .. }) => {
                error!("the flash cannot be read: nothing is taken up from it, nothing erased");
                return (store, None);
            }
            Err(_) => {
                warn!("the flash holds no log: it is erased");
                if store.map.erase_all().await.is_err() {
                    error!("the flash cannot be erased");
                }
                0
            }
        };
        let boot = u32::wrapping_add(last, 1);
        let written = store
            .map
            .store_item(&mut store.buffer, &key::BOOTS, &boot)
            .await;
        if written.is_err() {
            error!("the flash cannot be written: what waits will not survive a reset");
        }
        (store, Some(boot))
    }

    /// Writes an event and how far it got.
    pub async fn save(&mut self, slot: usize, record: &Record) -> bool {
        let mut bytes = [0; RECORD_MAX];
        let length = record.write(&mut bytes);
        self.put(key::SLOTS + slot as u8, bytes.get(..length).unwrap_or(&[]))
            .await
    }

    /// Forgets an event: flash that cannot be written twice has no other way
    /// than an empty value.
    pub async fn forget(&mut self, slot: usize) -> bool {
        self.put(key::SLOTS + slot as u8, &[]).await
    }

    /// Writes what time it is.
    pub async fn stamp(&mut self, stamp: &Stamp) -> bool {
        let mut bytes = [0; Stamp::BYTES];
        stamp.write(&mut bytes);
        self.put(key::STAMP, &bytes).await
    }

    /// Remembers that this server asked never to be called again.
    pub async fn gone(&mut self, server: u64) -> bool {
        self.put(key::GONE, &server.to_le_bytes()).await
    }

    /// The event in this place.
    pub async fn load(&mut self, slot: usize) -> Option<Record> {
        Record::read(self.get(key::SLOTS + slot as u8).await?)
    }

    /// The last stamp.
    pub async fn last_stamp(&mut self) -> Option<Stamp> {
        Stamp::read(self.get(key::STAMP).await?)
    }

    /// Whether this server asked never to be called again.
    pub async fn is_gone(&mut self, server: u64) -> bool {
        self.get(key::GONE).await == Some(&server.to_le_bytes())
    }

    async fn put(&mut self, key: u8, value: &[u8]) -> bool {
        let written = self.map.store_item(&mut self.buffer, &key, &value).await;
        if written.is_err() {
            error!("flash: key {=u8} could not be written", key);
        }
        written.is_ok()
    }

    async fn get(&mut self, key: u8) -> Option<&[u8]> {
        let found = self.map.fetch_item::<&[u8]>(&mut self.buffer, &key).await;
        found.ok()?
    }
}

const _: () = assert!(SLOTS < 200, "a key is one byte");
