//! Policy files: core reads what the plain reader reads, and whatever was
//! accepted is lived with.

use reknock::{Delivery, Moment, Policy};
use reknock_tests::plain;

use crate::delivery_state::drive;
use crate::invariants;
use crate::stored::check_names_field;
use crate::subject::Subject;

const FIELDS: [&str; 9] = [
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

/// Bytes that begin with `{` are a policy's JSON; after a `c`, its compact form.
pub fn policy_json(data: &[u8]) {
    match data.split_first() {
        Some((b'c', compact)) => {
            if let Ok(policy) = postcard::from_bytes::<Policy>(compact) {
                keep(policy, data);
            }
        }
        _ => json(data),
    }
}

fn json(stored: &[u8]) {
    let core = serde_json::from_slice::<Policy>(stored);
    let plain = std::str::from_utf8(stored)
        .map_err(|_| String::new())
        .and_then(plain::Policy::from_json);
    assert_eq!(
        core.is_ok(),
        plain.is_ok(),
        "core: {:?}; the plain reader: {:?}; of {}",
        core.as_ref().err(),
        plain.as_ref().err(),
        String::from_utf8_lossy(stored)
    );
    match core {
        Ok(policy) => keep(policy, stored),
        Err(error) => check_names_field(&error, &serde_json::from_slice(stored), &FIELDS),
    }
}

/// An accepted policy goes through both forms unchanged, and is lived with.
fn keep(policy: Policy, stored: &[u8]) {
    let json = serde_json::to_string(&policy).unwrap();
    let again: Policy = serde_json::from_str(&json).unwrap();
    assert_eq!(again, policy, "{json}");
    let compact = postcard::to_allocvec(&policy).unwrap();
    let again: Policy = postcard::from_bytes(&compact).unwrap();
    assert_eq!(again, policy, "{json}");
    invariants::check_policy(&policy);

    let subject = Subject::of(policy);
    let now = Moment::from_millis(1_700_000_000_000);
    drive(&subject, Delivery::new(now), now, stored);
    // As old as a delivery can be: the 32 bits of attempts are used up.
    let old = b"\x01\xff\xff\xff\xff\x0f\xfe\x00\x00\xff\xff\xff\xff\x0f";
    let old = Delivery::from_bytes(old).expect("in range");
    drive(&subject, old, Moment::from_millis(1), stored);
}
