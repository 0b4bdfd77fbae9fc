//! What is put to the destination and to its model: rules, and calls.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::destination::{
    BreakerRules, BudgetRules, DestinationRules, DisableRules, Draft, Ended, GateRules,
    HealthRules, Kind, ReplayRules, Report, StormRules, Weight,
};
use reknock::{Class, DeadReason, Ending, Failure, Millis};

#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
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

pub(super) fn events() -> impl Strategy<Value = Vec<(i64, Event, u32)>> {
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

pub(super) fn rules() -> impl Strategy<Value = (DestinationRules, Numbers)> {
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
pub(super) struct Numbers {
    pub(super) gone: bool,
    pub(super) exhausted: usize,
    pub(super) failing: u64,
    pub(super) failures: usize,
    pub(super) slot: u64,
    pub(super) throttled: Weight,
    pub(super) permanent: Weight,
    pub(super) own: Weight,
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
    let all = prop_oneof![15 => usual, 1 => rare];
    (all, 0u32..5).prop_map(|((ending, class, ended), attempts)| Report {
        ending,
        class,
        attempts,
        ended,
    })
}

fn built<R, E: std::fmt::Debug>(draft: Draft<R>, build: fn(Draft<R>) -> Result<R, E>) -> R {
    build(draft).expect("valid rules")
}
