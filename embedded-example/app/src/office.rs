//! Where events come in and couriers are sent out: the state that all tasks
//! share, in memory and in flash.

use core::cell::{Cell, RefCell};

use defmt::{error, info, warn};
use embassy_sync::blocking_mutex::raw::NoopRawMutex;
use embassy_sync::mutex::Mutex;
use embassy_sync::watch::{Receiver, Watch};
use embedded_storage_async::nor_flash::NorFlash;
use reknock::destination::Because;
use reknock::{Clock, Derived, Moment};

use crate::board::{Reading, Server};
use crate::calendar::Calendar;
use crate::event::{Event, Id, IdText};
use crate::outbox::{Outbox, Room};
use crate::policy::{COURIERS, SLOTS};
use crate::record::{Record, Stamp};
use crate::retry::{self, Desk, Permit, Refusal};
use crate::say::Why;
use crate::store::Store;

/// The couriers, the sensor's task, and the one that writes the time.
const WATCHERS: usize = COURIERS + 2;

/// Told whenever there is a reason to look again.
pub type Changes<'a> = Receiver<'a, NoopRawMutex, (), WATCHERS>;

/// The state that all tasks share. All of them run in one executor, and no
/// borrow lasts across an `await`.
pub struct Office<C, F: NorFlash> {
    pub(crate) clock: Calendar<C>,
    pub(crate) server: Server,
    pub(crate) device: u64,
    seed: u64,
    boot: u32,
    numbers: Cell<u32>,
    pub(crate) desk: RefCell<&'static mut Desk>,
    pub(crate) outbox: RefCell<Outbox>,
    /// The unix time at which each event from before the reset was last known
    /// to wait, until the server's `Date` tells how long ago that is.
    before: RefCell<[Option<Moment>; SLOTS]>,
    pub(crate) store: Mutex<NoopRawMutex, Store<F>>,
    changes: Watch<NoopRawMutex, (), WATCHERS>,
    closing: Cell<bool>,
    gone: Cell<bool>,
    refused: Cell<Option<Because>>,
}

/// What a courier is to do.
pub enum Next {
    /// Try this one.
    Knock(usize, Permit),
    /// This one's window has passed: no more tries.
    Bury(usize, Id),
    /// Nothing before this moment, unless something changes.
    Wait(Moment),
    /// Nothing, until something changes.
    Idle,
}

impl<C: Clock, F: NorFlash> Office<C, F> {
    /// Opens with what flash kept of the last time.
    pub async fn open(
        clock: C,
        flash: F,
        desk: &'static mut Desk,
        server: Server,
        device: u64,
        seed: u64,
    ) -> Self {
        let (store, boot) = Store::open(flash).await;
        // Where flash cannot tell which start this is, the seed makes up a number
        // that no count comes to: an id that was used before would make the
        // server take news for a repetition.
        let boot = boot.unwrap_or(seed as u32 | 1 << 31);
        let office = Self {
            clock: Calendar::new(clock),
            server,
            device,
            seed,
            boot,
            numbers: Cell::new(0),
            desk: RefCell::new(desk),
            outbox: RefCell::new(Outbox::new()),
            before: RefCell::new([None; SLOTS]),
            store: Mutex::new(store),
            changes: Watch::new(),
            closing: Cell::new(false),
            gone: Cell::new(false),
            refused: Cell::new(None),
        };
        office.resume().await;
        office
    }

    /// Takes a reading in. From here on it is delivered, or its end is told.
    pub async fn accept(&self, reading: Reading) {
        let number = self.numbers.get().wrapping_add(1);
        self.numbers.set(number);
        let id = Id {
            boot: self.boot,
            number,
        };
        let room = self.outbox.borrow().room(reading.importance);
        let slot = match room {
            Room::Free(slot) => slot,
            Room::InsteadOf(slot, old, importance) => {
                warn!(
                    "event {}: dropped ({}), since {} needs its place",
                    old, importance, id
                );
                slot
            }
            Room::None => {
                warn!("event {}: dropped, since all that waits matters more", id);
                return;
            }
        };
        let event = Event {
            id,
            importance: reading.importance,
            body: reading.body,
        };
        let delivery = self.desk.borrow_mut().begin(slot, self.clock.now());
        self.before.borrow_mut()[slot] = None;
        self.outbox.borrow_mut().put(slot, event.clone());
        self.outbox.borrow_mut().set_under_way(slot, true); // until flash has it
        let stamp = self.stamp();
        let record = Record {
            event,
            delivery,
            stamp,
        };
        if self.store.lock().await.save(slot, &record).await {
            info!("event {}: accepted ({})", id, record.event.importance);
        } else {
            warn!(
                "event {}: in memory only ({}), since flash failed: a reset loses it",
                id, record.event.importance
            );
        }
        self.release(slot);
    }

    /// What a courier is to do now: of those that are due, the most important
    /// first, then the oldest.
    pub fn next(&self) -> Next {
        if self.gone.get() {
            return Next::Idle;
        }
        let now = self.clock.now();
        let outbox = self.outbox.borrow();
        let mut desk = self.desk.borrow_mut();
        let mut first = None;
        let mut soonest = None;
        for (slot, waiting) in outbox.iter().filter(|(_, slot)| !slot.under_way) {
            let Some(delivery) = desk.delivery(slot) else {
                continue;
            };
            if desk.expired(slot, now) {
                return Next::Bury(slot, waiting.event.id);
            }
            let wait = delivery.wait(now);
            if !wait.is_zero() {
                let at = now.after(wait);
                soonest = Some(soonest.map_or(at, |other: Moment| other.min(at)));
                continue;
            }
            let rank = (
                waiting.event.importance,
                core::cmp::Reverse(waiting.event.id.age()),
            );
            if first.is_none_or(|(_, best)| rank > best) {
                first = Some((slot, rank));
            }
        }
        let Some((slot, _)) = first else {
            return soonest.map_or(Next::Idle, Next::Wait);
        };
        let Some(event) = outbox.event(slot) else {
            return Next::Idle;
        };
        match desk.admit(now, &mut self.draws(event.id)) {
            Ok(permit) => {
                self.refused.set(None);
                drop(outbox);
                self.outbox.borrow_mut().set_under_way(slot, true);
                Next::Knock(slot, permit)
            }
            Err(Refusal { until, because }) => {
                // Said once, not each time that someone asks.
                if self.refused.replace(Some(because)) != Some(because) {
                    let wait = until.since(now).get();
                    info!(
                        "event {}: not for {=u32:ms} s, because {}",
                        event.id,
                        wait,
                        Why(because)
                    );
                }
                Next::Wait(until)
            }
        }
    }

    /// Writes how far an event got, and lets it wait.
    pub async fn keep(&self, slot: usize) {
        let event = self.outbox.borrow().event(slot).cloned();
        let delivery = self.desk.borrow().delivery(slot).copied();
        if let (Some(event), Some(delivery)) = (event, delivery) {
            let stamp = self.stamp();
            let record = Record {
                event,
                delivery,
                stamp,
            };
            self.store.lock().await.save(slot, &record).await;
        }
        self.release(slot);
    }

    /// The event is done with, one way or the other.
    pub async fn forget(&self, slot: usize) {
        self.store.lock().await.forget(slot).await;
        self.desk.borrow_mut().remove(slot);
        self.outbox.borrow_mut().remove(slot);
        self.before.borrow_mut()[slot] = None;
        self.release(slot);
    }

    /// The server asks never to be called again: nothing is sent any more, not
    /// after a reset either, until the device gets another server.
    pub async fn hold_everything(&self) {
        self.gone.set(true);
        self.store.lock().await.gone(self.server_key()).await;
        error!(
            "this server asks never to be called again: what waits is kept, and nothing is sent"
        );
    }

    /// A courier has the event no longer.
    pub fn release(&self, slot: usize) {
        self.outbox.borrow_mut().set_under_way(slot, false);
        self.changes.sender().send(());
    }

    /// The server's `Date`: from now on the device knows the time of day, and
    /// how long it was off.
    pub fn learn(&self, date: Moment) {
        let now = self.clock.now();
        self.clock.learn(date);
        for (slot, before) in self.before.borrow_mut().iter_mut().enumerate() {
            let Some(before) = before.take() else {
                continue;
            };
            // What passed since the reset is known already; the rest is news.
            let passed = date.since(before).get();
            let known = now.since(self.clock.started()).get();
            let off = reknock::Millis::new(passed.saturating_sub(known));
            if !off.is_zero() {
                self.desk.borrow_mut().lapse(slot, now, off);
                info!(
                    "the power was off for {=u32:ms} s, says the server's Date",
                    off.get()
                );
            }
        }
    }

    /// Writes what time it is, while something waits that needs it.
    pub async fn write_stamp(&self) {
        if !self.outbox.borrow().is_empty() {
            let stamp = self.stamp();
            self.store.lock().await.stamp(&stamp).await;
        }
    }

    /// Tells everyone to come to an end, now.
    pub fn close(&self) {
        self.closing.set(true);
        self.changes.sender().send(());
    }

    /// Whether the device is being switched off.
    pub fn is_closing(&self) -> bool {
        self.closing.get()
    }

    /// Waits until the device is being switched off.
    pub async fn closed(&self, changes: &mut Changes<'_>) {
        while !self.closing.get() {
            changes.changed().await;
        }
    }

    /// A place among those who are told of changes. There is one for each task.
    pub fn changes(&self) -> Changes<'_> {
        defmt::unwrap!(self.changes.receiver())
    }

    /// An event's draws.
    pub fn draws(&self, id: Id) -> Derived {
        retry::draws(self.seed, &self.id(id))
    }

    /// An id as the server sees it.
    pub fn id(&self, id: Id) -> IdText {
        id.text(self.device)
    }

    /// Takes up what flash kept.
    ///
    /// The clock began again at 0, and how long the power was off is unknown.
    /// It is taken for no time at all: an event may then be tried later than
    /// was decided, but never earlier than its server asked. The first `Date`
    /// from the server corrects it ([`learn`](Self::learn)).
    async fn resume(&self) {
        let mut store = self.store.lock().await;
        if store.is_gone(self.server_key()).await {
            self.gone.set(true);
            error!("this server asked never to be called again: nothing is sent");
        }
        let last = store.last_stamp().await;
        for slot in 0..SLOTS {
            let Some(record) = store.load(slot).await else {
                continue;
            };
            // The last that is known of the clock it was written by.
            let newer =
                |stamp: &Stamp| stamp.boot == record.stamp.boot && stamp.at > record.stamp.at;
            let was = last.filter(newer).unwrap_or(record.stamp);
            let now = self.clock.now();
            let mut desk = self.desk.borrow_mut();
            desk.resume(slot, record.delivery, was.at, now);
            info!(
                "event {}: taken up after {=u32} tries, as if no time had passed since the reset",
                record.event.id,
                record.delivery.attempts()
            );
            self.before.borrow_mut()[slot] = was.wall;
            self.outbox.borrow_mut().put(slot, record.event);
        }
    }

    fn stamp(&self) -> Stamp {
        Stamp {
            boot: self.boot,
            at: self.clock.now(),
            wall: self.clock.wall(),
        }
    }

    /// What the note that a server is gone is about: another path or another
    /// host is another server.
    fn server_key(&self) -> u64 {
        let Server {
            address,
            host,
            path,
        } = self.server;
        let address = u64::from(address.ip().to_bits()) << 16 | u64::from(address.port());
        reknock::key_of(host) ^ reknock::key_of(path).rotate_left(1) ^ address
    }
}
