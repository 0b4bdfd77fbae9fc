//! A gate that remembers every place it ever gave away.

use reknock::Millis;
use reknock::destination::{Admission, Gate, GateRules};

use super::clock::{Answer, Now, Time, fixed, point};

/// What happens to a gate.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// Someone asks for a place.
    Admit,
    /// Gives back one of the last places, whether or not it was given back before.
    Release(usize),
    /// How many are there?
    Ask,
}

/// Lives through a story: by how much the clock moves, what happens, the draw.
/// The rules are `max` and `lease`.
///
/// # Panics
///
/// Where the gate does not do what its model does, or the rules are refused.
pub fn run(start: i64, (max, lease): (u8, u32), story: &[(i64, Event, u32)]) {
    let lease_length = Millis::new(lease);
    let rules = GateRules::draft()
        .max(max)
        .lease(lease_length)
        .build()
        .expect("valid");
    let mut gate = Gate::alone(point(start));
    let mut model = Model::new(start, (max, lease));
    let mut places = Vec::new();
    let mut now = start;
    for (moved, event, draw) in story {
        now += moved;
        match *event {
            Event::Admit => {
                let admission = gate.admit(&rules, point(now), &mut fixed(*draw));
                assert_eq!(Answer::of(&admission), model.admit(now, *draw));
                if let Admission::Go(place) = admission {
                    let given = model.given.last().expect("given");
                    assert_eq!(place.until().as_millis(), given.until);
                    places.push(place);
                }
            }
            Event::Release(back) if back < places.len() => {
                let which = places.len() - 1 - back;
                let released = gate.release(&rules, point(now), places[which].clone());
                assert_eq!(released, model.release(now, which));
            }
            Event::Release(_) | Event::Ask => {}
        }
        let held = model.held(model.now(now).passed).len();
        assert_eq!(usize::from(gate.in_flight(&rules, point(now))), held);
        assert!(held <= usize::from(max));
    }
}

struct Given {
    index: usize,
    /// How often this place had been given away, this time included.
    time: usize,
    first_tick: u64,
    until: i64,
    back: bool,
}

struct Model {
    time: Time,
    max: usize,
    tick: u64,
    ticks: u64,
    given: Vec<Given>,
}

impl Model {
    fn new(start: i64, (max, lease): (u8, u32)) -> Self {
        let tick = u64::from(lease).div_ceil(254);
        Self {
            time: Time::starting(start),
            max: usize::from(max),
            tick,
            ticks: u64::from(lease).div_ceil(tick) + 1,
            given: Vec::new(),
        }
    }

    fn now(&self, now: i64) -> Now {
        self.time.step_from(now, self.time.passed() % self.tick)
    }

    fn is_held(&self, given: &Given, passed: u64) -> bool {
        !given.back && passed / self.tick < given.first_tick + self.ticks
    }

    fn held(&self, passed: u64) -> Vec<usize> {
        let held = self
            .given
            .iter()
            .filter(|given| self.is_held(given, passed));
        held.map(|given| given.index).collect()
    }

    fn admit(&mut self, now: i64, draw: u32) -> Answer {
        let now = self.now(now);
        let held = self.held(now.passed);
        if held.len() >= self.max {
            self.time.drop(now);
            return Answer::wait(now, 1_000, 2_000, draw, "full");
        }
        let index = (0..16)
            .find(|index| !held.contains(index))
            .expect("a free place");
        let rest = self.ticks * self.tick - now.passed % self.tick;
        self.given.push(Given {
            index,
            time: self
                .given
                .iter()
                .filter(|given| given.index == index)
                .count()
                + 1,
            first_tick: now.passed / self.tick,
            until: now.point + rest as i64,
            back: false,
        });
        self.time.keep(now);
        Answer::Go
    }

    fn release(&mut self, now: i64, which: usize) -> bool {
        let now = self.now(now);
        let Given {
            index, time, until, ..
        } = self.given[which];
        // The place remembers how often it was given away modulo 256 only.
        let now_there = self.given.iter().position(|given| {
            given.index == index
                && given.time % 256 == time % 256
                && self.is_held(given, now.passed)
        });
        match now_there {
            Some(there) if now.point < until => {
                self.given[there].back = true;
                self.time.keep(now);
                true
            }
            _ => {
                self.time.drop(now);
                false
            }
        }
    }
}
