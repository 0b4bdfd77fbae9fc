//! What a gate costs a healthy server: nothing but its limit, if whoever was
//! turned away asks again as soon as a report gives a place back.

use std::collections::BTreeMap;

use reknock::destination::{
    Admission, Because, Destination, DestinationRules, Ended, Heard, Kind, Report,
};
use reknock::{Class, Derived, Ending};

use crate::clock::{START, point};

const MINUTE: i64 = 60_000;
const PLACES: i64 = 10;

/// After a refusal, when does a queue ask again?
#[derive(Clone, Copy, PartialEq)]
enum Asks {
    /// As the page has it: at `until`, or once something was reported.
    AfterReports,
    OnlyAtUntil,
}

/// How many deliveries arrive in a minute, where more are always due and each
/// is answered so soon.
fn arrived(kind: Kind, latency: i64, asks: Asks) -> i64 {
    let rules = DestinationRules::DEFAULT;
    let mut guards = Destination::new(&rules, point(START));
    let delivered = Report {
        ending: Ending::Status(200),
        class: Class::Delivered,
        attempts: 2,
        ended: Ended::Delivered,
    };
    let (mut arrived, mut id) = (0, 0);
    let (mut now, mut rests) = (START, START);
    let mut under_way = BTreeMap::new();
    loop {
        while rests <= now {
            id += 1;
            match guards.admit(&rules, point(now), kind, &mut Derived::new(0x5eed, id)) {
                Admission::Go(permit) => _ = under_way.insert((now + latency, id), permit),
                Admission::Wait { until, because } => {
                    assert_eq!(because, Because::Full);
                    rests = until.as_millis();
                }
                Admission::Hold(because) => panic!("nothing is held here: {because}"),
            }
        }
        let answer = under_way.keys().next().map_or(i64::MAX, |(at, _)| *at);
        now = rests.min(answer);
        if now > START + MINUTE {
            return arrived;
        }
        while let Some(first) = under_way.first_entry().filter(|first| first.key().0 <= now) {
            let draws = &mut Derived::new(0x5eed, 0);
            let heard = guards.report(&rules, point(now), first.remove(), &delivered, draws);
            assert_ne!(heard, Heard::Late);
            arrived += 1;
            if asks == Asks::AfterReports {
                rests = now;
            }
        }
    }
}

/// `max` at a time, each for as long as its answer takes: that is all there is.
#[test]
fn a_healthy_server_gets_all_that_its_gate_allows() {
    for kind in [Kind::First, Kind::Retry] {
        for latency in [5, 20, 50, 333, 2_000] {
            let most = PLACES * (MINUTE / latency);
            let arrived = arrived(kind, latency, Asks::AfterReports);
            assert_eq!(arrived, most, "{latency} ms for an answer");
        }
    }
}

/// Why the page insists: a queue that only waits gets a place for every second
/// and a half that it waits, however quick the server is.
#[test]
fn a_queue_that_only_waits_gets_a_fraction() {
    let waiting = arrived(Kind::First, 20, Asks::OnlyAtUntil);
    println!("20 ms: {waiting} a minute");
    assert!((350..500).contains(&waiting));
}
