//! HTTP-dates (RFC 9110 §5.6.7): bytes → unix milliseconds.
//!
//! One small interpreter of three patterns: a parser written out for each form
//! costs 600 bytes of flash more. Nothing here divides 64-bit numbers.

use crate::http::cursor::Cursor;

/// The preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
const IMF_FIXDATE: &[u8] = b"w, d m cy h:i:s GMT";
/// The form of RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`.
const RFC_850: &[u8] = b"wW, d-m-y h:i:s GMT";
/// The form of C's `asctime`: `Sun Nov  6 08:49:37 1994`.
const ASCTIME: &[u8] = b"w m pd h:i:s cy";

/// What is written with two digits, and the most that they mean.
const PAIRS: &[u8; 6] = b"dhiscy";
const MOST: [u8; 6] = [31, 23, 59, 60, 99, 99];

const WEEKDAYS: &[u8; 21] = b"SunMonTueWedThuFriSat";
const MONTHS: &[u8; 36] = b"JanFebMarAprMayJunJulAugSepOctNovDec";
/// What follows the first three letters in a weekday's long name.
const WEEKDAY_ENDS: [&[u8]; 7] = [
    b"day", b"day", b"sday", b"nesday", b"rsday", b"day", b"urday",
];

/// No point at all: what is no date, or no reference.
pub(super) const NEVER: i64 = i64::MIN;

/// The unix milliseconds that a date means, or [`NEVER`]; `reference`, in the
/// same, tells the century of a two-digit year.
pub(super) fn parse(value: &[u8], reference: i64) -> i64 {
    let (pattern, short) = match value.get(3) {
        Some(b',') => (IMF_FIXDATE, false),
        Some(b' ') => (ASCTIME, false),
        _ => (RFC_850, true),
    };
    let mut cursor = Cursor::new(value);
    let (mut weekday, mut month) = (0, 0);
    let mut pairs = [0u8; PAIRS.len()];
    let mut padded = false;
    for symbol in pattern {
        match symbol {
            b'w' => weekday = name(&mut cursor, WEEKDAYS),
            b'W' => {
                for letter in WEEKDAY_ENDS.get(weekday).copied().unwrap_or_default() {
                    cursor.expect(*letter);
                }
            }
            b'm' => month = name(&mut cursor, MONTHS),
            // A day below 10 is filled up with a space.
            b'p' => padded = cursor.take(b' '),
            symbol => {
                let mut places = PAIRS.iter().zip(MOST).zip(&mut pairs);
                let Some(((_, most), pair)) = places.find(|((pair, _), _)| *pair == symbol) else {
                    cursor.expect(*symbol);
                    continue;
                };
                let tens = if padded { 0 } else { digit(&mut cursor) };
                padded = false;
                *pair = tens.wrapping_mul(10).wrapping_add(digit(&mut cursor));
                cursor.wrong |= *pair > most;
            }
        }
    }
    let [day, hour, minute, second, century, year] = pairs.map(u32::from);
    let year = if short {
        nearest_year(year, reference)
    } else {
        YEARS
            .wrapping_add(century.wrapping_mul(100))
            .wrapping_add(year)
    };
    let (before, longest) = month_of(year, month as u32);
    let days = days_before(year).wrapping_add(before).wrapping_add(day);
    let real = 1 <= day && day <= longest && days % 7 == weekday as u32;
    if cursor.wrong || !cursor.is_at_end() || !real {
        return NEVER;
    }
    let minutes = hour.wrapping_mul(60).wrapping_add(minute);
    let seconds = minutes.wrapping_mul(60).wrapping_add(second);
    i64::from(days.wrapping_sub(EPOCH) as i32)
        .wrapping_mul(86_400_000)
        .wrapping_add(i64::from(seconds).wrapping_mul(1_000))
}

/// Years are counted from so long before the year 0 that nothing here goes below
/// zero. Whole times 400, so that the same ones are leap years.
const YEARS: u32 = 400 * ERAS;
const ERAS: u32 = 1_600;
const DAYS_PER_ERA: u32 = 146_097;
/// The number of 1 January 1970. Days are counted so that 0 is a Sunday.
const EPOCH: u32 = ERAS * DAYS_PER_ERA + 719_529 + SUNDAY;
const SUNDAY: u32 = 5;

/// The number of the day before a year's first.
fn days_before(year: u32) -> u32 {
    let leap_days = (year.wrapping_add(3) / 4)
        .wrapping_sub(year.wrapping_add(99) / 100)
        .wrapping_add(year.wrapping_add(399) / 400);
    (year.wrapping_mul(365))
        .wrapping_add(leap_days)
        .wrapping_add(SUNDAY)
}

/// How many days of the year come before a month, and how many it has. 0 is January.
fn month_of(year: u32, month: u32) -> (u32, u32) {
    let leap = u32::from(
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)),
    );
    match month {
        0 => (0, 31),
        1 => (31, 28 + leap),
        // 31 and 30 in turn, but for July and August: as if February had 30.
        _ => (
            (month.wrapping_mul(367).wrapping_add(5) / 12)
                .wrapping_add(leap)
                .wrapping_sub(2),
            31 - ((month ^ month.wrapping_add(1) >> 3) & 1),
        ),
    }
}

/// The one year with these last two digits that is less than 50 years before,
/// or up to 50 years after the reference; without one, of 1970 to 2069.
fn nearest_year(two_digits: u32, reference: i64) -> u32 {
    let year = if reference == NEVER {
        YEARS + 2019
    } else {
        year_of(reference)
    };
    let latest = year.wrapping_add(50);
    latest.wrapping_sub(latest.wrapping_sub(two_digits) % 100)
}

/// The year of a point in unix milliseconds, within ±2^54.
fn year_of(millis: i64) -> u32 {
    /// A day is 86,400,000 ms = 84,375 · 2^10 ms.
    const DAY: u64 = 84_375;

    // Long division by 84,375, fifteen bits at a time: it fits 32 bits, where
    // the plain division would cost a 64-bit one.
    let shifted = (millis >> 10).wrapping_add(DAY as i64 * EPOCH as i64) as u64;
    let mut days: u32 = 0;
    let mut remainder: u32 = (shifted >> 45) as u32;
    for shift in [30, 15, 0] {
        remainder = (remainder << 15) | shifted.wrapping_shr(shift) as u32 & 0x7fff;
        days = (days << 15) | (remainder / DAY as u32);
        remainder %= DAY as u32;
    }
    // Years are not equally long: a guess by their mean is one off at most.
    let since = days.wrapping_sub(SUNDAY);
    let within = (since % DAYS_PER_ERA).wrapping_mul(400) / DAYS_PER_ERA;
    let mut year = (since / DAYS_PER_ERA)
        .wrapping_mul(400)
        .wrapping_add(within)
        .wrapping_add(1);
    for _ in 0..2 {
        if days <= days_before(year) {
            year = year.wrapping_sub(1);
        }
    }
    year
}

/// Takes one digit.
#[inline(never)]
fn digit(cursor: &mut Cursor<'_>) -> u8 {
    let digit = cursor.next().wrapping_sub(b'0');
    cursor.wrong |= digit > 9;
    digit
}

/// Takes three letters, and finds their place in a list of such.
fn name(cursor: &mut Cursor<'_>, names: &[u8]) -> usize {
    let letters = [cursor.next(), cursor.next(), cursor.next()];
    let place = names.chunks_exact(3).position(|name| name == letters);
    cursor.wrong |= place.is_none();
    place.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{NEVER, YEARS, parse, year_of};

    fn year_at(millis: i64) -> i64 {
        i64::from(year_of(millis)) - i64::from(YEARS)
    }

    #[test]
    fn the_year_of_a_point_is_right_around_every_new_year() {
        // 1 January of the years −1000 to 10,000, counted up day by day.
        let leap =
            |y: i64| y.rem_euclid(4) == 0 && (y.rem_euclid(100) != 0 || y.rem_euclid(400) == 0);
        let mut days: i64 = (-1000..1970).map(|y| -365 - i64::from(leap(y))).sum();
        for year in -1000..10_000 {
            let new_year = days * 86_400_000;
            assert_eq!(year_at(new_year), year);
            assert_eq!(year_at(new_year - 1), year - 1);
            days += 365 + i64::from(leap(year));
        }
    }

    #[test]
    fn the_ends_of_time_have_a_year() {
        assert_eq!(year_at((1 << 53) - 1), 287_396);
        assert_eq!(year_at(1 - (1 << 53)), -283_457);
    }

    #[test]
    fn what_is_not_a_date_is_none() {
        for value in [
            "",
            "Sun",
            "Sun,",
            "Sun, 06 Nov 1994 08:49:37 GM",
            "Sun, 06 Nov 1994 08:49:37 GMT ",
            "sun, 06 Nov 1994 08:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 +00",
            "Sun, 00 Nov 1994 08:49:37 GMT",
            "Wed, 31 Nov 1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994",
            "Sun Nov 06 08:49:37 94",
            "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun, 06-Nov-94 08:49:37 GMT",
            "Sunday 06-Nov-94 08:49:37 GMT",
            "Sunday, 06 Nov 94 08:49:37 GMT",
            "Someday, 06-Nov-94 08:49:37 GMT",
        ] {
            assert_eq!(parse(value.as_bytes(), NEVER), NEVER, "{value:?}");
        }
    }
}
