//! The storm and its model, on arbitrary stories.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::Millis;
use reknock::destination::{Kind, Storm, StormRules};
use reknock_tests::models::storm::{Event, Numbers, run};

use crate::clock::{START, config, moves, point};

fn numbers() -> impl Strategy<Value = Numbers> {
    let window = prop_oneof![
        3 => 1_000u32..2_000_000,
        1 => Just(1_000),
        1 => Just(900_000),
        1 => 1_000u32..=u32::MAX,
    ];
    let ratio = prop_oneof![4 => 1u16..10, 1 => 1u16..=1_000];
    let minimum = prop_oneof![4 => 1u16..200, 1 => 1u16..=32_767];
    let depth = || prop_oneof![4 => 1u32..2_000, 1 => 1u32..=u32::MAX];
    (window, ratio, minimum, depth(), depth()).prop_map(
        |(window, ratio, minimum, depth, growing)| Numbers {
            window,
            ratio,
            minimum,
            depth,
            growing,
        },
    )
}

fn events() -> impl Strategy<Value = Vec<(i64, Event)>> {
    // Never so many that a counter is full.
    let count = (select(&Kind::ALL), 1u16..60).prop_map(|(kind, times)| Event::Count(kind, times));
    let depth = prop_oneof![4 => 0u32..4_000, 1 => any::<u32>()];
    let event = prop_oneof![
        6 => count,
        3 => depth.prop_map(Event::Waiting),
        1 => Just(Event::Ask),
    ];
    vec((moves(), event), 1..300)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_storm_does_what_its_model_does(numbers in numbers(), story in events()) {
        run(START, numbers, &story);
    }
}

#[test]
fn any_volume_keeps_its_ratio() {
    let rules = StormRules::DEFAULT;
    let now = point(START);
    let mut storm = Storm::alone(now);
    for number in 0u32..1_000_000 {
        let kind = if number % 8 == 0 {
            Kind::First
        } else {
            Kind::Retry
        };
        storm.count(&rules, now, kind);
    }
    let report = storm.report(&rules, now);
    assert_eq!(report.level.name(), "storm");
    // Seven to one, where five are the limit; halving loses a little.
    assert!(
        (1_399..=1_401).contains(&report.stretch.get()),
        "{report:?}"
    );
}

#[test]
fn what_is_refused() {
    let field = |numbers: Numbers| {
        let draft = StormRules::draft()
            .window(Millis::new(numbers.window))
            .ratio(numbers.ratio)
            .minimum(numbers.minimum)
            .depth(numbers.depth)
            .growing(numbers.growing);
        draft.build().err().map(|error| error.field())
    };
    let least = Numbers {
        window: 1_000,
        ratio: 1,
        minimum: 1,
        depth: 1,
        growing: 1,
    };
    assert_eq!(field(least), None);
    assert_eq!(
        field(Numbers {
            window: 999,
            ..least
        }),
        Some("window")
    );
    assert_eq!(field(Numbers { ratio: 0, ..least }), Some("ratio"));
    assert_eq!(
        field(Numbers {
            minimum: 0,
            ..least
        }),
        Some("minimum")
    );
    assert_eq!(field(Numbers { depth: 0, ..least }), Some("depth"));
    assert_eq!(
        field(Numbers {
            growing: 0,
            ..least
        }),
        Some("growing")
    );
    let most = Numbers {
        window: u32::MAX,
        ratio: 1_000,
        minimum: 32_767,
        depth: u32::MAX,
        growing: u32::MAX,
    };
    assert_eq!(field(most), None);
    assert_eq!(
        field(Numbers {
            ratio: 1_001,
            ..most
        }),
        Some("ratio")
    );
    assert_eq!(
        field(Numbers {
            minimum: 32_768,
            ..most
        }),
        Some("minimum")
    );
}
