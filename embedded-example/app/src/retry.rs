//! Everything this application says to `reknock`, and all that `reknock` has to
//! remember: one server's guards and a delivery for each event that waits.
//!
//! The functions are not inlined: two couriers call each of them.

use reknock::destination::{Admission, Alone, Because, Breaker, Gate, Pass, Place, Weight};
use reknock::{Decision, Delivery, DeliveryBytes, Derived, Millis, Moment, Outcome};

use crate::policy::{BREAKER, GATE, POLICY, SLOTS};

/// The guards of one server, and how far each event got.
pub struct Desk {
    breaker: Alone<Breaker>,
    gate: Alone<Gate>,
    deliveries: [Option<Delivery>; SLOTS],
}

/// A try that may be made, to be reported or given back.
#[must_use = "a permit is to be reported or given back"]
pub struct Permit {
    place: Place,
    pass: Pass,
}

/// Not now: it costs the event nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// When to ask again, at the latest.
    pub until: Moment,
    /// What stands in the way.
    pub because: Because,
}

impl Desk {
    /// A server that nothing is known of.
    #[inline(never)]
    pub const fn new(now: Moment) -> Self {
        Self {
            breaker: Breaker::alone(now),
            gate: Gate::alone(now),
            deliveries: [None; SLOTS],
        }
    }

    /// A new event: its delivery begins now.
    #[inline(never)]
    pub fn begin(&mut self, slot: usize, now: Moment) -> Delivery {
        let delivery = Delivery::new(now);
        self.put(slot, delivery);
        delivery
    }

    /// An event from before a reset. `was` is the last moment known of the clock
    /// that stopped, `now` what the new one shows: the two are taken for the
    /// same, as if no time had passed.
    #[inline(never)]
    pub fn resume(&mut self, slot: usize, mut delivery: Delivery, was: Moment, now: Moment) {
        delivery.rebase(was, now);
        self.put(slot, delivery);
    }

    /// It turned out that this much more time had passed.
    #[inline(never)]
    pub fn lapse(&mut self, slot: usize, now: Moment, passed: Millis) {
        if let Some(Some(delivery)) = self.deliveries.get_mut(slot) {
            let earlier = now.as_millis().saturating_sub(i64::from(passed.get()));
            delivery.rebase(now, Moment::from_millis(earlier));
        }
    }

    /// Whether a try may be made now: there must be a place at the gate, and the
    /// breaker must let it pass. A refusal costs the event nothing.
    #[inline(never)]
    pub fn admit(&mut self, now: Moment, draws: &mut Derived) -> Result<Permit, Refusal> {
        let place = granted(self.gate.admit(&GATE, now, draws))?;
        match granted(self.breaker.admit(&BREAKER, now, draws)) {
            Ok(pass) => Ok(Permit { place, pass }),
            Err(refusal) => {
                self.gate.release(&GATE, now, place);
                Err(refusal)
            }
        }
    }

    /// A try has ended: decides what comes next, and tells the guards.
    #[inline(never)]
    pub fn report(
        &mut self,
        slot: usize,
        permit: Permit,
        outcome: Outcome,
        now: Moment,
        draws: &mut Derived,
    ) -> Option<Decision> {
        self.gate.release(&GATE, now, permit.place);
        let weight = BREAKER.weight(outcome.ending(), POLICY.classify(outcome));
        self.breaker
            .result(&BREAKER, now, permit.pass, weight, draws);
        let delivery = self.deliveries.get_mut(slot)?.as_mut()?;
        Some(POLICY.decide(delivery, outcome, now, draws))
    }

    /// A try was interrupted: nobody is charged for it.
    #[inline(never)]
    pub fn give_back(&mut self, permit: Permit, now: Moment, draws: &mut Derived) {
        self.gate.release(&GATE, now, permit.place);
        self.breaker
            .result(&BREAKER, now, permit.pass, Weight::Ignore, draws);
    }

    /// The event is done with.
    pub fn remove(&mut self, slot: usize) {
        if let Some(delivery) = self.deliveries.get_mut(slot) {
            *delivery = None;
        }
    }

    /// How far an event got.
    pub fn delivery(&self, slot: usize) -> Option<&Delivery> {
        self.deliveries.get(slot)?.as_ref()
    }

    /// Whether its window has passed, so that no try is to be made any more.
    #[inline(never)]
    pub fn expired(&self, slot: usize, now: Moment) -> bool {
        self.delivery(slot)
            .is_some_and(|delivery| POLICY.expired(delivery, now))
    }

    fn put(&mut self, slot: usize, delivery: Delivery) {
        if let Some(place) = self.deliveries.get_mut(slot) {
            *place = Some(delivery);
        }
    }
}

/// Who holds out until someone acts asks again at the end of time.
fn granted<P>(refused: Admission<P>) -> Result<P, Refusal> {
    let (until, because) = match refused {
        Admission::Go(permit) => return Ok(permit),
        Admission::Wait { until, because } => (until, because),
        Admission::Hold(because) => (Moment::MAX, because),
    };
    Err(Refusal { until, because })
}

/// What a status and its `Retry-After` mean. A date is measured against the
/// response's own `Date`, else against what the device knows of the time.
///
/// `Outcome::with_headers` would look at the `RateLimit` fields too, for 1.2 KB
/// of flash more.
#[inline(never)]
pub fn outcome(
    status: u16,
    retry_after: Option<&[u8]>,
    date: Option<&[u8]>,
    wall: Option<Moment>,
) -> Outcome {
    let outcome = Outcome::status(status);
    match retry_after {
        Some(value) => outcome.with_retry_after(value, date, wall),
        None => outcome,
    }
}

/// The unix milliseconds of a `Date` header.
#[inline(never)]
pub fn date(value: &[u8]) -> Option<Moment> {
    reknock::http::date(value, None)
}

/// A delivery as it goes into flash.
#[inline(never)]
pub fn to_bytes(delivery: &Delivery) -> DeliveryBytes {
    delivery.to_bytes()
}

/// A delivery as it comes out of flash; nothing, if the bytes are none.
#[inline(never)]
pub fn from_bytes(bytes: &[u8]) -> Option<Delivery> {
    Delivery::from_bytes(bytes).ok()
}

/// The draws of an event: its own, so that events of one device, and devices of
/// a fleet, come back apart.
#[inline(never)]
pub fn draws(seed: u64, id: &str) -> Derived {
    Derived::for_id(seed, id)
}
