use arbitrary::{Result, Unstructured};
use reknock::DeadReason;
use reknock::destination::{Ended, Metric, Thresholds};
use reknock_tests::models::health::{Event, run};

use super::{DAY, kind, length, moved, start, story};

/// Health.
pub fn health(data: &[u8]) {
    // Bytes that run out before there are rules tell no story.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let window = if u.arbitrary()? {
        DAY as u32
    } else {
        length(u, 1_000)?
    };
    let thresholds = thresholds(u)?;
    let start = start(u)?;
    let story = story(u, |u| {
        let event = match u.int_in_range(0..=9u8)? {
            0 | 1 => Event::Report(number(u)?, number(u)?),
            2..6 => Event::Result(kind(u)?, attempts(u)?, u.arbitrary()?, times(u)?),
            _ => Event::Ended(ended(u)?, attempts(u)?, u.arbitrary()?, times(u)?),
        };
        Ok((moved(u, &[window / 4, window])?, event))
    });
    run(start, window, &thresholds, &story);
    Ok(())
}

fn ended(u: &mut Unstructured<'_>) -> Result<Ended> {
    use DeadReason::{Attempts, Dns, Gone, Permanent, Window};
    Ok(match u.int_in_range(0..=8u8)? {
        0 => Ended::No,
        1..5 => Ended::Delivered,
        _ => Ended::Dead(*u.choose(&[Permanent, Gone, Dns, Attempts, Window])?),
    })
}

/// Large ones too: those halve the counters.
fn attempts(u: &mut Unstructured<'_>) -> Result<u32> {
    Ok(match u.int_in_range(0..=9u8)? {
        0 => u.arbitrary()?,
        1 => u.int_in_range(0..=70_000)?,
        _ => u.int_in_range(0..=4)?,
    })
}

fn times(u: &mut Unstructured<'_>) -> Result<u16> {
    if u.ratio(1, 16)? {
        u.int_in_range(1..=400)
    } else {
        u.int_in_range(1..=4)
    }
}

fn number(u: &mut Unstructured<'_>) -> Result<u32> {
    if u.ratio(1, 5)? {
        u.arbitrary()
    } else {
        u.int_in_range(0..=3_000)
    }
}

fn thresholds(u: &mut Unstructured<'_>) -> Result<Thresholds> {
    match u.int_in_range(0..=3u8)? {
        0 => return Ok(Thresholds::GET_HOOK),
        1 => return Ok(Thresholds::HOOK_MESH),
        _ => {}
    }
    let mut set = Thresholds::NONE;
    for metric in Metric::ALL {
        let (a, b) = (number(u)?, number(u)?);
        let (healthy, alert) = match metric {
            Metric::SecondSuccess => (a.max(b), a.min(b)),
            _ => (a.min(b), a.max(b)),
        };
        if u.ratio(3, 4)? {
            set = set.with(metric, healthy, alert).expect("in order");
        }
    }
    Ok(set)
}
