//! What happens to a destination that was read from somewhere.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use reknock::destination::{
    Admission, BreakerRules, BudgetRules, Destination, DestinationRules, DisableRules, Ended,
    GateRules, HealthRules, Kind, Permit, ReplayRules, Report, StormRules, Thresholds, Weight,
};
use reknock::{Class, DeadReason, Ending, Failure, Millis, Moment};

use crate::guard_invariants::{Rules, Watched};
use crate::stored::hash;
use crate::{forged, input};

/// The longest life.
const CALLS: usize = 48;

/// Rules as they come, tight ones, and wide ones.
static RULES: LazyLock<[Rules; 3]> = LazyLock::new(|| {
    let tight = DestinationRules {
        breaker: BreakerRules::draft()
            .consecutive(1)
            .minimum(1)
            .window(Millis::from_secs(1))
            .cooldown(Millis::new(1))
            .max_cooldown(Millis::new(3))
            .spread(1_000)
            .probe_lease(Millis::new(2))
            .own(Weight::Failure)
            .build()
            .expect("valid"),
        gate: GateRules::draft()
            .max(1)
            .lease(Millis::from_secs(1))
            .build()
            .expect("valid"),
        budget: BudgetRules::GRPC,
        storm: StormRules::draft()
            .minimum(1)
            .ratio(1)
            .build()
            .expect("valid"),
        replay: ReplayRules::draft()
            .slowest(1)
            .start(1)
            .fastest(60_000)
            .build()
            .expect("valid"),
        health: HealthRules::draft()
            .window(Millis::from_secs(1))
            .build()
            .expect("valid"),
        disable: DisableRules::draft()
            .exhausted(1)
            .failures(1)
            .build()
            .expect("valid"),
    };
    let wide = DestinationRules {
        breaker: BreakerRules::draft()
            .no_consecutive()
            .window(Millis::MAX)
            .cooldown(Millis::from_hours(1))
            .factor(100)
            .max_cooldown(Millis::from_hours(48))
            .probes(4)
            .successes_to_close(255)
            .build()
            .expect("valid"),
        gate: GateRules::draft()
            .max(16)
            .lease(Millis::from_hours(24))
            .build()
            .expect("valid"),
        budget: BudgetRules::draft().floor(0).build().expect("valid"),
        ..DestinationRules::DEFAULT
    };
    [DestinationRules::DEFAULT, tight, wide].map(Rules::of)
});

/// As the bytes have it: call after call, with a clock that jumps, and with
/// other rules now and then.
pub(super) fn live(state: Destination, u: &mut Unstructured<'_>) -> Result<()> {
    let mut watched = Watched {
        state,
        rules: u.choose(&*RULES)?,
    };
    let mut permits = vec![forged::permit(u)?];
    let mut now = watched.state.at();
    for _ in 0..CALLS {
        if u.is_empty() {
            break;
        }
        now = jump(u, now, &watched.state)?;
        let draw = u.arbitrary()?;
        match u.int_in_range(0..=15u8)? {
            0..6 => {
                let kind = *u.choose(&Kind::ALL)?;
                if let Admission::Go(permit) = watched.admit(now, kind, draw) {
                    permits.push(permit);
                }
            }
            6..11 => {
                let permit = u.choose(&permits)?.clone();
                watched.report(now, &permit, &report(u)?, draw);
            }
            11 => watched.rules = u.choose(&*RULES)?,
            12 => watched.check_nobody_waits_for_ever(now),
            13 => {
                let was = watched.state.at();
                watched.state.rebase(was, input::moment(u)?);
            }
            _ => by_hand(u.arbitrary()?, &mut watched, now),
        }
    }
    watched.check_nobody_waits_for_ever(now);
    Ok(())
}

fn jump(u: &mut Unstructured<'_>, now: Moment, state: &Destination) -> Result<Moment> {
    Ok(match u.int_in_range(0..=7u8)? {
        0..3 => now,
        3 => now.after(input::length(u)?),
        4 => Moment::from_millis(state.at().as_millis() - 60_000 - u.int_in_range(0..=1)?),
        5 => Moment::from_millis(now.as_millis() - i64::from(input::length(u)?.get())),
        6 => input::moment(u)?,
        _ => state.at(),
    })
}

fn report(u: &mut Unstructured<'_>) -> Result<Report> {
    use DeadReason::{Attempts, Dns, Gone, Permanent, Window};
    Ok(Report {
        ending: if u.arbitrary()? {
            Ending::Failure(*u.choose(&Failure::ALL)?)
        } else {
            Ending::Status(503)
        },
        class: *u.choose(&Class::ALL)?,
        attempts: if u.arbitrary()? { 2 } else { u.arbitrary()? },
        ended: match u.int_in_range(0..=3u8)? {
            0 => Ended::No,
            1 => Ended::Delivered,
            _ => Ended::Dead(*u.choose(&[Permanent, Gone, Dns, Attempts, Window])?),
        },
    })
}

fn by_hand(choice: u8, watched: &mut Watched<'_>, now: Moment) {
    match choice % 9 {
        0 => watched.change(now, Destination::disable),
        1 => watched.change(now, Destination::enable),
        2 => watched.change(now, Destination::isolate),
        3 => watched.change(now, Destination::reset),
        4 => watched.change(now, Destination::replay),
        5 => watched.change(now, Destination::stop_replay),
        6 => watched.change(now, |state, rules, now| {
            state.waiting(rules, now, u32::MAX);
        }),
        7 => {
            let _ = watched.state.tell(&watched.rules.rules, now);
            let told = watched.state.tell(&watched.rules.rules, now);
            assert_eq!(told, None, "it is told once");
        }
        _ => {
            let rules = &watched.rules.rules;
            let storm = watched.state.storm(rules, now);
            assert!((1_000..=10_000).contains(&storm.stretch.get()));
            let thresholds = &Thresholds::HOOK_MESH;
            let health = watched.state.health(rules, now, 1, u32::MAX, thresholds);
            assert!(!health.to_string().is_empty());
        }
    }
}

/// A short life under all rules, at the state's own time and at the ends of time.
pub(super) fn drive(state: Destination, seed: u64) {
    for rules in &*RULES {
        for now in [state.at(), Moment::MIN, Moment::MAX] {
            short(state, rules, now, seed);
        }
    }
}

/// Every kind of call once, in an order that depends on the seed.
pub(super) fn short(state: Destination, rules: &Rules, now: Moment, seed: u64) {
    let mut watched = Watched { state, rules };
    let mut now = now;
    for turn in 0..6u64 {
        let choice = hash(&(seed, turn));
        let kind = Kind::ALL[choice as usize % 3];
        match watched.admit(now, kind, choice as u32) {
            Admission::Go(permit) => {
                let class = Class::ALL[(choice >> 8) as usize % 5];
                let report = Report {
                    ending: Ending::Status(503),
                    class,
                    attempts: choice as u32,
                    ended: Ended::Dead(DeadReason::Attempts),
                };
                watched.report(now, &permit, &report, choice as u32);
            }
            Admission::Wait { until, .. } => now = until,
            Admission::Hold(_) => {}
        }
        by_hand((choice >> 16) as u8, &mut watched, now);
    }
    watched.check_nobody_waits_for_ever(now);
}

/// A permit that nobody gave, reported to a destination that is new.
pub(super) fn report_forged(permit: &Permit) {
    let now = Moment::from_millis(permit.until().as_millis() - 1);
    for rules in &*RULES {
        let mut watched = Watched {
            state: Destination::new(&rules.rules, now),
            rules,
        };
        let _ = watched.admit(now, Kind::First, 0);
        let report = Report {
            ending: Ending::Status(503),
            class: Class::Transient,
            attempts: 1,
            ended: Ended::No,
        };
        watched.report(now, permit, &report, 0);
    }
}
