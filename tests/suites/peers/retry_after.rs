//! `Retry-After` values that others read wrongly.

use reknock::http::{date, retry_after};
use reknock::{Decision, Delivery, Millis, Moment, Outcome, RetryReason, presets};
use reknock_tests::fixtures::{Fixed, HIGHEST, LOWEST, MIDDLE, delay_after};

/// Sunday, 6 November 1994, 08:49:37.
const THEN: Moment = Moment::from_millis(784_111_777_000);
const DATE: &[u8] = b"Sun, 06 Nov 1994 08:49:37 GMT";

/// The value is no hint: the decision is the one without a header.
fn is_absent(value: &str) {
    assert_eq!(
        retry_after(value.as_bytes(), Some(DATE), Some(THEN)),
        None,
        "{value:?}"
    );
    for status in [429, 503] {
        let bare = Outcome::status(status);
        let outcome = bare.with_retry_after(value.as_bytes(), Some(DATE), Some(THEN));
        let delay = |outcome| delay_after(&presets::STORM_SAFE, 0, outcome, MIDDLE);
        assert_eq!(delay(outcome), delay(bare), "{value:?}");
        assert!(delay(outcome) > 0, "{value:?}: never at once");
    }
}

/// Read as a float, it became infinite: a panic when turned into a duration.
#[test]
fn inf_is_absent() {
    for value in ["inf", "-inf", "Infinity", "+infinity"] {
        is_absent(value);
    }
}

#[test]
fn nan_is_absent() {
    for value in ["NaN", "nan", "-NaN"] {
        is_absent(value);
    }
}

/// Floats with an exponent: too long for a duration, or 1000 seconds.
#[test]
fn exponents_are_absent() {
    for value in ["1e17", "1e3", "1E3", "1e-3", "9e999"] {
        is_absent(value);
    }
}

#[test]
fn fractions_are_absent() {
    for value in ["1.5", "1.", ".5", "120.0"] {
        is_absent(value);
    }
}

/// Digits, so seconds; more than any number holds, so the longest there is.
#[test]
fn twenty_nines_are_the_longest_pause() {
    let nines = b"99999999999999999999";
    assert_eq!(retry_after(nines, None, None), Some(Millis::MAX));
    let outcome = Outcome::status(503).with_retry_after(nines, None, None);
    assert_eq!(
        presets::STORM_SAFE.hint(outcome),
        Some(Millis::from_hours(24))
    );
}

#[test]
fn minus_five_is_absent() {
    for value in ["-5", "-0", "−5"] {
        is_absent(value);
    }
}

/// An integer parser takes a plus sign; the grammar has none.
#[test]
fn plus_120_is_absent() {
    for value in ["+120", "+0", "0x10", "1_000", "120s", "120 ms", "12 0", "٣"] {
        is_absent(value);
    }
}

#[test]
fn nothing_is_absent() {
    for value in ["", " ", "\t \t", ",", "120, 120"] {
        is_absent(value);
    }
}

/// Parsers made for e-mail reject the two older forms that a recipient must accept.
#[test]
fn all_three_date_forms_are_taken() {
    for value in [
        "Sun, 06 Nov 1994 08:51:37 GMT",
        "Sunday, 06-Nov-94 08:51:37 GMT",
        "Sun Nov  6 08:51:37 1994",
    ] {
        let pause = Some(Millis::from_mins(2));
        assert_eq!(
            retry_after(value.as_bytes(), Some(DATE), None),
            pause,
            "{value}"
        );
        assert_eq!(
            retry_after(value.as_bytes(), None, Some(THEN)),
            pause,
            "{value}"
        );
    }
}

/// `parse().unwrap_or(0)` turned every date into an immediate retry.
#[test]
fn a_date_is_not_an_immediate_retry() {
    let in_two_minutes = b"Sun, 06 Nov 1994 08:51:37 GMT";
    let outcome = Outcome::status(503).with_retry_after(in_two_minutes, Some(DATE), None);
    let mut delivery = Delivery::new(THEN);
    let decision = presets::STORM_SAFE.decide(&mut delivery, outcome, THEN, &mut Fixed(LOWEST));
    let Decision::Retry { delay, reason, .. } = decision else {
        panic!("{decision:?}")
    };
    assert_eq!((delay, reason), (Millis::from_mins(2), RetryReason::Hint));
}

/// With nothing to measure it against, a date is no hint, and no zero either.
#[test]
fn a_date_without_a_reference_is_not_an_immediate_retry() {
    let outcome = Outcome::status(503).with_retry_after(DATE, None, None);
    assert_eq!(presets::STORM_SAFE.hint(outcome), None);
    assert_eq!(
        delay_after(&presets::STORM_SAFE, 0, outcome, HIGHEST),
        30_000
    );
}

/// A well-known date crate takes 31 February.
#[test]
fn february_31_is_absent() {
    for value in [
        "Fri, 31 Feb 1995 08:49:37 GMT",
        "Fri, 03 Feb 1995 24:00:00 GMT",
        "Wed, 29 Feb 1995 08:49:37 GMT",
        "Thu, 29 Feb 1900 08:49:37 GMT",
        "Mon, 31 Apr 1995 08:49:37 GMT",
        "Sun, 00 Jan 1995 08:49:37 GMT",
    ] {
        is_absent(value);
    }
    assert!(date(b"Tue, 29 Feb 2000 00:00:00 GMT", None).is_some());
}

/// The weekday must not contradict the date: one of the two is a lie.
#[test]
fn a_wrong_weekday_is_absent() {
    is_absent("Mon, 06 Nov 1994 08:51:37 GMT");
    is_absent("Monday, 06-Nov-94 08:51:37 GMT");
}

/// The same crate puts the turn of the century at the year 70. A two-digit
/// year is the one up to 50 years ahead.
#[test]
fn two_digit_years_do_not_pivot_at_70() {
    let in_2026 = Some(Moment::from_millis(1_770_000_000_000));
    let year_of = |value: &[u8], reference| {
        date(value, reference).map(|date| 1970 + date.as_millis().div_euclid(31_556_952_000))
    };
    // 1 July was a Wednesday in 2071 and 2076, a Friday in 1977.
    assert_eq!(
        year_of(b"Wednesday, 01-Jul-71 00:00:00 GMT", in_2026),
        Some(2071)
    );
    assert_eq!(
        year_of(b"Wednesday, 01-Jul-76 00:00:00 GMT", in_2026),
        Some(2076)
    );
    assert_eq!(
        year_of(b"Friday, 01-Jul-77 00:00:00 GMT", in_2026),
        Some(1977)
    );
    // Without a reference: 1970 to 2069.
    assert_eq!(
        year_of(b"Wednesday, 01-Jul-70 00:00:00 GMT", None),
        Some(1970)
    );
    assert_eq!(year_of(b"Monday, 01-Jul-69 00:00:00 GMT", None), Some(2069));
}
