//! The budget and its model, on arbitrary stories; its presets.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::Class;
use reknock::destination::{BudgetRules, Kind};
use reknock_tests::models::budget::{Event, Numbers, run};

use crate::clock::{START, config, moves};

fn presets() -> [(&'static str, Numbers); 4] {
    [
        (
            "default",
            Numbers::of([100_000, 1_000, 200, 1_000, 0, 1_000, 0, 0, 0]),
        ),
        (
            "aws",
            Numbers::of([500_000, 1_000, 0, 5_000, 0, 5_000, 1_000, 0, 5_000]),
        ),
        (
            "grpc",
            Numbers::of([10_000, 100, 0, 0, 5_000, 100, 100, 1_000, 0]),
        ),
        (
            "finagle",
            Numbers::of([100_000, 10_000, 200, 1_000, 0, 0, 0, 0, 0]),
        ),
    ]
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let amount = || prop_oneof![2 => Just(0u32), 4 => 0u32..3_000, 1 => 0u32..=1_000_000];
    let cap = prop_oneof![4 => 1u32..20_000, 1 => 1u32..=4_000_000, 1 => Just(4_000_000)];
    let amounts = (
        amount(),
        amount(),
        amount(),
        amount(),
        amount(),
        amount(),
        amount(),
    );
    let any = (cap, any::<u32>(), amounts).prop_map(|(cap, reserve, amounts)| {
        let (floor, deposit, cost, refund, success, failure, timeout) = amounts;
        // Half of them without a reserve.
        let reserve = if reserve % 2 == 0 { 0 } else { reserve % cap };
        let cost = cost.min(cap - reserve);
        Numbers::of([
            cap, floor, deposit, cost, reserve, refund, success, failure, timeout,
        ])
    });
    prop_oneof![1 => select(presets().map(|(_, numbers)| numbers).to_vec()), 3 => any]
}

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let result = (select(&Kind::ALL), select(&Class::ALL), any::<bool>())
        .prop_map(|(kind, class, timeout)| Event::Result(kind, class, timeout));
    let event = prop_oneof![
        6 => Just(Event::Admit),
        5 => result,
        1 => Just(Event::GiveBack),
        1 => Just(Event::Ask),
    ];
    vec((moves(), event, any::<u32>()), 1..300)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_budget_does_what_its_model_does(numbers in numbers(), story in events()) {
        run(START, numbers, &story);
    }
}

#[test]
fn the_presets_are_those_of_the_page() {
    for (name, numbers) in presets() {
        assert_eq!(BudgetRules::by_name(name), numbers.rules().ok(), "{name}");
    }
}

#[test]
fn what_is_refused() {
    let field = |numbers: [u32; 9]| {
        let built = Numbers::of(numbers).rules();
        built.err().map(|error| error.field())
    };
    assert_eq!(field([1, 0, 0, 1, 0, 0, 0, 0, 0]), None);
    assert_eq!(field([1, 0, 0, 2, 0, 0, 0, 0, 0]), Some("reserve"));
    assert_eq!(field([5, 0, 0, 0, 4, 0, 0, 0, 0]), None);
    assert_eq!(field([5, 0, 0, 0, 5, 0, 0, 0, 0]), Some("reserve"));
    assert_eq!(field([5, 0, 0, 2, 4, 0, 0, 0, 0]), Some("reserve"));
    assert_eq!(field([0, 0, 0, 0, 0, 0, 0, 0, 0]), Some("cap"));
    let most = [
        4_000_000, 1_000_000, 1_000_000, 1_000_000, 3_000_000, 1_000_000, 1_000_000, 1_000_000,
        1_000_000,
    ];
    assert_eq!(field(most), None);
    let names = [
        "cap", "floor", "deposit", "cost", "reserve", "refund", "success", "failure", "timeout",
    ];
    for (place, name) in names.into_iter().enumerate() {
        let mut more = most;
        more[place] += 1;
        assert_eq!(field(more), Some(name));
    }
}
