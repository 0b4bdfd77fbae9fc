//! Forms beside JSON: compact ones, and what is of another kind than its field.

use reknock::destination::{Destination, DestinationRules, Pass, Place};
use reknock::{Class, Delivery, Failure, Millis, Moment, Policy};
use reknock_tests::fixtures::State;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::{Error, MapDeserializer};
use serde_json::json;

const STORED: State = State {
    attempts: 3,
    dns: 1,
    created_at: 1_700_000_000_000,
    next_at: 1_700_000_090_000,
    delay: 60_000,
};

#[test]
fn a_delivery_is_compact_where_nobody_reads_it() {
    let delivery = STORED.delivery();
    let bytes = postcard::to_allocvec(&delivery).unwrap();
    // Version, 3 tries, 1 of them for DNS; a point; from there on to the next try; the delay.
    let form = (
        1_u8,
        3_u32,
        1_u8,
        1_700_000_000_000_i64,
        90_000_i64,
        60_000_u32,
    );
    assert_eq!(bytes, postcard::to_allocvec(&form).unwrap());
    assert_eq!(postcard::from_bytes(&bytes), Ok(delivery));
}

#[test]
fn a_compact_delivery_of_another_version_or_out_of_time_is_refused() {
    let reads = |version: u8, created_at: i64, until_next: i64| {
        let form = (version, 3_u32, 1_u8, created_at, until_next, 60_000_u32);
        let bytes = postcard::to_allocvec(&form).unwrap();
        postcard::from_bytes::<Delivery>(&bytes).is_ok()
    };
    const LATEST: i64 = (1 << 53) - 1;
    assert!(reads(1, 0, 0));
    assert!(!reads(2, 0, 0));
    assert!(reads(1, LATEST, 0));
    assert!(!reads(1, LATEST + 1, 0));
    assert!(!reads(1, LATEST, 1));
}

#[test]
fn a_compact_policy_keeps_its_exceptions() {
    let policy = Policy::constant(Millis::from_secs(1))
        .status_means(409, Class::Gone)
        .statuses_mean(500, 599, Class::Permanent)
        .failure_means(Failure::Tls, Class::Permanent)
        .build()
        .unwrap();
    let bytes = postcard::to_allocvec(&policy).unwrap();
    assert_eq!(postcard::from_bytes(&bytes), Ok(policy));
}

#[test]
fn passes_and_places_go_through_json() {
    let until = Moment::from_millis(60_000);
    let pass = Pass::from_parts(7, Some((2, until)));
    let form = json!({ "generation": 7, "probe": { "index": 2, "until": 60_000 } });
    assert_eq!(serde_json::to_value(&pass).unwrap(), form);
    assert_eq!(serde_json::from_value::<Pass>(form).unwrap(), pass);
    let place = Place::from_parts(3, 2, until);
    let form = json!({ "index": 3, "generation": 2, "until": 60_000 });
    assert_eq!(serde_json::to_value(&place).unwrap(), form);
    assert_eq!(serde_json::from_value::<Place>(form).unwrap(), place);
}

#[test]
fn what_is_of_another_kind_is_told_what_was_expected() {
    fn refusal<T: DeserializeOwned>(json: &str) -> String {
        let error = serde_json::from_str::<T>(json).err().unwrap().to_string();
        error
            .split_once(" at line")
            .map_or(error.clone(), |(text, _)| text.into())
    }
    assert_eq!(
        refusal::<Policy>("5"),
        "invalid type: integer `5`, expected a policy such as \
         {\"backoff\":{\"exponential\":{\"base\":\"30s\",\"factor\":2}}}"
    );
    assert_eq!(
        refusal::<Delivery>("5"),
        "invalid type: integer `5`, expected a delivery such as \
         {\"v\":1,\"attempts\":0,\"dns\":0,\"createdAt\":0,\"nextAt\":0,\"delay\":0}"
    );
    assert_eq!(
        refusal::<Moment>("true"),
        "invalid type: boolean `true`, expected \
         milliseconds from -9007199254740991 to 9007199254740991"
    );
    let fresh = Destination::new(&DestinationRules::DEFAULT, Moment::from_millis(0));
    let mut form = serde_json::to_value(fresh).unwrap();
    form["gate"]["left"] = json!(5);
    let told = refusal::<Destination>(&form.to_string());
    let expected = "invalid type: integer `5`, expected a list of";
    assert!(told.contains(expected), "{told}");
}

/// In a format whose keys may be numbers, and whose values are never absent.
#[test]
fn numbers_for_names_are_told_what_was_expected() {
    fn refusal<'de, T: Deserialize<'de>>(key: u32) -> String {
        let form = MapDeserializer::<_, Error>::new([(key, 2_u32)].into_iter());
        T::deserialize(form).err().unwrap().to_string()
    }
    let expected = "invalid type: integer `1`, expected a field name";
    assert_eq!(refusal::<Policy>(1), expected);
    assert_eq!(refusal::<DestinationRules>(1), expected);

    let classes = MapDeserializer::<_, Error>::new([(1_u32, "gone")].into_iter());
    let form = MapDeserializer::<_, Error>::new([("classes", classes)].into_iter());
    assert_eq!(
        Policy::deserialize(form).unwrap_err().to_string(),
        "classes: invalid type: integer `1`, \
         expected a status, a range of statuses or an error name"
    );
    let form = MapDeserializer::<_, Error>::new([("window", 5_u32)].into_iter());
    assert_eq!(
        Policy::deserialize(form).unwrap_err().to_string(),
        "window: invalid type: integer `5`, expected a value or null"
    );
}
