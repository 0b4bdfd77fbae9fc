//! The destination and its model, on arbitrary stories.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::{BudgetRules, Ended, Kind, Report, Weight};
use reknock::{Class, DeadReason, Ending, Failure};
use reknock_tests::models::destination::{Event, Hand, Numbers, run};

use crate::clock::{START, config};

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let hand = prop_oneof![
        1 => Just(Hand::Disable),
        4 => Just(Hand::Enable),
        1 => Just(Hand::Isolate),
        2 => Just(Hand::Reset),
        3 => Just(Hand::Replay),
        1 => Just(Hand::StopReplay),
        2 => (0u32..2_000).prop_map(Hand::Waiting),
    ];
    let event = prop_oneof![
        40 => select(&Kind::ALL).prop_map(Event::Admit),
        40 => (0usize..6, report()).prop_map(|(back, report)| Event::Report(back, report)),
        2 => Just(Event::Tell),
        14 => hand.prop_map(Event::ByHand),
    ];
    // All moves forward together fit in a length.
    let moves = prop_oneof![
        6 => Just(0i64),
        8 => 0i64..2_000,
        4 => 0i64..60_000,
        1 => 0i64..4 * 3_600_000,
        1 => -60_000i64..0,
        1 => -10_000_000i64..0,
    ];
    vec((moves, event, any::<u32>()), 1..300)
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let disable = (any::<bool>(), 1u16..6, 1u32..3_600_000, 1u16..8);
    let budget = select(vec![
        BudgetRules::DEFAULT,
        BudgetRules::AWS,
        BudgetRules::GRPC,
        BudgetRules::FINAGLE,
    ]);
    let weights = (
        select(&Weight::ALL),
        select(&Weight::ALL),
        select(&Weight::ALL),
    );
    (1u8..=4, 1u8..=16, budget, disable, weights).prop_map(
        |(probes, max, budget, disable, weights)| {
            let (gone, exhausted, failing, failures) = disable;
            let (throttled, permanent, own) = weights;
            Numbers {
                probes,
                max,
                budget,
                gone,
                exhausted,
                failing,
                failures,
                throttled,
                permanent,
                own,
            }
        },
    )
}

fn report() -> impl Strategy<Value = Report> {
    let usual = select(vec![
        (Ending::Status(200), Class::Delivered, Ended::Delivered),
        (Ending::Status(503), Class::Transient, Ended::No),
        (
            Ending::Failure(Failure::Timeout),
            Class::Transient,
            Ended::No,
        ),
        (
            Ending::Failure(Failure::Timeout),
            Class::Transient,
            Ended::Dead(DeadReason::Attempts),
        ),
        (
            Ending::Failure(Failure::Dns),
            Class::Transient,
            Ended::Dead(DeadReason::Dns),
        ),
        (
            Ending::Status(429),
            Class::Throttled,
            Ended::Dead(DeadReason::Window),
        ),
        (
            Ending::Status(404),
            Class::Permanent,
            Ended::Dead(DeadReason::Permanent),
        ),
        (Ending::Failure(Failure::Local), Class::Transient, Ended::No),
        (
            Ending::Failure(Failure::Local),
            Class::Transient,
            Ended::Dead(DeadReason::Window),
        ),
        (
            Ending::Failure(Failure::Invalid),
            Class::Permanent,
            Ended::Dead(DeadReason::Permanent),
        ),
    ]);
    let rare = Just((
        Ending::Status(410),
        Class::Gone,
        Ended::Dead(DeadReason::Gone),
    ));
    let all = prop_oneof![15 => usual, 1 => rare];
    (all, 0u32..5).prop_map(|((ending, class, ended), attempts)| Report {
        ending,
        class,
        attempts,
        ended,
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_destination_does_what_its_model_does(numbers in numbers(), story in events()) {
        run(START, &numbers, &story);
    }
}
