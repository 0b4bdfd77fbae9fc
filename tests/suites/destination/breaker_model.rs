//! The breaker and its model, on arbitrary stories.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::Weight;
use reknock_tests::models::breaker::{Event, Numbers, run};

use crate::clock::{START, config, moves};

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
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

fn numbers() -> impl Strategy<Value = Numbers> {
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

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_breaker_does_what_its_model_does(numbers in numbers(), story in events()) {
        run(START, numbers, &story);
    }
}
