//! Every edge of the breaker's table, by its number in `docs/destination.md`.

use super::walk::{COOLDOWN, LEASE, Walk, rules};
use super::{Breaker, BreakerRules, Circuit, Effect, Pass, State, Weight};
use crate::destination::admit::{Because, Refusal};
use crate::destination::rolling::Rolling;
use crate::time::Millis;

#[test]
fn edge_1_closed_goes() {
    let pass = Walk::new().go();
    assert_eq!((pass.generation, pass.is_probe()), (0, false));
}

#[test]
fn edge_2_open_waits_at_least_for_what_is_left() {
    let mut walk = Walk::tripped();
    walk.pass(10_000);
    assert_eq!(walk.refusal(), Refusal::wait(Because::Open, 20_000, 35_000));
}

#[test]
fn edge_3_open_long_enough_becomes_half_open_for_one_who_asks() {
    let mut walk = Walk::tripped();
    walk.pass(COOLDOWN);
    assert_eq!(
        walk.breaker.circuit(),
        Circuit::Open,
        "time alone opens nothing"
    );
    let generation = walk.breaker.generation;
    let pass = walk.go();
    assert_eq!(walk.breaker.circuit(), Circuit::HalfOpen);
    assert_eq!(pass.generation, generation + 1);
    let probe = pass.probe.expect("a probe");
    assert_eq!(
        (probe.index, probe.until),
        (0, walk.now.after(Millis::new(LEASE)))
    );
    assert_eq!(walk.leases(), [LEASE, 0, 0, 0]);
}

#[test]
fn edge_4_half_open_gives_the_lowest_free_place() {
    let (mut walk, first) = Walk::half_open(rules(BreakerRules::draft().probes(3)));
    let second = walk.go();
    assert_eq!(second.probe.expect("a probe").index, 1);
    assert_eq!(walk.result(&first, Weight::Ignore), Effect::Counted);
    walk.pass(5);
    assert_eq!(walk.go().probe.expect("a probe").index, 0);
    assert_eq!(walk.leases(), [LEASE, LEASE - 5, 0, 0]);
}

#[test]
fn edge_5_half_open_with_all_probes_out_waits() {
    let (walk, _) = Walk::half_open(BreakerRules::DEFAULT);
    assert_eq!(
        walk.refusal(),
        Refusal::wait(Because::Probing, 1_000, 16_000)
    );
}

#[test]
fn edge_6_isolated_holds() {
    let mut walk = Walk::new();
    walk.breaker.isolate();
    assert_eq!(walk.refusal(), Refusal::hold(Because::Isolated));
}

#[test]
fn edge_7_an_older_generation_is_not_heard() {
    let mut walk = Walk::new();
    let pass = walk.go();
    walk.breaker.reset();
    for weight in Weight::ALL {
        assert_eq!(walk.result(&pass, weight), Effect::Late);
    }
}

#[test]
fn edge_8_open_and_isolated_hear_nothing() {
    let mut walk = Walk::tripped();
    let forged = |walk: &Walk| Pass {
        generation: walk.breaker.generation,
        probe: None,
    };
    let pass = forged(&walk);
    assert_eq!(walk.result(&pass, Weight::Success), Effect::Late);
    walk.breaker.isolate();
    let pass = forged(&walk);
    assert_eq!(walk.result(&pass, Weight::Failure), Effect::Late);
}

#[test]
fn edge_9_a_probe_given_up_or_forged_is_not_heard() {
    let (mut walk, probe) = Walk::half_open(BreakerRules::DEFAULT);
    let mut forged = probe.clone();
    forged.probe = None;
    assert_eq!(walk.result(&forged, Weight::Success), Effect::Late);
    for index in [1, 3, 4, 255] {
        forged.probe = probe.probe.clone();
        if let Some(probe) = &mut forged.probe {
            probe.index = index;
        }
        assert_eq!(walk.result(&forged, Weight::Success), Effect::Late);
    }
    walk.pass(LEASE);
    assert_eq!(walk.result(&probe, Weight::Success), Effect::Late);
    let _second = walk.go();
    assert_eq!(
        walk.result(&probe, Weight::Failure),
        Effect::Late,
        "not the new one's"
    );

    let mut closed = Walk::new();
    forged = probe;
    forged.generation = 0;
    assert_eq!(closed.result(&forged, Weight::Failure), Effect::Late);
}

#[test]
fn edges_10_and_11_closed_counts_successes_and_ignores_the_rest() {
    let mut walk = Walk::new();
    let pass = walk.go();
    assert_eq!(walk.result(&pass, Weight::Failure), Effect::Counted);
    assert_eq!(walk.result(&pass, Weight::Ignore), Effect::Counted);
    assert_eq!(walk.counts(), (0, 1, 1));
    assert_eq!(walk.result(&pass, Weight::Success), Effect::Counted);
    assert_eq!(walk.counts(), (1, 1, 0));
}

#[test]
fn edge_12_failures_in_a_row_trip() {
    let mut walk = Walk::with(rules(BreakerRules::draft().no_rate()));
    let pass = walk.go();
    for _ in 0..4 {
        assert_eq!(walk.result(&pass, Weight::Failure), Effect::Counted);
    }
    assert_eq!(walk.result(&pass, Weight::Failure), Effect::Tripped);
    let cooldown = Millis::new(COOLDOWN);
    assert_eq!(walk.breaker.base, cooldown);
    let state = State::Open {
        left: cooldown,
        cooldown,
    };
    assert_eq!((walk.breaker.state, walk.breaker.generation), (state, 1));
}

#[test]
fn edges_13_and_14_a_rate_trips_once_there_are_enough() {
    let mut walk = Walk::with(rules(BreakerRules::draft().no_consecutive()));
    let pass = walk.go();
    for _ in 0..10 {
        assert_eq!(walk.result(&pass, Weight::Success), Effect::Counted);
    }
    for _ in 0..9 {
        assert_eq!(walk.result(&pass, Weight::Failure), Effect::Counted);
    }
    assert_eq!(walk.counts(), (10, 9, 9));
    assert_eq!(walk.result(&pass, Weight::Failure), Effect::Tripped);
}

#[test]
fn edge_15_a_probe_that_tells_nothing_frees_its_place() {
    let (mut walk, probe) = Walk::half_open(BreakerRules::DEFAULT);
    assert_eq!(walk.result(&probe, Weight::Ignore), Effect::Counted);
    assert_eq!(walk.leases(), [0; 4]);
    assert_eq!(
        walk.result(&probe, Weight::Success),
        Effect::Late,
        "heard once"
    );
}

#[test]
fn edges_16_and_17_enough_successes_close() {
    let (mut walk, first) = Walk::half_open(rules(BreakerRules::draft().successes_to_close(2)));
    assert_eq!(walk.result(&first, Weight::Success), Effect::Counted);
    assert_eq!(walk.breaker.circuit(), Circuit::HalfOpen);
    let second = walk.go();
    let generation = walk.breaker.generation;
    assert_eq!(walk.result(&second, Weight::Success), Effect::Counted);
    assert_eq!(walk.breaker.state, State::CLOSED);
    assert_eq!(walk.breaker.generation, generation + 1);
    assert_eq!(
        walk.breaker.base,
        Millis::new(COOLDOWN),
        "not forgotten yet"
    );
}

#[test]
fn edge_18_a_failed_probe_trips_for_longer() {
    let (mut walk, mut probe) = Walk::half_open(BreakerRules::DEFAULT);
    for base in [60_000, 120_000, 240_000, 300_000, 300_000] {
        assert_eq!(walk.result(&probe, Weight::Failure), Effect::Tripped);
        assert_eq!(walk.breaker.base, Millis::new(base));
        let State::Open { left, cooldown } = walk.breaker.state else {
            panic!("open")
        };
        // The window slides down under the longest: 240 s is drawn from 180 s.
        let lo = base.min(300_000 - base / 2);
        assert_eq!((left, cooldown), (Millis::new(lo), Millis::new(lo)));
        walk.pass(left.get());
        probe = walk.go();
    }
}

#[test]
fn edges_19_and_20_by_hand_from_any_state() {
    let isolated = {
        let mut walk = Walk::tripped();
        walk.breaker.isolate();
        walk
    };
    let (half_open, _) = Walk::half_open(BreakerRules::DEFAULT);
    for mut walk in [Walk::new(), Walk::tripped(), half_open, isolated] {
        let generation = walk.breaker.generation;
        walk.breaker.isolate();
        assert_eq!(walk.breaker.circuit(), Circuit::Isolated);
        assert_eq!(walk.breaker.base, Millis::ZERO);
        assert_eq!(walk.breaker.generation, generation + 1);
        walk.breaker.reset();
        assert_eq!(walk.breaker.state, State::CLOSED);
        assert_eq!(walk.breaker.base, Millis::ZERO);
        assert_eq!(walk.breaker.generation, generation + 2);
    }
}

#[test]
fn edge_21_a_lease_that_runs_out_frees_its_place() {
    let (mut walk, _) = Walk::half_open(BreakerRules::DEFAULT);
    walk.pass(LEASE - 1);
    assert_eq!(walk.refusal().because, Because::Probing);
    walk.pass(1);
    assert_eq!(walk.breaker.circuit(), Circuit::HalfOpen);
    assert_eq!(walk.go().probe.expect("a probe").index, 0);
}

#[test]
fn edge_22_a_slot_without_a_trip_forgets_the_cooldown() {
    let (mut walk, probe) = Walk::half_open(BreakerRules::DEFAULT);
    walk.result(&probe, Weight::Success);
    walk.pass(59_999);
    assert_eq!(walk.breaker.base, Millis::new(COOLDOWN));
    walk.pass(1);
    assert_eq!(walk.breaker.base, Millis::ZERO);
}

#[test]
fn a_stored_state_is_brought_into_the_rules() {
    let mut walk = Walk::new();
    walk.breaker.base = Millis::MAX;
    walk.breaker.state = State::Open {
        left: Millis::MAX,
        cooldown: Millis::MAX,
    };
    walk.pass(0);
    assert_eq!(walk.breaker.base, Millis::from_mins(5));
    assert_eq!(
        walk.refusal(),
        Refusal::wait(Because::Open, 300_000, 450_000)
    );

    walk.breaker.state = State::HalfOpen {
        probes: [Millis::MAX; 4],
        successes: 255,
        cooldown: Millis::MAX,
    };
    walk.pass(0);
    assert_eq!(walk.leases(), [LEASE; 4]);
    assert_eq!(
        walk.refusal(),
        Refusal::wait(Because::Probing, 1_000, 151_000)
    );
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<Rolling<5, 2>>() <= 24);
    assert!(size_of::<Breaker>() <= 36);
}
