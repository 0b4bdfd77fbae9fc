use arbitrary::{Result, Unstructured};
use reknock_tests::models::gate::{Event, run};

use super::{draw, length, moved, start, story};

/// The gate.
pub fn gate(data: &[u8]) {
    // Bytes that run out before there are rules tell no story.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let (max, lease) = (u.int_in_range(1..=16)?, length(u, 1_000)?);
    let tick = lease.div_ceil(254);
    let whole = lease.div_ceil(tick).saturating_add(1).saturating_mul(tick);
    let start = start(u)?;
    let story = story(u, |u| {
        let event = match u.int_in_range(0..=15u8)? {
            0 => Event::Ask,
            1..9 => Event::Admit,
            _ => Event::Release(u.int_in_range(0..=20)?),
        };
        Ok((moved(u, &[tick, lease, whole])?, event, draw(u)?))
    });
    run(start, (max, lease), &story);
    Ok(())
}
