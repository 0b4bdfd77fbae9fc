//! Numbers worked out by hand.

use super::{Budget, BudgetRules};
use crate::delivery::classify::Class;
use crate::delivery::jitter::Window;
use crate::destination::Guard;
use crate::destination::admit::{Because, Kind, Refusal};
use crate::time::Millis;

const DEFAULT: BudgetRules = BudgetRules::DEFAULT;

fn wait(lo: u32, hi: u32) -> Result<(), Refusal> {
    Err(Refusal {
        because: Because::Budget,
        wait: Some(Window { lo, hi }),
    })
}

#[test]
fn four_bytes() {
    assert_eq!(size_of::<Budget>(), 4);
}

#[test]
fn five_first_attempts_pay_for_one_retry() {
    let mut budget = Budget { tokens: 0 };
    for _ in 0..4 {
        budget.result(&DEFAULT, Kind::First, Class::Transient, false);
    }
    assert_eq!(budget.tokens, 800_000);
    // 200,000 millionths at 1,000 a millisecond are 200 ms; a second at least.
    assert_eq!(budget.ask(&DEFAULT), wait(1_000, 2_000));
    budget.result(&DEFAULT, Kind::Replay, Class::Transient, false);
    assert_eq!(budget.ask(&DEFAULT), Ok(()));
    budget.take(&DEFAULT);
    assert_eq!(budget.tokens, 0);
}

#[test]
fn the_floor_is_exact_in_every_millisecond() {
    let rules = BudgetRules {
        floor: 7,
        ..DEFAULT
    };
    let mut budget = Budget { tokens: 0 };
    for _ in 0..1_000 {
        budget.settle(&rules, Millis::new(1));
    }
    assert_eq!(budget.tokens, 7_000);
    // 993,000 at 7 a millisecond: 141,857.1 ms.
    assert_eq!(budget.ask(&rules), wait(141_858, 283_716));
}

#[test]
fn a_year_of_idle_time_fills_the_bucket_and_no_more() {
    let mut budget = Budget { tokens: 5 };
    budget.settle(&DEFAULT, Millis::MAX);
    assert_eq!(budget.tokens, 100_000_000);
    let mut forged = Budget { tokens: u32::MAX };
    forged.settle(&DEFAULT, Millis::ZERO);
    assert_eq!(forged.tokens, 100_000_000);
}

#[test]
fn aws_ten_for_a_timeout_and_five_back() {
    let mut budget = Budget::new(&BudgetRules::AWS);
    budget.result(&BudgetRules::AWS, Kind::First, Class::Transient, true);
    assert_eq!(budget.tokens, 495_000_000);
    budget.take(&BudgetRules::AWS);
    assert_eq!(budget.tokens, 490_000_000);
    budget.result(&BudgetRules::AWS, Kind::Retry, Class::Delivered, false);
    assert_eq!(budget.tokens, 495_000_000);
    budget.result(&BudgetRules::AWS, Kind::First, Class::Delivered, false);
    assert_eq!(budget.tokens, 496_000_000);
    budget.tokens = 4_999_999;
    assert_eq!(budget.ask(&BudgetRules::AWS), wait(1_000, 2_000));
    budget.tokens = 0;
    assert_eq!(budget.ask(&BudgetRules::AWS), wait(5_000, 10_000));
}

#[test]
fn grpc_stops_at_half_and_goes_above_it() {
    let mut budget = Budget::new(&BudgetRules::GRPC);
    for _ in 0..4 {
        budget.result(&BudgetRules::GRPC, Kind::First, Class::Throttled, false);
    }
    assert_eq!(budget.ask(&BudgetRules::GRPC), Ok(()));
    budget.result(&BudgetRules::GRPC, Kind::Retry, Class::Transient, false);
    assert_eq!(budget.tokens, 5_000_000);
    assert_eq!(budget.ask(&BudgetRules::GRPC), wait(1_000, 2_000));
    budget.result(&BudgetRules::GRPC, Kind::First, Class::Permanent, false);
    assert_eq!(budget.ask(&BudgetRules::GRPC), wait(1_000, 2_000));
    budget.result(&BudgetRules::GRPC, Kind::Retry, Class::Transient, false);
    // 1.000001 tokens at a tenth a second.
    assert_eq!(budget.ask(&BudgetRules::GRPC), wait(10_001, 20_002));
    budget.tokens = 5_000_001;
    assert_eq!(budget.ask(&BudgetRules::GRPC), Ok(()));
    budget.take(&BudgetRules::GRPC);
    assert_eq!(budget.tokens, 5_000_001);
}

#[test]
fn each_line_keeps_within_the_bucket() {
    let rules = BudgetRules {
        failure: 1_000_000,
        success: 1_000_000,
        ..DEFAULT
    };
    let mut budget = Budget { tokens: 99_900_000 };
    budget.result(&rules, Kind::First, Class::Delivered, false);
    assert_eq!(budget.tokens, 100_000_000);
    budget.result(&rules, Kind::First, Class::Transient, false);
    assert_eq!(budget.tokens, 0);
    budget.tokens = 99_500_000;
    budget.give_back(&rules);
    assert_eq!(budget.tokens, 100_000_000);
}

#[test]
fn the_largest_bucket_fits() {
    let rules = BudgetRules {
        cap: 4_000_000,
        reserve: 3_000_000,
        cost: 1_000_000,
        floor: 1,
        ..DEFAULT
    };
    let mut budget = Budget { tokens: 0 };
    assert_eq!(budget.ask(&rules), wait(4_000_000_000, u32::MAX));
    budget.settle(&rules, Millis::new(4_000_000_000));
    assert_eq!(budget.ask(&rules), Ok(()));
}

/// `tower::retry::budget` turned 0.6 and 0.9 into the same whole number.
#[test]
fn tower_float_ratios_0_6_and_0_9_are_not_the_same() {
    let retries = |deposit| {
        let rules = BudgetRules {
            floor: 0,
            deposit,
            ..DEFAULT
        };
        let mut budget = Budget { tokens: 0 };
        let mut gone = 0;
        for _ in 0..100 {
            budget.result(&rules, Kind::First, Class::Transient, false);
            if budget.ask(&rules).is_ok() {
                budget.take(&rules);
                gone += 1;
            }
        }
        gone
    };
    assert_eq!((retries(600), retries(900)), (60, 90));
}

#[test]
fn presets_have_names() {
    assert_eq!(
        BudgetRules::by_name("default"),
        Some(BudgetRules::default())
    );
    assert_eq!(BudgetRules::by_name("aws"), Some(BudgetRules::AWS));
    assert_eq!(BudgetRules::by_name("grpc"), Some(BudgetRules::GRPC));
    assert_eq!(BudgetRules::by_name("finagle"), Some(BudgetRules::FINAGLE));
    assert_eq!(BudgetRules::by_name("AWS"), None);
}
