//! A replay that remembers every letter and how it fared, and walks through it
//! all again for every question.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::{Replay, ReplayRules, Weight};

use crate::clock::{Answer, START, Time, config, fixed, moves, point};

#[derive(Clone, Copy, Debug)]
struct Numbers {
    start: u16,
    slowest: u16,
    fastest: u16,
    ramp: u16,
}

impl Numbers {
    fn rules(&self) -> ReplayRules {
        ReplayRules::draft()
            .start(self.start)
            .slowest(self.slowest)
            .fastest(self.fastest)
            .ramp(self.ramp)
            .build()
            .expect("valid")
    }
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let rate = || prop_oneof![6 => 1u16..12, 2 => 1u16..1_000, 1 => 1u16..=60_000];
    let ramp = prop_oneof![1 => Just(1u16), 1 => Just(1_000), 4 => 1u16..=1_000];
    (rate(), rate(), rate(), ramp).prop_map(|(a, b, c, ramp)| {
        let mut rates = [a, b, c];
        rates.sort_unstable();
        let [slowest, start, fastest] = rates;
        Numbers {
            start,
            slowest,
            fastest,
            ramp,
        }
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Begin,
    Stop,
    Admit,
    /// So many of these in a row.
    Result(Weight, u16),
    Opened,
}

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let weight = prop_oneof![5 => Just(Weight::Success), 2 => select(&Weight::ALL)];
    let times = prop_oneof![4 => 1u16..4, 1 => 1u16..300];
    let event = prop_oneof![
        2 => Just(Event::Begin),
        1 => Just(Event::Stop),
        10 => Just(Event::Admit),
        8 => (weight, times).prop_map(|(weight, times)| Event::Result(weight, times)),
        1 => Just(Event::Opened),
    ];
    vec((moves(), event, any::<u32>()), 1..300)
}

/// Where a walk through all that happened arrives.
struct Found {
    /// Letters a minute, if it is running.
    rate: Option<u64>,
    /// When the next letter is due, in time passed since the beginning.
    due: u64,
}

struct Model {
    time: Time,
    rules: Numbers,
    happened: Vec<(u64, Event)>,
}

impl Model {
    fn found(&self) -> Found {
        let rules = self.rules;
        let (slowest, fastest) = (u64::from(rules.slowest), u64::from(rules.fastest));
        let mut found = Found { rate: None, due: 0 };
        let mut well = 0;
        for (when, event) in &self.happened {
            let Some(rate) = found.rate.as_mut() else {
                if *event == Event::Begin {
                    (found.rate, found.due, well) = (Some(rules.start.into()), 0, 0);
                }
                continue;
            };
            match *event {
                Event::Begin => (found.rate, found.due, well) = (Some(rules.start.into()), 0, 0),
                Event::Stop => found.rate = None,
                Event::Admit => found.due = when + 60_000 / *rate,
                Event::Result(Weight::Success, times) => {
                    for _ in 0..times {
                        well += 1;
                        if well >= *rate {
                            let more = (*rate * u64::from(rules.ramp) / 1_000).max(1);
                            *rate = (*rate + more).min(fastest);
                            well = 0;
                        }
                    }
                }
                Event::Result(Weight::Failure, times) => {
                    for _ in 0..times {
                        *rate = (*rate / 2).max(slowest);
                    }
                    well = 0;
                }
                Event::Result(Weight::Ignore, _) => {}
                Event::Opened => (*rate, well) = (slowest, 0),
            }
        }
        found
    }

    fn admit(&mut self, now: i64, draw: u32) -> Answer {
        let now = self.time.step(now);
        let found = self.found();
        if found.rate.is_none() {
            self.time.drop(now);
            return Answer::Hold("replay");
        }
        if found.due > now.passed {
            self.time.drop(now);
            let left = found.due - now.passed;
            return Answer::wait(now, left, left, draw, "pace");
        }
        self.time.keep(now);
        self.happened.push((now.passed, Event::Admit));
        Answer::Go
    }

    fn note(&mut self, now: i64, event: Event) {
        let now = self.time.step(now);
        self.time.keep(now);
        self.happened.push((now.passed, event));
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_replay_does_what_its_model_does(numbers in numbers(), events in events()) {
        let rules = numbers.rules();
        let mut replay = Replay::alone(point(START));
        let mut model = Model {
            time: Time::starting(START),
            rules: numbers,
            happened: Vec::new(),
        };
        let mut now = START;
        for (moved, event, draw) in events {
            now += moved;
            let here = point(now);
            match event {
                Event::Begin => replay.begin(&rules, here),
                Event::Stop => replay.stop(&rules, here),
                Event::Admit => {
                    let admission = replay.admit(&rules, here, &mut fixed(draw));
                    prop_assert_eq!(Answer::of(&admission), model.admit(now, draw));
                    continue;
                }
                Event::Result(weight, times) => {
                    for _ in 0..times {
                        replay.result(&rules, here, weight);
                    }
                }
                Event::Opened => replay.opened(&rules, here),
            }
            model.note(now, event);
            let rate = replay.rate(&rules, here).map(u64::from);
            prop_assert_eq!(rate, model.found().rate);
        }
    }
}

#[test]
fn what_is_refused() {
    let field = |start, slowest, fastest, ramp| {
        let draft = ReplayRules::draft().start(start).slowest(slowest);
        let built = draft.fastest(fastest).ramp(ramp).build();
        built.err().map(|error| error.field())
    };
    assert_eq!(field(1, 1, 1, 1), None);
    assert_eq!(field(60_000, 1, 60_000, 1_000), None);
    assert_eq!(field(60_000, 60_000, 60_000, 1_000), None);
    assert_eq!(field(10, 11, 20, 500), Some("start"));
    assert_eq!(field(21, 11, 20, 500), Some("start"));
    assert_eq!(field(15, 20, 11, 500), Some("start"));
    assert_eq!(field(10, 0, 20, 500), Some("slowest"));
    assert_eq!(field(100, 10, 60_001, 500), Some("fastest"));
    assert_eq!(field(100, 10, 1_000, 0), Some("ramp"));
    assert_eq!(field(100, 10, 1_000, 1_001), Some("ramp"));
}
