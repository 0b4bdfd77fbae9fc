//! The decision as the semantics has it, step by step, against core's.

use proptest::option;
use proptest::prelude::*;
use reknock::{Derived, Millis, Policy};
use reknock_tests::plain::{self, Case};

use crate::generators::{bare_outcome, class, config, delivery, length, moment, policy, stretch};
use crate::generators_json::json_policy;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_plain_decision_is_cores(
        policy in policy(),
        delivery in delivery(),
        outcome in bare_outcome(),
        (hint, class) in (option::of(length()), option::of(class())),
        (now, stretch, seed, key) in (moment(), stretch(), any::<u64>(), any::<u64>()),
    ) {
        let json = serde_json::to_string(&policy).unwrap();
        let plain = plain::Policy::from_json(&json).expect("core wrote it");
        let case = Case {
            class,
            asked: hint.map_or(0, Millis::get),
            stretch: stretch.get(),
            draw: plain::derived(seed, key, delivery.attempts()),
            ..Case::new((&delivery).into(), outcome.ending(), now.as_millis())
        };
        let mut outcome = outcome;
        if let Some(hint) = hint {
            outcome = outcome.with_hint(hint);
        }
        if let Some(class) = class {
            outcome = outcome.with_class(class);
        }
        let mut after = delivery;
        let draws = &mut Derived::new(seed, key);
        let decision = policy.decide_stretched(&mut after, outcome, now, stretch, draws);
        prop_assert_eq!((decision.into(), (&after).into()), plain.decide(&case), "{}", json);
    }

    #[test]
    fn the_plain_reader_refuses_what_core_refuses(value in json_policy()) {
        let json = value.to_string();
        let core: Result<Policy, _> = serde_json::from_str(&json);
        let plain = plain::Policy::from_json(&json);
        prop_assert_eq!(
            core.is_ok(),
            plain.is_ok(),
            "{}: core {:?}, plain {:?}", json, core.err(), plain.err()
        );
    }
}
