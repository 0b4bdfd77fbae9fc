//! A breaker that is led along its edges.

use super::{Breaker, BreakerRules, Effect, Pass, State, Weight};
use crate::destination::Guard;
use crate::destination::admit::Refusal;
use crate::random::Draw;
use crate::time::{Millis, Moment};

/// A breaker, the time, and how many draws were taken.
pub(super) struct Walk {
    pub(super) breaker: Breaker,
    pub(super) rules: BreakerRules,
    pub(super) now: Moment,
    pub(super) draws: u32,
}

/// Always the shortest delay; counts how often it is asked.
impl Draw for Walk {
    fn draw(&mut self, count: u32) -> u32 {
        assert_eq!(count, self.now.as_millis() as u32);
        self.draws += 1;
        0
    }
}

pub(super) const COOLDOWN: u32 = 30_000;
pub(super) const LEASE: u32 = 60_000;

impl Walk {
    pub(super) fn new() -> Self {
        Self::with(BreakerRules::DEFAULT)
    }

    pub(super) fn with(rules: BreakerRules) -> Self {
        Self {
            breaker: Breaker::NEW,
            rules,
            now: Moment::from_millis(1_700_000_000_000),
            draws: 0,
        }
    }

    pub(super) fn pass(&mut self, millis: u32) {
        let elapsed = Millis::new(millis);
        self.now = self.now.after(elapsed);
        self.breaker.settle(&self.rules, elapsed);
    }

    pub(super) fn go(&mut self) -> Pass {
        assert_eq!(self.breaker.ask(&self.rules), Ok(()));
        self.breaker.take(&self.rules, self.now)
    }

    pub(super) fn refusal(&self) -> Refusal {
        let refused = self.breaker.ask(&self.rules);
        refused.expect_err("the breaker refuses")
    }

    /// What a result did, and whether it took the one draw it may take.
    pub(super) fn result(&mut self, pass: &Pass, weight: Weight) -> Effect {
        let draws = self.draws;
        let mut breaker = self.breaker;
        let (rules, now) = (self.rules, self.now);
        let effect = breaker.result(&rules, now, pass, weight, self);
        if effect == Effect::Late {
            assert_eq!(breaker, self.breaker, "late changes nothing");
        }
        self.breaker = breaker;
        assert_eq!(self.draws - draws, u32::from(effect == Effect::Tripped));
        effect
    }

    pub(super) fn tripped() -> Self {
        Self::tripped_with(BreakerRules::DEFAULT)
    }

    pub(super) fn tripped_with(rules: BreakerRules) -> Self {
        let mut walk = Self::with(rules);
        let pass = walk.go();
        while walk.result(&pass, Weight::Failure) != Effect::Tripped {}
        walk
    }

    pub(super) fn half_open(rules: BreakerRules) -> (Self, Pass) {
        let mut walk = Self::tripped_with(rules);
        walk.pass(COOLDOWN);
        let probe = walk.go();
        (walk, probe)
    }

    pub(super) fn counts(&self) -> (u32, u32, u16) {
        let State::Closed {
            window,
            consecutive,
        } = self.breaker.state
        else {
            panic!("closed")
        };
        (window.total(0), window.total(1), consecutive)
    }

    pub(super) fn leases(&self) -> [u32; 4] {
        let State::HalfOpen { probes, .. } = self.breaker.state else {
            panic!("half open")
        };
        probes.map(Millis::get)
    }
}

pub(super) fn rules(draft: crate::destination::Draft<BreakerRules>) -> BreakerRules {
    draft.build().expect("valid rules")
}
