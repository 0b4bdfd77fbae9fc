//! One pool of workers, two destinations: one under storm, one well. What the
//! sick one may cost the other, with and without the guards.

mod pool;

use reknock::Millis;
use reknock::destination::{BreakerRules, DestinationRules, GateRules, StormLevel};

use crate::clock::{START, point};
use pool::{ANSWER, EVERY, HOUR, Order, Pool, TIMEOUT};

const WORKERS: usize = 20;
/// The gate's places by default: as many workers as one destination can hold.
const PLACES: usize = 10;
/// How many events the healthy one has in the hour.
const EVENTS: usize = (HOUR / EVERY) as usize;

/// How long the healthy one's deliveries may wait for a worker.
///
/// The sick one holds `places` of the workers at most, however much of it waits,
/// so `workers` − `places` are always left. The healthy one needs
/// ⌈[`ANSWER`] / [`EVERY`]⌉ = 1 of them at a time. As long as that many are left,
/// an event finds one free at the moment it is there: it waits 0 ms. Otherwise
/// the gate promises nothing.
fn bound(workers: usize, places: usize) -> Option<i64> {
    let needed = (ANSWER as usize).div_ceil(EVERY as usize);
    (workers.saturating_sub(places) >= needed).then_some(0)
}

fn run(name: &str, workers: usize, order: Order, rules: Option<DestinationRules>) -> Pool {
    let pool = Pool::new(workers, order, rules).run();
    let [sick, healthy] = &pool.queues;
    println!(
        "{name}, {workers} workers, {order:?}: the healthy one waits {} ms at most, {} of {} tried; \
         the sick one has {} workers at most, {} tried, {} refused",
        healthy.longest_wait,
        healthy.started,
        EVENTS,
        sick.most_in_flight,
        sick.started,
        sick.refused,
    );
    pool
}

/// All defaults but a breaker that never opens: the gate on its own.
fn gate_only() -> DestinationRules {
    let never = BreakerRules::draft()
        .no_consecutive()
        .minimum(32_767)
        .window(Millis::from_secs(1));
    DestinationRules {
        breaker: never.build().expect("valid"),
        ..DestinationRules::DEFAULT
    }
}

#[test]
fn the_gate_lets_ten_through_by_default() {
    let ten = GateRules::draft().max(PLACES as u8).build();
    assert_eq!(ten, Ok(DestinationRules::DEFAULT.gate));
}

/// The difference: the same pool, the same hour.
#[test]
fn without_guards_the_healthy_one_waits_for_the_sick_one() {
    let pool = run("no guards", WORKERS, Order::Oldest, None);
    let [sick, healthy] = &pool.queues;
    assert_eq!(sick.most_in_flight, WORKERS);
    assert_eq!(
        healthy.started, 0,
        "the sick one's retries have waited longer"
    );
    assert_eq!(healthy.longest_wait, HOUR);

    // Fair turns do not help: a worker that turns to the sick one is gone for as
    // long as hundreds of the healthy one's answers take.
    let pool = run("no guards", WORKERS, Order::InTurn, None);
    let [sick, healthy] = &pool.queues;
    assert_eq!(sick.most_in_flight, WORKERS);
    assert!(healthy.started < EVENTS / 10);
    assert!(healthy.longest_wait > 50 * 60_000);
}

#[test]
fn with_guards_the_healthy_one_waits_for_nobody() {
    let most = bound(WORKERS, PLACES).expect("workers are left");
    for order in [Order::Oldest, Order::InTurn] {
        let pool = run(
            "all guards",
            WORKERS,
            order,
            Some(DestinationRules::DEFAULT),
        );
        let [sick, healthy] = &pool.queues;
        assert!(healthy.longest_wait <= most);
        assert_eq!((healthy.started, healthy.refused), (EVENTS, 0));
        assert_eq!(sick.most_in_flight, PLACES);
        // After the first ten the breaker leaves one probe at a time, and the
        // whole queue asks as one: not once for each of its 50,000.
        assert!((PLACES + 1..PLACES + 60).contains(&sick.started));
        assert!(sick.refused < 600);
    }
}

/// The bound is the gate's own: it holds too where the breaker never opens, and
/// as soon as one worker is left over.
#[test]
fn the_gate_alone_keeps_its_bound() {
    for workers in [WORKERS, PLACES + 1] {
        let most = bound(workers, PLACES).expect("workers are left");
        for order in [Order::Oldest, Order::InTurn] {
            let rules = gate_only();
            let pool = run("gate only", workers, order, Some(rules));
            let [sick, healthy] = &pool.queues;
            assert!(healthy.longest_wait <= most);
            assert_eq!((healthy.started, healthy.refused), (EVENTS, 0));
            assert_eq!(sick.most_in_flight, PLACES);
            let guards = sick.guards.expect("guarded");
            let storm = guards.storm(&rules, point(START + HOUR));
            assert_eq!(storm.level, StormLevel::Storm);
        }
    }
}

/// Where the pool is no larger than the gate, the gate has nothing to promise.
#[test]
fn a_gate_as_wide_as_the_pool_leaves_nobody() {
    assert_eq!(bound(PLACES, PLACES), None);
    let pool = run("gate only", PLACES, Order::InTurn, Some(gate_only()));
    assert!(pool.queues[1].longest_wait >= TIMEOUT);
}
