//! How the time of a long run is divided among the targets.

use std::time::Duration;

use super::report::Row;
use super::target::{Limit, Target};
use crate::Result;

/// Every target has a turn in each. Many short turns rather than a long one, so that other
/// work on the machine slows down all targets alike, and a run may end after any round.
const ROUNDS: u32 = 8;

/// Rounds in which all turns are equally long. In the others they are as long as the target
/// is quick: there more executions are to be had for the same time.
const EQUAL: u32 = ROUNDS / 2;

/// Runs the targets in rounds: until the time is over, one found something each, or the
/// round in which all together made `total` executions.
pub(super) fn run(targets: &[Target<'_>], time: Duration, total: Option<u64>) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for round in 0..ROUNDS {
        let turns = turns(time / ROUNDS, round, &rates(&rows), targets.len());
        for (place, (target, turn)) in targets.iter().zip(turns).enumerate() {
            match rows.get_mut(place) {
                None => rows.push(target.fuzz(Limit::Time(turn), round.into())?),
                // What it found stops it at once, every time.
                Some(row) if row.output.finding.is_some() => {}
                Some(row) => row.add(target.fuzz(Limit::Time(turn), round.into())?),
            }
        }
        let made: u64 = rows.iter().map(|row| row.output.executions).sum();
        println!("round {} of {ROUNDS}: {made} executions", round + 1);
        if total.is_some_and(|total| made >= total) {
            break;
        }
    }
    Ok(rows)
}

/// Executions a second of each target so far.
fn rates(rows: &[Row]) -> Vec<f64> {
    let rate = |row: &Row| row.output.executions as f64 / row.time.as_secs_f64().max(1.0);
    rows.iter().map(rate).collect()
}

/// How long each target's turn in a round is.
fn turns(whole: Duration, round: u32, rates: &[f64], targets: usize) -> Vec<Duration> {
    let sum: f64 = rates.iter().sum();
    if round < EQUAL || sum <= 0.0 {
        return vec![whole / targets as u32; targets];
    }
    rates.iter().map(|rate| whole.mul_f64(rate / sum)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rounds_are_equal_and_the_others_by_speed() {
        let whole = Duration::from_secs(40);
        let turns = |round| turns(whole, round, &[30.0, 10.0], 2);
        assert_eq!(turns(0), [Duration::from_secs(20); 2]);
        assert_eq!(turns(EQUAL - 1), [Duration::from_secs(20); 2]);
        assert_eq!(turns(EQUAL), [30, 10].map(Duration::from_secs));
    }
}
