//! What is put to the breaker and to its model: rules, and calls.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::Millis;
use reknock::destination::{BreakerRules, Weight};

use crate::clock::moves;

#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Admit,
    /// What came of one of the last attempts, reported before or not.
    Result(usize, Weight),
    Isolate,
    Reset,
}

pub(super) fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let weight = select(vec![
        Weight::Success,
        Weight::Failure,
        Weight::Failure,
        Weight::Ignore,
    ]);
    let event = prop_oneof![
        30 => Just(Event::Admit),
        30 => (0usize..5, weight).prop_map(|(back, weight)| Event::Result(back, weight)),
        1 => Just(Event::Isolate),
        2 => Just(Event::Reset),
    ];
    vec((moves(), event, any::<u32>()), 1..400)
}

/// The rules as plain numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    pub(super) consecutive: Option<u16>,
    pub(super) rate: Option<u16>,
    pub(super) minimum: u16,
    pub(super) window: u32,
    pub(super) cooldown: u32,
    pub(super) factor: u8,
    pub(super) longer: u32,
    pub(super) spread: u16,
    pub(super) probes: u8,
    pub(super) successes: u8,
    pub(super) lease: u32,
}

pub(super) fn numbers() -> impl Strategy<Value = Numbers> {
    let opening = (option::of(1u16..8), option::of(1u16..=1_000), 1u16..12);
    let lengths = (
        1_000u32..600_000,
        1u32..60_000,
        0u32..600_000,
        1u32..120_000,
    );
    let rest = (1u8..=5, 0u16..=1_000, 1u8..=4, 1u8..=3);
    (opening, lengths, rest).prop_map(|(opening, lengths, rest)| Numbers {
        consecutive: opening.0,
        // One of the two must be there.
        rate: opening.1.or(opening.0.is_none().then_some(500)),
        minimum: opening.2,
        window: lengths.0,
        cooldown: lengths.1,
        longer: lengths.2,
        lease: lengths.3,
        factor: rest.0,
        spread: rest.1,
        probes: rest.2,
        successes: rest.3,
    })
}

impl Numbers {
    pub(super) fn rules(&self) -> BreakerRules {
        let draft = BreakerRules::draft()
            .minimum(self.minimum)
            .window(Millis::new(self.window))
            .cooldown(Millis::new(self.cooldown))
            .factor(self.factor)
            .max_cooldown(Millis::new(self.longest() as u32))
            .spread(self.spread)
            .probes(self.probes)
            .successes_to_close(self.successes)
            .probe_lease(Millis::new(self.lease));
        let draft = match self.consecutive {
            Some(failures) => draft.consecutive(failures),
            None => draft.no_consecutive(),
        };
        let draft = match self.rate {
            Some(rate) => draft.rate(rate),
            None => draft.no_rate(),
        };
        draft.build().expect("valid rules")
    }

    pub(super) fn longest(&self) -> u64 {
        u64::from(self.cooldown) + u64::from(self.longer)
    }

    pub(super) fn share(&self, cooldown: u64) -> u64 {
        cooldown * u64::from(self.spread) / 1_000
    }
}
