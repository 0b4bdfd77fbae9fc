//! What a policy will do, before anything happens.

use reknock::Range;

use crate::decide::policy;
use crate::desk::{self, PLAN};

/// Lays the retries after the first `skip` on the desk, seven numbers each:
/// attempt; delay and time since the first try, each earliest, nominal and
/// latest. The answer is how many there are; fewer than [`PLAN`] are the last.
pub(crate) fn timeline(slot: u32, skip: u32) -> u32 {
    desk::with(|desk| {
        let mut count = 0;
        let Some(policy) = desk.policies.get(slot as usize).and_then(desk::Slot::get) else {
            return 0;
        };
        let (places, _) = desk.floats.as_chunks_mut::<7>();
        let places = places.iter_mut().take(PLAN);
        for (retry, place) in policy.timeline().skip(skip as usize).zip(places) {
            let (delay, since) = (retry.delay, retry.since_first);
            *place = [
                f64::from(retry.attempt),
                f64::from(delay.earliest.get()),
                f64::from(delay.nominal.get()),
                f64::from(delay.latest.get()),
                since.earliest as f64,
                since.nominal as f64,
                since.latest as f64,
            ];
            count += 1;
        }
        count
    })
}

/// Lays on the desk how long an outage may last: earliest, nominal, latest.
pub(crate) fn survives(slot: u32) {
    desk::with(|desk| {
        if let Some(Range {
            earliest,
            nominal,
            latest,
        }) = policy(desk, slot).map(reknock::Policy::survives)
        {
            desk.floats[0] = earliest as f64;
            desk.floats[1] = nominal as f64;
            desk.floats[2] = latest as f64;
        }
    });
}
