use arbitrary::{Result, Unstructured};
use reknock::Class;
use reknock_tests::models::budget::{Event, Numbers, run};

use super::{draw, kind, moved, start, story};

/// The budget.
pub fn budget(data: &[u8]) {
    // Bytes that run out before there are rules tell no story.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let numbers = numbers(u)?;
    let start = start(u)?;
    let story = story(u, |u| {
        let event = match u.int_in_range(0..=15u8)? {
            0 => Event::Ask,
            1 => Event::GiveBack,
            2..9 => Event::Admit,
            _ => Event::Result(kind(u)?, *u.choose(&Class::ALL)?, u.arbitrary()?),
        };
        Ok((moved(u, &[1, 1_000, 10_000])?, event, draw(u)?))
    });
    run(start, numbers, &story);
    Ok(())
}

fn numbers(u: &mut Unstructured<'_>) -> Result<Numbers> {
    let cap = match u.int_in_range(0..=3u8)? {
        0 => 4_000_000,
        1 => u.int_in_range(1..=4_000_000)?,
        _ => u.int_in_range(1..=20_000)?,
    };
    let reserve = if u.arbitrary()? {
        0
    } else {
        u.int_in_range(0..=cap - 1)?
    };
    let mut amount = || {
        Ok(match u.int_in_range(0..=5u8)? {
            0 | 1 => 0,
            2 => *u.choose(&[1, 1_000, 1_000_000])?,
            3 => u.int_in_range(0..=1_000_000)?,
            _ => u.int_in_range(0..=3_000)?,
        })
    };
    let (floor, deposit) = (amount()?, amount()?);
    let cost = amount()?.min(cap - reserve);
    let (refund, success) = (amount()?, amount()?);
    let (failure, timeout) = (amount()?, amount()?);
    Ok(Numbers::of([
        cap, floor, deposit, cost, reserve, refund, success, failure, timeout,
    ]))
}
