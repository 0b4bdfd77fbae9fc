//! The events that wait: a bounded queue that keeps the newest and the most
//! important, and tells what it dropped for them.

use crate::event::{Event, Id, Importance};
use crate::policy::SLOTS;

/// A place for each event, by the number that flash and `reknock` know it by.
pub struct Outbox {
    slots: [Option<Slot>; SLOTS],
}

/// An event in its place.
pub struct Slot {
    /// What is to be delivered.
    pub event: Event,
    /// A courier has it.
    pub under_way: bool,
}

/// What became of an event that was put in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// There was a free place.
    Free(usize),
    /// This one had to leave its place.
    InsteadOf(usize, Id, Importance),
    /// Everything here matters more, or is under way.
    None,
}

impl Default for Outbox {
    fn default() -> Self {
        Self::new()
    }
}

impl Outbox {
    /// Nothing waits.
    pub const fn new() -> Self {
        Self {
            slots: [const { None }; SLOTS],
        }
    }

    /// The place for an event of this importance, without taking it yet: a free
    /// one, else that of the oldest among the least important.
    pub fn room(&self, importance: Importance) -> Room {
        if let Some(free) = self.slots.iter().position(Option::is_none) {
            return Room::Free(free);
        }
        let waiting = self.iter().filter(|(_, slot)| !slot.under_way);
        let least = waiting.min_by_key(|(_, slot)| (slot.event.importance, slot.event.id.age()));
        match least {
            Some((at, slot)) if slot.event.importance <= importance => {
                Room::InsteadOf(at, slot.event.id, slot.event.importance)
            }
            _ => Room::None,
        }
    }

    /// Puts an event into a place, instead of what was there.
    pub fn put(&mut self, at: usize, event: Event) {
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = Some(Slot {
                event,
                under_way: false,
            });
        }
    }

    /// Clears a place.
    pub fn remove(&mut self, at: usize) {
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = None;
        }
    }

    /// Says whether a courier has it.
    pub fn set_under_way(&mut self, at: usize, under_way: bool) {
        if let Some(Some(slot)) = self.slots.get_mut(at) {
            slot.under_way = under_way;
        }
    }

    /// The event in a place.
    pub fn event(&self, at: usize) -> Option<&Event> {
        self.slots.get(at)?.as_ref().map(|slot| &slot.event)
    }

    /// Everything that waits or is under way, with its place.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Slot)> {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(at, slot)| Some((at, slot.as_ref()?)))
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.slots.iter().all(Option::is_none)
    }
}

impl Id {
    /// The smaller, the older.
    pub const fn age(self) -> (u32, u32) {
        (self.boot, self.number)
    }
}
