//! A destination put together from guards that each have a clock of their own,
//! and from a standing that remembers every report.
//!
//! The guards are held against their own models elsewhere; this one shows who
//! is asked, in which order, and who learns what. Its guards are told how much
//! time has passed, as a clock that never jumps back.

mod model;

use reknock::destination::{
    Admission, BreakerRules, BudgetRules, Destination, DestinationRules, DisableRules, GateRules,
    HealthRules, Heard, Kind, ReplayRules, Report, StormRules, Thresholds, Weight, Why,
};
use reknock::{Millis, Moment};

use self::model::Model;
use super::clock::{Answer, fixed, point};

/// The rules that a destination adds to those of its guards, and a few of theirs.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names of the page")]
pub struct Numbers {
    pub probes: u8,
    pub max: u8,
    pub budget: BudgetRules,
    pub gone: bool,
    pub exhausted: u16,
    pub failing: u32,
    pub failures: u16,
    pub throttled: Weight,
    pub permanent: Weight,
    pub own: Weight,
}

/// Health's window.
const WINDOW: Millis = Millis::from_hours(2);

impl Numbers {
    fn rules(&self) -> DestinationRules {
        let breaker = BreakerRules::draft()
            .probes(self.probes)
            // Longer than a place is held: else a probe that was given up
            // may be taken for the one that followed it.
            .probe_lease(Millis::from_mins(3))
            .throttled(self.throttled)
            .permanent(self.permanent)
            .own(self.own);
        let disable = DisableRules::draft()
            .gone(self.gone)
            .exhausted(self.exhausted)
            .failing(Millis::new(self.failing))
            .failures(self.failures);
        let gate = GateRules::draft().max(self.max);
        let health = HealthRules::draft().window(WINDOW);
        DestinationRules {
            breaker: breaker.build().expect("valid rules"),
            gate: gate.build().expect("valid rules"),
            budget: self.budget,
            storm: StormRules::DEFAULT,
            replay: ReplayRules::DEFAULT,
            health: health.build().expect("valid rules"),
            disable: disable.build().expect("valid rules"),
        }
    }
}

/// What happens to a destination.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the names of the calls")]
pub enum Event {
    Admit(Kind),
    /// Reports one of the last permits, whether or not it was reported before.
    Report(usize, Report),
    Tell,
    /// One of the calls that always change something.
    ByHand(Hand),
}

/// A call that a person or a program makes by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the calls")]
pub enum Hand {
    Disable,
    Enable,
    Isolate,
    Reset,
    Replay,
    StopReplay,
    Waiting(u32),
}

impl Hand {
    fn call(self, destination: &mut Destination, rules: &DestinationRules, now: Moment) {
        match self {
            Self::Disable => destination.disable(rules, now),
            Self::Enable => destination.enable(rules, now),
            Self::Isolate => destination.isolate(rules, now),
            Self::Reset => destination.reset(rules, now),
            Self::Replay => destination.replay(rules, now),
            Self::StopReplay => destination.stop_replay(rules, now),
            Self::Waiting(depth) => destination.waiting(rules, now, depth),
        }
    }
}

/// Lives through a story: by how much the clock moves, what happens, the draw.
/// All moves forward together must fit in a length: no guard sleeps longer.
///
/// # Panics
///
/// Where the destination does not do what its model does, or the rules are refused.
pub fn run(start: i64, numbers: &Numbers, story: &[(i64, Event, u32)]) {
    let rules = numbers.rules();
    let mut destination = Destination::new(&rules, point(start));
    let mut model = Model::new(start, rules, *numbers);
    let mut permits = Vec::new();
    let mut now = start;
    for (moved, event, draw) in story {
        now += moved;
        let at = point(now);
        match *event {
            Event::Admit(kind) => {
                let admission = destination.admit(&rules, at, kind, &mut fixed(*draw));
                assert_eq!(Answer::of(&admission), model.admit(now, kind, *draw));
                if let Admission::Go(permit) = admission {
                    permits.push(permit);
                }
            }
            Event::Report(back, report) if back < permits.len() => {
                let which = permits.len() - 1 - back;
                let permit = permits[which].clone();
                let heard = destination.report(&rules, at, permit, &report, &mut fixed(*draw));
                let heard = match heard {
                    Heard::Late => None,
                    Heard::Counted { breaker, disabled } => {
                        Some((breaker.name(), disabled.map(Why::name)))
                    }
                };
                assert_eq!(heard, model.report(now, which, &report, *draw));
            }
            Event::Report(..) => {}
            Event::Tell => {
                let told = destination.tell(&rules, at).map(Why::name);
                assert_eq!(told, model.tell(now));
            }
            Event::ByHand(hand) => {
                hand.call(&mut destination, &rules, at);
                model.by_hand(now, hand);
            }
        }
        check_views(&destination, &model, &rules, now);
    }
}

/// Everything that can be asked, without changing anything.
fn check_views(destination: &Destination, model: &Model, rules: &DestinationRules, now: i64) {
    let (at, steady) = (point(now), model.steady(now));
    assert_eq!(destination.version(), model.changes);
    let status = destination.status(rules, at);
    let disabled = model.disabled.map(|(why, _)| why);
    assert_eq!(status.disabled.map(Why::name), disabled);
    assert_eq!(status.breaker, model.breaker.circuit());
    assert_eq!(status.in_flight, model.gate.in_flight(&rules.gate, steady));
    assert_eq!(status.tokens, model.budget.tokens(&rules.budget, steady));
    assert_eq!(status.replay_rate, model.replay.rate(&rules.replay, steady));
    let storm = model.storm.report(&rules.storm, steady);
    assert_eq!(destination.storm(rules, at), storm);
    let thresholds = &Thresholds::GET_HOOK;
    let health = model.health.report(&rules.health, steady, 7, 3, thresholds);
    assert_eq!(destination.health(rules, at, 7, 3, thresholds), health);
}
