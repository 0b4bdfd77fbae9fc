//! A health that keeps every slot there ever was, and compares fractions.

use std::collections::BTreeMap;

use reknock::Millis;
use reknock::destination::{
    Ended, Health, HealthReport, HealthRules, Kind, Metric, Threshold, Thresholds,
};

use super::clock::{Now, Time, point};

/// What a health hears of.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// So many of these at once: the kind, the attempts, whether it arrived.
    Result(Kind, u32, bool, u16),
    /// So many of these: how it ended, the attempts, whether by a local fault.
    Ended(Ended, u32, bool, u16),
    /// How does it look, with so many waiting and overdue?
    Report(u32, u32),
}

/// Lives through a story: by how much the clock moves, and what happens. The
/// only rule is the window.
///
/// # Panics
///
/// Where the health does not do what its model does, or the rule is refused.
pub fn run(start: i64, window: u32, thresholds: &Thresholds, story: &[(i64, Event)]) {
    let window_length = Millis::new(window);
    let rules = HealthRules::draft()
        .window(window_length)
        .build()
        .expect("valid");
    let mut health = Health::alone(point(start));
    let mut model = Model {
        time: Time::starting(start),
        window,
        slots: BTreeMap::new(),
    };
    let mut now = start;
    for (moved, event) in story {
        now += moved;
        let here = point(now);
        match *event {
            Event::Result(kind, attempts, arrived, times) => {
                for _ in 0..times {
                    health.result(&rules, here, kind, attempts, arrived);
                    model.result(now, kind, attempts, arrived);
                }
            }
            Event::Ended(ended, attempts, local, times) => {
                for _ in 0..times {
                    health.ended(&rules, here, ended, attempts, local);
                    model.ended(now, ended, attempts, local);
                }
            }
            Event::Report(waiting, overdue) => {
                let report = health.report(&rules, here, waiting, overdue, thresholds);
                assert_eq!(
                    shown(&report),
                    model.report(now, waiting, overdue, thresholds)
                );
                check_sentences(&report);
            }
        }
        let slot = model.slot(model.now(now).passed);
        let exhausted = health.exhausted(&rules, here);
        assert_eq!(u64::from(exhausted), model.total(slot, EXHAUSTED));
    }
}

/// A line for each metric that is not well, or one for all.
fn check_sentences(report: &HealthReport) {
    let wrong = report
        .iter()
        .filter(|reading| ["watch", "alert"].contains(&reading.level().name()));
    let lines = wrong.count().max(1);
    assert_eq!(report.to_string().lines().count(), lines);
}

const FIRST: usize = 0;
const SECOND: usize = 1;
const SECOND_DELIVERED: usize = 2;
const DELIVERED: usize = 3;
const ATTEMPTS: usize = 4;
const DEAD: usize = 5;
const EXHAUSTED: usize = 6;

struct Model {
    time: Time,
    window: u32,
    /// By the number of the slot since the beginning.
    slots: BTreeMap<u64, [u64; 7]>,
}

impl Model {
    fn length(&self) -> u64 {
        u64::from(self.window / 4)
    }

    fn now(&self, now: i64) -> Now {
        self.time.step_from(now, self.time.passed() % self.length())
    }

    fn slot(&self, passed: u64) -> u64 {
        passed / self.length()
    }

    fn step(&mut self, now: i64) -> u64 {
        let now = self.now(now);
        self.time.keep(now);
        self.slot(now.passed)
    }

    fn add(&mut self, slot: u64, counter: usize, more: u64) {
        let more = more.min(32_767);
        let here = self.slots.entry(slot).or_default()[counter];
        if counter == EXHAUSTED {
            self.slots.entry(slot).or_default()[counter] = (here + more).min(65_535);
            return;
        }
        if here + more > 65_535 {
            for counters in self.slots.values_mut() {
                for number in &mut counters[..EXHAUSTED] {
                    *number /= 2;
                }
            }
        }
        self.slots.entry(slot).or_default()[counter] += more;
    }

    fn result(&mut self, now: i64, kind: Kind, attempts: u32, arrived: bool) {
        let slot = self.step(now);
        match (kind, attempts.max(1)) {
            (Kind::First | Kind::Replay, _) => self.add(slot, FIRST, 1),
            (Kind::Retry, 2) => {
                self.add(slot, SECOND, 1);
                if arrived {
                    self.add(slot, SECOND_DELIVERED, 1);
                }
            }
            (Kind::Retry, _) => {}
        }
    }

    fn ended(&mut self, now: i64, ended: Ended, attempts: u32, local: bool) {
        let slot = self.step(now);
        match ended.name() {
            "no" => {}
            "delivered" => {
                self.add(slot, DELIVERED, 1);
                self.add(slot, ATTEMPTS, u64::from(attempts.max(1)));
            }
            reason => {
                self.add(slot, DEAD, 1);
                if ["attempts", "window", "dns"].contains(&reason) && !local {
                    self.add(slot, EXHAUSTED, 1);
                }
            }
        }
    }

    fn total(&self, slot: u64, counter: usize) -> u64 {
        let last_four = self.slots.range(slot.saturating_sub(3)..=slot);
        last_four.map(|(_, counters)| counters[counter]).sum()
    }

    /// A value and a level for each metric, and the whole level.
    fn report(&self, now: i64, waiting: u32, overdue: u32, thresholds: &Thresholds) -> Shown {
        let slot = self.slot(self.now(now).passed);
        let total = |counter| self.total(slot, counter);
        let fractions = [
            (total(SECOND), total(FIRST)),
            (total(DEAD), total(DEAD) + total(DELIVERED)),
            (total(ATTEMPTS), total(DELIVERED)),
            (total(SECOND_DELIVERED), total(SECOND)),
            (waiting.into(), 1),
            (overdue.into(), 1),
        ];
        let mut shown = Shown {
            level: "few",
            metrics: Vec::new(),
        };
        for (metric, (a, b)) in Metric::ALL.into_iter().zip(fractions) {
            let rate = b != 1 || !matches!(metric, Metric::Waiting | Metric::Overdue);
            let a = if rate { a * 1_000 } else { a };
            let level = match thresholds.get(metric) {
                None => "off",
                Some(_) if rate && b < 20 => "few",
                Some(threshold) => level(metric, a.into(), b.into(), threshold),
            };
            shown.metrics.push((a.checked_div(b), level));
        }
        for level in ["healthy", "watch", "alert"] {
            if shown.metrics.iter().any(|(_, metric)| *metric == level) {
                shown.level = level;
            }
        }
        shown
    }
}

fn level(metric: Metric, a: u128, b: u128, threshold: Threshold) -> &'static str {
    let healthy = u128::from(threshold.healthy) * b;
    let alert = u128::from(threshold.alert) * b;
    let (bad, good) = match metric {
        Metric::SecondSuccess => (a < alert, a > healthy),
        Metric::MeanAttempts => (a > alert, a <= healthy),
        _ => (a > alert, a < healthy),
    };
    match (bad, good) {
        (true, _) => "alert",
        (_, true) => "healthy",
        _ => "watch",
    }
}

#[derive(PartialEq, Eq, Debug)]
struct Shown {
    level: &'static str,
    metrics: Vec<(Option<u64>, &'static str)>,
}

fn shown(report: &HealthReport) -> Shown {
    let metrics = report.iter();
    Shown {
        level: report.level().name(),
        metrics: metrics
            .map(|reading| (reading.value().map(u64::from), reading.level().name()))
            .collect(),
    }
}
