//! What an attempt ended with, from numbers and header bytes.

use reknock::http::{self, Headers, Pause};
use reknock::{Class, Ending, Failure, Millis, Moment, Outcome};

use crate::desk::{self, Desk};
use crate::draws::moment;

/// A header that is not there.
const ABSENT: u32 = u32::MAX;

/// Reads a status and its headers: their bytes lie one after the other, and
/// the words say where each ends. What came of it stays on the desk, for the
/// calls whose `packed` outcome asks for it.
pub(crate) fn headers(status: u32, has_wall: u32, wall: f64) {
    desk::with(|desk| {
        let mut from = 0;
        let mut next = |place: usize| {
            let end = *desk.words.get(place)?;
            if end == ABSENT {
                return None;
            }
            let value = desk.bytes.get(from..end as usize);
            from = end as usize;
            value
        };
        let headers = Headers {
            retry_after: next(0),
            date: next(1),
            rate_limit: next(2),
            rate_limit_reset: next(3),
            x_rate_limit_reset: next(4),
        };
        desk.outcome = Outcome::status(status as u16).with_headers(&headers, point(has_wall, wall));
    });
}

/// The pause of a `Retry-After` alone, or −1 where it is malformed or a date
/// that nothing can be measured against. (A decision takes such a date for a
/// pause that nobody can tell; who asks for the pause must learn of it.)
pub(crate) fn retry_after(has_wall: u32, wall: f64) -> f64 {
    desk::with(|desk| {
        let [end, date_end, ..] = desk.words;
        let value = desk.bytes.get(..end as usize).unwrap_or_default();
        let date = desk.bytes.get(end as usize..date_end as usize);
        match http::pause_of(value, date, point(has_wall, wall)) {
            Pause::Of(pause) => f64::from(pause.get()),
            Pause::Malformed | Pause::Unmeasured => -1.0,
        }
    })
}

/// An outcome as it crosses: bits 0 to 16 are the status, or 65536 + the
/// failure; 17 to 19 the caller's class, 7 for none; bit 30 says that the
/// status and its headers are on the desk.
#[inline(always)]
pub(crate) fn unpack(desk: &Desk, packed: u32, hint: u32) -> Outcome {
    let mut outcome = if packed & 1 << 30 != 0 {
        desk.outcome
    } else if packed & 1 << 16 == 0 {
        Outcome::status(packed as u16)
    } else {
        Outcome::failure(failure(packed))
    };
    if hint > 0 {
        outcome = outcome.with_hint(Millis::new(hint));
    }
    match class(packed >> 17) {
        Some(class) => outcome.with_class(class),
        None => outcome,
    }
}

/// Its status or failure alone.
pub(crate) fn ending(packed: u32) -> Ending {
    if packed & 1 << 16 == 0 {
        Ending::Status(packed as u16)
    } else {
        Ending::Failure(failure(packed))
    }
}

#[inline(always)]
pub(crate) fn failure(number: u32) -> Failure {
    Failure::ALL[number as usize & 7]
}

#[inline(always)]
pub(crate) fn class(number: u32) -> Option<Class> {
    Class::ALL.get(number as usize & 7).copied()
}

fn point(there: u32, millis: f64) -> Option<Moment> {
    (there != 0).then(|| moment(millis))
}
