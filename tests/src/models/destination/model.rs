//! The model: guards with clocks of their own, and a memory of every report.

use reknock::destination::{
    Admission, Alone, Breaker, Budget, Circuit, DestinationRules, Gate, Health, Kind, Pass, Place,
    Replay, Report, Storm, Weight,
};
use reknock::{Class, Ending, Failure, Moment};

use super::{Hand, Numbers, WINDOW};
use crate::models::clock::{Answer, Now, Time, fixed, point};

pub(super) struct Model {
    start: i64,
    time: Time,
    pub(super) changes: u32,
    rules: DestinationRules,
    numbers: Numbers,
    pub(super) breaker: Alone<Breaker>,
    pub(super) gate: Alone<Gate>,
    pub(super) budget: Alone<Budget>,
    pub(super) storm: Alone<Storm>,
    pub(super) replay: Alone<Replay>,
    pub(super) health: Alone<Health>,
    /// Why, and whether that was told.
    pub(super) disabled: Option<(&'static str, bool)>,
    /// When a try failed, since the last success.
    failures: Vec<u64>,
    /// When a delivery ran out of tries or time, since it was enabled.
    exhausted: Vec<u64>,
    /// How often the breaker has changed, or was set by hand: only what was let
    /// go since the last time may disable.
    life: u64,
    permits: Vec<(Kind, Pass, Place, u64)>,
}

impl Model {
    pub(super) fn new(start: i64, rules: DestinationRules, numbers: Numbers) -> Self {
        let now = point(start);
        Self {
            start,
            time: Time::starting(start),
            changes: 0,
            rules,
            numbers,
            breaker: Breaker::alone(now),
            gate: Gate::alone(now),
            budget: Budget::alone(&rules.budget, now),
            storm: Storm::alone(now),
            replay: Replay::alone(now),
            health: Health::alone(now),
            disabled: None,
            failures: Vec::new(),
            exhausted: Vec::new(),
            life: 0,
            permits: Vec::new(),
        }
    }

    /// The time of a call, as its guards are told it.
    pub(super) fn steady(&self, now: i64) -> Moment {
        self.passed(self.time.step(now))
    }

    /// The time that has passed, as a point on a clock that never jumps back.
    fn passed(&self, now: Now) -> Moment {
        point(self.start + now.passed as i64)
    }

    fn keep(&mut self, now: Now) {
        self.time.keep(now);
        self.changes += 1;
    }

    fn drop(&mut self, now: Now) {
        if self.time.drop(now) {
            self.changes += 1;
        }
    }

    pub(super) fn admit(&mut self, now: i64, kind: Kind, draw: u32) -> Answer {
        let now = self.time.step(now);
        match self.ask(now, kind, draw) {
            Ok(()) => {
                self.keep(now);
                Answer::Go
            }
            Err(refusal) => {
                self.drop(now);
                refusal
            }
        }
    }

    fn ask(&mut self, now: Now, kind: Kind, draw: u32) -> Result<(), Answer> {
        let at = self.passed(now);
        let random = &mut fixed(draw);
        if self.disabled.is_some() {
            return Err(Answer::Hold("disabled"));
        }
        // Copies: who says yes gives nothing away before all have.
        let (mut breaker, mut gate) = (self.breaker, self.gate);
        let (mut budget, mut replay) = (self.budget, self.replay);
        let shift = now.point - at.as_millis();
        let pass = given(shift, breaker.admit(&self.rules.breaker, at, random))?;
        let place = given(shift, gate.admit(&self.rules.gate, at, random))?;
        match kind {
            Kind::First => {}
            Kind::Retry => given(shift, budget.admit(&self.rules.budget, at, random))?,
            Kind::Replay => given(shift, replay.admit(&self.rules.replay, at, random))?,
        }
        self.life += u64::from(breaker.circuit() != self.breaker.circuit());
        (self.breaker, self.gate) = (breaker, gate);
        (self.budget, self.replay) = (budget, replay);
        self.permits.push((kind, pass, place, self.life));
        Ok(())
    }

    /// The breaker's state and why it was disabled, unless it is late.
    pub(super) fn report(
        &mut self,
        now: i64,
        which: usize,
        report: &Report,
        draw: u32,
    ) -> Option<(&'static str, Option<&'static str>)> {
        let now = self.time.step(now);
        let at = self.passed(now);
        let rules = self.rules;
        let (kind, pass, place, life) = self.permits[which].clone();
        if !self.gate.release(&rules.gate, at, place) {
            self.drop(now);
            return None;
        }
        self.keep(now);
        let weight = self.weight(report);
        let of_now = life == self.life;
        let was = self.breaker.circuit();
        let circuit = self
            .breaker
            .result(&rules.breaker, at, pass, weight, &mut fixed(draw));
        self.life += u64::from(circuit != was);
        if circuit == Circuit::Open && was != Circuit::Open {
            self.replay.opened(&rules.replay, at);
        }
        let error = match report.ending {
            Ending::Failure(failure) => failure.name(),
            Ending::Status(_) => "none",
        };
        if error == "local" {
            if kind == Kind::Retry {
                self.budget.give_back(&rules.budget, at);
            }
            self.health
                .ended(&rules.health, at, report.ended, report.attempts, true);
            return Some((circuit.name(), None));
        }
        let delivered = report.class == Class::Delivered;
        self.budget
            .result(&rules.budget, at, kind, report.class, error == "timeout");
        self.storm.count(&rules.storm, at, kind);
        if kind == Kind::Replay {
            self.replay.result(&rules.replay, at, weight);
        }
        self.health
            .result(&rules.health, at, kind, report.attempts, delivered);
        self.health
            .ended(&rules.health, at, report.ended, report.attempts, false);
        let exhausted = ["attempts", "window", "dns"].contains(&report.ended.name());
        if exhausted {
            self.exhausted.push(now.passed);
        }
        if self.disabled.is_some() {
            return Some((circuit.name(), None));
        }
        if delivered {
            self.failures.clear();
        } else if error != "invalid" {
            self.failures.push(now.passed);
        }
        let why = self.why(now, report.class, exhausted).filter(|_| of_now);
        self.disabled = why.map(|why| (why, false));
        Some((circuit.name(), why))
    }

    fn weight(&self, report: &Report) -> Weight {
        match (report.ending, report.class) {
            (Ending::Failure(Failure::Local | Failure::Invalid), _) => self.numbers.own,
            (_, Class::Delivered) => Weight::Success,
            (_, Class::Transient) => Weight::Failure,
            (_, Class::Throttled) => self.numbers.throttled,
            (_, Class::Permanent | Class::Gone) => self.numbers.permanent,
        }
    }

    fn why(&self, now: Now, class: Class, exhausted: bool) -> Option<&'static str> {
        let numbers = self.numbers;
        if numbers.gone && class == Class::Gone {
            return Some("gone");
        }
        // The running quarter of the window, and the three before it.
        let quarter = |at: u64| at / u64::from(WINDOW.get() / 4);
        let recent = self
            .exhausted
            .iter()
            .filter(|at| quarter(**at) + 4 > quarter(now.passed));
        if exhausted && recent.count() >= usize::from(numbers.exhausted) {
            return Some("exhausted");
        }
        let failing = self.failures.first().map(|first| now.passed - first);
        let long = failing.is_some_and(|failing| failing >= u64::from(numbers.failing));
        let failed =
            class != Class::Delivered && self.failures.len() >= usize::from(numbers.failures);
        (failed && long).then_some("failing")
    }

    /// The calls that always change something.
    pub(super) fn by_hand(&mut self, now: i64, hand: Hand) {
        let now = self.time.step(now);
        self.keep(now);
        let at = self.passed(now);
        let rules = self.rules;
        if let Hand::Enable | Hand::Isolate | Hand::Reset = hand {
            self.life += 1;
        }
        match hand {
            Hand::Disable => self.disabled = self.disabled.or(Some(("hand", true))),
            Hand::Enable => {
                self.disabled = None;
                self.failures.clear();
                self.exhausted.clear();
                self.breaker.reset(&rules.breaker, at);
                self.replay.begin(&rules.replay, at);
            }
            Hand::Isolate => self.breaker.isolate(&rules.breaker, at),
            Hand::Reset => self.breaker.reset(&rules.breaker, at),
            Hand::Replay => self.replay.begin(&rules.replay, at),
            Hand::StopReplay => self.replay.stop(&rules.replay, at),
            Hand::Waiting(depth) => self.storm.waiting(&rules.storm, at, depth),
        }
    }

    pub(super) fn tell(&mut self, now: i64) -> Option<&'static str> {
        let now = self.time.step(now);
        match &mut self.disabled {
            Some((why, told)) if !*told => {
                *told = true;
                let why = *why;
                self.keep(now);
                Some(why)
            }
            _ => {
                self.drop(now);
                None
            }
        }
    }
}

/// What a guard gave away, or its refusal moved into the destination's own time.
fn given<P>(shift: i64, admission: Admission<P>) -> Result<P, Answer> {
    match admission {
        Admission::Go(permit) => Ok(permit),
        Admission::Hold(because) => Err(Answer::Hold(because.name())),
        Admission::Wait { until, because } => {
            Err(Answer::Wait(until.as_millis() + shift, because.name()))
        }
    }
}
