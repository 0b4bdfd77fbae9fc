//! A policy in core's form and in the plain one.

use std::sync::LazyLock;

use reknock::{Policy, presets};
use reknock_tests::plain;

/// What decides, twice.
pub(crate) struct Subject {
    pub(crate) policy: Policy,
    pub(crate) plain: plain::Policy,
}

impl Subject {
    /// The plain form is read from the JSON that core writes.
    pub(crate) fn of(policy: Policy) -> Self {
        let json = serde_json::to_string(&policy).expect("every policy has a JSON form");
        match plain::Policy::from_json(&json) {
            Ok(plain) => Self { policy, plain },
            Err(field) => panic!("core writes {json}, and the plain reader refuses {field}"),
        }
    }

    /// One of the presets: real policies, for states that come from elsewhere.
    pub(crate) fn preset(choice: usize) -> &'static Self {
        static PRESETS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
            let all = presets::ALL.iter();
            all.map(|preset| Subject::of(*preset.policy)).collect()
        });
        &PRESETS[choice % PRESETS.len()]
    }
}
