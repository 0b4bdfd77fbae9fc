//! Core and the plain decision side by side, from a policy's text to the state
//! that is stored: each reads the policy by itself.

use arbitrary::{Result, Unstructured};
use reknock::{Derived, Policy, Stretch};
use reknock_tests::plain;

use crate::decide::start;
use crate::input;
use crate::json_policy::json_policy;

/// Writes a policy's JSON, lets both read it, and decides with both.
pub fn decide_plain(data: &[u8]) {
    // Bytes that run out end it early; that is no finding.
    let _ = compare(&mut Unstructured::new(data));
}

fn compare(u: &mut Unstructured<'_>) -> Result<()> {
    let json = json_policy(u)?;
    let core: serde_json::Result<Policy> = serde_json::from_str(&json);
    let plain = plain::Policy::from_json(&json);
    let (policy, plain) = match (core, plain) {
        (Ok(policy), Ok(plain)) => (policy, plain),
        (Err(_), Err(_)) => return Ok(()),
        (core, plain) => panic!(
            "core: {:?}; the plain reader: {:?}; of {json}",
            core.err(),
            plain.err()
        ),
    };
    let mut now = input::moment(u)?;
    let mut delivery = start(u, now)?;
    while !u.is_empty() {
        let ended = input::outcome(u)?;
        let ending = ended.outcome.ending();
        let class = ended.class.unwrap_or_else(|| plain.classify(ending));
        assert_eq!(policy.classify(ended.outcome), class, "{json}");

        let stretch = u.int_in_range(1_000..=10_000)?;
        let (seed, key): (u64, u64) = (u.arbitrary::<u8>()?.into(), u.arbitrary::<u8>()?.into());
        let case = plain::Case {
            class: ended.class,
            asked: ended.asked,
            asked_if_throttled: ended.asked_if_throttled,
            stretch,
            draw: plain::derived(seed, key, delivery.attempts()),
            ..plain::Case::new((&delivery).into(), ending, now.as_millis())
        };
        let decision = policy.decide_stretched(
            &mut delivery,
            ended.outcome,
            now,
            Stretch::per_mille(stretch),
            &mut Derived::new(seed, key),
        );
        let expected = plain.decide(&case);
        assert_eq!((decision.into(), (&delivery).into()), expected, "{json}");
        now = match u.int_in_range(0..=3u8)? {
            0 => input::moment(u)?,
            1 => now.after(input::length(u)?),
            _ => delivery.next_at(),
        };
    }
    Ok(())
}
