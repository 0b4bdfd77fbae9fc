//! A breaker that remembers every result and every probe.

mod model;

use reknock::Millis;
use reknock::destination::{Admission, Breaker, BreakerRules, Weight};

use self::model::Model;
use super::clock::{Answer, fixed, point};

/// The rules as plain numbers.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names of the page")]
pub struct Numbers {
    pub consecutive: Option<u16>,
    pub rate: Option<u16>,
    pub minimum: u16,
    pub window: u32,
    pub cooldown: u32,
    pub factor: u8,
    /// By how much `maxCooldown` is longer than `cooldown`.
    pub longer: u32,
    pub spread: u16,
    pub probes: u8,
    pub successes: u8,
    pub lease: u32,
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

/// What happens to a breaker.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// An attempt asks.
    Admit,
    /// What came of one of the last attempts, reported before or not.
    Result(usize, Weight),
    /// Closed by hand to everyone.
    Isolate,
    /// Opened by hand to everyone.
    Reset,
}

/// Lives through a story: by how much the clock moves, what happens, the draw.
///
/// # Panics
///
/// Where the breaker does not do what its model does, or the rules are refused.
pub fn run(start: i64, numbers: Numbers, story: &[(i64, Event, u32)]) {
    let rules = numbers.rules();
    let mut breaker = Breaker::alone(point(start));
    let mut model = Model::new(start, numbers);
    let mut passes = Vec::new();
    let mut now = start;
    for (moved, event, draw) in story {
        now += moved;
        let here = point(now);
        match *event {
            Event::Admit => {
                let admission = breaker.admit(&rules, here, &mut fixed(*draw));
                assert_eq!(Answer::of(&admission), model.admit(now, *draw));
                if let Admission::Go(pass) = admission {
                    assert_eq!(pass.is_probe(), model.gave_probe());
                    passes.push(pass);
                }
            }
            Event::Result(back, weight) if back < passes.len() => {
                let which = passes.len() - 1 - back;
                let pass = passes[which].clone();
                let circuit = breaker.result(&rules, here, pass, weight, &mut fixed(*draw));
                model.result(now, which, weight, *draw);
                assert_eq!(circuit.name(), model.name());
            }
            Event::Result(..) => {}
            Event::Isolate => {
                breaker.isolate(&rules, here);
                model.isolate(now);
            }
            Event::Reset => {
                breaker.reset(&rules, here);
                model.reset(now);
            }
        }
        assert_eq!(breaker.circuit().name(), model.name());
    }
}
