//! Arbitrary policies, deliveries, outcomes and clocks.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use reknock::{
    Class, Delivery, Factor, Failure, HintMode, HintRules, Jitter, Millis, Moment, Outcome, Policy,
    PolicyBuilder, Stretch, Then,
};
use reknock_tests::fixtures::State;

use crate::generators_http::headers;
use crate::generators_json::json_policy;

/// A failure prints its case in full; no file is written for it.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        // Some properties are about half of all policies only.
        max_global_rejects: 1_000_000,
        ..ProptestConfig::with_cases(512)
    }
}

/// A length of any size, short ones as likely as long ones, the ends included.
pub(crate) fn length() -> impl Strategy<Value = Millis> {
    let any_size = (any::<u32>(), 0u32..32).prop_map(|(number, shift)| number >> shift);
    prop_oneof![1 => Just(0), 1 => Just(u32::MAX), 8 => any_size].prop_map(Millis::new)
}

pub(crate) fn length_above_0() -> impl Strategy<Value = Millis> {
    length().prop_map(|length| length.max(Millis::new(1)))
}

/// A point of any size, before and after 0, the ends included.
pub(crate) fn moment() -> impl Strategy<Value = Moment> {
    let any_size = (any::<i64>(), 0u32..63).prop_map(|(number, shift)| number >> shift);
    let usual = 1_500_000_000_000i64..2_500_000_000_000;
    prop_oneof![1 => Just(i64::MIN), 1 => Just(i64::MAX), 4 => any_size, 4 => usual]
        .prop_map(Moment::from_millis)
}

pub(crate) fn stretch() -> impl Strategy<Value = Stretch> {
    prop_oneof![Just(1_000u16), any::<u16>()].prop_map(Stretch::per_mille)
}

pub(crate) fn delivery() -> impl Strategy<Value = Delivery> {
    let attempts = prop_oneof![0u32..40, any::<u32>(), Just(u32::MAX)];
    let dns = prop_oneof![0u8..4, any::<u8>()];
    let state = (attempts, dns, moment(), moment(), length());
    state.prop_map(|(attempts, dns, created_at, next_at, delay)| {
        State {
            attempts,
            dns,
            created_at: created_at.as_millis(),
            next_at: next_at.as_millis(),
            delay: delay.get(),
        }
        .delivery()
    })
}

pub(crate) fn class() -> impl Strategy<Value = Class> {
    select(&Class::ALL)
}

/// How an attempt ended, without hint or word of the caller's.
pub(crate) fn bare_outcome() -> impl Strategy<Value = Outcome> {
    let usual = select(&[200u16, 301, 404, 408, 410, 429, 500, 503][..]);
    prop_oneof![
        2 => usual.prop_map(Outcome::status),
        1 => any::<u16>().prop_map(Outcome::status),
        2 => select(&Failure::ALL).prop_map(Outcome::failure),
    ]
}

pub(crate) fn outcome() -> impl Strategy<Value = Outcome> {
    let extras = (
        option::of(length()),
        option::of(class()),
        headers(),
        option::of(moment()),
    );
    (bare_outcome(), extras).prop_map(|(outcome, (hint, class, headers, wall))| {
        let mut outcome = outcome.with_headers(&headers.borrow(), wall);
        if let Some(hint) = hint {
            outcome = outcome.with_hint(hint);
        }
        class.map_or(outcome, |class| outcome.with_class(class))
    })
}

/// An outcome that is worth another try: counted, not DNS, without a hint.
pub(crate) fn failed() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        select(&[408u16, 429, 500, 503, 599, 0, 600][..]).prop_map(Outcome::status),
        select(&[Failure::Timeout, Failure::Reset, Failure::Tls][..]).prop_map(Outcome::failure),
    ]
}

pub(crate) fn jitter() -> impl Strategy<Value = Jitter> {
    let additive =
        (0u16..=1_000, length(), length()).prop_map(|(per_mille, one, other)| Jitter::Additive {
            per_mille,
            min: one.min(other),
            max: one.max(other),
        });
    prop_oneof![
        Just(Jitter::None),
        Just(Jitter::Full),
        Just(Jitter::Equal),
        Just(Jitter::Decorrelated),
        (0u16..=1_000).prop_map(Jitter::Proportional),
        additive,
    ]
}

pub(crate) fn factor() -> impl Strategy<Value = Factor> {
    let ratio = (1u16..=100, 1u16..=300).prop_map(|(den, more)| Factor::ratio(den + more, den));
    prop_oneof![
        4 => (2u16..=10).prop_map(Factor::whole),
        1 => (2u16..).prop_map(Factor::whole),
        4 => ratio,
    ]
}

/// A backoff, with its first delay.
pub(crate) fn backoff() -> impl Strategy<Value = (Millis, PolicyBuilder)> {
    let then = select(&[Then::Stop, Then::RepeatLast][..]);
    prop_oneof![
        length_above_0().prop_map(|delay| (delay, Policy::constant(delay))),
        length_above_0().prop_map(|step| (step, Policy::linear(step))),
        (length_above_0(), factor())
            .prop_map(|(base, factor)| (base, Policy::exponential(base, factor))),
        (vec(length(), 1..=32), then)
            .prop_map(|(delays, then)| (delays[0], Policy::schedule(&delays, then))),
    ]
}

fn hint_rules() -> impl Strategy<Value = Option<HintRules>> {
    let mode = select(&[HintMode::Replace, HintMode::AtLeast][..]);
    let rules =
        (length_above_0(), mode, 0u16..=1_000).prop_map(|(longest, mode, jitter)| HintRules {
            longest,
            mode,
            jitter,
        });
    option::weighted(0.9, rules)
}

/// An exception to the tables.
#[derive(Clone, Copy, Debug)]
enum Exception {
    Status(u16),
    Range(u16, u16),
    Failure(Failure),
}

fn exceptions() -> impl Strategy<Value = Vec<(Exception, Class)>> {
    let range = (any::<u16>(), any::<u16>())
        .prop_filter("a range", |(one, other)| one != other)
        .prop_map(|(one, other)| Exception::Range(one.min(other), one.max(other)));
    let exception = prop_oneof![
        (390u16..520).prop_map(Exception::Status),
        range,
        select(&Failure::ALL).prop_map(Exception::Failure),
    ];
    vec((exception, class()), 0..=4)
}

/// Adds what does not contradict what is there.
fn with_exceptions(builder: PolicyBuilder, exceptions: &[(Exception, Class)]) -> PolicyBuilder {
    exceptions
        .iter()
        .fold(builder, |builder, (exception, class)| {
            let more = match *exception {
                Exception::Status(status) => builder.status_means(status, *class),
                Exception::Range(first, last) => builder.statuses_mean(first, last, *class),
                Exception::Failure(failure) => builder.failure_means(failure, *class),
            };
            if more.build().is_ok() { more } else { builder }
        })
}

/// How many tries there may be.
#[derive(Clone, Copy, Debug)]
enum Tries {
    Unsaid,
    Limit(u32),
    Unlimited,
}

fn tries() -> impl Strategy<Value = Tries> {
    prop_oneof![
        Just(Tries::Unsaid),
        (1u32..=12).prop_map(Tries::Limit),
        (1u32..).prop_map(Tries::Limit),
        Just(Tries::Unlimited),
    ]
}

/// Any policy a builder can make.
pub(crate) fn built_policy() -> impl Strategy<Value = Policy> {
    let limits = (
        option::of(length()),
        tries(),
        option::of(length_above_0()),
        1u8..,
    );
    let rest = (1u8..=100, hint_rules(), exceptions());
    (backoff(), jitter(), limits, rest).prop_filter_map(
        "a policy that is refused",
        |((first, builder), jitter, limits, (throttle_factor, hints, exceptions))| {
            let (max_delay, tries, window, dns_attempts) = limits;
            let mut builder = builder
                .jitter(jitter)
                .dns_attempts(dns_attempts)
                .throttle_factor(throttle_factor);
            if let Some(max_delay) = max_delay {
                builder = builder.max_delay(max_delay.max(first).max(Millis::new(1)));
            }
            if let Some(window) = window {
                builder = builder.window(window);
            }
            builder = match tries {
                Tries::Unsaid => builder,
                Tries::Limit(limit) => builder.max_attempts(limit),
                Tries::Unlimited => builder.no_attempt_limit(),
            };
            builder = match hints {
                Some(rules) => builder.hints(rules),
                None => builder.ignore_hints(),
            };
            with_exceptions(builder, &exceptions).build().ok()
        },
    )
}

/// Any policy at all.
pub(crate) fn policy() -> impl Strategy<Value = Policy> {
    let from_json = json_policy().prop_filter_map("a policy that is refused", |json| {
        serde_json::from_value(json).ok()
    });
    prop_oneof![3 => built_policy(), 1 => from_json]
}
