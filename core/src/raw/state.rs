//! The state of a destination, in the order of its bytes.

use core::num::NonZeroU16;

use super::Row;
use crate::destination::parts::{Rolling, Running, Standing, State};
use crate::destination::{Breaker, Destination, Gate, Health, Replay, Storm, Why};
use crate::time::Millis;

impl Destination {
    /// Takes the state from a row, or lays it there; see [`raw`](crate::raw).
    pub fn cross(&mut self, row: &mut Row<'_>) {
        // The version of the form, which a binding looks at.
        row.word(1);
        row.u32(&mut self.version);
        row.point(&mut self.at);
        standing(&mut self.standing, row);
        breaker(&mut self.breaker, row);
        gate(&mut self.gate, row);
        row.u32(&mut self.budget.tokens);
        storm(&mut self.storm, row);
        replay(&mut self.replay, row);
        health(&mut self.health, row);
    }
}

fn standing(standing: &mut Standing, row: &mut Row<'_>) {
    let disabled = row.word(u32::from(matches!(standing, Standing::Disabled { .. })));
    if disabled == 0 {
        let (mut failures, mut failing) = match *standing {
            Standing::Serving { failures, failing } => (failures, failing),
            Standing::Disabled { .. } => (0, Millis::ZERO),
        };
        row.u16(&mut failures);
        row.length(&mut failing);
        *standing = Standing::Serving { failures, failing };
    } else {
        let (mut since, mut why, mut told) = match *standing {
            Standing::Disabled { since, why, told } => (since, why as u8, u8::from(told)),
            Standing::Serving { .. } => (Millis::ZERO, 0, 0),
        };
        row.length(&mut since);
        row.u8(&mut why);
        row.u8(&mut told);
        *standing = Standing::Disabled {
            since,
            why: Why::ALL[usize::from(why & 3)],
            told: told != 0,
        };
    }
}

fn breaker(breaker: &mut Breaker, row: &mut Row<'_>) {
    row.u16(&mut breaker.generation);
    row.length(&mut breaker.base);
    let kind = row.word(breaker.circuit() as u32);
    if kind != breaker.circuit() as u32 {
        breaker.state = match kind {
            0 => State::CLOSED,
            1 => State::Open {
                left: Millis::ZERO,
                cooldown: Millis::ZERO,
            },
            2 => State::HalfOpen {
                probes: [Millis::ZERO; 4],
                successes: 0,
                cooldown: Millis::ZERO,
            },
            _ => State::Isolated,
        };
    }
    match &mut breaker.state {
        State::Closed {
            window,
            consecutive,
        } => {
            rolling(window, row);
            row.u16(consecutive);
        }
        State::Open { left, cooldown } => {
            row.length(left);
            row.length(cooldown);
        }
        State::HalfOpen {
            probes,
            successes,
            cooldown,
        } => {
            for lease in probes {
                row.length(lease);
            }
            row.u8(successes);
            row.length(cooldown);
        }
        State::Isolated => {}
    }
}

fn gate(gate: &mut Gate, row: &mut Row<'_>) {
    row.length(&mut gate.phase);
    for byte in gate.left.iter_mut().chain(&mut gate.generations) {
        row.u8(byte);
    }
}

fn storm(storm: &mut Storm, row: &mut Row<'_>) {
    rolling(&mut storm.window, row);
    row.u32(&mut storm.depth);
    row.u32(&mut storm.before);
    row.u8(&mut storm.age);
}

fn replay(replay: &mut Replay, row: &mut Row<'_>) {
    let running = row.word(u32::from(replay.running.is_some()));
    if running == 0 {
        replay.running = None;
        return;
    }
    let mut rate = replay.rate().unwrap_or(0);
    let running = replay.running.get_or_insert(Running {
        rate: NonZeroU16::MIN,
        left: Millis::ZERO,
        well: 0,
    });
    row.u16(&mut rate);
    running.rate = NonZeroU16::new(rate).unwrap_or(NonZeroU16::MIN);
    row.length(&mut running.left);
    row.u16(&mut running.well);
}

fn health(health: &mut Health, row: &mut Row<'_>) {
    rolling(&mut health.window, row);
}

/// Counter by counter, each through all slots.
fn rolling<const N: usize, const M: usize, const H: usize>(
    window: &mut Rolling<N, M, H>,
    row: &mut Row<'_>,
) {
    row.length(&mut window.phase);
    for counter in 0..M {
        for slot in &mut window.slots {
            if let Some(number) = slot.get_mut(counter) {
                row.u16(number);
            }
        }
    }
}
