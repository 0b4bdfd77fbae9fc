//! What the users of other senders had to ask for, each with a test that shows
//! that it is there.

use reknock::destination::{
    Admission, Because, Destination, DestinationRules, Ended, Heard, Kind, Permit, Report, Why,
};
use reknock::{Class, DeadReason, Derived, Ending, Millis, Moment};

use crate::clock::{START, point};

const RULES: DestinationRules = DestinationRules::DEFAULT;

fn ask(destination: &mut Destination, now: Moment, kind: Kind, id: u64) -> Admission<Permit> {
    destination.admit(&RULES, now, kind, &mut Derived::new(0x5eed, id))
}

fn report(destination: &mut Destination, now: Moment, permit: Permit, status: u16) -> Heard {
    let class = Class::of_status(status);
    let report = Report {
        ending: Ending::Status(status),
        class,
        attempts: 1,
        ended: match class {
            Class::Gone => Ended::Dead(DeadReason::Gone),
            _ => Ended::Delivered,
        },
    };
    destination.report(&RULES, now, permit, &report, &mut Derived::new(0x5eed, 0))
}

/// A destination that nine more deliveries were under way to when the first of
/// them heard that it is gone.
fn gone(now: Moment) -> (Destination, Vec<Heard>) {
    let mut destination = Destination::new(&RULES, now);
    let permits: Vec<Permit> = (0..10)
        .map(|id| match ask(&mut destination, now, Kind::First, id) {
            Admission::Go(permit) => permit,
            other => panic!("{other:?}"),
        })
        .collect();
    let heard = permits
        .into_iter()
        .map(|permit| report(&mut destination, now, permit, 410))
        .collect();
    (destination, heard)
}

/// outpost#995: an owner with 10,000 events got 10,000 messages.
#[test]
fn outpost_one_alert_for_a_destination_not_for_an_event() {
    let now = point(START);
    let (mut destination, heard) = gone(now);
    let disabled = |heard: &&Heard| {
        matches!(
            heard,
            Heard::Counted {
                disabled: Some(_),
                ..
            }
        )
    };
    assert_eq!(heard.iter().filter(disabled).count(), 1);
    let told: Vec<_> = (0..10_000)
        .filter_map(|minutes| destination.tell(&RULES, now.after(Millis::from_mins(minutes))))
        .collect();
    assert_eq!(told, [Why::Gone]);
}

/// outpost#611: events of a disabled destination were dropped, or came all at
/// once when it was enabled.
#[test]
fn outpost_events_of_a_disabled_destination_are_kept_and_then_paced() {
    let now = point(START);
    let (mut destination, _) = gone(now);
    for kind in Kind::ALL {
        let refused = ask(&mut destination, now.after(Millis::from_days(9)), kind, 0);
        assert_eq!(refused, Admission::Hold(Because::Disabled));
    }
    let now = now.after(Millis::from_days(10));
    destination.enable(&RULES, now);
    let (mut at, mut sent) = (now, 0);
    while at < now.after(Millis::from_mins(1)) {
        match ask(&mut destination, at, Kind::Replay, sent) {
            Admission::Go(permit) => {
                sent += 1;
                report(&mut destination, at, permit, 200);
            }
            Admission::Wait { until, because } => {
                assert_eq!(because, Because::Pace);
                at = until;
            }
            Admission::Hold(because) => panic!("{because}"),
        }
    }
    assert_eq!(sent, 100, "a minute's worth, of however many wait");
}

/// convoy#1926: a failing endpoint clogs the queue of healthy ones. With a whole
/// pool of workers this is `isolation.rs`; in one step, it is this.
#[test]
fn convoy_a_failing_endpoint_takes_no_more_than_its_places() {
    let now = point(START);
    let (mut stalled, mut healthy) = (Destination::new(&RULES, now), Destination::new(&RULES, now));
    let let_in = (0..50_000)
        .filter(|id| matches!(ask(&mut stalled, now, Kind::First, *id), Admission::Go(_)))
        .count();
    assert_eq!(let_in, 10);
    assert!(matches!(
        ask(&mut healthy, now, Kind::First, 0),
        Admission::Go(_)
    ));
}
