//! 3. A believed hint is never undercut: not earlier than the server asked, up
//!    to the longest hint believed, jitter on top only. A malformed hint is
//!    absent, never zero.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use reknock::http::{self, Headers};
use reknock::{Class, Decision, Delivery, HintMode, Millis, Moment, Outcome, Policy, RetryReason};
use reknock_tests::fixtures::Fixed;

use crate::generators::{bare_outcome, config, delivery, length_above_0, moment, policy};
use crate::generators_http::{asctime, imf_fixdate, rfc_850, unix_seconds};

/// The same pause in each way a server or caller can ask for it.
fn asked(outcome: Outcome, pause_secs: u32, way: u8, then: i64) -> Outcome {
    let text = pause_secs.to_string();
    let until = then + i64::from(pause_secs);
    let date = imf_fixdate(then);
    let wall = Moment::from_millis(then * 1_000);
    match way {
        0 => outcome.with_hint(Millis::from_secs(pause_secs)),
        1 => outcome.with_retry_after(text.as_bytes(), None, None),
        2 => outcome.with_retry_after(imf_fixdate(until).as_bytes(), Some(date.as_bytes()), None),
        3 => outcome.with_retry_after(asctime(until).as_bytes(), None, Some(wall)),
        _ => outcome.with_retry_after(rfc_850(until).as_bytes(), Some(b"rubbish"), Some(wall)),
    }
}

fn decide(policy: &Policy, from: Delivery, outcome: Outcome, draw: u32) -> (Decision, Delivery) {
    let mut delivery = from;
    let decision = policy.decide(&mut delivery, outcome, from.created_at(), &mut Fixed(draw));
    (decision, delivery)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_believed_hint_is_never_undercut(
        policy in policy(),
        before in delivery(),
        bare in bare_outcome(),
        pause_secs in 1u32..3_000_000,
        way in 0u8..5,
        then in 0i64..4_000_000_000,
        draw: u32,
    ) {
        let outcome = asked(bare, pause_secs, way, then);
        let Some(rules) = policy.hints() else {
            // Whoever does not listen decides as if nothing had been said.
            prop_assert_eq!(
                decide(&policy, before, outcome, draw),
                decide(&policy, before, bare, draw)
            );
            return Ok(());
        };
        let least = Millis::from_secs(pause_secs).min(rules.longest);
        prop_assert_eq!(policy.hint(outcome), Some(least));
        if let (Decision::Retry { delay, reason, .. }, _) =
            decide(&policy, before, outcome, draw)
        {
            prop_assert!(delay >= least, "{delay} is earlier than {least}");
            let most = u64::from(least.get()) * u64::from(1_000 + rules.jitter) / 1_000;
            if reason == RetryReason::Hint || rules.mode == HintMode::Replace {
                prop_assert!(u64::from(delay.get()) <= most, "{delay} is above {most} ms");
            } else if reason != RetryReason::Local {
                prop_assert!(delay <= policy.max_delay());
            }
        }
    }

    /// Hints only ever add: with `atLeast`, and never a factor on top.
    #[test]
    fn at_least_is_the_longer_of_the_two(
        policy in policy(),
        before in delivery(),
        pause in length_above_0(),
        draw: u32,
    ) {
        prop_assume!(policy.hints().is_some_and(|rules| rules.mode == HintMode::AtLeast));
        let bare = Outcome::status(500).with_class(Class::Transient);
        let (with, _) = decide(&policy, before, bare.with_hint(pause), draw);
        let (without, _) = decide(&policy, before, bare, draw);
        if let (Decision::Retry { delay: with, .. }, Decision::Retry { delay: without, .. }) =
            (with, without)
        {
            prop_assert!(with >= without);
        }
    }

    #[test]
    fn bytes_that_are_no_hint_change_nothing(
        policy in policy(),
        before in delivery(),
        bare in bare_outcome(),
        value in vec(any::<u8>(), 0..40),
        wall in moment(),
        draw: u32,
    ) {
        // Neither digits alone nor with the colons of a date.
        prop_assume!(value.iter().any(|byte| !byte.is_ascii_digit() && !b" \t".contains(byte)));
        prop_assume!(value.iter().filter(|byte| **byte == b':').count() != 2);
        let outcome = bare.with_retry_after(&value, None, Some(wall));
        prop_assert_eq!(
            decide(&policy, before, outcome, draw),
            decide(&policy, before, bare, draw)
        );
    }

    /// One byte of a date turned into something no date has in any place.
    #[test]
    fn a_date_with_one_wrong_byte_changes_nothing(
        seconds in unix_seconds(),
        form in 0u8..3,
        place: Index,
        wrong in prop_oneof![Just(b'x'), Just(b'/'), Just(0u8), Just(0xff)],
    ) {
        let mut value = match form {
            0 => imf_fixdate(seconds),
            1 => rfc_850(seconds),
            _ => asctime(seconds),
        }
        .into_bytes();
        let reference = Some(Moment::from_millis(seconds * 1_000));
        prop_assert_eq!(http::date(&value, reference), reference);
        let place = place.index(value.len());
        value[place] = wrong;
        prop_assert_eq!(http::date(&value, reference), None);
        prop_assert_eq!(http::retry_after(&value, None, reference), None);
    }

    #[test]
    fn what_is_zero_or_past_changes_nothing(
        policy in policy(),
        before in delivery(),
        bare in bare_outcome(),
        then in 0i64..4_000_000_000,
        ago in 0i64..4_000_000_000,
        draw: u32,
    ) {
        let past = imf_fixdate(then - ago);
        let wall = Some(Moment::from_millis(then * 1_000));
        let expected = decide(&policy, before, bare, draw);
        for outcome in [
            bare.with_hint(Millis::ZERO),
            bare.with_retry_after(b"0", None, None),
            bare.with_retry_after(b" 000\t", None, None),
            bare.with_retry_after(past.as_bytes(), None, wall),
            bare.with_headers(&Headers { rate_limit_reset: Some(b"0"), ..Headers::NONE }, wall),
        ] {
            prop_assert_eq!(decide(&policy, before, outcome, draw), expected);
        }
    }

    /// Rate-limit fields speak on a throttled answer, and nowhere else.
    #[test]
    fn rate_limits_count_on_a_throttled_answer_only(
        policy in policy(),
        class in crate::generators::class(),
        seconds in 1u32..100_000,
    ) {
        let text = seconds.to_string();
        let headers = Headers { rate_limit_reset: Some(text.as_bytes()), ..Headers::NONE };
        let outcome = Outcome::status(500).with_class(class).with_headers(&headers, None);
        let expected = policy
            .hints()
            .filter(|_| class == Class::Throttled)
            .map(|rules| Millis::from_secs(seconds).min(rules.longest));
        prop_assert_eq!(policy.hint(outcome), expected);
    }
}
