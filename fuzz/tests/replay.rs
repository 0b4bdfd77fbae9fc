//! The corpus, run through the targets without libFuzzer: on any toolchain,
//! and on any machine that runs tests.

use reknock_fuzz::{TARGETS, committed};

/// For each target its corpus, and its neighbours.
macro_rules! targets {
    ($($name:ident),*) => {
        $(mod $name {
            #[test]
            fn corpus() {
                super::replay(stringify!($name), reknock_fuzz::$name);
            }

            #[test]
            fn neighbours() {
                super::replay_neighbours(stringify!($name), reknock_fuzz::$name);
            }
        })*

        #[test]
        fn no_target_is_left_out() {
            assert_eq!(TARGETS.map(|(name, _)| name), [$(stringify!($name)),*]);
        }
    };
}

targets!(
    headers,
    http_date,
    policy_json,
    delivery_state,
    destination_state,
    decide,
    decide_plain,
    breaker,
    gate,
    budget,
    storm,
    replay,
    health,
    destination
);

fn replay(name: &str, target: fn(&[u8])) {
    let inputs = committed(name).unwrap();
    assert!(inputs.len() >= 8, "{name} has {} inputs", inputs.len());
    inputs.iter().for_each(|input| target(input));
}

/// What libFuzzer does to a corpus, in small: without coverage to guide it, but
/// with every input as a start.
fn replay_neighbours(name: &str, target: fn(&[u8])) {
    for input in committed(name).unwrap() {
        for place in 0..input.len().min(64) {
            let mut near = input.clone();
            near[place] ^= 1 << (place % 8);
            target(&near);
            target(&input[..place]);
        }
    }
}
