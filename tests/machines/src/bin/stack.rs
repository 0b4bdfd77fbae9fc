//! How much stack each call of core needs on a microcontroller: the most it
//! took in the course of many deliveries, one after the other.

#![no_std]
#![no_main]

use core::hint::black_box;

use reknock::destination::{Admission, Destination, DestinationRules, Kind, Permit, Report};
use reknock::http::Headers;
use reknock::{Decision, Delivery, Derived, Failure, Moment, Outcome, Policy, presets};
use reknock_machines::bare;
use semihosting::{println, process};

/// Enough for breakers to open and for short schedules to end.
const TRIES: usize = 40;

static RULES: DestinationRules = DestinationRules::DEFAULT;

static HEADERS: Headers<'_> = Headers {
    retry_after: Some(b"Sunday, 06-Nov-94 08:50:37 GMT"),
    date: Some(b"Sun, 06 Nov 1994 08:49:37 GMT"),
    rate_limit: Some(b"\"a\";r=9, \"b\";r=0;t=50"),
    ..Headers::NONE
};

/// A sender in the middle of its work.
struct Sender {
    policy: &'static Policy,
    delivery: Delivery,
    destination: Destination,
    now: Moment,
    draws: Derived,
    permit: Option<Permit>,
    outcome: Outcome,
    decision: Decision,
}

/// Its name, and what it does.
type Call = (&'static str, fn(&mut Sender));

/// In the order of a try.
const CALLS: [Call; 8] = [
    // What measuring takes.
    ("nothing", |sender| {
        black_box(sender);
    }),
    ("admit", |sender| {
        let (rules, now) = (black_box(&RULES), sender.now);
        let kind = black_box(Kind::Retry);
        let admission = sender
            .destination
            .admit(rules, now, kind, &mut sender.draws);
        sender.permit = match admission {
            Admission::Go(permit) => Some(permit),
            _ => None,
        };
    }),
    ("headers", |sender| {
        sender.outcome = sender.outcome.with_headers(black_box(&HEADERS), None);
    }),
    ("decide", |sender| {
        let (outcome, now) = (sender.outcome, sender.now);
        let (delivery, draws) = (&mut sender.delivery, &mut sender.draws);
        sender.decision = sender.policy.decide(delivery, outcome, now, draws);
    }),
    ("report", |sender| {
        let (outcome, now) = (sender.outcome, sender.now);
        if let Some(permit) = sender.permit.take() {
            let report = Report::of(sender.policy, outcome, &sender.delivery, &sender.decision);
            let (rules, draws) = (black_box(&RULES), &mut sender.draws);
            let heard = sender
                .destination
                .report(rules, now, permit, &report, draws);
            black_box(heard);
        }
    }),
    ("store_delivery", |sender| {
        let bytes = sender.delivery.to_bytes();
        if let Ok(delivery) = Delivery::from_bytes(black_box(&bytes)) {
            sender.delivery = delivery;
        }
    }),
    ("store_destination", |sender| {
        let bytes = sender.destination.to_bytes();
        if let Ok(destination) = Destination::from_bytes(black_box(&bytes)) {
            sender.destination = destination;
        }
    }),
    ("status", |sender| {
        let (rules, now) = (black_box(&RULES), sender.now);
        black_box(sender.destination.status(rules, now));
    }),
];

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    bare::start();
    let outcomes = [
        Outcome::status(500),
        Outcome::status(429),
        Outcome::failure(Failure::Dns),
        Outcome::status(503),
        Outcome::failure(Failure::Timeout),
        Outcome::status(404),
        Outcome::status(200),
        Outcome::status(410),
    ];
    let mut most = [0; CALLS.len()];
    for preset in presets::ALL {
        let now = Moment::from_millis(0);
        let mut sender = Sender {
            policy: black_box(preset.policy),
            delivery: Delivery::new(now),
            destination: Destination::new(&RULES, now),
            now,
            draws: Derived::new(7, 42),
            permit: None,
            outcome: outcomes[0],
            decision: Decision::Delivered,
        };
        for number in 0..TRIES {
            sender.outcome = outcomes[number / 5];
            for ((_, call), most) in CALLS.iter().zip(&mut most) {
                *most = (*most).max(bare::depth(*call, &mut sender));
            }
            sender.now = sender.delivery.next_at();
        }
    }
    for ((name, _), depth) in CALLS.iter().zip(most).skip(1) {
        println!("stack: {name} {}", depth - most[0]);
    }
    process::exit(0)
}
