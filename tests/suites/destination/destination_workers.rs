//! Several workers share one row by compare-and-set: what holds for one of them
//! holds for all.

use proptest::collection::vec;
use proptest::prelude::*;
use reknock::destination::{
    Admission, BreakerRules, Circuit, Destination, DestinationRules, Ended, GateRules, Heard, Kind,
    Permit, Report,
};
use reknock::{Class, Ending, Millis, Moment};

use crate::clock::{START, config, fixed, point};

/// A worker between its read and its write: what it read last, and the permit
/// it holds, with the number of the half-open state it is of.
#[derive(Clone)]
struct Worker {
    read: Destination,
    holds: Option<(Permit, usize)>,
}

/// The row: a write counts only if nobody wrote since the read.
struct Row {
    state: Destination,
    /// How often it became half open.
    half_opened: usize,
}

impl Row {
    fn new(rules: &DestinationRules) -> Self {
        Self {
            state: Destination::new(rules, point(START)),
            half_opened: 0,
        }
    }

    fn write(&mut self, rules: &DestinationRules, old: u32, new: Destination) -> bool {
        let unchanged = self.state.version() == old;
        if unchanged {
            let circuit = |state: &Destination| state.status(rules, state.at()).breaker;
            if circuit(&self.state) == Circuit::Open && circuit(&new) == Circuit::HalfOpen {
                self.half_opened += 1;
            }
            self.state = new;
        }
        unchanged
    }
}

fn rules(max: u8, probes: u8) -> DestinationRules {
    let gate = GateRules::draft().max(max).build();
    let breaker = BreakerRules::draft()
        .probes(probes)
        .successes_to_close(9)
        .cooldown(Millis::new(200))
        .max_cooldown(Millis::new(400));
    DestinationRules {
        gate: gate.expect("valid"),
        breaker: breaker.build().expect("valid"),
        ..DestinationRules::DEFAULT
    }
}

fn of_status(status: u16) -> Report {
    let class = Class::of_status(status);
    Report {
        ending: Ending::Status(status),
        class,
        attempts: 1,
        ended: if class == Class::Delivered {
            Ended::Delivered
        } else {
            Ended::No
        },
    }
}

impl Worker {
    /// One turn with what it read, however long ago that was.
    fn turn(&mut self, row: &mut Row, rules: &DestinationRules, now: Moment, ok: bool, draw: u32) {
        let (old, mut state) = (self.read.version(), self.read);
        let holds = match &self.holds {
            None => match state.admit(rules, now, Kind::First, &mut fixed(draw)) {
                Admission::Go(permit) => Some(permit),
                Admission::Wait { .. } | Admission::Hold(_) => return,
            },
            Some((permit, _)) => {
                let report = of_status(if ok { 200 } else { 503 });
                let permit = permit.clone();
                let heard = state.report(rules, now, permit, &report, &mut fixed(draw));
                assert_ne!(heard, Heard::Late, "no lease runs out in this test");
                None
            }
        };
        // Otherwise the answer and its permit are thrown away.
        if row.write(rules, old, state) {
            self.read = state;
            self.holds = holds.map(|permit| (permit, row.half_opened));
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn limits_hold_however_the_workers_interleave(
        max in 1u8..=6,
        probes in 1u8..=4,
        turns in vec((0usize..12, any::<bool>(), prop::bool::weighted(0.3), any::<u32>()), 1..600),
    ) {
        let rules = rules(max, probes);
        let mut row = Row::new(&rules);
        let mut workers = vec![Worker { read: row.state, holds: None }; 12];
        let mut now = START;
        for (who, reads, ok, draw) in turns {
            // Slowly enough that no lease of 60 s or more runs out.
            now += 50;
            if reads {
                workers[who].read = row.state;
            }
            workers[who].turn(&mut row, &rules, point(now), ok, draw);
            let held: Vec<_> = workers.iter().filter_map(|worker| worker.holds.as_ref()).collect();
            prop_assert!(held.len() <= usize::from(max));
            let in_flight = row.state.status(&rules, point(now)).in_flight;
            prop_assert_eq!(held.len(), usize::from(in_flight));
            // Those of an earlier half-open state may still be out; they are
            // not heard any more.
            let of_now = |(permit, number): &&&(Permit, usize)| {
                permit.is_probe() && *number == row.half_opened
            };
            prop_assert!(held.iter().filter(of_now).count() <= usize::from(probes));
        }
    }
}

/// It is not known whether a write arrived: the report is repeated, and counts once.
#[test]
fn a_report_that_is_repeated_is_late() {
    let rules = rules(2, 1);
    let now = point(START);
    let mut row = Row::new(&rules);
    let admission = row.state.admit(&rules, now, Kind::First, &mut fixed(0));
    let Admission::Go(permit) = admission else {
        panic!("refused")
    };
    let report = of_status(503);
    let first = row
        .state
        .report(&rules, now, permit.clone(), &report, &mut fixed(0));
    assert!(matches!(first, Heard::Counted { .. }));
    let (version, before) = (row.state.version(), row.state);
    let second = row
        .state
        .report(&rules, now, permit, &report, &mut fixed(0));
    assert_eq!(second, Heard::Late);
    assert_eq!(
        (row.state.version(), row.state),
        (version, before),
        "needs no write"
    );
}
