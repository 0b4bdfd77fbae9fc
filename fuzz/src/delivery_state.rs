//! A stored delivery: any bytes or JSON give a valid state or an error that
//! names the field, and whatever was accepted is driven through decisions.

use arbitrary::{Result, Unstructured};
use reknock::{Class, Delivery, Derived, Failure, Millis, Moment, Outcome, Stretch};
use serde_json::Value;

use crate::forged;
use crate::invariants::{self, Step};
use crate::stored::{check_names_field, hash};
use crate::subject::Subject;

const FIELDS: [&str; 6] = ["v", "attempts", "dns", "createdAt", "nextAt", "delay"];

/// Bytes that begin with `{` are the JSON form, those after an `s` make up its
/// fields, all others are the binary form.
pub fn delivery_state(data: &[u8]) {
    match data.split_first() {
        Some((b'{', _)) => json(data),
        Some((b's', rest)) => {
            // Bytes that run out leave a field without a value; that is no finding.
            let _ = fields(&mut Unstructured::new(rest));
        }
        _ => bytes(data),
    }
}

/// Numbers around the ends of their ranges: accepted if all lie within.
fn fields(u: &mut Unstructured<'_>) -> Result<()> {
    const POINT: i128 = (1 << 53) - 1;
    let ranges: [(i128, i128); 6] = [
        (1, 1),
        (0, u32::MAX.into()),
        (0, u8::MAX.into()),
        (-POINT, POINT),
        (-POINT, POINT),
        (0, u32::MAX.into()),
    ];
    let mut numbers = [0; 6];
    for (number, (low, high)) in numbers.iter_mut().zip(ranges) {
        *number = match u.int_in_range(0..=15u8)? {
            0 => low - i128::from(u.int_in_range(0..=1u8)?),
            1 => high + i128::from(u.int_in_range(0..=1u8)?),
            _ => u.arbitrary::<i64>().map(i128::from)?.clamp(low, high),
        };
    }
    let all = || FIELDS.into_iter().zip(numbers).zip(ranges);
    let is_valid = all().all(|((_, number), (low, high))| (low..=high).contains(&number));
    let text: Vec<String> = all()
        .map(|((name, number), _)| format!(r#""{name}":{number}"#))
        .collect();
    let text = format!("{{{}}}", text.join(","));
    let read = serde_json::from_str::<Delivery>(&text);
    assert_eq!(read.is_ok(), is_valid, "{text}");
    json(text.as_bytes());

    // The same as bytes, where a number that is no byte or below 0 cannot be written.
    let [version, attempts, dns, created_at, next_at, delay] = numbers;
    let (Ok(version), Ok(dns)) = (u8::try_from(version), u8::try_from(dns)) else {
        return Ok(());
    };
    let (Ok(attempts), Ok(delay)) = (u64::try_from(attempts), u64::try_from(delay)) else {
        return Ok(());
    };
    let mut written = forged::Bytes(vec![version]);
    written.u64(attempts);
    written.byte(dns);
    written.i64(created_at as i64);
    written.i64((next_at - created_at) as i64);
    written.u64(delay);
    let read_back = Delivery::from_bytes(&written.0);
    assert_eq!(read_back.is_ok(), is_valid, "{text}");
    assert_eq!(read_back.ok(), read.ok());
    bytes(&written.0);
    Ok(())
}

fn bytes(stored: &[u8]) {
    let read = Delivery::from_bytes(stored);
    let postcard: postcard::Result<(Delivery, &[u8])> = postcard::take_from_bytes(stored);
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
            drive_everywhere(delivery, stored);
        }
        Err(error) => {
            assert!(FIELDS.contains(&error.field()), "{error}");
            // postcard puts up with a point of more bytes than a point needs.
            if let Ok((delivery, _)) = postcard {
                assert_ne!(*delivery.to_bytes(), *stored, "{error}");
            }
        }
    }
}

fn json(stored: &[u8]) {
    let value: serde_json::Result<Value> = serde_json::from_slice(stored);
    match serde_json::from_slice::<Delivery>(stored) {
        Ok(delivery) => {
            check_values(delivery, &value.expect("accepted, so it is JSON"));
            let json = serde_json::to_vec(&delivery).unwrap();
            assert_eq!(serde_json::from_slice::<Delivery>(&json).unwrap(), delivery);
            assert_eq!(Delivery::from_bytes(&delivery.to_bytes()), Ok(delivery));
            drive_everywhere(delivery, stored);
        }
        Err(error) => check_names_field(&error, &value, &FIELDS),
    }
}

/// What a reader that knows nothing of deliveries finds there.
fn check_values(delivery: Delivery, value: &Value) {
    assert_eq!(
        value.as_object().map(serde_json::Map::len),
        Some(FIELDS.len())
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
}

fn drive_everywhere(delivery: Delivery, stored: &[u8]) {
    let subject = Subject::preset(hash(stored) as usize);
    for now in [
        delivery.next_at(),
        delivery.created_at(),
        Moment::MIN,
        Moment::MAX,
    ] {
        drive(subject, delivery, now, stored);
    }
}

/// A short life: every kind of outcome, one after the other.
pub(crate) fn drive(subject: &Subject, mut delivery: Delivery, mut now: Moment, stored: &[u8]) {
    let mut source = Derived::new(hash(stored), 0);
    let asked = hash(&delivery) as u32;
    let throttled = Some(Class::Throttled);
    let outcomes = [
        (Outcome::failure(Failure::Local), None, 0),
        (Outcome::status(503), None, 0),
        (Outcome::status(429), None, 0),
        (
            Outcome::status(503).with_hint(Millis::new(asked)),
            None,
            asked,
        ),
        (Outcome::failure(Failure::Dns), None, 0),
        (
            Outcome::status(200).with_class(Class::Throttled),
            throttled,
            0,
        ),
        (Outcome::status(410), None, 0),
        (Outcome::status(200), None, 0),
    ];
    for (outcome, class, asked) in outcomes {
        let step = Step {
            subject,
            outcome,
            class,
            asked,
            asked_if_throttled: 0,
            now,
            stretch: Stretch::per_mille(hash(&now.as_millis()) as u16),
        };
        let _ = invariants::decide(step, &mut delivery, &mut source);
        now = delivery.next_at();
    }
}
