//! Numbers worked out by hand.

use std::string::ToString;

use super::{Health, HealthLevel, HealthReport, HealthRules, Metric, Threshold, Thresholds};
use crate::delivery::decision::DeadReason;
use crate::destination::Guard;
use crate::destination::admit::Kind;
use crate::destination::report::Ended;
use crate::time::Millis;

fn counted(counters: [u16; 7]) -> Health {
    let mut health = Health::NEW;
    health.window.slots[0] = counters;
    health
}

fn get_hook(counters: [u16; 7]) -> HealthReport {
    counted(counters).report(0, 0, &Thresholds::GET_HOOK)
}

#[test]
fn sixty_bytes() {
    assert_eq!(size_of::<Health>(), 60);
}

#[test]
fn attempts_are_counted_by_kind_and_number() {
    let mut health = Health::NEW;
    health.result(Kind::First, 1, true);
    health.result(Kind::Replay, 2, true);
    health.result(Kind::Retry, 2, false);
    health.result(Kind::Retry, 2, true);
    health.result(Kind::Retry, 3, true);
    health.result(Kind::Retry, 0, true);
    assert_eq!(health.window.slots[0], [2, 2, 1, 0, 0, 0, 0]);
}

#[test]
fn endings_are_counted_by_reason() {
    let mut health = Health::NEW;
    health.ended(Ended::No, 9, false);
    health.ended(Ended::Delivered, 0, false);
    health.ended(Ended::Delivered, 4, true);
    health.ended(Ended::Delivered, 100_000, false);
    assert_eq!(health.window.slots[0], [0, 0, 0, 3, 32_772, 0, 0]);
    let reasons = [
        (DeadReason::Permanent, 0),
        (DeadReason::Gone, 0),
        (DeadReason::Dns, 1),
        (DeadReason::Attempts, 2),
        (DeadReason::Window, 3),
    ];
    for (reason, exhausted) in reasons {
        health.ended(Ended::Dead(reason), 5, false);
        assert_eq!(health.exhausted(), exhausted);
    }
    health.ended(Ended::Dead(DeadReason::Window), 5, true);
    assert_eq!(health.window.slots[0], [0, 0, 0, 3, 32_772, 6, 3]);
    health.forget_exhausted();
    assert_eq!(health.exhausted(), 0);
}

#[test]
fn a_quarter_of_the_window_passes_at_a_time() {
    let rules = HealthRules::DEFAULT;
    let mut health = counted([1; 7]);
    health.settle(&rules, Millis::from_hours(18));
    assert_eq!(health.exhausted(), 1);
    health.settle(&rules, Millis::from_hours(6));
    assert_eq!(health, Health::NEW);
}

#[test]
fn fewer_than_twenty_say_nothing_and_none_has_no_value() {
    let report = get_hook([19, 19, 0, 0, 0, 0, 0]);
    let retry_rate = report.get(Metric::RetryRate);
    assert_eq!(retry_rate.value(), Some(1_000));
    assert_eq!(retry_rate.level(), HealthLevel::Few);
    assert_eq!(report.get(Metric::MeanAttempts).value(), None);
    assert_eq!(report.get(Metric::Waiting).level(), HealthLevel::Off);
    assert_eq!(report.level(), HealthLevel::Healthy, "none is overdue");
    let bare = counted([0; 7]).report(0, 0, &Thresholds::NONE);
    assert_eq!(bare.level(), HealthLevel::Few);
    assert_eq!(bare.to_string(), "too few deliveries to say");
}

#[test]
fn levels_of_the_four_rates() {
    use HealthLevel::{Alert, Healthy, Watch};
    let level = |metric, counters| {
        let report = get_hook(counters);
        let reading = *report.get(metric);
        (reading.value().unwrap_or(0), reading.level())
    };
    let retries = |second| level(Metric::RetryRate, [10_000, second, 0, 0, 0, 0, 0]);
    assert_eq!(retries(499), (49, Healthy));
    assert_eq!(retries(500), (50, Watch));
    assert_eq!(retries(1_000), (100, Watch));
    // 100.1 ‰ is above 100 ‰, though its value is 100.
    assert_eq!(retries(1_001), (100, Alert));
    let dead = |dead, delivered| level(Metric::DeadRate, [0, 0, 0, delivered, 0, dead, 0]);
    assert_eq!(dead(49, 9_951), (4, Healthy));
    assert_eq!(dead(50, 9_950), (5, Watch));
    assert_eq!(dead(100, 9_900), (10, Watch));
    assert_eq!(dead(101, 9_899), (10, Alert));
    let mean = |attempts| level(Metric::MeanAttempts, [0, 0, 0, 1_000, attempts, 0, 0]);
    assert_eq!(mean(1_300), (1_300, Healthy));
    assert_eq!(mean(1_301), (1_301, Watch));
    assert_eq!(mean(2_000), (2_000, Watch));
    assert_eq!(mean(2_001), (2_001, Alert));
    let second = |arrived| level(Metric::SecondSuccess, [0, 10_000, arrived, 0, 0, 0, 0]);
    assert_eq!(second(8_001), (800, Healthy));
    assert_eq!(second(8_000), (800, Watch));
    assert_eq!(second(6_000), (600, Watch));
    assert_eq!(second(5_999), (599, Alert));
}

#[test]
fn levels_of_the_two_numbers() {
    use HealthLevel::{Alert, Healthy, Watch};
    let level = |number| {
        let hook_mesh = Health::NEW.report(number, 0, &Thresholds::HOOK_MESH);
        let get_hook = Health::NEW.report(0, number, &Thresholds::GET_HOOK);
        (hook_mesh.level(), get_hook.level())
    };
    assert_eq!(level(9), (Healthy, Healthy));
    assert_eq!(level(10), (Healthy, Watch));
    assert_eq!(level(99), (Healthy, Watch));
    assert_eq!(level(100), (Watch, Watch));
    assert_eq!(level(101), (Watch, Alert));
    assert_eq!(level(1_000), (Watch, Alert));
    assert_eq!(level(u32::MAX), (Alert, Alert));
}

#[test]
fn the_largest_counters_and_thresholds_fit() {
    let mut health = Health::NEW;
    health.window.slots = [[65_535; 7]; 4];
    let mut thresholds = Thresholds::NONE;
    for metric in Metric::ALL {
        thresholds = thresholds.with(metric, u32::MAX, u32::MAX).unwrap();
    }
    let report = health.report(u32::MAX, u32::MAX, &thresholds);
    let values = [1_000, 500, 1_000, 1_000, u32::MAX, u32::MAX];
    assert!(
        report
            .iter()
            .filter_map(super::HealthReading::value)
            .eq(values)
    );
}

#[test]
fn sentences() {
    let report = get_hook([1_000, 120, 80, 100, 1_355, 2, 0]);
    assert_eq!(
        report.to_string(),
        "120 ‰ of events needed a second try; below 50 ‰ is healthy\n\
         19 ‰ of finished deliveries became dead letters; below 5 ‰ is healthy\n\
         a delivery takes 13.55 tries on average; up to 1.3 is healthy\n\
         only 666 ‰ of second tries arrive; above 800 ‰ is healthy: failures are not transient"
    );
    assert_eq!(report.get(Metric::Overdue).to_string(), "healthy");
    assert_eq!(report.get(Metric::Waiting).to_string(), "not compared");
    let mean = |attempts| {
        let report = get_hook([0, 0, 0, 1_000, attempts, 0, 0]);
        report.to_string()
    };
    assert!(mean(3_000).starts_with("a delivery takes 3 tries"));
    assert!(mean(3_005).starts_with("a delivery takes 3.005 tries"));
}

#[test]
fn thresholds_that_lie_the_wrong_way_round() {
    for metric in Metric::ALL {
        let (low, high) = (7, 8);
        let (right, wrong) = match metric {
            Metric::SecondSuccess => ((high, low), (low, high)),
            _ => ((low, high), (high, low)),
        };
        let set = Thresholds::NONE.with(metric, right.0, right.1).unwrap();
        assert_eq!(
            set.get(metric),
            Some(Threshold {
                healthy: right.0,
                alert: right.1
            })
        );
        assert_eq!(set.without(metric), Thresholds::NONE);
        let error = Thresholds::NONE.with(metric, wrong.0, wrong.1).unwrap_err();
        assert_eq!(error.field(), metric.name());
        assert!(Thresholds::NONE.with(metric, 7, 7).is_ok());
    }
}

#[test]
fn sets_and_metrics_have_names() {
    assert_eq!(HealthRules::draft().build(), Ok(HealthRules::default()));
    assert_eq!(Thresholds::by_name("getHook"), Some(Thresholds::GET_HOOK));
    assert_eq!(Thresholds::by_name("hookMesh"), Some(Thresholds::HOOK_MESH));
    assert_eq!(Thresholds::by_name("none"), None);
    for metric in Metric::ALL {
        assert_eq!(Metric::by_name(metric.name()), Some(metric));
        assert_eq!(get_hook([0; 7]).get(metric).metric(), metric);
    }
    assert_eq!(Metric::by_name("RetryRate"), None);
}

#[test]
fn levels_in_words() {
    let words = [
        (HealthLevel::Off, "not compared"),
        (HealthLevel::Few, "too few deliveries to say"),
        (HealthLevel::Healthy, "healthy"),
        (HealthLevel::Watch, "to be watched"),
        (HealthLevel::Alert, "alarming"),
    ];
    for (level, text) in words {
        assert_eq!(level.to_string(), text);
    }
}
