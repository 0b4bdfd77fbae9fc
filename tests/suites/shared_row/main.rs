//! Workers with connections of their own share a destination through a row of a
//! real database, by the SQL that stands in `docs/destination.md`: gate and
//! probe limits hold, no report is lost or counted twice, one owner is told once.

mod database;
mod row;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Barrier, Mutex};
use std::thread;

use reknock::destination::{
    Admission, BreakerRules, DestinationRules, Ended, GateRules, Heard, Kind, Permit, Report, Why,
};
use reknock::{Class, Derived, Ending, Millis, Moment};

use row::{Row, Store};

const WORKERS: usize = 8;
const MAX: usize = 3;
const PROBES: usize = 2;
const START: i64 = 1_700_000_000_000;
/// What a turn adds to the workers' clock, and how many turns each at its own
/// pace takes: less than a lease, so that none runs out, however slow the machine.
const TURN: i64 = 20;
const TURNS: i64 = 1_000;
const LONGEST_REST: i64 = 800;

fn rules() -> DestinationRules {
    let gate = GateRules::draft().max(MAX as u8);
    let breaker = BreakerRules::draft()
        .consecutive(MAX as u16)
        .probes(PROBES as u8)
        .successes_to_close(3)
        .cooldown(Millis::new(200))
        .max_cooldown(Millis::new(LONGEST_REST as u32));
    DestinationRules {
        gate: gate.build().expect("valid"),
        breaker: breaker.build().expect("valid"),
        ..DestinationRules::DEFAULT
    }
}

/// What the workers have in common besides the row: the time, and a server that
/// counts who knocks.
struct World {
    rules: DestinationRules,
    clock: AtomicI64,
    under_way: AtomicUsize,
    /// By the generation of the breaker: one that was given up may still be out
    /// while the next are, and is not heard any more.
    probing: Mutex<BTreeMap<u16, usize>>,
    most_under_way: AtomicUsize,
    most_probing: AtomicUsize,
    reported: AtomicUsize,
    lost_races: AtomicUsize,
    draws: AtomicUsize,
    /// What went wrong. A worker that panicked would leave the others waiting.
    wrong: Mutex<Vec<String>>,
}

impl World {
    fn now(&self) -> Moment {
        Moment::from_millis(self.clock.load(SeqCst))
    }

    fn check(&self, what: &str, is: usize, should_be: usize) {
        if is != should_be {
            let text = format!("{what}: {is}, not {should_be}");
            self.wrong.lock().expect("not poisoned").push(text);
        }
    }

    fn draws(&self) -> Derived {
        Derived::new(0x5eed, self.draws.fetch_add(1, SeqCst) as u64)
    }

    /// From a go that is written until its report: never longer than the row says.
    fn knock(&self, permit: &Permit) {
        let under_way = self.under_way.fetch_add(1, SeqCst) + 1;
        self.most_under_way.fetch_max(under_way, SeqCst);
        if permit.is_probe() {
            let mut probing = self.probing.lock().expect("not poisoned");
            let of_now = probing.entry(permit.pass().generation()).or_default();
            *of_now += 1;
            self.most_probing.fetch_max(*of_now, SeqCst);
        }
    }

    fn answered(&self, permit: &Permit) {
        self.under_way.fetch_sub(1, SeqCst);
        if permit.is_probe() {
            let mut probing = self.probing.lock().expect("not poisoned");
            *probing.entry(permit.pass().generation()).or_default() -= 1;
        }
    }
}

/// One worker: a connection of its own.
struct Worker<'w> {
    row: Row<'w>,
    world: &'w World,
}

impl Worker<'_> {
    /// Asks until the answer counts, and knocks if it is a go.
    fn admit(&mut self) -> Option<Permit> {
        let (world, rules) = (self.world, &self.world.rules);
        let (admission, races) = self
            .row
            .change(|state| state.admit(rules, world.now(), Kind::First, &mut world.draws()));
        world.lost_races.fetch_add(races, SeqCst);
        let Admission::Go(permit) = admission else {
            return None;
        };
        world.knock(&permit);
        Some(permit)
    }

    /// Reports until it is written, and tells the owner if there is something to tell.
    fn report(&mut self, permit: &Permit, status: u16) -> Heard {
        let (world, rules) = (self.world, &self.world.rules);
        world.answered(permit);
        let report = of_status(status);
        let (heard, races) = self.row.change_and_tell(|state| {
            let (now, permit) = (world.now(), permit.clone());
            let heard = state.report(rules, now, permit, &report, &mut world.draws());
            (heard, state.tell(rules, now))
        });
        world.lost_races.fetch_add(races, SeqCst);
        world.check("reports that are late", (heard == Heard::Late).into(), 0);
        world.reported.fetch_add(1, SeqCst);
        heard
    }
}

fn of_status(status: u16) -> Report {
    let class = Class::of_status(status);
    Report {
        ending: Ending::Status(status),
        class,
        attempts: 1,
        ended: match class {
            Class::Delivered => Ended::Delivered,
            _ => Ended::No,
        },
    }
}

#[test]
fn limits_hold_for_all_workers_together() {
    let store = Store::new();
    let world = World {
        rules: rules(),
        clock: AtomicI64::new(START),
        under_way: AtomicUsize::new(0),
        probing: Mutex::default(),
        most_under_way: AtomicUsize::new(0),
        most_probing: AtomicUsize::new(0),
        reported: AtomicUsize::new(0),
        lost_races: AtomicUsize::new(0),
        draws: AtomicUsize::new(0),
        wrong: Mutex::default(),
    };
    let (together, winners) = (Barrier::new(WORKERS), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                let mut row = store.connect();
                row.insert(&world.rules, world.now());
                let mut worker = Worker { row, world: &world };
                all_at_once(&mut worker, &together, &winners);
                // The failures that open the breaker, and then its probes.
                as_many_as_may(MAX, &mut worker, &together, 503);
                as_many_as_may(PROBES, &mut worker, &together, 200);
                as_they_come(&mut worker, &together);
            });
        }
    });

    let wrong = world.wrong.lock().expect("not poisoned");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let mut row = store.connect();
    let (state, now) = (row.read(), world.now());
    let status = state.status(&world.rules, now);
    assert_eq!((status.disabled, status.in_flight), (Some(Why::Gone), 0));
    assert_eq!(row.notices(), ["gone"], "told once");
    // Every report is in the row, and none of them twice.
    let counted = state.storm(&world.rules, now).first as usize;
    assert_eq!(counted, world.reported.load(SeqCst));
    assert_eq!(world.most_under_way.load(SeqCst), MAX);
    assert_eq!(world.most_probing.load(SeqCst), PROBES);
    println!(
        "{:?}: {counted} reports of {WORKERS} workers, {} writes came too late and were made again",
        row.engine(),
        world.lost_races.load(SeqCst),
    );
}

/// All have read the same version: one write counts, and the others change nothing.
fn all_at_once(worker: &mut Worker<'_>, together: &Barrier, winners: &Mutex<Vec<Permit>>) {
    let (world, rules) = (worker.world, &worker.world.rules);
    together.wait();
    let read = worker.row.read();
    together.wait();
    let mut state = read;
    let admission = state.admit(rules, world.now(), Kind::First, &mut world.draws());
    if let Admission::Go(permit) = admission
        && worker.row.write(read.version(), &state)
    {
        winners.lock().expect("not poisoned").push(permit);
    }
    together.wait();
    let won = winners.lock().expect("not poisoned").pop();
    if let Some(permit) = won {
        world.knock(&permit);
        worker.report(&permit, 200);
    }
    together.wait();
    world.check("writes that counted", world.reported.load(SeqCst), 1);
}

/// Nobody reports before all have asked: as many are let in as there may be.
fn as_many_as_may(limit: usize, worker: &mut Worker<'_>, together: &Barrier, status: u16) {
    let world = worker.world;
    let held = worker.admit();
    together.wait();
    world.check("under way", world.under_way.load(SeqCst), limit);
    together.wait();
    if let Some(permit) = held {
        worker.report(&permit, status);
    }
    if together.wait().is_leader() {
        world.clock.fetch_add(LONGEST_REST, SeqCst);
    }
    together.wait();
}

/// Each at its own pace, while the server fails, recovers, fails again, and at
/// last says that it is gone.
fn as_they_come(worker: &mut Worker<'_>, together: &Barrier) {
    let world = worker.world;
    let begins = world.clock.load(SeqCst);
    together.wait();
    loop {
        let turn = (world.clock.fetch_add(TURN, SeqCst) - begins) / TURN;
        let status = match turn * 10 / TURNS {
            2 | 5 => 503,
            ..=8 => 200,
            _ => 410,
        };
        if let Some(permit) = worker.admit() {
            worker.report(&permit, status);
            continue;
        }
        let status = worker.row.read().status(&world.rules, world.now());
        if status.disabled.is_some() || turn > 2 * TURNS {
            break;
        }
    }
}
