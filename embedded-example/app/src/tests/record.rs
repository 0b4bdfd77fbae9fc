use heapless::String;
use reknock::{Delivery, Millis, Moment};

use crate::event::{BODY_MAX, Event, Id, Importance};
use crate::record::{RECORD_MAX, Record, Stamp};

fn record(body: &str) -> Record {
    Record {
        event: Event {
            id: Id {
                boot: 7,
                number: u32::MAX,
            },
            importance: Importance::Alarm,
            body: String::try_from(body).unwrap(),
        },
        delivery: Delivery::from_parts(u32::MAX, u8::MAX, Moment::MIN, Moment::MAX, Millis::MAX),
        stamp: Stamp {
            boot: 7,
            at: Moment::from_millis(61_000),
            wall: Some(Moment::from_millis(784_111_777_000)),
        },
    }
}

#[test]
fn the_largest_record_fits_and_comes_back() {
    let body = "x".repeat(BODY_MAX);
    let record = record(&body);
    let mut bytes = [0; RECORD_MAX];
    let length = record.write(&mut bytes);
    assert_eq!(Record::read(&bytes[..length]), Some(record));
}

#[test]
fn a_stamp_without_the_time_of_day_comes_back_without() {
    let stamp = Stamp {
        wall: None,
        ..record("").stamp
    };
    let mut bytes = [0; Stamp::BYTES];
    stamp.write(&mut bytes);
    assert_eq!(Stamp::read(&bytes), Some(stamp));
    assert_eq!(Stamp::read(&bytes[1..]), None);
}

#[test]
fn bytes_that_are_no_record_are_none() {
    let mut bytes = [0; RECORD_MAX];
    let length = record("").write(&mut bytes);
    for end in 0..length {
        assert_eq!(Record::read(&bytes[..end]), None, "cut after {end}");
    }
    let mut other = bytes;
    other[0] = 2; // another version
    assert_eq!(Record::read(&other[..length]), None);
    other = bytes;
    other[1] = 9; // no such importance
    assert_eq!(Record::read(&other[..length]), None);
}
