//! The replay and its model, on arbitrary stories.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::{ReplayRules, Weight};
use reknock_tests::models::replay::{Event, Numbers, run};

use crate::clock::{START, config, moves};

fn numbers() -> impl Strategy<Value = Numbers> {
    let rate = || prop_oneof![6 => 1u16..12, 2 => 1u16..1_000, 1 => 1u16..=60_000];
    let ramp = prop_oneof![1 => Just(1u16), 1 => Just(1_000), 4 => 1u16..=1_000];
    (rate(), rate(), rate(), ramp).prop_map(|(a, b, c, ramp)| {
        let mut rates = [a, b, c];
        rates.sort_unstable();
        let [slowest, start, fastest] = rates;
        Numbers {
            start,
            slowest,
            fastest,
            ramp,
        }
    })
}

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let weight = prop_oneof![5 => Just(Weight::Success), 2 => select(&Weight::ALL)];
    let times = prop_oneof![4 => 1u16..4, 1 => 1u16..300];
    let event = prop_oneof![
        2 => Just(Event::Begin),
        1 => Just(Event::Stop),
        10 => Just(Event::Admit),
        8 => (weight, times).prop_map(|(weight, times)| Event::Result(weight, times)),
        1 => Just(Event::Opened),
    ];
    vec((moves(), event, any::<u32>()), 1..300)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_replay_does_what_its_model_does(numbers in numbers(), story in events()) {
        run(START, numbers, &story);
    }
}

#[test]
fn what_is_refused() {
    let field = |start, slowest, fastest, ramp| {
        let draft = ReplayRules::draft().start(start).slowest(slowest);
        let built = draft.fastest(fastest).ramp(ramp).build();
        built.err().map(|error| error.field())
    };
    assert_eq!(field(1, 1, 1, 1), None);
    assert_eq!(field(60_000, 1, 60_000, 1_000), None);
    assert_eq!(field(60_000, 60_000, 60_000, 1_000), None);
    assert_eq!(field(10, 11, 20, 500), Some("start"));
    assert_eq!(field(21, 11, 20, 500), Some("start"));
    assert_eq!(field(15, 20, 11, 500), Some("start"));
    assert_eq!(field(10, 0, 20, 500), Some("slowest"));
    assert_eq!(field(100, 10, 60_001, 500), Some("fastest"));
    assert_eq!(field(100, 10, 1_000, 0), Some("ramp"));
    assert_eq!(field(100, 10, 1_000, 1_001), Some("ramp"));
}
