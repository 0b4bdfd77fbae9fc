//! A storm that remembers every attempt and every depth it was ever told.

use reknock::Millis;
use reknock::destination::{Kind, Storm, StormReport, StormRules};

use super::clock::{Now, Time, point};

/// The rules as plain numbers.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names of the page")]
pub struct Numbers {
    pub window: u32,
    pub ratio: u16,
    pub minimum: u16,
    pub depth: u32,
    pub growing: u32,
}

impl Numbers {
    fn rules(&self) -> StormRules {
        StormRules::draft()
            .window(Millis::new(self.window))
            .ratio(self.ratio)
            .minimum(self.minimum)
            .depth(self.depth)
            .growing(self.growing)
            .build()
            .expect("valid")
    }
}

/// What a storm hears of.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// So many attempts; never so many in all that a counter is full.
    Count(Kind, u16),
    /// So many deliveries wait.
    Waiting(u32),
    /// How does it look?
    Ask,
}

/// Lives through a story: by how much the clock moves, and what happens.
///
/// # Panics
///
/// Where the storm does not do what its model does, or the rules are refused.
pub fn run(start: i64, numbers: Numbers, story: &[(i64, Event)]) {
    let rules = numbers.rules();
    let mut storm = Storm::alone(point(start));
    let mut model = Model::new(start, numbers);
    let mut now = start;
    for (moved, event) in story {
        now += moved;
        match *event {
            Event::Count(kind, times) => {
                for _ in 0..times {
                    storm.count(&rules, point(now), kind);
                    let slot = model.step(now);
                    model.counted.push((slot, kind == Kind::Retry));
                }
            }
            Event::Waiting(depth) => {
                storm.waiting(&rules, point(now), depth);
                let slot = model.step(now);
                model.told.push((slot, depth));
            }
            Event::Ask => {}
        }
        assert_eq!(shown(&storm.report(&rules, point(now))), model.report(now));
    }
}

struct Model {
    time: Time,
    rules: Numbers,
    /// In which slot since the beginning, and whether it was a retry.
    counted: Vec<(u64, bool)>,
    /// In which slot, and how many waited.
    told: Vec<(u64, u32)>,
}

impl Model {
    fn new(start: i64, rules: Numbers) -> Self {
        Self {
            time: Time::starting(start),
            rules,
            counted: Vec::new(),
            told: Vec::new(),
        }
    }

    fn length(&self) -> u64 {
        u64::from(self.rules.window / 5)
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

    /// The level, then retries, first attempts and the stretch.
    fn report(&self, now: i64) -> (&'static str, u64, u64, u64) {
        let slot = self.slot(self.now(now).passed);
        let count = |retry| {
            let counted = self.counted.iter();
            counted
                .filter(|(then, is_retry)| slot - then < 5 && *is_retry == retry)
                .count() as u64
        };
        let (retries, first) = (count(true), count(false));
        // Forgotten once it is as old as the window, and not dug out again by
        // what is told later in the same slot.
        let fresh = |told: Option<&(u64, u32)>| match told {
            Some((then, depth)) if slot - then < 5 => u64::from(*depth),
            _ => 0,
        };
        let depth = fresh(self.told.last());
        let before = fresh(self.told.iter().rev().find(|(then, _)| *then < slot));
        let rules = self.rules;
        let ratio = u64::from(rules.ratio);
        if retries >= u64::from(rules.minimum) && retries > ratio * first {
            let stretch = 1_000 * retries / (ratio * first.max(1));
            return ("storm", retries, first, stretch.clamp(1_000, 10_000));
        }
        let many = depth >= u64::from(rules.depth);
        let doubled = depth >= u64::from(rules.growing) && depth >= 2 * before;
        let level = if many || doubled { "warning" } else { "calm" };
        (level, retries, first, 1_000)
    }
}

fn shown(report: &StormReport) -> (&'static str, u64, u64, u64) {
    (
        report.level.name(),
        report.retries.into(),
        report.first.into(),
        report.stretch.get().into(),
    )
}
