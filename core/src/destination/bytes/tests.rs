//! The bytes are what postcard makes of the same fields, and nothing else is read.

use core::num::NonZeroU16;
use std::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Binary, DestinationBytes, GuardBytes};
use crate::destination::alone::Alone;
use crate::destination::breaker::{Breaker, State};
use crate::destination::budget::Budget;
use crate::destination::gate::Gate;
use crate::destination::health::Health;
use crate::destination::replay::{Replay, Running};
use crate::destination::rolling::Rolling;
use crate::destination::standing::{Standing, Why};
use crate::destination::state::Destination;
use crate::destination::storm::Storm;
use crate::time::{Millis, Moment};

/// The forms as the page has them, for postcard to write.
type BreakerForm = (u16, u32, StateForm);
type GateForm = (u32, [u8; 16], [u8; 16]);
type StormForm = (u32, [u16; 5], [u16; 5], u32, u32, u8);
type HealthForm = (u32, [[u16; 4]; 7]);

#[derive(Serialize, Deserialize, Clone)]
enum StateForm {
    Closed(u32, [u16; 5], [u16; 5], u16),
    Open(u32, u32),
    HalfOpen([u32; 4], u8, u32),
    Isolated,
}

#[derive(Serialize, Deserialize, Clone)]
enum ReplayForm {
    Idle,
    Running(u16, u32, u16),
}

#[derive(Serialize, Deserialize, Clone)]
enum StandingForm {
    Serving(u16, u32),
    Disabled(u32, WhyForm, bool),
}

#[derive(Serialize, Deserialize, Clone)]
enum WhyForm {
    Gone,
    Exhausted,
    Failing,
    Hand,
}

const AT: Moment = Moment::from_millis(-1_700_000_000_000);

fn rolling<const N: usize, const M: usize, const H: usize>(phase: u32) -> Rolling<N, M, H> {
    // Counter c of slot s: told apart, and of one to three bytes.
    let slots = core::array::from_fn(|s| core::array::from_fn(|c| (s * 9_000 + c * 100) as u16));
    Rolling {
        phase: Millis::new(phase),
        slots,
    }
}

fn column<const N: usize>(c: usize) -> [u16; N] {
    core::array::from_fn(|s| (s * 9_000 + c * 100) as u16)
}

fn breakers() -> [(Breaker, BreakerForm); 4] {
    let ms = Millis::new;
    let closed = State::Closed {
        window: rolling(300),
        consecutive: 65_535,
    };
    let half_open = State::HalfOpen {
        probes: [ms(0), ms(1), ms(200), Millis::MAX],
        successes: 255,
        cooldown: ms(7),
    };
    let open = State::Open {
        left: ms(128),
        cooldown: ms(30_000),
    };
    [
        (closed, StateForm::Closed(300, column(0), column(1), 65_535)),
        (open, StateForm::Open(128, 30_000)),
        (
            half_open,
            StateForm::HalfOpen([0, 1, 200, u32::MAX], 255, 7),
        ),
        (State::Isolated, StateForm::Isolated),
    ]
    .map(|(state, form)| {
        let breaker = Breaker {
            state,
            base: ms(60_000),
            generation: 300,
        };
        (breaker, (300, 60_000, form))
    })
}

fn gate() -> (Gate, GateForm) {
    let (left, generations) = ([255; 16], core::array::from_fn(|place| place as u8));
    let gate = Gate {
        phase: Millis::new(471),
        left,
        generations,
    };
    (gate, (471, left, generations))
}

fn storm() -> (Storm, StormForm) {
    let storm = Storm {
        window: rolling(9),
        depth: 4_000_000_000,
        before: 128,
        age: 200,
    };
    (storm, (9, column(0), column(1), 4_000_000_000, 128, 200))
}

fn replays() -> [(Replay, ReplayForm); 2] {
    let running = Running {
        rate: NonZeroU16::MAX,
        left: Millis::new(600),
        well: 99,
    };
    [
        (Replay { running: None }, ReplayForm::Idle),
        (
            Replay {
                running: Some(running),
            },
            ReplayForm::Running(65_535, 600, 99),
        ),
    ]
}

fn health() -> (Health, HealthForm) {
    let health = Health {
        window: rolling(86_400_000),
    };
    (health, (86_400_000, core::array::from_fn(column)))
}

fn standings() -> Vec<(Standing, StandingForm)> {
    let whys = [
        (Why::Gone, WhyForm::Gone),
        (Why::Exhausted, WhyForm::Exhausted),
        (Why::Failing, WhyForm::Failing),
        (Why::Hand, WhyForm::Hand),
    ];
    let mut standings: Vec<_> = whys
        .into_iter()
        .zip([true, false, true, false])
        .map(|((why, form), told)| {
            let since = Millis::new(5);
            let disabled = Standing::Disabled { since, why, told };
            (disabled, StandingForm::Disabled(5, form, told))
        })
        .collect();
    let serving = Standing::Serving {
        failures: 700,
        failing: Millis::MAX,
    };
    standings.push((serving, StandingForm::Serving(700, u32::MAX)));
    standings
}

/// Both write the same bytes, and read no fewer and no more.
fn same<G: Binary + PartialEq + core::fmt::Debug + Copy>(guard: G, form: impl Serialize) {
    let alone = Alone { at: AT, guard };
    let bytes = alone.to_bytes();
    let by_postcard = postcard::to_allocvec(&(1u8, AT.as_millis(), form)).expect("room");
    assert_eq!(*bytes, *by_postcard);
    assert_eq!(Alone::from_bytes(&bytes), Ok(alone));
    for end in 0..bytes.len() {
        let short = bytes.get(..end).unwrap_or_default();
        assert!(Alone::<G>::from_bytes(short).is_err());
    }
    let long = [&*bytes, &[0]].concat();
    let error = Alone::<G>::from_bytes(&long).expect_err("one byte too many");
    assert_eq!(error.field(), G::LAST);
}

#[test]
fn every_guard_is_what_postcard_makes_of_it() {
    for (breaker, form) in breakers() {
        same(breaker, form);
    }
    let (guard, form) = gate();
    same(guard, form);
    for tokens in [127, 128, u32::MAX] {
        same(Budget { tokens }, tokens);
    }
    let (guard, form) = storm();
    same(guard, form);
    for (replay, form) in replays() {
        same(replay, form);
    }
    let (guard, form) = health();
    same(guard, form);
}

#[test]
fn a_point_takes_a_second_byte_when_it_has_an_eighth_bit() {
    // With the sign in the lowest bit, 127 and 128.
    for millis in [-64, 64] {
        let alone = Alone {
            at: Moment::from_millis(millis),
            guard: Budget { tokens: 0 },
        };
        let by_postcard = postcard::to_allocvec(&(1u8, millis, 0u32)).expect("room");
        assert_eq!(*alone.to_bytes(), *by_postcard);
    }
}

#[test]
fn a_destination_is_what_postcard_makes_of_it() {
    for (standing, standing_form) in standings() {
        let [(breaker, breaker_form), ..] = breakers();
        let [.., (replay, replay_form)] = replays();
        let ((gate, gate_form), (storm, storm_form), (health, health_form)) =
            (gate(), storm(), health());
        let destination = Destination {
            at: AT,
            version: 70_000,
            standing,
            breaker,
            gate,
            budget: Budget { tokens: 1 },
            storm,
            replay,
            health,
        };
        let guards = (breaker_form, gate_form, 1u32, storm_form, replay_form);
        let form = (
            1u8,
            70_000u32,
            AT.as_millis(),
            standing_form,
            guards,
            health_form,
        );
        let bytes = destination.to_bytes();
        assert_eq!(*bytes, *postcard::to_allocvec(&form).expect("room"));
        assert_eq!(Destination::from_bytes(&bytes), Ok(destination));
        let error = Destination::from_bytes(&[&*bytes, &[0]].concat()).expect_err("too long");
        assert_eq!(
            std::format!("{error}"),
            "health: more bytes follow where none should"
        );
    }
}

#[test]
fn the_largest_values_just_fit() {
    let full = Rolling {
        phase: Millis::MAX,
        slots: [[u16::MAX; 2]; 5],
    };
    let health = Health {
        window: Rolling {
            phase: Millis::MAX,
            slots: [[u16::MAX; 7]; 4],
        },
    };
    let destination = Destination {
        at: Moment::MIN,
        version: u32::MAX,
        standing: Standing::Serving {
            failures: u16::MAX,
            failing: Millis::MAX,
        },
        breaker: Breaker {
            state: State::Closed {
                window: full,
                consecutive: u16::MAX,
            },
            base: Millis::MAX,
            generation: u16::MAX,
        },
        gate: Gate {
            phase: Millis::MAX,
            left: [255; 16],
            generations: [255; 16],
        },
        budget: Budget { tokens: u32::MAX },
        storm: Storm {
            window: full,
            depth: u32::MAX,
            before: u32::MAX,
            age: 255,
        },
        replay: Replay {
            running: Some(Running {
                rate: NonZeroU16::MAX,
                left: Millis::MAX,
                well: u16::MAX,
            }),
        },
        health,
    };
    assert_eq!(destination.to_bytes().len(), DestinationBytes::MAX);
    let alone = Alone {
        at: Moment::MAX,
        guard: health,
    };
    assert_eq!(alone.to_bytes().len(), GuardBytes::MAX);
    assert_eq!(
        Destination::from_bytes(&destination.to_bytes()),
        Ok(destination)
    );
}
