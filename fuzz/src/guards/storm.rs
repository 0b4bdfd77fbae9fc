use arbitrary::{Result, Unstructured};
use reknock_tests::models::storm::{Event, Numbers, run};

use super::{kind, length, moved, start, story};

/// The storm.
pub fn storm(data: &[u8]) {
    // Bytes that run out before there are rules tell no story.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let numbers = Numbers {
        window: length(u, 1_000)?,
        ratio: if u.ratio(1, 4)? {
            u.int_in_range(1..=1_000)?
        } else {
            u.int_in_range(1..=9)?
        },
        minimum: if u.ratio(1, 4)? {
            u.int_in_range(1..=32_767)?
        } else {
            u.int_in_range(1..=100)?
        },
        depth: depth(u)?.max(1),
        growing: depth(u)?.max(1),
    };
    let lengths = [numbers.window / 5, numbers.window];
    let start = start(u)?;
    let story = story(u, |u| {
        let event = match u.int_in_range(0..=9u8)? {
            0 => Event::Ask,
            1..4 => Event::Waiting(depth(u)?),
            4 => Event::Count(kind(u)?, u.int_in_range(1..=60)?),
            _ => Event::Count(kind(u)?, u.int_in_range(1..=6)?),
        };
        Ok((moved(u, &lengths)?, event))
    });
    run(start, numbers, &story);
    Ok(())
}

fn depth(u: &mut Unstructured<'_>) -> Result<u32> {
    if u.ratio(1, 8)? {
        u.arbitrary()
    } else {
        u.int_in_range(0..=2_000)
    }
}
