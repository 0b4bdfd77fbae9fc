//! Each guard through a story, against its model.
//!
//! A story is what `reknock_tests::models` lives through: by how much the clock
//! moves, what happens, the draw. The bytes pick the rules, then event after
//! event, and the clock likes to stop where something ends.

mod breaker;
mod budget;
mod destination;
mod gate;
mod health;
mod replay;
mod storm;

use arbitrary::{Result, Unstructured};
use reknock::destination::{Kind, Weight};

pub use breaker::breaker;
pub use budget::budget;
pub use destination::destination;
pub use gate::gate;
pub use health::health;
pub use replay::replay;
pub use storm::storm;

/// The longest story. The models walk through all of it again for each answer.
const EVENTS: usize = 96;
/// How far two clocks may lie apart.
const SKEW: i64 = 60_000;
const DAY: i64 = 86_400_000;

/// Where a story begins; its end stays within the points that there are.
fn start(u: &mut Unstructured<'_>) -> Result<i64> {
    Ok(*u.choose(&[
        1_700_000_000_000,
        0,
        -1_000_000_000_000,
        9_000_000_000_000_000,
        -9_000_000_000_000_000,
    ])?)
}

/// Event after event, until the bytes run out.
fn story<E>(
    u: &mut Unstructured<'_>,
    mut event: impl FnMut(&mut Unstructured<'_>) -> Result<E>,
) -> Vec<E> {
    let mut story = Vec::new();
    while !u.is_empty() && story.len() < EVENTS {
        match event(u) {
            Ok(event) => story.push(event),
            Err(_) => break,
        }
    }
    story
}

/// By how much the clock moves: not at all, a little, a lot, back, or by one of
/// the lengths that matter here, give or take one.
fn moved(u: &mut Unstructured<'_>, lengths: &[u32]) -> Result<i64> {
    Ok(match u.int_in_range(0..=15u8)? {
        0..3 => 0,
        3..5 => u.int_in_range(0..=2_000)?,
        5 => u.int_in_range(0..=40_000)?,
        6 => u.int_in_range(0..=400_000)?,
        7 => u.int_in_range(0..=60 * DAY)?,
        8 => -u.int_in_range(1..=SKEW)?,
        9 => -SKEW - u.int_in_range(0..=1)?,
        10 => -u.int_in_range(0..=60 * DAY)?,
        _ => i64::from(*u.choose(lengths)?) + u.int_in_range(-1..=1)?,
    })
}

/// A draw: an end of a window more often than not.
fn draw(u: &mut Unstructured<'_>) -> Result<u32> {
    Ok(match u.int_in_range(0..=3u8)? {
        0 => 0,
        1 => u32::MAX,
        _ => u.arbitrary()?,
    })
}

fn kind(u: &mut Unstructured<'_>) -> Result<Kind> {
    u.choose(&Kind::ALL).copied()
}

fn weight(u: &mut Unstructured<'_>) -> Result<Weight> {
    u.choose(&Weight::ALL).copied()
}

/// A length of at least so much: short, usual, or as long as there are.
fn length(u: &mut Unstructured<'_>, least: u32) -> Result<u32> {
    Ok(match u.int_in_range(0..=7u8)? {
        0 => least,
        1 => u32::MAX - u.int_in_range(0..=1)?,
        2 => u.arbitrary::<u32>()?.max(least),
        3 | 4 => least + u.int_in_range(0..=5_000)?,
        _ => least + u.int_in_range(0..=600_000)?,
    })
}
