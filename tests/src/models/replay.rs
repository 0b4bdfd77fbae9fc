//! A replay that remembers every letter and how it fared, and walks through it
//! all again for every question.

use reknock::destination::{Replay, ReplayRules, Weight};

use super::clock::{Answer, Time, fixed, point};

/// The rules as plain numbers.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names of the page")]
pub struct Numbers {
    pub start: u16,
    pub slowest: u16,
    pub fastest: u16,
    pub ramp: u16,
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

/// What happens to a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Letters may go out.
    Begin,
    /// No more of them.
    Stop,
    /// The next letter asks.
    Admit,
    /// So many of these in a row.
    Result(Weight, u16),
    /// The breaker opened.
    Opened,
}

/// Lives through a story: by how much the clock moves, what happens, the draw.
///
/// # Panics
///
/// Where the replay does not do what its model does, or the rules are refused.
pub fn run(start: i64, numbers: Numbers, story: &[(i64, Event, u32)]) {
    let rules = numbers.rules();
    let mut replay = Replay::alone(point(start));
    let mut model = Model {
        time: Time::starting(start),
        rules: numbers,
        happened: Vec::new(),
    };
    let mut now = start;
    for (moved, event, draw) in story {
        now += moved;
        let here = point(now);
        match *event {
            Event::Begin => replay.begin(&rules, here),
            Event::Stop => replay.stop(&rules, here),
            Event::Admit => {
                let admission = replay.admit(&rules, here, &mut fixed(*draw));
                assert_eq!(Answer::of(&admission), model.admit(now, *draw));
                continue;
            }
            Event::Result(weight, times) => {
                for _ in 0..times {
                    replay.result(&rules, here, weight);
                }
            }
            Event::Opened => replay.opened(&rules, here),
        }
        model.note(now, *event);
        let rate = replay.rate(&rules, here).map(u64::from);
        assert_eq!(rate, model.found().rate);
    }
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
