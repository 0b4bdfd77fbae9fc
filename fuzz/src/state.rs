//! Stored bytes and JSON: anything gives a valid value or an error that names
//! the field, and whatever was accepted is lived with.

use std::hash::{DefaultHasher, Hash, Hasher};

use reknock::{Class, Delivery, Derived, Failure, Millis, Moment, Outcome, Policy, Stretch};
use serde_json::Value;

use crate::input;
use crate::invariants::{self, Step};

const DELIVERY_FIELDS: [&str; 6] = ["v", "attempts", "dns", "createdAt", "nextAt", "delay"];
const POLICY_FIELDS: [&str; 9] = [
    "backoff",
    "jitter",
    "maxDelay",
    "maxAttempts",
    "window",
    "dnsAttempts",
    "throttleFactor",
    "hints",
    "classes",
];

/// The first byte says what the others are: `b` a delivery's bytes, `d` its
/// JSON, `p` a policy's JSON, `c` its compact form. Letters, so that a seed is
/// written by hand.
pub fn state(data: &[u8]) {
    let Some((kind, stored)) = data.split_first() else {
        return;
    };
    match kind {
        b'b' => delivery_bytes(stored),
        b'd' => delivery_json(stored),
        b'p' => policy_json(stored),
        b'c' => policy_compact(stored),
        _ => {}
    }
}

fn delivery_bytes(stored: &[u8]) {
    let read = Delivery::from_bytes(stored);
    let postcard: Result<(Delivery, &[u8]), _> = postcard::take_from_bytes(stored);
    match read {
        Ok(delivery) => {
            assert_eq!(Delivery::from_bytes(&delivery.to_bytes()), Ok(delivery));
            assert!(
                delivery.to_bytes().len() <= stored.len(),
                "the shortest form is written"
            );
            // postcard takes fewer bytes for a small number than core puts up with.
            if let Ok((same, rest)) = postcard {
                assert_eq!((same, rest), (delivery, &[][..]));
            }
            drive_delivery(delivery, stored);
        }
        Err(error) => {
            assert!(DELIVERY_FIELDS.contains(&error.field()), "{error}");
            if let Ok((delivery, rest)) = postcard {
                assert!(!rest.is_empty(), "{error}, but postcard reads {delivery:?}");
            }
        }
    }
}

fn delivery_json(stored: &[u8]) {
    let value: Result<Value, _> = serde_json::from_slice(stored);
    match serde_json::from_slice::<Delivery>(stored) {
        Ok(delivery) => {
            // What a reader that knows nothing of deliveries finds there.
            let value = value.expect("accepted, so it is JSON");
            assert_eq!(
                value.as_object().map(serde_json::Map::len),
                Some(DELIVERY_FIELDS.len())
            );
            assert_eq!(value["v"], 1);
            assert_eq!(value["attempts"], delivery.attempts());
            assert_eq!(value["dns"], delivery.dns_failures());
            assert_eq!(value["createdAt"], delivery.created_at().as_millis());
            assert_eq!(value["nextAt"], delivery.next_at().as_millis());
            let delay = match &value["delay"] {
                Value::String(text) => text.parse().expect("accepted, so it is a length"),
                number => Millis::new(number.as_u64().unwrap().try_into().unwrap()),
            };
            assert_eq!(delay, delivery.delay());

            let json = serde_json::to_vec(&delivery).unwrap();
            assert_eq!(serde_json::from_slice::<Delivery>(&json).unwrap(), delivery);
            assert_eq!(Delivery::from_bytes(&delivery.to_bytes()), Ok(delivery));
            drive_delivery(delivery, stored);
        }
        Err(error) => check_names_field(&error, &value, &DELIVERY_FIELDS),
    }
}

fn policy_json(stored: &[u8]) {
    match serde_json::from_slice::<Policy>(stored) {
        Ok(policy) => keep_policy(&policy, stored),
        Err(error) => check_names_field(&error, &serde_json::from_slice(stored), &POLICY_FIELDS),
    }
}

fn policy_compact(stored: &[u8]) {
    if let Ok(policy) = postcard::from_bytes::<Policy>(stored) {
        keep_policy(&policy, stored);
    }
}

/// A JSON object that is refused is refused for one of its fields, or for one
/// that does not belong there.
fn check_names_field(
    error: &serde_json::Error,
    value: &serde_json::Result<Value>,
    fields: &[&str],
) {
    let text = error.to_string();
    if let Ok(Value::Object(_)) = value {
        let field = text.split([':', '.']).next().unwrap_or_default();
        let is_named = fields.contains(&field) || text.contains(": is not known here; known are ");
        assert!(is_named, "no field in {text:?}");
    }
}

/// An accepted policy goes through both forms unchanged, and is lived with.
fn keep_policy(policy: &Policy, stored: &[u8]) {
    let json = serde_json::to_string(policy).unwrap();
    assert_eq!(
        serde_json::from_str::<Policy>(&json).unwrap(),
        *policy,
        "{json}"
    );
    let compact = postcard::to_allocvec(policy).unwrap();
    assert_eq!(
        postcard::from_bytes::<Policy>(&compact).unwrap(),
        *policy,
        "{json}"
    );
    invariants::check_policy(policy);

    let now = Moment::from_millis(1_700_000_000_000);
    drive(policy, Delivery::new(now), now, stored);
    // As old as a delivery can be: the 32 bits of attempts are used up.
    let old = b"\x01\xff\xff\xff\xff\x0f\xfe\x00\x00\xff\xff\xff\xff\x0f";
    drive(
        policy,
        Delivery::from_bytes(old).expect("in range"),
        Moment::from_millis(1),
        stored,
    );
}

fn drive_delivery(delivery: Delivery, stored: &[u8]) {
    let choice = hash(stored) as usize;
    for now in [
        delivery.next_at(),
        delivery.created_at(),
        Moment::MIN,
        Moment::MAX,
    ] {
        drive(input::preset(choice), delivery, now, stored);
    }
}

/// A short life: every kind of outcome, one after the other.
fn drive(policy: &Policy, mut delivery: Delivery, mut now: Moment, stored: &[u8]) {
    let mut source = Derived::new(hash(stored), 0);
    let hint = Millis::new(hash(&delivery) as u32);
    let outcomes = [
        (Outcome::failure(Failure::Local), 0),
        (Outcome::status(503), 0),
        (Outcome::status(429), 0),
        (Outcome::status(503).with_hint(hint), hint.get()),
        (Outcome::failure(Failure::Dns), 0),
        (Outcome::status(200).with_class(Class::Throttled), 0),
        (Outcome::status(410), 0),
        (Outcome::status(200), 0),
    ];
    for (outcome, asked) in outcomes {
        let stretch = Stretch::per_mille(hash(&now.as_millis()) as u16);
        let step = Step {
            policy,
            outcome,
            asked,
            now,
            stretch,
        };
        let _ = invariants::decide(step, &mut delivery, &mut source);
        now = delivery.next_at();
    }
}

/// A number that depends on the input alone.
fn hash<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
