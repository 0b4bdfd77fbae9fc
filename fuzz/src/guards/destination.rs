use arbitrary::{Result, Unstructured};
use reknock::destination::{BudgetRules, Ended, Report};
use reknock::{Class, DeadReason, Ending, Failure};
use reknock_tests::models::destination::{Event, Hand, Numbers, run};

use super::{draw, kind, start, story, weight};

/// The whole destination.
pub fn destination(data: &[u8]) {
    // Bytes that run out before there are rules tell no story.
    let _ = live(&mut Unstructured::new(data));
}

fn live(u: &mut Unstructured<'_>) -> Result<()> {
    let numbers = Numbers {
        probes: u.int_in_range(1..=4)?,
        max: u.int_in_range(1..=16)?,
        budget: *u.choose(&[
            BudgetRules::DEFAULT,
            BudgetRules::AWS,
            BudgetRules::GRPC,
            BudgetRules::FINAGLE,
        ])?,
        gone: u.arbitrary()?,
        exhausted: u.int_in_range(1..=6)?,
        failing: u.int_in_range(1..=3_600_000)?,
        failures: u.int_in_range(1..=8)?,
        throttled: weight(u)?,
        permanent: weight(u)?,
        own: weight(u)?,
    };
    let start = start(u)?;
    let story = story(u, |u| {
        let event = match u.int_in_range(0..=31u8)? {
            0..3 => Event::ByHand(hand(u)?),
            3 => Event::Tell,
            4..16 => Event::Admit(kind(u)?),
            _ => Event::Report(u.int_in_range(0..=6)?, report(u)?),
        };
        Ok((moved(u, numbers.failing)?, event, draw(u)?))
    });
    run(start, &numbers, &story);
    Ok(())
}

fn hand(u: &mut Unstructured<'_>) -> Result<Hand> {
    Ok(match u.int_in_range(0..=9u8)? {
        0 => Hand::Disable,
        1..4 => Hand::Enable,
        4 => Hand::Isolate,
        5 => Hand::Reset,
        6 | 7 => Hand::Replay,
        8 => Hand::StopReplay,
        _ => Hand::Waiting(u.int_in_range(0..=2_000)?),
    })
}

/// All moves of a story together fit in a length, as its model wants it.
fn moved(u: &mut Unstructured<'_>, failing: u32) -> Result<i64> {
    Ok(match u.int_in_range(0..=11u8)? {
        0..3 => 0,
        3..5 => u.int_in_range(0..=2_000)?,
        5 => u.int_in_range(0..=60_000)?,
        6 => u.int_in_range(0..=4 * 3_600_000)?,
        7 => -u.int_in_range(0..=60_000)?,
        8 => -u.int_in_range(60_000..=10_000_000)?,
        // A cooldown, a lease, a slot of health; how long failing may take.
        9 | 10 => {
            let whole = *u.choose(&[30_000, 60_000, 120_000, 180_000, 300_000, 1_800_000])?;
            whole + u.int_in_range(-1..=1)?
        }
        _ => i64::from(failing) + u.int_in_range(-1..=1)?,
    })
}

fn report(u: &mut Unstructured<'_>) -> Result<Report> {
    let (ending, class, ended) = match u.int_in_range(0..=15u8)? {
        0..4 => (Ending::Status(200), Class::Delivered, Ended::Delivered),
        4..7 => (Ending::Status(503), Class::Transient, Ended::No),
        7 => (
            Ending::Failure(Failure::Local),
            Class::Transient,
            Ended::Dead(DeadReason::Window),
        ),
        8 => (
            Ending::Status(410),
            Class::Gone,
            Ended::Dead(DeadReason::Gone),
        ),
        9..12 => (
            Ending::Failure(*u.choose(&Failure::ALL)?),
            Class::Transient,
            Ended::Dead(DeadReason::Attempts),
        ),
        // Whatever a caller may call it.
        _ => (ending(u)?, *u.choose(&Class::ALL)?, ended(u)?),
    };
    Ok(Report {
        ending,
        class,
        attempts: u.int_in_range(0..=5)?,
        ended,
    })
}

fn ending(u: &mut Unstructured<'_>) -> Result<Ending> {
    Ok(if u.arbitrary()? {
        Ending::Status(*u.choose(&[200, 404, 410, 429, 503])?)
    } else {
        Ending::Failure(*u.choose(&Failure::ALL)?)
    })
}

fn ended(u: &mut Unstructured<'_>) -> Result<Ended> {
    use DeadReason::{Attempts, Dns, Gone, Permanent, Window};
    Ok(match u.int_in_range(0..=6u8)? {
        0 => Ended::No,
        1 => Ended::Delivered,
        _ => Ended::Dead(*u.choose(&[Permanent, Gone, Dns, Attempts, Window])?),
    })
}
