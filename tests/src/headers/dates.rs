//! Dates, field by field and character by character, each a day after wall time.

use super::Case;
use super::spell::{FORMS, Form, MONTHS, Stamp, THEN, WEEKDAYS, misspelt};

const DAY: i64 = 86_400_000;

pub(super) fn cases() -> Vec<Case> {
    [days(), times(), years(), names(), spellings()].concat()
}

fn asked(stamp: &Stamp, text: String) -> Case {
    Case::retry_after(text).wall(stamp.millis() - DAY)
}

/// The ends of every month, in leap years and others. Of the year, only the form
/// with two digits of it minds the century.
fn days() -> Vec<Case> {
    let mut cases = Vec::new();
    for (year, forms) in [
        (1900, &FORMS[2..]),
        (2000, &FORMS[..2]),
        (2003, &FORMS[..1]),
        (2004, &FORMS[1..2]),
        (2100, &FORMS[2..]),
    ] {
        for month in 0..12 {
            for day in [0, 1, 28, 29, 30, 31, 32] {
                let stamp = Stamp {
                    year,
                    month,
                    day,
                    ..THEN
                };
                cases.extend(forms.iter().map(|form| asked(&stamp, stamp.spelt(*form))));
            }
        }
    }
    // A day below 10, with a space, a zero and nothing before it; and days that are none.
    for day in [
        "06", " 6", "6", "  6", "\t6", "0", " 0", "00", "6 ", "+6", "-6", "99", "0x",
    ] {
        for (form, number) in FORMS.map(|form| {
            (
                form,
                if matches!(form, Form::Asctime) {
                    " 6"
                } else {
                    "06"
                },
            )
        }) {
            cases.push(asked(&THEN, THEN.spelt(form).replacen(number, day, 1)));
        }
    }
    cases
}

fn times() -> Vec<Case> {
    let mut stamps = Vec::new();
    stamps.extend([0, 9, 10, 19, 20, 23, 24, 29, 30, 60, 99].map(|hour| Stamp { hour, ..THEN }));
    stamps.extend([0, 9, 59, 60, 61, 99].map(|minute| Stamp { minute, ..THEN }));
    stamps.extend([0, 9, 59, 60, 61, 62, 99].map(|second| Stamp { second, ..THEN }));
    // A second 60 that ends a minute, an hour, a day and a year.
    for (month, day, hour, minute) in [
        (10, 6, 8, 0),
        (10, 6, 8, 59),
        (10, 6, 23, 59),
        (11, 31, 23, 59),
    ] {
        stamps.push(Stamp {
            month,
            day,
            hour,
            minute,
            second: 60,
            ..THEN
        });
    }
    let spelt = |stamp: &Stamp| FORMS.map(|form| asked(stamp, stamp.spelt(form)));
    stamps.iter().flat_map(spelt).collect()
}

/// All years that four digits have at the edges of leap years and eras.
fn years() -> Vec<Case> {
    let mut cases = Vec::new();
    for year in [
        0, 1, 3, 4, 99, 100, 101, 399, 400, 401, 1582, 1600, 1700, 1899, 1900, 1901, 1969, 1970,
        1971, 1999, 2000, 2001, 2038, 2100, 2400, 4000, 8000, 9600, 9900, 9999,
    ] {
        for (month, day) in [(0, 1), (1, 28), (1, 29), (2, 1), (11, 31)] {
            let stamp = Stamp {
                year,
                month,
                day,
                ..THEN
            };
            let form = if (year + day) % 2 == 0 {
                Form::ImfFixdate
            } else {
                Form::Asctime
            };
            cases.push(asked(&stamp, stamp.spelt(form)));
        }
    }
    // Years that other readers take for these.
    for (year, text) in [
        (1000, "1e03"),
        (125, "0x7d"),
        (1, "+001"),
        (1, "1.00"),
        (1, "1   "),
    ] {
        let stamp = Stamp { year, ..THEN };
        for form in [Form::ImfFixdate, Form::Asctime] {
            let digits = format!("{year:04}");
            cases.push(asked(&stamp, stamp.spelt(form).replace(&digits, text)));
        }
    }
    for year in [
        "94", "994", "01994", "19940", "-994", "+994", " 994", "199x", "", "1994 ",
    ] {
        for form in FORMS {
            let digits = if matches!(form, Form::Rfc850) {
                "94"
            } else {
                "1994"
            };
            cases.push(asked(&THEN, THEN.spelt(form).replacen(digits, year, 1)));
        }
    }
    cases
}

/// Weekdays, months and the zone: the right ones, others, and others' spelling.
fn names() -> Vec<Case> {
    let mut cases = Vec::new();
    for form in FORMS {
        for day in [6, 9] {
            let stamp = Stamp { day, ..THEN };
            for weekday in WEEKDAYS {
                cases.push(asked(&stamp, stamp.spelt_on(form, weekday)));
            }
        }
        for month in [0, 4, 10] {
            for name in [
                MONTHS[month].to_lowercase(),
                MONTHS[month].to_uppercase(),
                format!("{}.", MONTHS[month]),
            ] {
                let stamp = Stamp { month, ..THEN };
                cases.push(asked(
                    &stamp,
                    stamp.spelt(form).replace(MONTHS[month], &name),
                ));
            }
        }
        let text = THEN.spelt(form);
        for weekday in [
            "Sunday", "Sun", "Sund", "Su", "sun", "SUN", "sunday", "Sundays", "Sun.", "un", "nSun",
            "Someday", "day", "",
        ] {
            let bare = if matches!(form, Form::Rfc850) {
                "Sunday"
            } else {
                "Sun"
            };
            cases.push(asked(&THEN, text.replacen(bare, weekday, 1)));
        }
        for month in [
            "November", "Nov ", "anF", "ovD", "Abc", "11", "Név", "JanFeb", "No", "",
        ] {
            cases.push(asked(&THEN, text.replacen("Nov", month, 1)));
        }
        for zone in [
            "UTC", "gmt", "Gmt", "Z", "UT", "+0000", "+00:00", "GMT+1", "EST", "GM", "GMTT", "",
        ] {
            cases.push(asked(&THEN, text.replacen("GMT", zone, 1)));
        }
        cases.push(asked(&THEN, format!("{text} GMT")));
        cases.push(asked(&THEN, text.replace(" GMT", "")));
        // Each form that is long for its weekday, by another.
        for other in ["Wednesday", "Saturday", "Thursday", "Tuesday"] {
            let stamp = Stamp { day: 9, ..THEN };
            cases.push(asked(&stamp, stamp.spelt(form).replacen("Wed", other, 1)));
        }
    }
    cases.push(asked(&THEN, "1994-11-06T08:49:37Z".into()));
    cases.push(asked(&THEN, "06 Nov 1994 08:49:37 GMT".into()));
    cases.push(asked(&THEN, "Sun, 06 Nov 1994 08:49 GMT".into()));
    cases.push(asked(&THEN, "Sunday, 06-Nov-1994 08:49:37 GMT".into()));
    cases.push(asked(&THEN, "Sun, 06-Nov-94 08:49:37 GMT".into()));
    cases.push(asked(&THEN, "Sunday, 06 Nov 94 08:49:37 GMT".into()));
    cases.push(asked(&THEN, "Sunday, 06 Nov 1994 08:49:37 GMT".into()));
    cases.push(asked(&THEN, "Sun Nov  6 08:49:37 1994 GMT".into()));
    cases.push(asked(&THEN, "Sunday Nov  6 08:49:37 1994".into()));
    cases
}

/// Every character wrong, and blanks of every kind around.
fn spellings() -> Vec<Case> {
    let mut cases = Vec::new();
    for form in FORMS {
        let text = THEN.spelt(form);
        for wrong in misspelt(&text, &[" ", "-", "8"]) {
            cases.push(asked(&THEN, wrong));
        }
        for blank in [" ", "\t", " \t ", "\n", "\0", "\u{a0}"] {
            for text in [
                format!("{blank}{text}"),
                format!("{text}{blank}"),
                format!("{blank}{text}{blank}"),
            ] {
                cases.push(asked(&THEN, text.clone()));
                cases.push(Case::retry_after(THEN.spelt(Form::ImfFixdate)).date(text));
            }
        }
    }
    cases
}
