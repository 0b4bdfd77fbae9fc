//! The model: every state it was in, every result, every probe.

use reknock::destination::Weight;

use super::Numbers;
use crate::models::clock::{Answer, Now, Time, pick};

pub(super) struct Model {
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
    pub(super) fn new(start: i64, numbers: Numbers) -> Self {
        Self {
            time: Time::starting(start),
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

    pub(super) fn name(&self) -> &'static str {
        match self.state {
            State::Closed { .. } => "closed",
            State::Open { .. } => "open",
            State::HalfOpen { .. } => "halfOpen",
            State::Isolated => "isolated",
        }
    }

    /// Whether the last pass was for a probe.
    pub(super) fn gave_probe(&self) -> bool {
        self.passes.last().is_some_and(|pass| pass.probe.is_some())
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

    pub(super) fn admit(&mut self, now: i64, draw: u32) -> Answer {
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

    pub(super) fn result(&mut self, now: i64, which: usize, weight: Weight, draw: u32) {
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

    pub(super) fn isolate(&mut self, now: i64) {
        let now = self.now(now);
        self.time.keep(now);
        self.bases.clear();
        self.become_state(State::Isolated);
    }

    pub(super) fn reset(&mut self, now: i64) {
        let now = self.now(now);
        self.time.keep(now);
        self.bases.clear();
        self.close(now);
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
