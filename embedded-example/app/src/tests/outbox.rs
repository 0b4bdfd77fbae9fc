use heapless::String;

use crate::event::{Event, Id, Importance};
use crate::outbox::{Outbox, Room};
use crate::policy::SLOTS;

fn event(number: u32, importance: Importance) -> Event {
    let id = Id { boot: 1, number };
    let body = String::new();
    Event {
        id,
        importance,
        body,
    }
}

/// Full of events of this importance, the first of them the newest.
fn full(importance: Importance) -> Outbox {
    let mut outbox = Outbox::new();
    for slot in 0..SLOTS {
        assert_eq!(outbox.room(importance), Room::Free(slot));
        outbox.put(slot, event((SLOTS - slot) as u32, importance));
    }
    outbox
}

#[test]
fn the_oldest_of_the_least_important_leaves_its_place() {
    let mut outbox = full(Importance::Routine);
    let oldest = Id { boot: 1, number: 1 };
    let last = SLOTS - 1;
    let expected = Room::InsteadOf(last, oldest, Importance::Routine);
    assert_eq!(outbox.room(Importance::Routine), expected);

    outbox.put(last, event(9, Importance::Alarm));
    let oldest = Id { boot: 1, number: 2 };
    let expected = Room::InsteadOf(last - 1, oldest, Importance::Routine);
    assert_eq!(outbox.room(Importance::Alarm), expected);
}

#[test]
fn what_matters_less_finds_no_room_among_what_matters_more() {
    let outbox = full(Importance::Alarm);
    assert_eq!(outbox.room(Importance::Routine), Room::None);
    assert!(matches!(
        outbox.room(Importance::Alarm),
        Room::InsteadOf(..)
    ));
}

#[test]
fn what_is_under_way_keeps_its_place() {
    let mut outbox = full(Importance::Routine);
    for slot in 0..SLOTS {
        outbox.set_under_way(slot, true);
    }
    assert_eq!(outbox.room(Importance::Alarm), Room::None);
    outbox.remove(0);
    assert_eq!(outbox.room(Importance::Routine), Room::Free(0));
    assert!(!outbox.is_empty());
}
