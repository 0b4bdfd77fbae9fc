//! 7. Stored state and policies are untrusted input: any bytes give a valid
//!    value or an error that names the field.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reknock::{Delivery, DeliveryBytes, Moment, Policy, presets};
use serde_json::{Value, json};

use crate::generators::{config, delivery, policy};
use crate::generators_json::json_policy;

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

/// The field an error begins with.
fn field_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split_once(": ")
        .map_or(String::new(), |(field, _)| field.to_owned())
}

/// Whether a dotted path begins with one of these.
fn is_within(field: &str, known: &[&str]) -> bool {
    known.contains(&field.split('.').next().unwrap_or_default())
}

/// Whether a delivery is what its bytes say, read another way: nothing that is
/// out of range was bent into it.
fn says(bytes: &[u8], delivery: &Delivery) -> bool {
    type Tuple = (u8, u32, u8, i64, i64, u32);
    // Integers with needless bytes are only read by core.
    let Ok((v, attempts, dns, created_at, until_next, delay)) =
        postcard::from_bytes::<Tuple>(bytes)
    else {
        return true;
    };
    (v, attempts, dns, delay)
        == (
            1,
            delivery.attempts(),
            delivery.dns_failures(),
            delivery.delay().get(),
        )
        && created_at == delivery.created_at().as_millis()
        && created_at.checked_add(until_next) == Some(delivery.next_at().as_millis())
}

/// An integer of any size, many of them near the ends of time.
fn any_i64() -> impl Strategy<Value = i64> {
    let near = select(&[Moment::MIN, Moment::MAX][..]);
    prop_oneof![
        (any::<i64>(), 0u32..63).prop_map(|(number, shift)| number >> shift),
        (near, -3i64..=3).prop_map(|(end, off)| end.as_millis() + off),
    ]
}

/// Any JSON value, numbers and odd ends in front.
fn any_json() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|value| json!(value)),
        any::<i64>().prop_map(|value| json!(value)),
        any::<u64>().prop_map(|value| json!(value)),
        any::<f64>().prop_map(|value| json!(value)),
        (-2i64..1_200).prop_map(|value| json!(value)),
        "[0-9]{0,4}(d|h|m|s|ms|x)?".prop_map(|value| json!(value)),
        Just(json!([])),
        Just(json!({})),
    ]
}

/// Puts something else in place of one part of a value, at any depth.
fn spoil(value: &mut Value, path: &[Index], with: Value) {
    let [first, rest @ ..] = path else {
        *value = with;
        return;
    };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let place = first.index(fields.len());
            spoil(fields.values_mut().nth(place).unwrap(), rest, with);
        }
        Value::Array(entries) if !entries.is_empty() => {
            let place = first.index(entries.len());
            spoil(&mut entries[place], rest, with);
        }
        _ => *value = with,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_delivery_comes_back_from_every_form(delivery in delivery()) {
        let bytes = delivery.to_bytes();
        prop_assert!(bytes.len() <= DeliveryBytes::MAX);
        prop_assert_eq!(Delivery::from_bytes(&bytes), Ok(delivery));
        prop_assert_eq!(postcard::to_allocvec(&delivery).unwrap(), bytes.to_vec());
        prop_assert_eq!(postcard::from_bytes::<Delivery>(&bytes), Ok(delivery));
        let text = serde_json::to_string(&delivery).unwrap();
        prop_assert_eq!(serde_json::from_str::<Delivery>(&text).unwrap(), delivery);
    }

    #[test]
    fn a_policy_comes_back_from_every_form(policy in policy()) {
        let text = serde_json::to_string(&policy).unwrap();
        prop_assert_eq!(serde_json::from_str::<Policy>(&text).unwrap(), policy, "{}", text);
        let bytes = postcard::to_allocvec(&policy).unwrap();
        prop_assert_eq!(postcard::from_bytes::<Policy>(&bytes), Ok(policy));
    }

    #[test]
    fn any_bytes_give_a_delivery_or_name_a_field(bytes in vec(any::<u8>(), 0..40)) {
        match Delivery::from_bytes(&bytes) {
            Ok(delivery) => prop_assert!(says(&bytes, &delivery)),
            Err(error) => {
                prop_assert!(DELIVERY_FIELDS.contains(&error.field()));
                prop_assert!(error.to_string().starts_with(error.field()));
            }
        }
        if let Ok(delivery) = postcard::from_bytes::<Delivery>(&bytes) {
            prop_assert!(says(&bytes, &delivery));
        }
    }

    /// Well-formed numbers, in range or not.
    #[test]
    fn any_numbers_give_the_delivery_they_say_or_name_a_point(
        (created_at, until_next) in (any_i64(), any_i64()),
        attempts: u32,
        dns: u8,
        delay: u32,
    ) {
        let range = Moment::MIN.as_millis()..=Moment::MAX.as_millis();
        let next_at = created_at.saturating_add(until_next);
        let tuple = (1u8, attempts, dns, created_at, until_next, delay);
        let bytes = postcard::to_allocvec(&tuple).unwrap();
        let from_serde = postcard::from_bytes::<Delivery>(&bytes);
        match Delivery::from_bytes(&bytes) {
            Ok(delivery) => {
                prop_assert!(says(&bytes, &delivery));
                prop_assert_eq!(from_serde, Ok(delivery));
            }
            Err(error) => {
                prop_assert!(from_serde.is_err());
                let wrong = if range.contains(&created_at) { next_at } else { created_at };
                prop_assert!(!range.contains(&wrong));
                prop_assert!(["createdAt", "nextAt"].contains(&error.field()));
            }
        }
    }

    /// Bytes that were right once: nearer to a delivery than chance ever gets.
    #[test]
    fn damaged_bytes_give_a_delivery_or_name_a_field(
        delivery in delivery(),
        damage in vec((any::<Index>(), any::<u8>()), 1..4),
        cut: Index,
    ) {
        let mut bytes = delivery.to_bytes().to_vec();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let short = cut.index(bytes.len());
        for bytes in [&bytes[..], &bytes[..short]] {
            match Delivery::from_bytes(bytes) {
                Ok(delivery) => prop_assert!(says(bytes, &delivery)),
                Err(error) => prop_assert!(DELIVERY_FIELDS.contains(&error.field())),
            }
        }
        prop_assert!(Delivery::from_bytes(&delivery.to_bytes()[..short.min(8)]).is_err());
    }

    #[test]
    fn damaged_policy_bytes_give_a_policy_that_keeps_the_rules(
        policy in policy(),
        damage in vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = postcard::to_allocvec(&policy).unwrap();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(policy) = postcard::from_bytes::<Policy>(&bytes) {
            // JSON is checked on its own: what it accepts keeps the rules.
            let text = serde_json::to_string(&policy).unwrap();
            prop_assert_eq!(serde_json::from_str::<Policy>(&text).unwrap(), policy, "{}", text);
        }
    }

    #[test]
    fn a_spoilt_delivery_is_valid_or_its_field_is_named(
        delivery in delivery(),
        field: Index,
        with in any_json(),
    ) {
        let mut value = serde_json::to_value(delivery).unwrap();
        spoil(&mut value, &[field], with);
        match serde_json::from_value::<Delivery>(value.clone()) {
            Ok(delivery) => {
                let mut read = serde_json::to_value(delivery).unwrap();
                if value["delay"].is_string() {
                    read["delay"] = value["delay"].clone();
                }
                prop_assert_eq!(read, value);
            }
            Err(error) => {
                prop_assert!(DELIVERY_FIELDS.contains(&&*field_of(&error)), "{}", error);
            }
        }
    }

    #[test]
    fn a_spoilt_policy_is_valid_or_its_field_is_named(
        mut value in json_policy(),
        path in vec(any::<Index>(), 1..4),
        with in any_json(),
    ) {
        spoil(&mut value, &path, with);
        for read in [
            serde_json::from_value::<Policy>(value.clone()),
            serde_json::from_str::<Policy>(&value.to_string()),
        ] {
            match read {
                Ok(policy) => {
                    let again = serde_json::to_value(policy).unwrap();
                    prop_assert_eq!(serde_json::from_value::<Policy>(again).unwrap(), policy);
                }
                Err(error) => {
                    prop_assert!(is_within(&field_of(&error), &POLICY_FIELDS), "{}", error);
                }
            }
        }
    }

    #[test]
    fn any_text_is_refused_or_read(text in "[\\[\\]{}\",:0-9a-z.-]{0,60}") {
        let _ = serde_json::from_str::<Policy>(&text);
        let _ = serde_json::from_str::<Delivery>(&text);
    }
}

#[test]
fn an_unknown_field_is_named_as_it_was_written() {
    let mut policy = serde_json::to_value(presets::SVIX).unwrap();
    policy["maxDelays"] = json!(5);
    let error = serde_json::from_value::<Policy>(policy).unwrap_err();
    assert_eq!(field_of(&error), "maxDelays");
    let mut delivery = serde_json::to_value(Delivery::new(Moment::MIN)).unwrap();
    delivery["id"] = json!("evt_1");
    let error = serde_json::from_value::<Delivery>(delivery).unwrap_err();
    assert_eq!(field_of(&error), "id");
}
