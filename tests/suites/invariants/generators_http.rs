//! Header values: well-formed, nearly so, and any bytes.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use reknock::http::Headers;
use reknock_tests::headers::WEEKDAYS;

/// Headers that own their bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct OwnedHeaders {
    values: [Option<Vec<u8>>; 5],
}

impl OwnedHeaders {
    pub(crate) fn borrow(&self) -> Headers<'_> {
        let [
            retry_after,
            date,
            rate_limit,
            rate_limit_reset,
            x_rate_limit_reset,
        ] = self.values.each_ref().map(Option::as_deref);
        Headers {
            retry_after,
            date,
            rate_limit,
            rate_limit_reset,
            x_rate_limit_reset,
        }
    }
}

/// Any headers at all.
pub(crate) fn headers() -> impl Strategy<Value = OwnedHeaders> {
    let limit = r#""[a-z]{0,3}";r=(0|50);t=[0-9]{1,4}(, "b";r=0;t=[0-9]{1,12})?"#;
    let date = || prop_oneof![unix_seconds().prop_map(imf_fixdate), "[ -~]{0,32}"];
    let seconds = || prop_oneof!["[0-9]{1,22}", "[-+]?[0-9]{0,12}[.e]?[0-9]{0,3}"];
    let any_of = |texts: BoxedStrategy<String>| {
        let bytes =
            prop_oneof![4 => texts.prop_map(String::into_bytes), 1 => vec(any::<u8>(), 0..40)];
        option::of(bytes)
    };
    (
        any_of(prop_oneof![date(), seconds()].boxed()),
        any_of(date().boxed()),
        any_of(prop_oneof![limit, "[ -~]{0,24}"].boxed()),
        any_of(seconds().boxed()),
        any_of(seconds().boxed()),
    )
        .prop_map(|(a, b, c, d, e)| OwnedHeaders {
            values: [a, b, c, d, e],
        })
}

/// Seconds since 1970 that have a year of four digits.
pub(crate) fn unix_seconds() -> impl Strategy<Value = i64> {
    const YEAR_1: i64 = -62_135_596_800;
    const YEAR_10000: i64 = 253_402_300_800;
    prop_oneof![0i64..4_000_000_000, YEAR_1..YEAR_10000]
}

/// The preferred form of an HTTP-date, worked out by counting years and months.
pub(crate) fn imf_fixdate(seconds: i64) -> String {
    let date = Civil::new(seconds);
    let Civil {
        weekday,
        day,
        month,
        year,
        time,
    } = date;
    format!(
        "{}, {day:02} {} {year:04} {time} GMT",
        &weekday[..3],
        &month[..3]
    )
}

/// The form of RFC 850, with its two-digit year.
pub(crate) fn rfc_850(seconds: i64) -> String {
    let Civil {
        weekday,
        day,
        month,
        year,
        time,
    } = Civil::new(seconds);
    format!(
        "{weekday}, {day:02}-{}-{:02} {time} GMT",
        &month[..3],
        year.rem_euclid(100)
    )
}

/// The form of C's `asctime`.
pub(crate) fn asctime(seconds: i64) -> String {
    let Civil {
        weekday,
        day,
        month,
        year,
        time,
    } = Civil::new(seconds);
    format!(
        "{} {} {day:>2} {time} {year:04}",
        &weekday[..3],
        &month[..3]
    )
}

struct Civil {
    weekday: &'static str,
    day: i64,
    month: &'static str,
    year: i64,
    time: String,
}

impl Civil {
    fn new(seconds: i64) -> Self {
        const MONTHS: [(&str, i64); 12] = [
            ("January", 31),
            ("February", 28),
            ("March", 31),
            ("April", 30),
            ("May", 31),
            ("June", 30),
            ("July", 31),
            ("August", 31),
            ("September", 30),
            ("October", 31),
            ("November", 30),
            ("December", 31),
        ];
        let (mut days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let weekday = WEEKDAYS[days.rem_euclid(7) as usize];
        let leap = |y: i64| y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
        let days_of = |year| 365 + i64::from(leap(year));
        let mut year = 1970;
        while days < 0 {
            year -= 1;
            days += days_of(year);
        }
        while days >= days_of(year) {
            days -= days_of(year);
            year += 1;
        }
        let mut month = 0;
        let length = |month: usize| MONTHS[month].1 + i64::from(month == 1 && leap(year));
        while days >= length(month) {
            days -= length(month);
            month += 1;
        }
        let time = format!(
            "{:02}:{:02}:{:02}",
            second / 3_600,
            second / 60 % 60,
            second % 60
        );
        Self {
            weekday,
            day: days + 1,
            month: MONTHS[month].0,
            year,
            time,
        }
    }
}
