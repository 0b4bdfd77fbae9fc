use arbitrary::{Result, Unstructured};
use reknock_tests::models::breaker::{Event, Numbers, run};

use super::{draw, length, moved, start, story, weight};

/// The breaker.
pub fn breaker(data: &[u8]) {
    // Bytes that run out before there are rules tell no story.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let numbers = numbers(u)?;
    let lengths = [
        numbers.window / 5,
        numbers.window,
        numbers.cooldown,
        numbers.cooldown.saturating_add(numbers.longer),
        numbers.lease,
    ];
    let start = start(u)?;
    let story = story(u, |u| {
        let event = match u.int_in_range(0..=31u8)? {
            0 => Event::Isolate,
            1 | 2 => Event::Reset,
            3..17 => Event::Admit,
            _ => Event::Result(u.int_in_range(0..=5)?, weight(u)?),
        };
        Ok((moved(u, &lengths)?, event, draw(u)?))
    });
    run(start, numbers, &story);
    Ok(())
}

fn numbers(u: &mut Unstructured<'_>) -> Result<Numbers> {
    let consecutive = match u.int_in_range(0..=4u8)? {
        0 => None,
        1 => Some(u.arbitrary::<u16>()?.max(1)),
        _ => Some(u.int_in_range(1..=6)?),
    };
    let rate = match u.int_in_range(0..=4u8)? {
        0 if consecutive.is_some() => None,
        1 => Some(*u.choose(&[1, 500, 999, 1_000])?),
        _ => Some(u.int_in_range(1..=1_000)?),
    };
    let cooldown = length(u, 1)?;
    Ok(Numbers {
        consecutive,
        rate,
        minimum: if u.ratio(1, 8)? {
            u.int_in_range(1..=32_767)?
        } else {
            u.int_in_range(1..=10)?
        },
        window: length(u, 1_000)?,
        cooldown,
        longer: length(u, 0)?.min(u32::MAX - cooldown),
        factor: u.int_in_range(1..=100)?,
        spread: if u.arbitrary()? {
            u.int_in_range(0..=1_000)?
        } else {
            *u.choose(&[0, 500, 1_000])?
        },
        probes: u.int_in_range(1..=4)?,
        successes: if u.ratio(1, 8)? {
            u.int_in_range(1..=255)?
        } else {
            u.int_in_range(1..=3)?
        },
        lease: length(u, 1)?,
    })
}
