//! What a call does to a destination is what the guard does alone.

use super::NOW;
use crate::destination::{
    Admission, Asked, Breaker, Budget, Circuit, Destination, DestinationRules, Ended, Gate, Health,
    Kind, Pass, Place, Replay, Storm, Weight,
};
use crate::raw::Call;
use crate::{Class, DeadReason, Derived, Millis, Moment};

const RULES: DestinationRules = DestinationRules::DEFAULT;

fn later(secs: u32) -> Moment {
    NOW.after(Millis::from_secs(secs))
}

/// A destination that has seen something in every guard.
fn used() -> Destination {
    let mut state = Destination::new(&RULES, NOW);
    state.breaker.base = Millis::from_secs(30);
    state.budget.tokens = 5_000_000;
    state.replay.begin(&RULES.replay);
    state.storm.waiting(77);
    state
        .health
        .ended(Ended::Dead(DeadReason::Attempts), 3, false);
    state
}

fn after(call: Call) -> Destination {
    let mut state = used();
    state.call(&RULES, later(1), call);
    state
}

fn named(change: impl FnOnce(&mut Destination, &DestinationRules, Moment)) -> Destination {
    let mut state = used();
    change(&mut state, &RULES, later(1));
    state
}

#[test]
fn a_call_is_the_method_of_its_name() {
    assert_eq!(after(Call::Disable), named(Destination::disable));
    assert_eq!(after(Call::Enable), named(Destination::enable));
    assert_eq!(after(Call::Isolate), named(Destination::isolate));
    assert_eq!(after(Call::Reset), named(Destination::reset));
    assert_eq!(after(Call::Replay), named(Destination::replay));
    assert_eq!(after(Call::StopReplay), named(Destination::stop_replay));
    assert_eq!(
        after(Call::Waiting(9)),
        named(|d, r, now| d.waiting(r, now, 9))
    );
}

#[test]
fn a_call_of_one_guard_is_what_that_guard_does_alone() {
    let mut budget = Budget::alone(&RULES.budget, NOW);
    budget.guard.tokens = 5_000_000;
    for timeout in [false, true] {
        let mut alone = budget;
        alone.result(
            &RULES.budget,
            later(1),
            Kind::Retry,
            Class::Delivered,
            timeout,
        );
        let call = Call::Budget(Kind::Retry, Class::Delivered, timeout);
        assert_eq!(after(call).budget, alone.guard);
    }
    budget.give_back(&RULES.budget, later(1));
    assert_eq!(after(Call::GiveBack).budget, budget.guard);

    let mut storm = Storm::alone(NOW);
    storm.waiting(&RULES.storm, NOW, 77);
    storm.count(&RULES.storm, later(1), Kind::Retry);
    assert_eq!(after(Call::Storm(Kind::Retry)).storm, storm.guard);

    let mut replay = Replay::alone(NOW);
    replay.begin(&RULES.replay, NOW);
    let mut opened = replay;
    opened.opened(&RULES.replay, later(1));
    assert_eq!(after(Call::Opened).replay, opened.guard);
    replay.result(&RULES.replay, later(1), Weight::Failure);
    assert_eq!(after(Call::Replayed(Weight::Failure)).replay, replay.guard);

    let mut health = Health::alone(NOW);
    health.ended(
        &RULES.health,
        NOW,
        Ended::Dead(DeadReason::Attempts),
        3,
        false,
    );
    let mut tried = health;
    tried.result(&RULES.health, later(1), Kind::Retry, 2, true);
    assert_eq!(after(Call::Tried(Kind::Retry, 2, true)).health, tried.guard);
    health.ended(&RULES.health, later(1), Ended::Delivered, 4, false);
    assert_eq!(
        after(Call::Ended(Ended::Delivered, 4, false)).health,
        health.guard
    );
}

/// Asks only some guards, at a time; those that were not asked must be as they were.
fn admit(state: &mut Destination, now: Moment, asked: u8) -> Admission<crate::destination::Permit> {
    state.admit_by(
        &RULES,
        now,
        Asked(asked),
        Kind::First,
        &mut Derived::new(1, 2),
    )
}

#[test]
fn a_guard_asked_alone_answers_as_it_does_alone() {
    let mut draws = Derived::new(1, 2);
    let mut state = Destination::new(&RULES, NOW);
    let mut gate = Gate::alone(NOW);
    for second in 0..12 {
        let answer = admit(&mut state, later(second), 4);
        match gate.admit(&RULES.gate, later(second), &mut draws) {
            Admission::Go(place) => {
                let Admission::Go(permit) = answer else {
                    panic!("{answer:?}")
                };
                assert_eq!(*permit.place(), place);
                assert_eq!(*permit.pass(), Pass::from_parts(0, None));
            }
            Admission::Wait { until, because } => {
                assert_eq!(answer, Admission::Wait { until, because });
            }
            Admission::Hold(because) => assert_eq!(answer, Admission::Hold(because)),
        }
        assert_eq!(state.gate, gate.guard);
    }
    assert_eq!(state.breaker.generation, 0, "the breaker was not asked");
    assert_eq!(state.budget, Budget::new(&RULES.budget));

    let mut state = Destination::new(&RULES, NOW);
    let mut budget = Budget::alone(&RULES.budget, NOW);
    let mut replay = Replay::alone(NOW);
    for _ in 0..120 {
        let answer = admit(&mut state, NOW, 8);
        let alone = budget.admit(&RULES.budget, NOW, &mut draws);
        assert_eq!(
            matches!(answer, Admission::Go(_)),
            matches!(alone, Admission::Go(()))
        );
        assert_eq!(state.budget, budget.guard);
    }
    assert!(matches!(admit(&mut state, NOW, 16), Admission::Hold(_)));
    state.replay(&RULES, NOW);
    replay.begin(&RULES.replay, NOW);
    for milli in [0, 1, 700] {
        let now = NOW.after(Millis::new(milli));
        let answer = admit(&mut state, now, 16);
        let alone = replay.admit(&RULES.replay, now, &mut draws);
        assert_eq!(
            matches!(answer, Admission::Go(_)),
            matches!(alone, Admission::Go(()))
        );
        assert_eq!(state.replay, replay.guard);
    }
    state.disable(&RULES, NOW);
    assert!(matches!(admit(&mut state, NOW, 1), Admission::Hold(_)));
    assert!(
        matches!(admit(&mut state, NOW, 2), Admission::Go(_)),
        "only the breaker is asked"
    );
}

#[test]
fn a_breaker_learns_alone_and_a_late_result_changes_nothing() {
    let mut draws = Derived::new(1, 2);
    let mut state = Destination::new(&RULES, NOW);
    let mut breaker = Breaker::alone(NOW);
    for second in 0..8 {
        let now = later(second);
        let pass = || Pass::from_parts(0, None);
        let alone = breaker.result(&RULES.breaker, now, pass(), Weight::Failure, &mut draws);
        let circuit = state.breaker_result(&RULES, now, &pass(), Weight::Failure, &mut draws);
        assert_eq!(circuit, alone);
        assert_eq!(state.breaker, breaker.guard);
    }
    assert_eq!(state.breaker.circuit(), Circuit::Open);
    let before = state;
    let pass = Pass::from_parts(0, None);
    state.breaker_result(&RULES, later(9), &pass, Weight::Failure, &mut draws);
    assert_eq!(state, before);
}

#[test]
fn a_place_is_given_back_once() {
    let mut state = Destination::new(&RULES, NOW);
    let Admission::Go(permit) = admit(&mut state, NOW, 4) else {
        panic!("no place")
    };
    assert!(state.release(&RULES, later(1), permit.place()));
    assert!(!state.release(&RULES, later(1), permit.place()));
    assert!(!state.release(
        &RULES,
        later(1),
        &Place::from_parts(u8::MAX, 0, Moment::MAX)
    ));
}

#[test]
fn at_a_time_what_was_due_has_happened_and_nothing_is_kept_of_it() {
    let state = used();
    let settled = state.at_time(&RULES, later(60));
    assert_eq!(settled.budget.tokens, 5_000_000 + 60_000 * 1_000);
    assert_eq!(state, used());
}
