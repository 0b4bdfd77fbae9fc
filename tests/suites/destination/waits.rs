//! Who waits gets a turn: no retry starves for want of tokens, and no event for
//! want of luck.

use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::{
    Admission, Because, Breaker, BreakerRules, Budget, BudgetRules, Destination, DestinationRules,
    Ended, Gate, GateRules, Kind, Report, Weight,
};
use reknock::{Class, Derived, Draw, Ending, Failure, Millis, Moment};
use reknock_tests::fixtures::Fixed;

use crate::clock::{START, config, fixed, point};

const PRESETS: [&str; 4] = ["default", "aws", "grpc", "finagle"];

proptest! {
    #![proptest_config(config())]

    /// However a budget was emptied, a retry that comes back when it was told to
    /// is let go, though nothing else happens any more.
    #[test]
    fn a_retry_that_waits_is_let_go_under_every_preset(
        name in select(&PRESETS[..]),
        spent in 0usize..600,
        timeouts in any::<bool>(),
        draw in any::<u32>(),
    ) {
        let rules = BudgetRules::by_name(name).expect("a preset");
        let now = point(START);
        let mut budget = Budget::alone(&rules, now);
        for _ in 0..spent {
            let _either = budget.admit(&rules, now, &mut fixed(draw));
            budget.result(&rules, now, Kind::Retry, Class::Transient, timeouts);
        }
        // An outage that goes on: every retry fails. None waits twice.
        let mut now = now;
        for _ in 0..20 {
            if let Admission::Wait { until, because } = budget.admit(&rules, now, &mut fixed(draw)) {
                prop_assert_eq!(because, Because::Budget);
                prop_assert!(until <= now.after(Millis::from_mins(2)));
                now = until;
                prop_assert_eq!(budget.admit(&rules, now, &mut fixed(draw)), Admission::Go(()));
            }
            budget.result(&rules, now, Kind::Retry, Class::Transient, timeouts);
        }
    }
}

/// The same through a whole destination that nobody sends anything new to.
#[test]
fn a_destination_without_first_attempts_still_retries() {
    for name in PRESETS {
        let never = BreakerRules::draft().no_consecutive().minimum(32_767);
        let rules = DestinationRules {
            breaker: never.build().expect("valid"),
            budget: BudgetRules::by_name(name).expect("a preset"),
            ..DestinationRules::DEFAULT
        };
        let failed = Report {
            ending: Ending::Failure(Failure::Timeout),
            class: Class::Transient,
            attempts: 3,
            ended: Ended::No,
        };
        let mut now = point(START);
        let mut destination = Destination::new(&rules, now);
        let (mut gone, mut refused_in_a_row) = (0, 0);
        while gone < 1_000 {
            let mut draws = Derived::new(0x5eed, 7);
            match destination.admit(&rules, now, Kind::Retry, &mut draws) {
                Admission::Go(permit) => {
                    let _heard = destination.report(&rules, now, permit, &failed, &mut draws);
                    (gone, refused_in_a_row) = (gone + 1, 0);
                }
                Admission::Wait { until, .. } => {
                    (now, refused_in_a_row) = (until, refused_in_a_row + 1);
                }
                Admission::Hold(because) => panic!("{name}: {because}"),
            }
            assert!(refused_in_a_row < 2, "{name}: waited in vain");
        }
    }
}

/// Where between the ends of its window each of these waits fell: 0 to 15.
fn sixteenths(waits: impl Iterator<Item = (Moment, Admission<()>)>, longest: i64) -> [u32; 16] {
    let mut counts = [0; 16];
    for (now, admission) in waits {
        let Admission::Wait { until, .. } = admission else {
            panic!("{admission:?}")
        };
        let shortest = longest / 2;
        let wait = until.as_millis() - now.as_millis() - shortest;
        let place = (wait * 16 / (longest - shortest + 1)) as usize;
        counts[place] += 1;
    }
    counts
}

/// χ² of 16 equally likely places: above 58 once in a million times.
fn assert_even(counts: [u32; 16], what: &str) {
    let expected = f64::from(counts.iter().sum::<u32>()) / 16.0;
    let squares = counts.map(|count| (f64::from(count) - expected).powi(2) / expected);
    let chi: f64 = squares.iter().sum();
    assert!(chi < 58.0, "{what}: χ² {chi}, {counts:?}");
}

/// An id that is refused again and again does not get the same wait each time:
/// it would come back behind the same others for ever.
#[test]
fn one_event_that_is_refused_again_draws_anew() {
    for id in ["evt_1", "evt_2", "invoice.paid/77"] {
        let rules = GateRules::draft().max(1).build().expect("valid");
        let mut now = point(START);
        let mut gate = Gate::alone(now);
        let mut held = gate.admit(&rules, now, &mut fixed(0));
        let mut refusals = Vec::new();
        while refusals.len() < 4_000 {
            match gate.admit(&rules, now, &mut Derived::for_id(0x5eed, id)) {
                // The place's lease ran out: it is taken again.
                Admission::Go(place) => held = Admission::Go(place),
                Admission::Wait { until, because } => {
                    refusals.push((now, Admission::Wait { until, because }));
                    now = until;
                }
                Admission::Hold(because) => panic!("{because}"),
            }
        }
        drop(held);
        assert_even(sixteenths(refusals.into_iter(), 2_000), id);
    }
}

/// The same for the rests of one breaker whose trips one event always causes.
#[test]
fn trips_by_one_event_draw_anew() {
    let rules = BreakerRules::draft().consecutive(1).factor(1).spread(1_000);
    let rules = rules.build().expect("valid");
    let mut now = point(START);
    let mut rests = Vec::new();
    for _ in 0..4_000 {
        let mut breaker = Breaker::alone(now);
        let draws = &mut Derived::for_id(0x5eed, "evt_1");
        let Admission::Go(pass) = breaker.admit(&rules, now, draws) else {
            unreachable!("closed")
        };
        breaker.result(&rules, now, pass, Weight::Failure, draws);
        // The least wait is what is left of the rest: 30 to 60 s.
        let Admission::Wait { until, because } = breaker.admit(&rules, now, &mut Fixed(0)) else {
            unreachable!("open")
        };
        rests.push((now, Admission::Wait { until, because }));
        now = until;
    }
    assert_even(sixteenths(rests.into_iter(), 60_000), "rests");
}

/// What the guards count their draws by: the low 32 bits of the effective now.
#[test]
fn draws_are_counted_by_the_effective_now() {
    struct Counted(Vec<u32>);
    impl Draw for Counted {
        fn draw(&mut self, count: u32) -> u32 {
            self.0.push(count);
            0
        }
    }
    let rules = GateRules::draft().max(1).build().expect("valid");
    let start = point(1 << 32);
    let mut gate = Gate::alone(start);
    let mut counted = Counted(Vec::new());
    // Taken; refused; refused by a clock a little behind; refused, set back.
    for now in [1 << 32, (1 << 32) + 5, (1 << 32) - 60_000, -1] {
        let _either = gate.admit(&rules, point(now), &mut counted);
    }
    assert_eq!(counted.0, [5, 0, u32::MAX]);
}
