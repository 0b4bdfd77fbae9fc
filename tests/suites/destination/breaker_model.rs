//! A breaker that remembers every result and every probe.

mod given;
mod model;

use proptest::prelude::*;
use reknock::destination::{Admission, Breaker};

use self::given::{Event, events, numbers};
use self::model::Model;
use crate::clock::{Answer, START, config, fixed, point};

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
