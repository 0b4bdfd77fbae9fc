//! The gate and its model, on arbitrary stories.

use proptest::collection::vec;
use proptest::prelude::*;
use reknock_tests::models::gate::{Event, run};

use crate::clock::{START, config, moves};

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let event = prop_oneof![
        6 => Just(Event::Admit),
        5 => (0usize..20).prop_map(Event::Release),
        1 => Just(Event::Ask),
    ];
    vec((moves(), event, any::<u32>()), 1..400)
}

fn rules() -> impl Strategy<Value = (u8, u32)> {
    let lease = prop_oneof![
        Just(1_000u32),
        1_000u32..300_000,
        Just(120_000),
        any::<u32>()
    ];
    (1u8..=16, lease.prop_map(|lease| lease.max(1_000)))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_gate_does_what_its_model_does(rules in rules(), story in events()) {
        run(START, rules, &story);
    }
}
