use arbitrary::{Result, Unstructured};
use reknock_tests::models::replay::{Event, Numbers, run};

use super::{draw, moved, start, story, weight};

/// The replay.
pub fn replay(data: &[u8]) {
    // Bytes that run out before there are rules tell no story.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let mut rates = [rate(u)?, rate(u)?, rate(u)?];
    rates.sort_unstable();
    let [slowest, begin, fastest] = rates;
    let numbers = Numbers {
        start: begin,
        slowest,
        fastest,
        ramp: u.int_in_range(1..=1_000)?,
    };
    let lengths = rates.map(|rate| 60_000 / u32::from(rate));
    let start = start(u)?;
    let story = story(u, |u| {
        let event = match u.int_in_range(0..=21u8)? {
            0 | 1 => Event::Begin,
            2 => Event::Stop,
            3 => Event::Opened,
            4..13 => Event::Admit,
            13 => Event::Result(weight(u)?, u.int_in_range(1..=300)?),
            _ => Event::Result(weight(u)?, u.int_in_range(1..=4)?),
        };
        Ok((moved(u, &lengths)?, event, draw(u)?))
    });
    run(start, numbers, &story);
    Ok(())
}

fn rate(u: &mut Unstructured<'_>) -> Result<u16> {
    Ok(match u.int_in_range(0..=7u8)? {
        0 => *u.choose(&[1, 60_000])?,
        1 => u.int_in_range(1..=60_000)?,
        2 => u.int_in_range(1..=1_000)?,
        _ => u.int_in_range(1..=12)?,
    })
}
