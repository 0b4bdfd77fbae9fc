//! The figures of docs/guards.md that its example does not count itself.

use reknock::{Decision, Delivery, Derived, Moment, Outcome, presets};

/// The example's 30 events, policy and draws, without the guards.
#[test]
fn without_guards_the_example_knocks_141_times_and_loses_21() {
    let [start, up_again] = [0, 300_000].map(Moment::from_millis);
    let (mut knocks, mut dead) = (0, 0);
    for id in 0..30 {
        let (mut delivery, mut draws) = (Delivery::new(start), Derived::new(0x5eed, id));
        let mut now = start;
        while now < up_again {
            knocks += 1;
            match presets::STORM_SAFE.decide(&mut delivery, Outcome::status(503), now, &mut draws) {
                Decision::Retry { at, .. } => now = at,
                _ => {
                    dead += 1;
                    break;
                }
            }
        }
    }
    assert_eq!((knocks, dead), (141, 21));
}
