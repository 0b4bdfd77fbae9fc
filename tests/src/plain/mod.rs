//! The decision a second time: unbounded integers, one step after the other,
//! straight from `docs/semantics.md` and without a look at core.
//!
//! Slow, and free of every trick that core plays. It reads a policy's JSON by
//! itself, so that neither core's reader nor its accessors stand between the
//! two. Tests and fuzz targets hold core against it.
//!
//! ```
//! use reknock::{Class, Ending};
//! use reknock_tests::plain::{Case, Delivery, Policy, Verdict};
//!
//! let json = r#"{"backoff":{"constant":{"delay":"10s"}},"jitter":"none"}"#;
//! let policy = Policy::from_json(json).unwrap();
//! let case = Case::new(Delivery::new(1_000), Ending::Status(503), 1_000);
//! let (verdict, after) = policy.decide(&case);
//! assert_eq!(verdict, Verdict::Retry { at: 11_000, delay: 10_000, attempt: 2, reason: "backoff" });
//! assert_eq!((after.attempts, after.next_at), (1, 11_000));
//! assert_eq!(policy.classify(Ending::Status(410)), Class::Gone);
//! ```

mod backoff;
mod decide;
mod policy;
mod read;

pub use decide::{Case, Delivery, Verdict};
pub use policy::Policy;

/// The 32 bits derived from a seed, a key and the attempts before a decision.
#[must_use]
pub fn derived(seed: u64, key: u64, attempts: u32) -> u32 {
    (split_mix(split_mix(split_mix(seed) ^ key) ^ u64::from(attempts)) >> 32) as u32
}

/// The first output of SplitMix64 from a state.
fn split_mix(state: u64) -> u64 {
    let modulo = |product: u128| (product % (1 << 64)) as u64;
    let z = modulo(u128::from(state) + 0x9e37_79b9_7f4a_7c15);
    let z = modulo(u128::from(z ^ (z >> 30)) * 0xbf58_476d_1ce4_e5b9);
    let z = modulo(u128::from(z ^ (z >> 27)) * 0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
