//! A gate that remembers every place it ever gave away.

use proptest::collection::vec;
use proptest::prelude::*;
use reknock::Millis;
use reknock::destination::{Admission, Gate, GateRules};

use crate::clock::{Answer, Now, START, Time, config, fixed, moves, point};

#[derive(Clone, Copy, Debug)]
enum Event {
    Admit,
    /// Gives back one of the last places, whether or not it was given back before.
    Release(usize),
    Ask,
}

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let event = prop_oneof![
        6 => Just(Event::Admit),
        5 => (0usize..20).prop_map(Event::Release),
        1 => Just(Event::Ask),
    ];
    vec((moves(), event, any::<u32>()), 1..400)
}

fn rules() -> impl Strategy<Value = (u8, u32)> {
    let lease = prop_oneof![
        Just(1_000u32),
        1_000u32..300_000,
        Just(120_000),
        any::<u32>()
    ];
    (1u8..=16, lease.prop_map(|lease| lease.max(1_000)))
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
    fn new(max: u8, lease: u32) -> Self {
        let tick = u64::from(lease).div_ceil(254);
        Self {
            time: Time::starting(START),
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

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_gate_does_what_its_model_does((max, lease) in rules(), events in events()) {
        let rules = GateRules::draft().max(max).lease(Millis::new(lease)).build().expect("valid");
        let mut gate = Gate::alone(point(START));
        let mut model = Model::new(max, lease);
        let mut places = Vec::new();
        let mut now = START;
        for (moved, event, draw) in events {
            now += moved;
            match event {
                Event::Admit => {
                    let admission = gate.admit(&rules, point(now), &mut fixed(draw));
                    prop_assert_eq!(Answer::of(&admission), model.admit(now, draw));
                    if let Admission::Go(place) = admission {
                        let given = model.given.last().expect("given");
                        prop_assert_eq!(place.until().as_millis(), given.until);
                        places.push(place);
                    }
                }
                Event::Release(back) if back < places.len() => {
                    let which = places.len() - 1 - back;
                    let released = gate.release(&rules, point(now), places[which].clone());
                    prop_assert_eq!(released, model.release(now, which));
                }
                Event::Release(_) | Event::Ask => {
                    let held = model.held(model.now(now).passed).len();
                    prop_assert_eq!(usize::from(gate.in_flight(&rules, point(now))), held);
                    prop_assert!(held <= usize::from(max));
                }
            }
        }
    }
}
