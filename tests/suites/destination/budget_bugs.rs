//! Bugs that were found in other budgets and windows, each with a test that
//! shows that it does not happen here.

use reknock::destination::{
    Admission, Alone, Budget, BudgetRules, Ended, Health, HealthLevel, HealthRules, Kind, Metric,
    Replay, ReplayRules, Storm, StormLevel, StormRules, Thresholds, Weight,
};
use reknock::{Class, DeadReason, Millis, Moment};

use crate::clock::{START, fixed, point};

/// Pays with first attempts that fail, and asks for a retry after each.
fn retries_of(rules: &BudgetRules, firsts: u32) -> u32 {
    let now = point(START);
    let mut budget = emptied(rules, now);
    let mut gone = 0;
    for _ in 0..firsts {
        budget.result(rules, now, Kind::First, Class::Transient, false);
        while budget.admit(rules, now, &mut fixed(0)) == Admission::Go(()) {
            gone += 1;
        }
    }
    gone
}

fn emptied(rules: &BudgetRules, now: Moment) -> Alone<Budget> {
    let mut budget = Budget::alone(rules, now);
    while budget.admit(rules, now, &mut fixed(0)) == Admission::Go(()) {}
    budget
}

/// A share of retries kept as a float was rounded to a whole number of retries
/// for each deposit: 0.6 and 0.9 both meant 100 %.
#[test]
fn tower_float_ratios_0_6_and_0_9_are_not_the_same() {
    for per_mille in [1, 100, 333, 600, 900, 999, 1_000] {
        let draft = BudgetRules::draft().floor(0).cap(1_000_000);
        let rules = draft.deposit(per_mille).build().expect("valid");
        assert_eq!(retries_of(&rules, 1_000), per_mille);
    }
}

/// The tokens of every slot that had passed were let expire one slot after the
/// other: a budget nobody had asked for a year made its next caller wait. A
/// loop over idle time would not end here.
#[test]
fn tower_expire_does_not_loop_with_idle_time() {
    let budget_rules = BudgetRules::FINAGLE;
    let second = Millis::from_secs(1);
    let storm_rules = StormRules::draft().window(second).build().expect("valid");
    let health_rules = HealthRules::draft().window(second).build().expect("valid");
    let replay_rules = ReplayRules::DEFAULT;
    let mut budget = Budget::alone(&budget_rules, Moment::MIN);
    let mut storm = Storm::alone(Moment::MIN);
    let mut health = Health::alone(Moment::MIN);
    let mut replay = Replay::alone(Moment::MIN);
    replay.begin(&replay_rules, Moment::MIN);
    for turn in 0..100_000 {
        let now = if turn % 2 == 0 {
            Moment::MAX
        } else {
            Moment::MIN
        };
        budget.result(&budget_rules, now, Kind::First, Class::Transient, false);
        storm.count(&storm_rules, now, Kind::Retry);
        health.result(&health_rules, now, Kind::First, 1, true);
        replay.result(&replay_rules, now, Weight::Ignore);
    }
    // The last jump was a clock set back, which lets no time pass.
    assert_eq!(storm.report(&storm_rules, Moment::MIN).retries, 2);
    assert_eq!(budget.tokens(&budget_rules, Moment::MIN), 100_000_000);
}

/// A window that turned by one slot only, however long nobody had come: 40
/// failures still counted after ten idle minutes.
#[test]
fn a_window_forgets_all_of_it_after_ten_idle_minutes() {
    let ten_minutes = Millis::from_mins(10);
    let now = point(START);
    let later = now.after(ten_minutes);

    let rules = StormRules::draft().window(Millis::from_mins(5)).minimum(40);
    let rules = rules.build().expect("valid");
    let mut storm = Storm::alone(now);
    for _ in 0..40 {
        storm.count(&rules, now, Kind::Retry);
    }
    storm.waiting(&rules, now, 5_000);
    assert_eq!(storm.report(&rules, now).level, StormLevel::Storm);
    let report = storm.report(&rules, later);
    assert_eq!((report.level, report.retries), (StormLevel::Calm, 0));
    storm.count(&rules, later, Kind::Retry);
    assert_eq!(storm.report(&rules, later).retries, 1);

    let rules = HealthRules::draft().window(Millis::from_mins(5));
    let rules = rules.build().expect("valid");
    let mut health = Health::alone(now);
    for _ in 0..40 {
        let dead = Ended::Dead(DeadReason::Attempts);
        health.ended(&rules, now, dead, 5, false);
    }
    let report = health.report(&rules, now, 0, 0, &Thresholds::GET_HOOK);
    assert_eq!(report.level(), HealthLevel::Alert);
    let report = health.report(&rules, later, 0, 0, &Thresholds::GET_HOOK);
    assert_eq!(report.get(Metric::DeadRate).value(), None);
    assert_eq!(report.level(), HealthLevel::Healthy);
}

/// A refusal that came with a delay of 0 sent its caller round in a loop.
#[test]
fn a_refusal_never_comes_with_delay_zero() {
    let now = point(START);
    let floors = [0, 1, 1_000, 1_000_000];
    for rules in floors.map(|floor| BudgetRules::draft().floor(floor).build().expect("valid")) {
        let mut budget = emptied(&rules, now);
        for draw in [0, 1 << 31, u32::MAX] {
            let admission = budget.admit(&rules, now, &mut fixed(draw));
            let Admission::Wait { until, .. } = admission else {
                panic!("{admission:?}")
            };
            assert!(until >= now.after(Millis::from_secs(1)));
        }
    }
    let rules = ReplayRules::draft().fastest(60_000).start(60_000);
    let rules = rules.build().expect("valid");
    let mut replay = Replay::alone(now);
    replay.begin(&rules, now);
    assert_eq!(replay.admit(&rules, now, &mut fixed(0)), Admission::Go(()));
    let admission = replay.admit(&rules, now, &mut fixed(0));
    assert!(matches!(admission, Admission::Wait { until, .. } if until > now));
}

/// A bucket that filled while nobody came let the whole backlog out at once,
/// onto a server that had just come back.
#[test]
fn outpost_a_replay_does_not_pile_up_while_nobody_asks() {
    let rules = ReplayRules::DEFAULT;
    let mut now = point(START);
    let mut replay = Replay::alone(now);
    replay.begin(&rules, now);
    now = now.after(Millis::from_days(3));
    let mut gone = 0;
    for _ in 0..60_000 {
        if replay.admit(&rules, now, &mut fixed(0)) == Admission::Go(()) {
            gone += 1;
        }
        now = now.after(Millis::new(1));
    }
    assert_eq!(gone, 100, "a minute's worth in the minute that follows");
}
