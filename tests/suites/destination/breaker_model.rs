//! A breaker that remembers every result and every probe.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::Millis;
use reknock::destination::{Admission, Breaker, BreakerRules, Weight};

use crate::clock::{Answer, Now, START, Time, config, fixed, moves, pick, point};

#[derive(Clone, Copy, Debug)]
enum Event {
    Admit,
    /// What came of one of the last attempts, reported before or not.
    Result(usize, Weight),
    Isolate,
    Reset,
}

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let weight = select(vec![
        Weight::Success,
        Weight::Failure,
        Weight::Failure,
        Weight::Ignore,
    ]);
    let event = prop_oneof![
        30 => Just(Event::Admit),
        30 => (0usize..5, weight).prop_map(|(back, weight)| Event::Result(back, weight)),
        1 => Just(Event::Isolate),
        2 => Just(Event::Reset),
    ];
    vec((moves(), event, any::<u32>()), 1..400)
}

/// The rules as plain numbers.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    consecutive: Option<u16>,
    rate: Option<u16>,
    minimum: u16,
    window: u32,
    cooldown: u32,
    factor: u8,
    longer: u32,
    spread: u16,
    probes: u8,
    successes: u8,
    lease: u32,
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let opening = (option::of(1u16..8), option::of(1u16..=1_000), 1u16..12);
    let lengths = (
        1_000u32..600_000,
        1u32..60_000,
        0u32..600_000,
        1u32..120_000,
    );
    let rest = (1u8..=5, 0u16..=1_000, 1u8..=4, 1u8..=3);
    (opening, lengths, rest).prop_map(|(opening, lengths, rest)| Numbers {
        consecutive: opening.0,
        // One of the two must be there.
        rate: opening.1.or(opening.0.is_none().then_some(500)),
        minimum: opening.2,
        window: lengths.0,
        cooldown: lengths.1,
        longer: lengths.2,
        lease: lengths.3,
        factor: rest.0,
        spread: rest.1,
        probes: rest.2,
        successes: rest.3,
    })
}

impl Numbers {
    fn rules(&self) -> BreakerRules {
        let draft = BreakerRules::draft()
            .minimum(self.minimum)
            .window(Millis::new(self.window))
            .cooldown(Millis::new(self.cooldown))
            .factor(self.factor)
            .max_cooldown(Millis::new(self.longest() as u32))
            .spread(self.spread)
            .probes(self.probes)
            .successes_to_close(self.successes)
            .probe_lease(Millis::new(self.lease));
        let draft = match self.consecutive {
            Some(failures) => draft.consecutive(failures),
            None => draft.no_consecutive(),
        };
        let draft = match self.rate {
            Some(rate) => draft.rate(rate),
            None => draft.no_rate(),
        };
        draft.build().expect("valid rules")
    }

    fn longest(&self) -> u64 {
        u64::from(self.cooldown) + u64::from(self.longer)
    }

    fn share(&self, cooldown: u64) -> u64 {
        cooldown * u64::from(self.spread) / 1_000
    }
}

#[derive(Debug)]
enum State {
    Closed {
        since: u64,
        /// When, and whether it failed.
        results: Vec<(u64, bool)>,
    },
    Open {
        since: u64,
        cooldown: u64,
    },
    HalfOpen {
        given: Vec<Given>,
        successes: u64,
        cooldown: u64,
    },
    Isolated,
}

#[derive(Debug)]
struct Given {
    index: usize,
    at: u64,
    back: bool,
}

/// What an attempt was given.
#[derive(Clone, Copy, Debug)]
struct Pass {
    life: u64,
    /// Its index and the point at which it is given up.
    probe: Option<(usize, i64)>,
}

struct Model {
    time: Time,
    numbers: Numbers,
    state: State,
    /// How many states there have been; no wrapping.
    life: u64,
    /// The cooldowns before jitter since it was well for long enough.
    bases: Vec<u64>,
    passes: Vec<Pass>,
}

impl Model {
    fn new(numbers: Numbers) -> Self {
        Self {
            time: Time::starting(START),
            numbers,
            state: State::Closed {
                since: 0,
                results: Vec::new(),
            },
            life: 0,
            bases: Vec::new(),
            passes: Vec::new(),
        }
    }

    fn name(&self) -> &'static str {
        match self.state {
            State::Closed { .. } => "closed",
            State::Open { .. } => "open",
            State::HalfOpen { .. } => "halfOpen",
            State::Isolated => "isolated",
        }
    }

    /// Only a closed breaker counts slots.
    fn now(&self, now: i64) -> Now {
        let phase = match self.state {
            State::Closed { since, .. } => {
                (self.time.passed() - since) % u64::from(self.numbers.window / 5)
            }
            _ => 0,
        };
        self.time.step_from(now, phase)
    }

    fn become_state(&mut self, state: State) {
        self.state = state;
        self.life += 1;
    }

    fn close(&mut self, now: Now) {
        self.become_state(State::Closed {
            since: now.passed,
            results: Vec::new(),
        });
    }

    fn trip(&mut self, now: Now, draw: u32) {
        if let State::Closed { since, .. } = self.state
            && now.passed - since >= u64::from(self.numbers.window / 5)
        {
            self.bases.clear();
        }
        let longest = self.numbers.longest();
        let base = match self.bases.last() {
            None => u64::from(self.numbers.cooldown),
            Some(base) => longest.min(base * u64::from(self.numbers.factor)),
        };
        self.bases.push(base);
        let (mut lo, mut hi) = (base, base + self.numbers.share(base));
        if hi > longest {
            lo -= hi - longest;
            hi = longest;
        }
        self.become_state(State::Open {
            since: now.passed,
            cooldown: pick(lo.max(1), hi, draw),
        });
    }

    fn admit(&mut self, now: i64, draw: u32) -> Answer {
        let now = self.now(now);
        let refused = self.refused(now, draw);
        if let Some(refused) = refused {
            self.time.drop(now);
            return refused;
        }
        self.time.keep(now);
        if let State::Open { cooldown, .. } = self.state {
            self.become_state(State::HalfOpen {
                given: Vec::new(),
                successes: 0,
                cooldown,
            });
        }
        let lease = u64::from(self.numbers.lease);
        let mut probe = None;
        if let State::HalfOpen { given, .. } = &mut self.state {
            let held: Vec<usize> = held(given, now, lease);
            let index = (0..4)
                .find(|index| !held.contains(index))
                .expect("a free place");
            probe = Some((index, now.point + lease as i64));
            given.push(Given {
                index,
                at: now.passed,
                back: false,
            });
        }
        self.passes.push(Pass {
            life: self.life,
            probe,
        });
        Answer::Go
    }

    fn refused(&self, now: Now, draw: u32) -> Option<Answer> {
        match &self.state {
            State::Closed { .. } => None,
            State::Open { since, cooldown } => {
                let left = (since + cooldown).saturating_sub(now.passed);
                let hi = left + self.numbers.share(*cooldown);
                (left > 0).then(|| Answer::wait(now, left, hi, draw, "open"))
            }
            State::HalfOpen {
                given, cooldown, ..
            } => {
                let held = held(given, now, u64::from(self.numbers.lease));
                let hi = 1_000 + self.numbers.share(*cooldown);
                (held.len() >= usize::from(self.numbers.probes))
                    .then(|| Answer::wait(now, 1_000, hi, draw, "probing"))
            }
            State::Isolated => Some(Answer::Hold("isolated")),
        }
    }

    fn result(&mut self, now: i64, which: usize, weight: Weight, draw: u32) {
        let now = self.now(now);
        if self.hear(now, self.passes[which], weight, draw) {
            self.time.keep(now);
        } else {
            self.time.drop(now);
        }
    }

    /// Whether it was heard at all.
    fn hear(&mut self, now: Now, pass: Pass, weight: Weight, draw: u32) -> bool {
        if pass.life != self.life {
            return false;
        }
        let numbers = self.numbers;
        let lease = u64::from(numbers.lease);
        let mut trips = false;
        let mut closes = false;
        match &mut self.state {
            State::Open { .. } | State::Isolated => return false,
            State::Closed { since, results } => {
                if weight != Weight::Ignore {
                    results.push((now.passed, weight == Weight::Failure));
                    trips = weight == Weight::Failure && too_many(&numbers, *since, now, results);
                }
            }
            State::HalfOpen {
                given, successes, ..
            } => {
                let (index, until) = pass.probe.expect("only probes in this life");
                let probe = given.iter_mut().find(|given| {
                    given.index == index && !given.back && now.passed < given.at + lease
                });
                let Some(probe) = probe.filter(|_| now.point < until) else {
                    return false;
                };
                probe.back = true;
                if weight == Weight::Success {
                    *successes += 1;
                    closes = *successes >= u64::from(numbers.successes);
                }
                trips = weight == Weight::Failure;
            }
        }
        if trips {
            self.trip(now, draw);
        }
        if closes {
            self.close(now);
        }
        true
    }

    fn isolate(&mut self, now: i64) {
        let now = self.now(now);
        self.time.keep(now);
        self.bases.clear();
        self.become_state(State::Isolated);
    }

    fn reset(&mut self, now: i64) {
        let now = self.now(now);
        self.time.keep(now);
        self.bases.clear();
        self.close(now);
    }
}

fn held(given: &[Given], now: Now, lease: u64) -> Vec<usize> {
    let held = given
        .iter()
        .filter(|given| !given.back && now.passed < given.at + lease);
    held.map(|given| given.index).collect()
}

/// Whether a failure while closed is the one too many.
fn too_many(numbers: &Numbers, since: u64, now: Now, results: &[(u64, bool)]) -> bool {
    let in_a_row = results
        .iter()
        .rev()
        .take_while(|(_, failed)| *failed)
        .count();
    if numbers
        .consecutive
        .is_some_and(|most| in_a_row >= usize::from(most))
    {
        return true;
    }
    // The running fifth of the window, and the four before it.
    let fifth = |at: u64| (at - since) / u64::from(numbers.window / 5);
    let recent = results
        .iter()
        .filter(|(at, _)| fifth(*at) + 5 > fifth(now.passed));
    let recent: Vec<bool> = recent.map(|(_, failed)| *failed).collect();
    let failed = recent.iter().filter(|failed| **failed).count();
    numbers.rate.is_some_and(|rate| {
        recent.len() >= usize::from(numbers.minimum)
            && failed * 1_000 >= usize::from(rate) * recent.len()
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_breaker_does_what_its_model_does(numbers in numbers(), events in events()) {
        let rules = numbers.rules();
        let mut breaker = Breaker::alone(point(START));
        let mut model = Model::new(numbers);
        let mut passes = Vec::new();
        let mut now = START;
        for (moved, event, draw) in events {
            now += moved;
            match event {
                Event::Admit => {
                    let admission = breaker.admit(&rules, point(now), &mut fixed(draw));
                    prop_assert_eq!(Answer::of(&admission), model.admit(now, draw));
                    if let Admission::Go(pass) = admission {
                        let given = model.passes.last().expect("given");
                        prop_assert_eq!(pass.is_probe(), given.probe.is_some());
                        passes.push(pass);
                    }
                }
                Event::Result(back, weight) if back < passes.len() => {
                    let which = passes.len() - 1 - back;
                    let pass = passes[which].clone();
                    let circuit =
                        breaker.result(&rules, point(now), pass, weight, &mut fixed(draw));
                    model.result(now, which, weight, draw);
                    prop_assert_eq!(circuit.name(), model.name());
                }
                Event::Result(..) => {}
                Event::Isolate => {
                    breaker.isolate(&rules, point(now));
                    model.isolate(now);
                }
                Event::Reset => {
                    breaker.reset(&rules, point(now));
                    model.reset(now);
                }
            }
            prop_assert_eq!(breaker.circuit().name(), model.name());
        }
    }
}
