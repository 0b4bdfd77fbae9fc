//! Prints `name number` a line: bytes in memory, and of the stored form.

use std::mem::size_of;

use reknock::destination::{Breaker, Budget, Destination, Gate, Health, Replay, Storm};
use reknock::{Decision, Delivery, Derived, Factor, Millis, Moment, Outcome, Policy, PolicyError};

fn main() -> Result<(), PolicyError> {
    println!("policy_bytes {}", size_of::<Policy>());
    println!("delivery_bytes {}", size_of::<Delivery>());
    println!("decision_bytes {}", size_of::<Decision>());
    println!("outcome_bytes {}", size_of::<Outcome>());
    println!("destination_bytes {}", size_of::<Destination>());
    println!("breaker_bytes {}", size_of::<Breaker>());
    println!("gate_bytes {}", size_of::<Gate>());
    println!("budget_bytes {}", size_of::<Budget>());
    println!("storm_bytes {}", size_of::<Storm>());
    println!("replay_bytes {}", size_of::<Replay>());
    println!("health_bytes {}", size_of::<Health>());
    println!("delivery_postcard {}", long_in_trouble()?.to_bytes().len());
    Ok(())
}

/// As long as a delivery gets in real life: unix milliseconds, a thousand attempts,
/// each of them told to come back tomorrow.
fn long_in_trouble() -> Result<Delivery, PolicyError> {
    let policy = Policy::exponential(Millis::from_secs(30), Factor::whole(2))
        .max_attempts(1_000)
        .build()?;
    let mut now = Moment::from_millis(1_700_000_000_000);
    let mut delivery = Delivery::new(now);
    let outcome = Outcome::status(503).with_retry_after(b"86400", None, None);
    while let Decision::Retry { at, .. } =
        policy.decide(&mut delivery, outcome, now, &mut Derived::new(7, 42))
    {
        now = at;
    }
    assert_eq!(delivery.attempts(), 1_000);
    Ok(delivery)
}
