//! Rows give what the builders give, and acts do what the guards do.

mod act;

use std::vec::Vec;

use super::{Row, Way};
use crate::destination::{
    BreakerRules, Destination, DestinationRules, DisableRules, Ended, Kind, Report, Weight,
};
use crate::{
    Class, DeadReason, Ending, Factor, Failure, HintMode, HintRules, Jitter, Millis, Moment,
    Policy, PolicyBuilder, Then,
};

const NOW: Moment = Moment::from_millis(1_700_000_000_000);

fn row_of(state: &Destination) -> Vec<u32> {
    let mut words = [0; 160];
    let mut row = Row::new(&mut words, Way::Out);
    let mut copy = *state;
    copy.cross(&mut row);
    assert_eq!(copy, *state, "laying it down changes nothing");
    let used = row.used();
    words[..used].to_vec()
}

fn from_row(words: &[u32]) -> Destination {
    let mut words = words.to_vec();
    let mut state = Destination::new(&DestinationRules::DEFAULT, Moment::MIN);
    let mut row = Row::new(&mut words, Way::In);
    state.cross(&mut row);
    assert_eq!(row.used(), words.len(), "every word is one of its numbers");
    state
}

/// What happens to a destination, in the order of a bad day; every state on the way.
fn states() -> Vec<Destination> {
    let rules = DestinationRules::DEFAULT;
    let mut state = Destination::new(&rules, NOW);
    let mut draws = crate::Derived::new(1, 2);
    let mut now = NOW;
    let mut states = std::vec![state];
    for step in 0..40u32 {
        now = now.after(Millis::from_secs(7));
        let kind = if step % 3 == 0 {
            Kind::First
        } else {
            Kind::Retry
        };
        let admission = state.admit(&rules, now, kind, &mut draws);
        states.push(state);
        if let crate::destination::Admission::Go(permit) = admission {
            let report = Report {
                ending: Ending::Status(503),
                class: Class::Transient,
                attempts: step,
                ended: if step % 2 == 0 {
                    Ended::Dead(DeadReason::Attempts)
                } else {
                    Ended::No
                },
            };
            state.report(&rules, now, permit, &report, &mut draws);
            states.push(state);
        }
        state.waiting(&rules, now, 100 * step);
    }
    state.isolate(&rules, now);
    states.push(state);
    state.disable(&rules, now);
    states.push(state);
    let _told = state.tell(&rules, now);
    states.push(state);
    state.enable(&rules, now);
    states.push(state);
    states
}

#[test]
fn a_state_comes_back_from_its_row() {
    let states = states();
    for state in &states {
        assert_eq!(from_row(&row_of(state)), *state);
    }
    let circuits = states.iter().map(|state| state.breaker.circuit() as u8);
    let mut circuits: Vec<u8> = circuits.collect();
    circuits.sort_unstable();
    circuits.dedup();
    assert_eq!(circuits, [0, 1, 2, 3], "every state of a breaker was met");
    // A destination that is disabled while its breaker is closed and a replay runs.
    let longest = states.iter().map(|state| row_of(state).len()).max();
    assert!(
        longest <= Some(104),
        "bindings have room for no more: {longest:?}"
    );
}

#[test]
fn a_row_replaces_whatever_state_was_there() {
    let states = states();
    for before in &states {
        for wanted in &states {
            let mut state = *before;
            state.cross(&mut Row::new(&mut row_of(wanted), Way::In));
            assert_eq!(state, *wanted);
        }
    }
}

#[test]
fn a_row_has_the_numbers_of_the_bytes_in_their_order() {
    // The bytes of a gate are stored as they are, and are below 128 in one that nobody is in, as
    // everything is that is stored so.
    for state in states().iter().filter(|state| state.gate.taken() == 0) {
        let bytes = state.to_bytes();
        // The version of the form, the version and the point; from there on small numbers are
        // themselves in both.
        let row = row_of(state);
        assert_eq!(row[0], u32::from(bytes[0]));
        assert_eq!(row[1], state.version());
        let at = i64::from(row[3]) << 32 | i64::from(row[2]);
        assert_eq!(at, state.at().as_millis());
        let numbers = varints(&bytes[1..]);
        assert_eq!(numbers.len(), row.len() - 2);
        assert_eq!(
            numbers[2..],
            row[4..]
                .iter()
                .map(|word| u64::from(*word))
                .collect::<Vec<_>>()
        );
    }
}

/// What stands in bytes, number by number.
fn varints(bytes: &[u8]) -> Vec<u64> {
    let (mut numbers, mut number, mut shift) = (Vec::new(), 0, 0);
    for byte in bytes {
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if *byte < 0x80 {
            numbers.push(number);
            (number, shift) = (0, 0);
        }
    }
    numbers
}

#[test]
fn a_point_before_the_epoch_comes_back_too() {
    for millis in [-1, -1_700_000_000_000, Moment::MIN.as_millis(), 0, 1 << 32] {
        let state = Destination::new(&DestinationRules::DEFAULT, Moment::from_millis(millis));
        assert_eq!(from_row(&row_of(&state)).at().as_millis(), millis);
    }
}

#[test]
fn past_its_end_a_row_gives_zeros_and_takes_nothing() {
    let mut state = states()[10];
    let before = state;
    state.cross(&mut Row::new(&mut [], Way::Out));
    assert_eq!(state, before, "what is laid nowhere stays as it is");
    let mut words = [7];
    let mut row = Row::new(&mut words, Way::In);
    state.cross(&mut row);
    assert_eq!(row.used(), 1);
    assert_eq!(state.at(), Moment::from_millis(0));
    assert_eq!(state.version(), 0);
}

/// The default rules, in the order that bindings use.
const RULES: [u32; 40] = [
    5,
    500,
    20,
    300_000,
    30_000,
    2,
    300_000,
    500,
    1,
    1,
    60_000,
    1,
    0,
    2, // breaker
    10,
    120_000, // gate
    100_000,
    1_000,
    200,
    1_000,
    0,
    1_000,
    0,
    0,
    0, // budget
    900_000,
    5,
    100,
    1_000,
    100, // storm
    100,
    10,
    1_000,
    500,        // replay
    86_400_000, // health
    1,
    10,
    1,
    432_000_000,
    10, // disable
];

#[test]
fn rules_are_those_of_their_row() {
    assert_eq!(
        DestinationRules::from_row(&RULES),
        DestinationRules::DEFAULT
    );
    // Every number is one rule's: changed alone, it changes the rules, and no two changes the same.
    let mut seen = Vec::new();
    for place in 0..RULES.len() {
        let mut row = RULES;
        row[place] = if matches!(place, 11..=13 | 35 | 37) {
            (row[place] + 1) % 2
        } else {
            row[place] + 1
        };
        let rules = DestinationRules::from_row(&row);
        assert_ne!(rules, DestinationRules::DEFAULT, "word {place}");
        assert!(!seen.contains(&rules), "word {place}");
        seen.push(rules);
    }
}

#[test]
fn a_rule_may_be_absent_in_a_row() {
    let mut row = RULES;
    (row[0], row[36], row[37]) = (u32::MAX, u32::MAX, 0);
    row[11] = 2;
    let rules = DestinationRules::from_row(&row);
    let breaker = BreakerRules::draft()
        .no_consecutive()
        .throttled(Weight::Ignore);
    assert_eq!(Ok(rules.breaker), breaker.build());
    let disable = DisableRules::draft().no_exhausted().no_failing();
    assert_eq!(Ok(rules.disable), disable.build());
    (row[0], row[1]) = (5, u32::MAX);
    let breaker = BreakerRules::draft().no_rate().throttled(Weight::Ignore);
    assert_eq!(
        Ok(DestinationRules::from_row(&row).breaker),
        breaker.build()
    );
}

/// A row as a binding lays it: delays, what they are, jitter, limits, hints, exceptions.
struct Laid {
    delays: [u32; 32],
    rest: [u32; 36],
}

impl Laid {
    fn new(delays: impl Fn(u32) -> u32, kind: &[u32]) -> Self {
        let mut rest = [0; 36];
        rest[..kind.len()].copy_from_slice(kind);
        // An hour at most, five tries, three DNS failures, twice as long when throttled, hints of a
        // day replaced and half as long again.
        rest[8..20].copy_from_slice(&[3_600_000, 5, 5, 0, 0, 3, 2, 1, 86_400_000, 0, 500, 0]);
        // What a place without an exception holds in a policy that was built.
        for meaning in rest[20..].iter_mut().skip(1).step_by(2) {
            *meaning = Class::Transient as u32;
        }
        Self {
            delays: core::array::from_fn(|place| delays(place as u32 + 1)),
            rest,
        }
    }

    fn with(mut self, place: usize, words: &[u32]) -> Self {
        self.rest[place - 32..place - 32 + words.len()].copy_from_slice(words);
        self
    }

    fn is(&self, builder: PolicyBuilder) {
        let mut row = [0; 68];
        row[..32].copy_from_slice(&self.delays);
        row[32..].copy_from_slice(&self.rest);
        assert_eq!(Ok(Policy::from_row(&row)), builder.build());
    }
}

const FULL: u32 = 1;

#[test]
fn a_policy_is_that_of_its_row_for_every_backoff() {
    let second = Millis::from_secs(1);
    Laid::new(|_| 1_000, &[32, 0, 1, 1, FULL])
        .with(40, &[u32::MAX])
        .is(Policy::constant(second));
    Laid::new(|n| 1_000 * n, &[32, 1, 1, 1, FULL]).is(Policy::linear(second));
    let doubled = |n: u32| 1_000u32.saturating_mul(1 << n.min(23) >> 1);
    let doubled = |n: u32| if n > 23 { u32::MAX } else { doubled(n) };
    Laid::new(doubled, &[32, 2, 2, 1, FULL]).is(Policy::exponential(second, Factor::whole(2)));
    let listed = |n: u32| if n > 2 { 0 } else { 1_000 * n };
    let delays = [second, Millis::from_secs(2)];
    Laid::new(listed, &[2, 3, 1, 1, FULL])
        .with(40, &[u32::MAX, 3, 3])
        .is(Policy::schedule(&delays, Then::Stop));
    Laid::new(listed, &[2, 4, 1, 1, FULL])
        .with(40, &[u32::MAX])
        .is(Policy::schedule(&delays, Then::RepeatLast));
}

#[test]
fn a_policy_is_that_of_its_row_for_every_jitter() {
    let second = Millis::from_secs(1);
    let additive = Jitter::Additive {
        per_mille: 100,
        min: Millis::new(7),
        max: Millis::new(9),
    };
    let jitters = [
        Jitter::None,
        Jitter::Full,
        Jitter::Equal,
        Jitter::Decorrelated,
        Jitter::Proportional(100),
        additive,
    ];
    for (number, jitter) in (0..).zip(jitters) {
        Laid::new(|_| 1_000, &[32, 0, 1, 1, number, 100, 7, 9])
            .with(40, &[u32::MAX])
            .is(Policy::constant(second).jitter(jitter));
    }
}

#[test]
fn a_policy_is_that_of_its_row_for_every_limit_and_exception() {
    let second = Millis::from_secs(1);
    let builder = || Policy::constant(second).max_delay(Millis::from_hours(1));
    let laid = || Laid::new(|_| 1_000, &[32, 0, 1, 1, FULL]);
    laid().with(41, &[0, 0, 1, 9_000, 7, 9]).is(builder()
        .no_attempt_limit()
        .window(Millis::new(9_000))
        .dns_attempts(7)
        .throttle_factor(9));
    laid().with(47, &[0]).is(builder().ignore_hints());
    laid()
        .with(48, &[5_000, 1, 70])
        .is(builder().hints(HintRules {
            longest: Millis::new(5_000),
            mode: HintMode::AtLeast,
            jitter: 70,
        }));
    let tls = Failure::Tls as u32;
    laid()
        .with(
            51,
            &[
                3,
                409 | 409 << 16,
                1,
                500 | 599 << 16,
                3,
                tls | tls << 16,
                4 | 8,
            ],
        )
        .is(builder()
            .status_means(409, Class::Transient)
            .statuses_mean(500, 599, Class::Permanent)
            .failure_means(Failure::Tls, Class::Gone));
}

/// SplitMix64, for rows that nobody would lay: mostly small numbers and the ends of their types.
fn any_word(state: &mut u64) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let word = (z ^ (z >> 31)) as u32;
    match word % 5 {
        0 => word >> 8 & 7,
        1 => u32::MAX - (word >> 8 & 1),
        2 => word >> 16,
        _ => word,
    }
}

#[test]
fn any_row_at_all_decides_and_admits_without_a_panic() {
    // Tests are built with overflow checks: an overflow would be a panic too.
    let rounds = if cfg!(miri) { 20 } else { 4_000 };
    let mut seed = 0x5eed;
    let mut draws = crate::Derived::new(3, 4);
    for _ in 0..rounds {
        let row: [u32; 68] = core::array::from_fn(|_| any_word(&mut seed));
        let policy = Policy::from_row(&row);
        for status in [503, 429, 409, 200] {
            let mut delivery = crate::Delivery::from_parts(
                any_word(&mut seed),
                any_word(&mut seed) as u8,
                Moment::MIN,
                NOW,
                Millis::new(any_word(&mut seed)),
            );
            let outcome =
                crate::Outcome::status(status).with_hint(Millis::new(any_word(&mut seed)));
            let _decision = policy.decide(&mut delivery, outcome, NOW, &mut draws);
        }
        let rules: [u32; 40] = core::array::from_fn(|_| any_word(&mut seed));
        let rules = DestinationRules::from_row(&rules);
        let mut words: Vec<u32> = (0..120).map(|_| any_word(&mut seed)).collect();
        let mut state = Destination::new(&rules, NOW);
        state.cross(&mut Row::new(&mut words, Way::In));
        let mut now = NOW;
        for kind in Kind::ALL {
            now = now.after(Millis::new(any_word(&mut seed)));
            let report = Report {
                ending: Ending::Status(503),
                class: Class::Transient,
                attempts: any_word(&mut seed),
                ended: Ended::No,
            };
            if let crate::destination::Admission::Go(permit) =
                state.admit(&rules, now, kind, &mut draws)
            {
                state.report(&rules, now, permit, &report, &mut draws);
            }
            state.enable(&rules, now);
            let _storm = state.storm(&rules, now);
            assert_eq!(from_row(&row_of(&state)), state);
        }
    }
}
