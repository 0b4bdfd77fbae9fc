//! A destination put together from guards that each have a clock of their own,
//! and from a standing that remembers every report.
//!
//! The guards are held against their own models elsewhere; this one shows who
//! is asked, in which order, and who learns what. Its guards are told how much
//! time has passed, as a clock that never jumps back.

mod given;
mod model;

use proptest::prelude::*;
use reknock::destination::{Admission, Destination, Heard, Thresholds, Why};

use self::given::{Event, events, rules};
use self::model::{Model, steady};
use crate::clock::{Answer, START, config, fixed, point};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_destination_does_what_its_model_does((rules, numbers) in rules(), events in events()) {
        let mut destination = Destination::new(&rules, point(START));
        let mut model = Model::new(rules, numbers);
        let mut permits = Vec::new();
        let mut now = START;
        for (moved, event, draw) in events {
            now += moved;
            let at = point(now);
            match event {
                Event::Admit(kind) => {
                    let admission = destination.admit(&rules, at, kind, &mut fixed(draw));
                    prop_assert_eq!(Answer::of(&admission), model.admit(now, kind, draw));
                    if let Admission::Go(permit) = admission {
                        permits.push(permit);
                    }
                }
                Event::Report(back, report) if back < permits.len() => {
                    let which = permits.len() - 1 - back;
                    let permit = permits[which].clone();
                    let heard = destination.report(&rules, at, permit, &report, &mut fixed(draw));
                    let heard = match heard {
                        Heard::Late => None,
                        Heard::Counted { breaker, disabled } => {
                            Some((breaker.name(), disabled.map(Why::name)))
                        }
                    };
                    prop_assert_eq!(heard, model.report(now, which, &report, draw));
                }
                Event::Report(..) => {}
                Event::Tell => {
                    let told = destination.tell(&rules, at).map(Why::name);
                    prop_assert_eq!(told, model.tell(now));
                }
                Event::Disable => destination.disable(&rules, at),
                Event::Enable => destination.enable(&rules, at),
                Event::Isolate => destination.isolate(&rules, at),
                Event::Reset => destination.reset(&rules, at),
                Event::Replay => destination.replay(&rules, at),
                Event::StopReplay => destination.stop_replay(&rules, at),
                Event::Waiting(depth) => destination.waiting(&rules, at, depth),
            }
            if !matches!(event, Event::Admit(_) | Event::Report(..) | Event::Tell) {
                model.by_hand(now, event);
            }
            let steady = steady(model.time.step(now));
            let status = destination.status(&rules, at);
            prop_assert_eq!(destination.version(), model.changes);
            prop_assert_eq!(
                status.disabled.map(Why::name),
                model.disabled.map(|(why, _)| why)
            );
            prop_assert_eq!(status.breaker, model.breaker.circuit());
            prop_assert_eq!(status.in_flight, model.gate.in_flight(&rules.gate, steady));
            prop_assert_eq!(status.tokens, model.budget.tokens(&rules.budget, steady));
            prop_assert_eq!(status.replay_rate, model.replay.rate(&rules.replay, steady));
            prop_assert_eq!(
                destination.storm(&rules, at),
                model.storm.report(&rules.storm, steady)
            );
            let thresholds = &Thresholds::GET_HOOK;
            prop_assert_eq!(
                destination.health(&rules, at, 7, 3, thresholds),
                model.health.report(&rules.health, steady, 7, 3, thresholds)
            );
        }
    }
}
