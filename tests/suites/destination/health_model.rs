//! Health and its model, on arbitrary stories.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::{Ended, HealthRules, Kind, Metric, Thresholds};
use reknock::{DeadReason, Millis};
use reknock_tests::models::health::{Event, run};

use crate::clock::{START, config, moves};

fn events() -> impl Strategy<Value = Vec<(i64, Event)>> {
    let reasons = [
        DeadReason::Permanent,
        DeadReason::Gone,
        DeadReason::Dns,
        DeadReason::Attempts,
        DeadReason::Window,
    ];
    let ended = prop_oneof![
        1 => Just(Ended::No),
        5 => Just(Ended::Delivered),
        3 => select(reasons.to_vec()).prop_map(Ended::Dead),
    ];
    // Large ones too: those halve the counters.
    let attempts = || prop_oneof![8 => 0u32..5, 1 => 0u32..70_000, 1 => any::<u32>()];
    let times = || prop_oneof![4 => 1u16..4, 1 => 1u16..400];
    let number = || prop_oneof![4 => 0u32..2_000, 1 => any::<u32>()];
    let event = prop_oneof![
        8 => (select(&Kind::ALL), attempts(), any::<bool>(), times())
            .prop_map(|(kind, attempts, arrived, times)| Event::Result(kind, attempts, arrived, times)),
        8 => (ended, attempts(), any::<bool>(), times())
            .prop_map(|(ended, attempts, local, times)| Event::Ended(ended, attempts, local, times)),
        4 => (number(), number()).prop_map(|(waiting, overdue)| Event::Report(waiting, overdue)),
    ];
    // A day is long beside the usual moves.
    let moves = prop_oneof![6 => moves(), 1 => 0i64..10 * 3_600_000];
    vec((moves, event), 1..200)
}

fn thresholds() -> impl Strategy<Value = Thresholds> {
    let number = || prop_oneof![4 => 0u32..3_000, 1 => any::<u32>()];
    let pair = (any::<bool>(), number(), number());
    let own = vec(pair, 6).prop_map(|pairs| {
        let mut set = Thresholds::NONE;
        for (metric, (there, a, b)) in Metric::ALL.into_iter().zip(pairs) {
            let (low, high) = (a.min(b), a.max(b));
            let (healthy, alert) = match metric {
                Metric::SecondSuccess => (high, low),
                _ => (low, high),
            };
            if there {
                set = set.with(metric, healthy, alert).expect("valid");
            }
        }
        set
    });
    prop_oneof![Just(Thresholds::GET_HOOK), Just(Thresholds::HOOK_MESH), own]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_health_does_what_its_model_does(
        window in prop_oneof![Just(86_400_000u32), 1_000u32..10_000_000, 1_000u32..=u32::MAX],
        thresholds in thresholds(),
        story in events(),
    ) {
        run(START, window, &thresholds, &story);
    }
}

#[test]
fn a_window_below_a_second_is_refused() {
    let field = |window| {
        let built = HealthRules::draft().window(Millis::new(window)).build();
        built.err().map(|error| error.field())
    };
    assert_eq!(field(999), Some("window"));
    assert_eq!(field(1_000), None);
}
