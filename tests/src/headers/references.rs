//! What a date is measured against, and how far from it: the nearest century, the
//! moment itself, and the ends of time.

use super::Case;
use super::spell::{FORMS, Form, Stamp, THEN};

const LONGEST: i64 = u32::MAX as i64;
/// The last moment.
const MAX: i64 = (1 << 53) - 1;

pub(super) fn cases() -> Vec<Case> {
    [
        two_digits(),
        centuries(),
        around(),
        dates(),
        unix_seconds(),
        ends_of_time(),
    ]
    .concat()
}

/// The one year with the last digits of this one, that the reference's year means.
fn nearest(digits: i64, year: i64) -> i64 {
    let found = (year - 49..=year + 50).find(|year| year.rem_euclid(100) == digits);
    found.unwrap_or(year)
}

/// Every year of two digits, with references on both sides of a new year.
fn two_digits() -> Vec<Case> {
    let mut cases = Vec::new();
    for digits in 0..100 {
        for (reference, wall) in [
            (2019, None),
            (1999, Some(Stamp::new_year(2000).millis() - 1)),
            (2000, Some(Stamp::new_year(2000).millis())),
        ] {
            let year = nearest(digits, reference);
            let text = Stamp { year, ..THEN }.spelt(Form::Rfc850);
            let case = Case::retry_after(text);
            cases.push(wall.map_or(case.clone(), |wall| case.wall(wall)));
        }
    }
    cases
}

/// The first and the last year that are near, and those beyond, for references far and wide.
fn centuries() -> Vec<Case> {
    let mut cases = Vec::new();
    for reference in [
        -283_456, -1_001, -400, -101, -100, -50, -1, 0, 1, 49, 51, 1_970, 2_000, 2_050, 9_999,
        10_000, 275_761, 287_395,
    ] {
        let new_year = Stamp::new_year(reference).millis();
        for (year, wall) in [
            (reference, new_year),
            (reference - 1, new_year - 1),
            (reference + 50, new_year),
            (reference + 51, new_year),
            (reference - 49, new_year),
            (reference - 50, new_year),
            (reference + 49, new_year - 1),
            (reference + 50, new_year - 1),
            (reference - 50, new_year - 1),
            (reference - 51, new_year - 1),
        ] {
            // With this year's weekday, which is seldom right where another year is meant.
            let text = Stamp {
                year,
                month: 1,
                day: 28,
                ..THEN
            }
            .spelt(Form::Rfc850);
            cases.push(Case::retry_after(text).wall(wall));
        }
        for (year, month, day) in [
            (reference, 0, 1),
            (reference - 1, 11, 31),
            (reference + 1, 0, 1),
        ] {
            let stamp = Stamp {
                year,
                month,
                day,
                ..THEN
            };
            // One second and one millisecond before.
            cases.push(Case::retry_after(stamp.spelt(Form::Rfc850)).wall(stamp.millis() - 1_001));
        }
    }
    cases
}

/// So long before and after the reference, wall time and date alike.
fn around() -> Vec<Case> {
    let mut cases = Vec::new();
    for form in FORMS {
        let text = THEN.spelt(form);
        for before in [
            0,
            1,
            -1,
            999,
            1_000,
            1_001,
            -1_000,
            86_400_000,
            LONGEST - 1,
            LONGEST,
            LONGEST + 1,
            LONGEST + 2,
            LONGEST * 2,
            -LONGEST,
            -LONGEST - 1,
            LONGEST * 1_000,
        ] {
            cases.push(Case::retry_after(&text).wall(THEN.millis() - before));
        }
    }
    for (later, earlier) in [(0, 0), (1, 0), (0, 1), (59, 0), (60, 0), (60, 59)] {
        let at = |second| Stamp { second, ..THEN };
        for (form, other) in [
            (FORMS[0], FORMS[1]),
            (FORMS[1], FORMS[2]),
            (FORMS[2], FORMS[0]),
        ] {
            cases.push(Case::retry_after(at(later).spelt(form)).date(at(earlier).spelt(other)));
        }
    }
    cases
}

/// `Date` headers well-formed, malformed and none, with wall time and without.
fn dates() -> Vec<Case> {
    let mut cases = Vec::new();
    let later = Stamp { minute: 50, ..THEN };
    let dates = FORMS.map(|form| THEN.spelt(form));
    let malformed = [
        "",
        " ",
        "now",
        "784111777",
        "0",
        "Mon, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37",
    ];
    let dates = dates.into_iter().chain(malformed.map(str::to_owned));
    for date in dates {
        for case in [
            Case::retry_after(later.spelt(Form::ImfFixdate)),
            Case::retry_after(later.spelt(Form::Rfc850)),
            Case::retry_after("soon"),
            Case::retry_after("5"),
            Case::x_rate_limit_reset((later.millis() / 1_000).to_string()),
        ] {
            let case = case.date(&date);
            // Years after the date, so that the century of a date is wall time's.
            for wall in [THEN.millis() + 7_000, THEN.millis() + 60 * 31_556_952_000] {
                cases.push(case.clone().wall(wall));
            }
            cases.push(case);
        }
    }
    cases
}

/// `X-RateLimit-Reset` as a point in time.
fn unix_seconds() -> Vec<Case> {
    let mut cases = Vec::new();
    for number in [
        999_999_999,
        1_000_000_000,
        1_000_000_001,
        1_600_000_000,
        4_294_967_295,
        4_294_967_296,
        9_007_199_254,
        999_999_999_999,
        1_000_000_000_000,
        1_600_000_000_000,
    ] {
        let text = number.to_string();
        for before in [
            0,
            1,
            -1,
            1_000,
            -1_000,
            86_400_000,
            LONGEST - 1,
            LONGEST,
            LONGEST + 1,
            -LONGEST,
        ] {
            cases.push(Case::x_rate_limit_reset(&text).wall(number * 1_000 - before));
        }
        for wall in [0, 1, -1, MAX, -MAX] {
            cases.push(Case::x_rate_limit_reset(&text).wall(wall));
        }
        cases.push(Case::x_rate_limit_reset(format!("\t000{text} ")).wall(number * 1_000 - 5_000));
        cases.push(Case::x_rate_limit_reset(&text));
        cases.push(Case::x_rate_limit_reset(&text).date("Sun, 09 Sep 2001 01:46:39 GMT"));
        cases.push(Case::x_rate_limit_reset(&text).date("Sun, 09 Sep 2001 01:46:40 GMT"));
        cases.push(Case::x_rate_limit_reset(&text).date("Mon, 09 Sep 2001 01:46:39 GMT"));
    }
    cases
}

/// Where a double has no room for every number: points near 2^53, and past it.
fn ends_of_time() -> Vec<Case> {
    let mut cases = Vec::new();
    for wall in [MAX, MAX - 999, MAX - LONGEST, MAX - LONGEST - 1_000] {
        let seconds = wall / 1_000;
        for number in (seconds - 1)..=(seconds + 2) {
            cases.push(Case::x_rate_limit_reset(number.to_string()).wall(wall));
        }
        for number in [seconds + LONGEST / 1_000, seconds + LONGEST / 1_000 + 1] {
            cases.push(Case::x_rate_limit_reset(number.to_string()).wall(wall));
        }
        // The first second of a day, up to 100 years after the last moment.
        for year in [287_396, 287_397, 287_446] {
            let stamp = Stamp::new_year(year);
            let date = stamp.spelt(Form::Rfc850);
            cases.push(Case::retry_after(&date).wall(wall));
            // A reference later than any moment, and a date after that.
            for (second, years) in [(0, 0), (1, 0), (60, 0), (0, 1), (0, 50), (0, -50), (0, 51)] {
                let after = Stamp {
                    second,
                    year: year + years,
                    ..stamp
                };
                cases.push(
                    Case::retry_after(after.spelt(Form::Rfc850))
                        .date(&date)
                        .wall(wall),
                );
                let number = after.millis() / 1_000;
                cases.push(
                    Case::x_rate_limit_reset(number.to_string())
                        .date(&date)
                        .wall(wall),
                );
            }
        }
        for form in FORMS {
            cases.push(Case::retry_after(THEN.spelt(form)).wall(wall));
            cases.push(Case::retry_after(THEN.spelt(form)).wall(-wall));
        }
        for year in [-283_457, -283_506, -283_407] {
            let stamp = Stamp { year, ..THEN };
            cases.push(Case::retry_after(stamp.spelt(Form::Rfc850)).wall(-wall));
        }
    }
    cases
}
