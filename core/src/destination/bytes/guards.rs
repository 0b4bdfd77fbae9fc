//! The binary form of each guard, and of the standing.

use core::num::NonZeroU16;

use super::{Binary, Writer, length};
use crate::delivery::bytes::{Problem, Reader};
use crate::destination::breaker::{Breaker, State};
use crate::destination::budget::Budget;
use crate::destination::gate::Gate;
use crate::destination::health::Health;
use crate::destination::replay::{Replay, Running};
use crate::destination::rolling::Rolling;
use crate::destination::standing::{Standing, Why};
use crate::destination::storm::Storm;
use crate::time::Millis;

impl Binary for Breaker {
    const LAST: &'static str = "state";

    fn write(&self, to: &mut Writer<'_>) {
        to.number(u32::from(self.generation));
        to.length(self.base);
        match &self.state {
            State::Closed {
                window,
                consecutive,
            } => {
                to.byte(0);
                write_window(to, window);
                to.number(u32::from(*consecutive));
            }
            State::Open { left, cooldown } => {
                to.byte(1);
                to.length(*left);
                to.length(*cooldown);
            }
            State::HalfOpen {
                probes,
                successes,
                cooldown,
            } => {
                to.byte(2);
                for lease in probes {
                    to.length(*lease);
                }
                to.byte(*successes);
                to.length(*cooldown);
            }
            State::Isolated => to.byte(3),
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let generation = from.u16("generation");
        let base = length(from, "base");
        let state = match tag(from, "state") {
            0 => State::Closed {
                window: read_window(
                    from,
                    [
                        "state.closed.phase",
                        "state.closed.successes",
                        "state.closed.failures",
                    ],
                ),
                consecutive: from.u16("state.closed.consecutive"),
            },
            1 => State::Open {
                left: length(from, "state.open.left"),
                cooldown: length(from, "state.open.cooldown"),
            },
            2 => {
                let mut probes = [Millis::ZERO; 4];
                for lease in &mut probes {
                    *lease = length(from, "state.halfOpen.probes");
                }
                State::HalfOpen {
                    probes,
                    successes: from.byte("state.halfOpen.successes"),
                    cooldown: length(from, "state.halfOpen.cooldown"),
                }
            }
            other => {
                if other != 3 {
                    from.refuse("state", Problem::Range);
                }
                State::Isolated
            }
        };
        Self {
            state,
            base,
            generation,
        }
    }
}

impl Binary for Gate {
    const LAST: &'static str = "generations";

    fn write(&self, to: &mut Writer<'_>) {
        to.length(self.phase);
        for byte in self.left.iter().chain(&self.generations) {
            to.byte(*byte);
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            phase: length(from, "phase"),
            left: read_bytes(from, "left"),
            generations: read_bytes(from, "generations"),
        }
    }
}

impl Binary for Budget {
    const LAST: &'static str = "tokens";

    fn write(&self, to: &mut Writer<'_>) {
        to.number(self.tokens);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            tokens: from.u32("tokens"),
        }
    }
}

impl Binary for Storm {
    const LAST: &'static str = "age";

    fn write(&self, to: &mut Writer<'_>) {
        write_window(to, &self.window);
        to.number(self.depth);
        to.number(self.before);
        to.byte(self.age);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        Self {
            window: read_window(from, ["phase", "first", "retries"]),
            depth: from.u32("depth"),
            before: from.u32("before"),
            age: from.byte("age"),
        }
    }
}

impl Binary for Replay {
    const LAST: &'static str = "replay";

    fn write(&self, to: &mut Writer<'_>) {
        match &self.running {
            None => to.byte(0),
            Some(running) => {
                to.byte(1);
                to.number(u32::from(running.rate.get()));
                to.length(running.left);
                to.number(u32::from(running.well));
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let running = match tag(from, "replay") {
            0 => None,
            other => {
                if other != 1 {
                    from.refuse("replay", Problem::Range);
                }
                let rate = NonZeroU16::new(from.u16("rate"));
                if rate.is_none() {
                    from.refuse("rate", Problem::Range);
                }
                Some(Running {
                    rate: rate.unwrap_or(NonZeroU16::MIN),
                    left: length(from, "left"),
                    well: from.u16("well"),
                })
            }
        };
        Self { running }
    }
}

impl Binary for Health {
    const LAST: &'static str = "exhausted";

    fn write(&self, to: &mut Writer<'_>) {
        write_window(to, &self.window);
    }

    fn read(from: &mut Reader<'_>) -> Self {
        let names = [
            "phase",
            "first",
            "second",
            "secondDelivered",
            "delivered",
            "attempts",
            "dead",
            "exhausted",
        ];
        Self {
            window: read_window(from, names),
        }
    }
}

impl Binary for Standing {
    const LAST: &'static str = "standing";

    fn write(&self, to: &mut Writer<'_>) {
        match self {
            Self::Serving { failures, failing } => {
                to.byte(0);
                to.number(u32::from(*failures));
                to.length(*failing);
            }
            Self::Disabled { since, why, told } => {
                to.byte(1);
                to.length(*since);
                to.byte(*why as u8);
                to.byte(u8::from(*told));
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Self {
        match tag(from, "standing") {
            0 => Self::Serving {
                failures: from.u16("standing.serving.failures"),
                failing: length(from, "standing.serving.failing"),
            },
            other => {
                if other != 1 {
                    from.refuse("standing", Problem::Range);
                }
                let since = length(from, "standing.disabled.since");
                let why = Why::ALL.get(usize::from(tag(from, "standing.disabled.why")));
                if why.is_none() {
                    from.refuse("standing.disabled.why", Problem::Range);
                }
                let told = from.byte("standing.disabled.told");
                if told > 1 {
                    from.refuse("standing.disabled.told", Problem::Range);
                }
                Self::Disabled {
                    since,
                    why: why.copied().unwrap_or(Why::Hand),
                    told: told == 1,
                }
            }
        }
    }
}

fn tag(from: &mut Reader<'_>, field: &'static str) -> u8 {
    let tag = from.u32(field);
    // Above all kinds there are where it does not fit.
    u8::try_from(tag).unwrap_or(u8::MAX)
}

fn read_bytes(from: &mut Reader<'_>, field: &'static str) -> [u8; 16] {
    let mut bytes = [0; 16];
    for byte in &mut bytes {
        *byte = from.byte(field);
    }
    bytes
}

fn write_window<const N: usize, const M: usize, const H: usize>(
    to: &mut Writer<'_>,
    window: &Rolling<N, M, H>,
) {
    to.length(window.phase);
    for counter in 0..M {
        for number in window.slots.iter().filter_map(|slot| slot.get(counter)) {
            to.number(u32::from(*number));
        }
    }
}

/// The names are those of the phase and of every counter.
fn read_window<const N: usize, const M: usize, const H: usize, const NAMES: usize>(
    from: &mut Reader<'_>,
    names: [&'static str; NAMES],
) -> Rolling<N, M, H> {
    let mut window = Rolling::NEW;
    let mut names = names.into_iter();
    window.phase = length(from, names.next().unwrap_or_default());
    for (counter, name) in names.enumerate() {
        for slot in &mut window.slots {
            let number = from.u16(name);
            if let Some(place) = slot.get_mut(counter) {
                *place = number;
            }
        }
    }
    window
}
