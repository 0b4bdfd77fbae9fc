//! A storm that remembers every attempt and every depth it was ever told.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::Millis;
use reknock::destination::{Kind, Storm, StormReport, StormRules};

use crate::clock::{Now, START, Time, config, moves, point};

#[derive(Clone, Copy, Debug)]
struct Numbers {
    window: u32,
    ratio: u16,
    minimum: u16,
    depth: u32,
    growing: u32,
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

#[derive(Clone, Copy, Debug)]
enum Event {
    Count(Kind, u16),
    Waiting(u32),
    Ask,
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

struct Model {
    time: Time,
    rules: Numbers,
    /// In which slot since the beginning, and whether it was a retry.
    counted: Vec<(u64, bool)>,
    /// In which slot, and how many waited.
    told: Vec<(u64, u32)>,
}

impl Model {
    fn new(rules: Numbers) -> Self {
        Self {
            time: Time::starting(START),
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

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_storm_does_what_its_model_does(numbers in numbers(), events in events()) {
        let rules = numbers.rules();
        let mut storm = Storm::alone(point(START));
        let mut model = Model::new(numbers);
        let mut now = START;
        for (moved, event) in events {
            now += moved;
            match event {
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
            prop_assert_eq!(shown(&storm.report(&rules, point(now))), model.report(now));
        }
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
