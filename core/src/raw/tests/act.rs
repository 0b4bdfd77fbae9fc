//! What an act does to a destination is what the method of its name does, or the guard alone.

mod life;

use super::{NOW, states};
use crate::destination::{
    Admission, Breaker, Budget, BudgetRules, Circuit, Destination, DestinationRules, Ended, Gate,
    Health, Kind, Pass, Permit, Place, Replay, Storm, Weight, Why,
};
use crate::raw::{Act, Row, Task, Way, class};
use crate::{Class, DeadReason, Derived, Millis, Moment};

const RULES: DestinationRules = DestinationRules::DEFAULT;
const ENDED: [Ended; 7] = [
    Ended::No,
    Ended::Delivered,
    Ended::Dead(DeadReason::Permanent),
    Ended::Dead(DeadReason::Gone),
    Ended::Dead(DeadReason::Dns),
    Ended::Dead(DeadReason::Attempts),
    Ended::Dead(DeadReason::Window),
];
/// The most words that a permit takes.
const PERMIT: usize = 9;
/// Standing, breaker and gate; then the budget, the replay.
const EVERY: u32 = 7 << 2;
const BUDGET: u32 = 8 << 2;
const REPLAY: u32 = 16 << 2;

fn later(secs: u32) -> Moment {
    NOW.after(Millis::from_secs(secs))
}

fn draws() -> Derived {
    Derived::new(1, 2)
}

/// Does it at a time, with what lies in a row.
fn act(
    state: &mut Destination,
    now: Moment,
    (act, packed, number): (Act, u32, u32),
    row: &mut [u32],
) -> u32 {
    let task = Task {
        act,
        packed,
        number,
    };
    state.act(&RULES, now, task, row, &mut draws())
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

fn after(what: Act, packed: u32, number: u32) -> Destination {
    let mut state = used();
    assert_eq!(
        act(&mut state, later(1), (what, packed, number), &mut []),
        0
    );
    state
}

fn named(change: impl FnOnce(&mut Destination, &DestinationRules, Moment)) -> Destination {
    let mut state = used();
    change(&mut state, &RULES, later(1));
    state
}

#[test]
fn an_act_is_the_method_of_its_name() {
    assert_eq!(after(Act::Disable, 0, 0), named(Destination::disable));
    assert_eq!(after(Act::Enable, 0, 0), named(Destination::enable));
    assert_eq!(after(Act::Isolate, 0, 0), named(Destination::isolate));
    assert_eq!(after(Act::Reset, 0, 0), named(Destination::reset));
    assert_eq!(after(Act::Replay, 0, 0), named(Destination::replay));
    // One that runs already is begun anew all the same; here none does.
    let mut idle = Destination::new(&RULES, NOW);
    act(&mut idle, NOW, (Act::Replay, 0, 0), &mut []);
    assert!(idle.replay.rate().is_some());
    assert_eq!(
        after(Act::StopReplay, 0, 0),
        named(Destination::stop_replay)
    );
    assert_eq!(
        after(Act::Waiting, 0, 9),
        named(|d, r, now| d.waiting(r, now, 9))
    );
}

#[test]
fn an_act_of_one_guard_is_what_that_guard_does_alone() {
    let mut budget = Budget::alone(&RULES.budget, NOW);
    budget.guard.tokens = 5_000_000;
    for meaning in Class::ALL {
        for (kind, number) in Kind::ALL.into_iter().zip(0..) {
            for timeout in [false, true] {
                let mut alone = budget;
                alone.result(&RULES.budget, later(1), kind, meaning, timeout);
                let packed = number | (meaning as u32) << 2 | u32::from(timeout) << 5;
                assert_eq!(after(Act::Budget, packed, 0).budget, alone.guard);
            }
        }
    }
    budget.give_back(&RULES.budget, later(1));
    assert_eq!(after(Act::GiveBack, 0, 0).budget, budget.guard);

    let mut storm = Storm::alone(NOW);
    storm.waiting(&RULES.storm, NOW, 77);
    for (kind, number) in Kind::ALL.into_iter().zip(0..) {
        let mut alone = storm;
        alone.count(&RULES.storm, later(1), kind);
        assert_eq!(after(Act::Count, number, 0).storm, alone.guard);
    }

    let mut replay = Replay::alone(NOW);
    replay.begin(&RULES.replay, NOW);
    let mut opened = replay;
    opened.opened(&RULES.replay, later(1));
    assert_eq!(after(Act::Opened, 0, 0).replay, opened.guard);
    for (weight, number) in [Weight::Success, Weight::Failure, Weight::Ignore]
        .into_iter()
        .zip(0..)
    {
        let mut alone = replay;
        alone.result(&RULES.replay, later(1), weight);
        assert_eq!(after(Act::Replayed, number, 0).replay, alone.guard);
    }

    let mut health = Health::alone(NOW);
    let exhausted = Ended::Dead(DeadReason::Attempts);
    health.ended(&RULES.health, NOW, exhausted, 3, false);
    for (kind, number) in Kind::ALL.into_iter().zip(0..) {
        for delivered in [false, true] {
            let mut alone = health;
            alone.result(&RULES.health, later(1), kind, 2, delivered);
            let packed = number | u32::from(delivered) << 2;
            assert_eq!(after(Act::Tried, packed, 2).health, alone.guard);
        }
    }
    for (ended, number) in ENDED.into_iter().zip(0..) {
        for local in [false, true] {
            let mut alone = health;
            alone.ended(&RULES.health, later(1), ended, 4, local);
            let packed = number | u32::from(local) << 3;
            assert_eq!(after(Act::Ended, packed, 4).health, alone.guard);
        }
    }
}

/// The answer of an admission, as the method gives it. A kind is a number from 0 on.
fn admitted(state: &mut Destination, now: Moment, packed: u32) -> Admission<Permit> {
    let mut row = [0; PERMIT];
    let answer = act(state, now, (Act::Admit, packed, 0), &mut row);
    let because = || {
        use crate::destination::Because;
        Because::ALL[(answer >> 2) as usize]
    };
    match answer & 3 {
        0 => {
            let kind = Kind::ALL[(packed & 3) as usize];
            let mut permit = Permit::from_parts(kind, Pass::NONE, Place::NONE);
            permit.cross(&mut Row::new(&mut row, Way::In));
            Admission::Go(permit)
        }
        1 => {
            let mut until = NOW;
            Row::new(&mut row, Way::In).point(&mut until);
            Admission::Wait {
                until,
                because: because(),
            }
        }
        _ => Admission::Hold(because()),
    }
}

fn row_of(permit: &Permit) -> [u32; PERMIT] {
    let mut row = [0; PERMIT];
    permit.clone().cross(&mut Row::new(&mut row, Way::Out));
    row
}

#[test]
fn a_guard_asked_alone_answers_as_it_does_alone() {
    const FIRST: u32 = 0;
    const GATE: u32 = 4 << 2;
    let mut draws = draws();
    let mut state = Destination::new(&RULES, NOW);
    let mut gate = Gate::alone(NOW);
    for second in 0..12 {
        let answer = admitted(&mut state, later(second), FIRST | GATE);
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
    for _ in 0..120 {
        let answer = admitted(&mut state, NOW, BUDGET);
        let alone = budget.admit(&RULES.budget, NOW, &mut draws);
        assert_eq!(
            matches!(answer, Admission::Go(_)),
            matches!(alone, Admission::Go(()))
        );
        assert_eq!(state.budget, budget.guard);
    }
    let mut replay = Replay::alone(NOW);
    let held = admitted(&mut state, NOW, REPLAY);
    assert!(matches!(held, Admission::Hold(_)));
    state.replay(&RULES, NOW);
    replay.begin(&RULES.replay, NOW);
    for milli in [0, 1, 700] {
        let now = NOW.after(Millis::new(milli));
        let answer = admitted(&mut state, now, REPLAY);
        let alone = replay.admit(&RULES.replay, now, &mut draws);
        assert_eq!(
            matches!(answer, Admission::Go(_)),
            matches!(alone, Admission::Go(()))
        );
        assert_eq!(state.replay, replay.guard);
    }
    state.disable(&RULES, NOW);
    let [standing, breaker] = [1 << 2, 2 << 2].map(|asked| admitted(&mut state, NOW, asked));
    assert!(matches!(standing, Admission::Hold(_)));
    assert!(
        matches!(breaker, Admission::Go(_)),
        "only the breaker is asked"
    );
}

#[test]
fn a_breaker_learns_alone_and_a_late_result_changes_nothing() {
    let mut state = Destination::new(&RULES, NOW);
    let mut breaker = Breaker::alone(NOW);
    let pass = || Pass::from_parts(0, None);
    let mut row = [0; 5];
    pass().cross(&mut Row::new(&mut row, Way::Out));
    let failure = (Act::BreakerResult, 1, 0);
    for second in 0..8 {
        let now = later(second);
        let weight = Weight::Failure;
        let alone = breaker.result(&RULES.breaker, now, pass(), weight, &mut draws());
        assert_eq!(act(&mut state, now, failure, &mut row), alone as u32);
        assert_eq!(state.breaker, breaker.guard);
    }
    assert_eq!(state.breaker.circuit(), Circuit::Open);
    let before = state;
    let answer = act(&mut state, later(9), failure, &mut row);
    assert_eq!(answer, Circuit::Open as u32);
    assert_eq!(state, before);
    // But for the clock, where that was set back.
    let earlier = Moment::from_millis(NOW.as_millis() - 120_000);
    act(&mut state, earlier, failure, &mut row);
    assert_eq!(state.at(), earlier);
    assert_eq!(state.breaker, before.breaker);
}

#[test]
fn a_place_is_given_back_once() {
    let mut state = Destination::new(&RULES, NOW);
    let Admission::Go(permit) = admitted(&mut state, NOW, EVERY) else {
        panic!("no place")
    };
    let mut release = |place: &Place| {
        let mut row = [0; 4];
        place.clone().cross(&mut Row::new(&mut row, Way::Out));
        act(&mut state, later(1), (Act::Release, 0, 0), &mut row)
    };
    assert_eq!(release(permit.place()), 1);
    assert_eq!(release(permit.place()), 0);
    assert_eq!(release(&Place::from_parts(u8::MAX, 0, Moment::MAX)), 0);
}

#[test]
fn what_an_admission_gave_comes_back_from_its_row() {
    let until = Moment::from_millis(-1);
    for pass in [
        Pass::from_parts(7, None),
        Pass::from_parts(u16::MAX, Some((3, until))),
    ] {
        let permit = Permit::from_parts(Kind::Retry, pass, Place::from_parts(9, 255, Moment::MAX));
        let mut again = Permit::from_parts(
            Kind::Retry,
            Pass::from_parts(1, Some((1, NOW))),
            Place::NONE,
        );
        again.cross(&mut Row::new(&mut row_of(&permit), Way::In));
        assert_eq!(again, permit);
    }
}

#[test]
fn why_it_was_disabled_is_said_once() {
    let mut state = Destination::new(&RULES, NOW);
    state.standing.disable(Why::Failing);
    let tell = |state: &mut Destination| act(state, later(1), (Act::Tell, 0, 0), &mut []);
    assert_eq!(tell(&mut state), Why::Failing as u32 + 1);
    let version = state.version();
    assert_eq!(tell(&mut state), 0);
    assert_eq!(state.version(), version, "and nothing has changed");
}

#[test]
fn a_timeout_costs_a_budget_that_counts_them() {
    let rules = DestinationRules {
        budget: BudgetRules::AWS,
        ..RULES
    };
    let tokens = |packed| {
        let mut state = Destination::new(&rules, NOW);
        let task = Task {
            act: Act::Budget,
            packed,
            number: 0,
        };
        state.act(&rules, NOW, task, &mut [], &mut draws());
        state.budget.tokens
    };
    let failed = 1 | (Class::Transient as u32) << 2;
    assert_eq!(tokens(failed) - tokens(failed | 1 << 5), 5_000_000);
    // Every other bit is something else's.
    for bit in [0, 6, 7, 10] {
        assert_eq!(
            tokens((Class::Permanent as u32) << 2 | 1 << bit),
            500_000_000
        );
    }
}

#[test]
fn a_state_is_shown_as_it_was_left_or_as_it_is_by_now() {
    for state in states() {
        let mut kept = state;
        let mut row = [0; 160];
        let used = act(&mut kept, later(1_000), (Act::ShowAsLeft, 0, 0), &mut row) as usize;
        assert_eq!(super::from_row(&row[..used]), state);
        let used = act(&mut kept, later(1_000), (Act::Show, 0, 0), &mut row) as usize;
        let settled = state.settled(&RULES, later(1_000));
        assert_eq!(super::from_row(&row[..used]), settled);
        assert_eq!(kept, state, "and nothing is kept of it");
    }
}

#[test]
fn a_class_is_in_its_place_and_what_is_past_them_is_none() {
    for (number, meaning) in (0..).zip(Class::ALL) {
        assert_eq!(class(number), Some(meaning));
        assert_eq!(class(number | 8), Some(meaning), "three bits count");
    }
    for number in 5..8 {
        assert_eq!(class(number), None);
    }
}
