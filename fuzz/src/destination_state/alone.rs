//! A guard that is kept alone, read from bytes or JSON.

use reknock::destination::{
    Admission, Alone, Breaker, BreakerRules, Budget, BudgetRules, Ended, Gate, GateRules, Health,
    HealthRules, Kind, Replay, ReplayRules, Storm, StormRules, Thresholds, Weight,
};
use reknock::{Class, DeadReason, Moment};
use reknock_tests::fixtures::Fixed;

use crate::stored::{check_ends, check_names_field, check_says_the_same, hash};

/// The guard of this letter; of any other, nothing.
pub(super) fn alone(kind: u8, stored: &[u8]) {
    macro_rules! read {
        ($guard:ty, $live:ident, $($field:literal),*) => {{
            let fields = ["v", "at", $($field),*];
            let read = if kind.is_ascii_uppercase() {
                let read = Alone::<$guard>::from_bytes(stored);
                if let Err(error) = &read {
                    let field = error.field().split('.').next();
                    assert!(field.is_some_and(|field| fields.contains(&field)), "{error}");
                }
                if read.is_ok() {
                    check_ends(stored, |bytes| Alone::<$guard>::from_bytes(bytes).ok());
                }
                read.ok()
            } else {
                let read = serde_json::from_slice::<Alone<$guard>>(stored);
                if let Err(error) = &read {
                    check_names_field(error, &serde_json::from_slice(stored), &fields);
                }
                if let Ok(guard) = &read {
                    check_says_the_same(stored, guard);
                }
                read.ok()
            };
            if let Some(guard) = read {
                assert_eq!(Alone::<$guard>::from_bytes(&guard.to_bytes()), Ok(guard));
                let json = serde_json::to_vec(&guard).unwrap();
                let again: Alone<$guard> = serde_json::from_slice(&json).unwrap();
                assert_eq!(again, guard);
                for now in moments(guard.at()) {
                    $live(guard, now, hash(stored) as u32);
                }
            }
        }};
    }
    match kind.to_ascii_uppercase() {
        b'B' => read!(Breaker, breaker, "generation", "base", "state"),
        b'G' => read!(Gate, gate, "phase", "left", "generations"),
        b'U' => read!(Budget, budget, "tokens"),
        b'S' => read!(
            Storm, storm, "phase", "first", "retries", "depth", "before", "age"
        ),
        b'R' => read!(Replay, replay, "replay", "rate", "left", "well"),
        b'H' => read!(
            Health,
            health,
            "phase",
            "first",
            "second",
            "secondDelivered",
            "delivered",
            "attempts",
            "dead",
            "exhausted"
        ),
        _ => {}
    }
}

fn moments(at: Moment) -> [Moment; 5] {
    [
        at,
        Moment::from_millis(at.as_millis() + 61_000),
        Moment::from_millis(at.as_millis() - 60_001),
        Moment::MIN,
        Moment::MAX,
    ]
}

/// A wait ends later than it begins, and no later than this.
fn check_wait<P>(admission: &Admission<P>, at: Moment, now: Moment, longest: i64) {
    if let Admission::Wait { until, because } = admission {
        // Another worker's clock may be ahead by as much.
        let from = at.as_millis() - now.as_millis();
        let t = if (1..=60_000).contains(&from) {
            at
        } else {
            now
        };
        let wait = until.as_millis() - t.as_millis();
        assert!(wait > 0 || t == Moment::MAX, "a wait of nothing: {because}");
        assert!(wait <= longest, "{wait} of {longest} ms: {because}");
    }
}

fn breaker(mut guard: Alone<Breaker>, now: Moment, draw: u32) {
    let rules = &BreakerRules::DEFAULT;
    for weight in [Weight::Failure, Weight::Success, Weight::Ignore] {
        let at = guard.at();
        let admission = guard.admit(rules, now, &mut Fixed(draw));
        check_wait(&admission, at, now, 450_000);
        if let Admission::Go(pass) = admission {
            let circuit = guard.result(rules, now, pass, weight, &mut Fixed(draw));
            assert_eq!(circuit, guard.circuit());
        }
    }
    guard.reset(rules, now);
    let admission = guard.admit(rules, now, &mut Fixed(draw));
    assert!(matches!(admission, Admission::Go(pass) if !pass.is_probe()));
}

fn gate(mut guard: Alone<Gate>, now: Moment, draw: u32) {
    let rules = &GateRules::DEFAULT;
    let held = guard.in_flight(rules, now);
    assert!(held <= 16);
    let at = guard.at();
    let admission = guard.admit(rules, now, &mut Fixed(draw));
    check_wait(&admission, at, now, 2_000);
    assert_eq!(matches!(admission, Admission::Go(_)), held < 10);
    if let Admission::Go(place) = admission {
        assert_eq!(guard.in_flight(rules, now), held + 1);
        assert!(guard.release(rules, now, place.clone()) || now == Moment::MAX);
        assert!(!guard.release(rules, now, place), "it is given back once");
    }
}

fn budget(mut guard: Alone<Budget>, now: Moment, draw: u32) {
    for rules in [&BudgetRules::DEFAULT, &BudgetRules::GRPC] {
        let at = guard.at();
        let admission = guard.admit(rules, now, &mut Fixed(draw));
        check_wait(&admission, at, now, 200_000);
        guard.result(
            rules,
            now,
            Kind::Retry,
            Class::Transient,
            draw.is_multiple_of(2),
        );
        guard.give_back(rules, now);
        guard.result(rules, now, Kind::First, Class::Delivered, false);
        assert!(guard.tokens(rules, now) <= 100_000_000, "more than the cap");
    }
}

fn storm(mut guard: Alone<Storm>, now: Moment, draw: u32) {
    let rules = &StormRules::DEFAULT;
    guard.count(rules, now, Kind::Retry);
    guard.waiting(rules, now, draw);
    let report = guard.report(rules, now);
    assert!((1_000..=10_000).contains(&report.stretch.get()));
    assert!(report.retries >= 1);
}

fn replay(mut guard: Alone<Replay>, now: Moment, draw: u32) {
    let rules = &ReplayRules::DEFAULT;
    let at = guard.at();
    let admission = guard.admit(rules, now, &mut Fixed(draw));
    check_wait(&admission, at, now, 60_000);
    for weight in Weight::ALL {
        guard.result(rules, now, weight);
        let rate = guard.rate(rules, now);
        assert!(rate.is_none_or(|rate| (10..=1_000).contains(&rate)));
    }
    guard.begin(rules, now);
    assert_eq!(guard.rate(rules, now), Some(100));
}

fn health(mut guard: Alone<Health>, now: Moment, draw: u32) {
    let rules = &HealthRules::DEFAULT;
    guard.result(rules, now, Kind::Retry, draw, true);
    guard.ended(rules, now, Ended::Delivered, draw, false);
    guard.ended(rules, now, Ended::Dead(DeadReason::Attempts), draw, false);
    assert!(guard.exhausted(rules, now) >= 1);
    let report = guard.report(rules, now, draw, 0, &Thresholds::GET_HOOK);
    assert!(!report.to_string().is_empty());
}
