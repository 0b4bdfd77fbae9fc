//! A destination put together from guards that each have a clock of their own,
//! and from a standing that remembers every report.
//!
//! The guards are held against their own models elsewhere; this one shows who
//! is asked, in which order, and who learns what. Its guards are told how much
//! time has passed, as a clock that never jumps back.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::{
    Admission, Alone, Breaker, BreakerRules, Budget, BudgetRules, Circuit, Destination,
    DestinationRules, DisableRules, Draft, Ended, Gate, GateRules, Health, HealthRules, Heard,
    Kind, Pass, Place, Replay, ReplayRules, Report, Storm, StormRules, Thresholds, Weight, Why,
};
use reknock::{Class, DeadReason, Ending, Failure, Millis, Moment};

use crate::clock::{Answer, Now, START, Time, config, fixed, point};

#[derive(Clone, Copy, Debug)]
enum Event {
    Admit(Kind),
    /// Reports one of the last permits, whether or not it was reported before.
    Report(usize, Report),
    Disable,
    Enable,
    Tell,
    Isolate,
    Reset,
    Replay,
    StopReplay,
    Waiting(u32),
}

fn report() -> impl Strategy<Value = Report> {
    let usual = select(vec![
        (Ending::Status(200), Class::Delivered, Ended::Delivered),
        (Ending::Status(503), Class::Transient, Ended::No),
        (
            Ending::Failure(Failure::Timeout),
            Class::Transient,
            Ended::No,
        ),
        (
            Ending::Failure(Failure::Timeout),
            Class::Transient,
            Ended::Dead(DeadReason::Attempts),
        ),
        (
            Ending::Failure(Failure::Dns),
            Class::Transient,
            Ended::Dead(DeadReason::Dns),
        ),
        (
            Ending::Status(429),
            Class::Throttled,
            Ended::Dead(DeadReason::Window),
        ),
        (
            Ending::Status(404),
            Class::Permanent,
            Ended::Dead(DeadReason::Permanent),
        ),
        (Ending::Failure(Failure::Local), Class::Transient, Ended::No),
        (
            Ending::Failure(Failure::Local),
            Class::Transient,
            Ended::Dead(DeadReason::Window),
        ),
        (
            Ending::Failure(Failure::Invalid),
            Class::Permanent,
            Ended::Dead(DeadReason::Permanent),
        ),
    ]);
    let rare = Just((
        Ending::Status(410),
        Class::Gone,
        Ended::Dead(DeadReason::Gone),
    ));
    let all = prop_oneof![30 => usual, 1 => rare];
    (all, 0u32..5).prop_map(|((ending, class, ended), attempts)| Report {
        ending,
        class,
        attempts,
        ended,
    })
}

fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
    let event = prop_oneof![
        40 => select(&Kind::ALL).prop_map(Event::Admit),
        40 => (0usize..6, report()).prop_map(|(back, report)| Event::Report(back, report)),
        1 => Just(Event::Disable),
        4 => Just(Event::Enable),
        2 => Just(Event::Tell),
        1 => Just(Event::Isolate),
        2 => Just(Event::Reset),
        3 => Just(Event::Replay),
        1 => Just(Event::StopReplay),
        2 => (0u32..2_000).prop_map(Event::Waiting),
    ];
    // No guard sleeps longer than a length can say, all events together.
    let moves = prop_oneof![
        6 => Just(0i64),
        8 => 0i64..2_000,
        4 => 0i64..60_000,
        1 => 0i64..4 * 3_600_000,
        1 => -60_000i64..0,
        1 => -10_000_000i64..0,
    ];
    vec((moves, event, any::<u32>()), 1..300)
}

fn built<R, E: std::fmt::Debug>(draft: Draft<R>, build: fn(Draft<R>) -> Result<R, E>) -> R {
    build(draft).expect("valid rules")
}

fn rules() -> impl Strategy<Value = (DestinationRules, Numbers)> {
    let disable = (any::<bool>(), 1u16..6, 1u32..3_600_000, 1u16..8);
    let budget = select(vec![
        BudgetRules::DEFAULT,
        BudgetRules::AWS,
        BudgetRules::GRPC,
        BudgetRules::FINAGLE,
    ]);
    let weights = (
        select(&Weight::ALL),
        select(&Weight::ALL),
        select(&Weight::ALL),
    );
    (1u8..=4, 1u8..=16, budget, disable, weights).prop_map(
        |(probes, max, budget, disable, weights)| {
            let (gone, exhausted, failing, failures) = disable;
            let (throttled, permanent, own) = weights;
            let breaker = BreakerRules::draft()
                .probes(probes)
                // Longer than a place is held: else a probe that was given up
                // may be taken for the one that followed it.
                .probe_lease(Millis::from_mins(3))
                .throttled(throttled)
                .permanent(permanent)
                .own(own);
            let disabling = DisableRules::draft()
                .gone(gone)
                .exhausted(exhausted)
                .failing(Millis::new(failing))
                .failures(failures);
            let health = HealthRules::draft().window(Millis::from_hours(2));
            let rules = DestinationRules {
                breaker: built(breaker, Draft::<BreakerRules>::build),
                gate: built(GateRules::draft().max(max), Draft::<GateRules>::build),
                budget,
                storm: StormRules::DEFAULT,
                replay: ReplayRules::DEFAULT,
                health: built(health, Draft::<HealthRules>::build),
                disable: built(disabling, Draft::<DisableRules>::build),
            };
            let numbers = Numbers {
                gone,
                exhausted: usize::from(exhausted),
                failing: u64::from(failing),
                failures: usize::from(failures),
                slot: 2 * 3_600_000 / 4,
                throttled,
                permanent,
                own,
            };
            (rules, numbers)
        },
    )
}

/// What the model needs to know of the rules.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    gone: bool,
    exhausted: usize,
    failing: u64,
    failures: usize,
    slot: u64,
    throttled: Weight,
    permanent: Weight,
    own: Weight,
}

struct Model {
    time: Time,
    changes: u32,
    rules: DestinationRules,
    numbers: Numbers,
    breaker: Alone<Breaker>,
    gate: Alone<Gate>,
    budget: Alone<Budget>,
    storm: Alone<Storm>,
    replay: Alone<Replay>,
    health: Alone<Health>,
    /// Why, and whether that was told.
    disabled: Option<(&'static str, bool)>,
    /// When a try failed, since the last success.
    failures: Vec<u64>,
    /// When a delivery ran out of tries or time, since it was enabled.
    exhausted: Vec<u64>,
    permits: Vec<(Kind, Pass, Place)>,
}

impl Model {
    fn new(rules: DestinationRules, numbers: Numbers) -> Self {
        let now = point(START);
        Self {
            time: Time::starting(START),
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
            permits: Vec::new(),
        }
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

    fn admit(&mut self, now: i64, kind: Kind, draw: u32) -> Answer {
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
        let at = steady(now);
        let random = &mut fixed(draw);
        if self.disabled.is_some() {
            return Err(Answer::Hold("disabled"));
        }
        // Copies: who says yes gives nothing away before all have.
        let (mut breaker, mut gate) = (self.breaker, self.gate);
        let (mut budget, mut replay) = (self.budget, self.replay);
        let pass = given(now, breaker.admit(&self.rules.breaker, at, random))?;
        let place = given(now, gate.admit(&self.rules.gate, at, random))?;
        match kind {
            Kind::First => {}
            Kind::Retry => given(now, budget.admit(&self.rules.budget, at, random))?,
            Kind::Replay => given(now, replay.admit(&self.rules.replay, at, random))?,
        }
        (self.breaker, self.gate) = (breaker, gate);
        (self.budget, self.replay) = (budget, replay);
        self.permits.push((kind, pass, place));
        Ok(())
    }

    /// The breaker's state and why it was disabled, unless it is late.
    fn report(
        &mut self,
        now: i64,
        which: usize,
        report: &Report,
        draw: u32,
    ) -> Option<(&'static str, Option<&'static str>)> {
        let now = self.time.step(now);
        let at = steady(now);
        let rules = self.rules;
        let (kind, pass, place) = self.permits[which].clone();
        if !self.gate.release(&rules.gate, at, place) {
            self.drop(now);
            return None;
        }
        self.keep(now);
        let weight = self.weight(report);
        let was_open = self.breaker.circuit() == Circuit::Open;
        let circuit = self
            .breaker
            .result(&rules.breaker, at, pass, weight, &mut fixed(draw));
        if circuit == Circuit::Open && !was_open {
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
        let why = self.why(now, report.class, exhausted);
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
        let quarter = |at: u64| at / numbers.slot;
        let recent = self
            .exhausted
            .iter()
            .filter(|at| quarter(**at) + 4 > quarter(now.passed));
        if exhausted && recent.count() >= numbers.exhausted {
            return Some("exhausted");
        }
        let failing = self.failures.first().map(|first| now.passed - first);
        let long = failing.is_some_and(|failing| failing >= numbers.failing);
        let failed = class != Class::Delivered && self.failures.len() >= numbers.failures;
        (failed && long).then_some("failing")
    }

    /// The calls that always change something.
    fn by_hand(&mut self, now: i64, event: Event) {
        let now = self.time.step(now);
        self.keep(now);
        let at = steady(now);
        let rules = self.rules;
        match event {
            Event::Disable => self.disabled = self.disabled.or(Some(("hand", true))),
            Event::Enable => {
                self.disabled = None;
                self.failures.clear();
                self.exhausted.clear();
                self.breaker.reset(&rules.breaker, at);
                self.replay.begin(&rules.replay, at);
            }
            Event::Isolate => self.breaker.isolate(&rules.breaker, at),
            Event::Reset => self.breaker.reset(&rules.breaker, at),
            Event::Replay => self.replay.begin(&rules.replay, at),
            Event::StopReplay => self.replay.stop(&rules.replay, at),
            Event::Waiting(depth) => self.storm.waiting(&rules.storm, at, depth),
            Event::Admit(_) | Event::Report(..) | Event::Tell => unreachable!(),
        }
    }

    fn tell(&mut self, now: i64) -> Option<&'static str> {
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

/// The time that has passed, as a point on a clock that never jumps back.
fn steady(now: Now) -> Moment {
    point(START + now.passed as i64)
}

/// What a guard gave away, or its refusal in the destination's own time.
fn given<P>(now: Now, admission: Admission<P>) -> Result<P, Answer> {
    let shift = now.point - steady(now).as_millis();
    match admission {
        Admission::Go(permit) => Ok(permit),
        Admission::Hold(because) => Err(Answer::Hold(because.name())),
        Admission::Wait { until, because } => {
            Err(Answer::Wait(until.as_millis() + shift, because.name()))
        }
    }
}

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
