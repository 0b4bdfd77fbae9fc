//! HTTP-dates (RFC 9110 §5.6.7): bytes → unix milliseconds.
//!
//! One small interpreter of three patterns: a parser written out for each form
//! costs 600 bytes of flash more. Nothing here divides 64-bit numbers.

/// The preferred form: `Sun, 06 Nov 1994 08:49:37 GMT`.
const IMF_FIXDATE: &[u8] = b"w, d m Y h:i:s GMT";
/// The form of RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`.
const RFC_850: &[u8] = b"W, d-m-y h:i:s GMT";
/// The form of C's `asctime`: `Sun Nov  6 08:49:37 1994`.
const ASCTIME: &[u8] = b"w m D h:i:s Y";

const WEEKDAYS: &[u8; 21] = b"SunMonTueWedThuFriSat";
const MONTHS: &[u8; 36] = b"JanFebMarAprMayJunJulAugSepOctNovDec";
/// What follows the first three letters in a weekday's long name.
const WEEKDAY_ENDS: [&[u8]; 7] = [
    b"day", b"day", b"sday", b"nesday", b"rsday", b"day", b"urday",
];

/// Without a reference, two-digit years are those within 50 years of this one:
/// 1970 to 2069.
const YEAR_OF_REFERENCE: i32 = 2019;

/// The unix milliseconds that a date means; `reference`, in the same, tells the
/// century of a two-digit year.
pub(super) fn parse(value: &[u8], reference: Option<i64>) -> Option<i64> {
    let pattern = match value.get(3)? {
        b',' => IMF_FIXDATE,
        b' ' => ASCTIME,
        _ => RFC_850,
    };
    let fields = Fields::read(value, pattern, reference)?;
    let days = fields.days()?;
    let minutes = u32::from(fields.hour) * 60 + u32::from(fields.minute);
    let seconds = minutes * 60 + u32::from(fields.second);
    Some(
        i64::from(days)
            .wrapping_mul(86_400_000)
            .wrapping_add(i64::from(seconds) * 1_000),
    )
}

/// A date in parts, each within its own bounds. Small types: the compiler sees
/// that no product of them overflows.
#[derive(Default)]
struct Fields {
    weekday: u8,
    day: u8,
    /// 0 is January.
    month: u8,
    year: i32,
    hour: u8,
    minute: u8,
    second: u8,
}

impl Fields {
    /// Reads a value along a pattern: a letter stands for a field, anything
    /// else for itself.
    fn read(value: &[u8], pattern: &[u8], reference: Option<i64>) -> Option<Self> {
        let mut fields = Self::default();
        let mut rest = value;
        for symbol in pattern {
            match symbol {
                b'w' => fields.weekday = name(&mut rest, WEEKDAYS)?,
                b'W' => {
                    fields.weekday = name(&mut rest, WEEKDAYS)?;
                    for letter in *WEEKDAY_ENDS.get(usize::from(fields.weekday))? {
                        literal(&mut rest, *letter)?;
                    }
                }
                b'm' => fields.month = name(&mut rest, MONTHS)?,
                b'd' => fields.day = two_digits(&mut rest, 31)?,
                b'D' => {
                    // A day below 10 is filled up with a space.
                    if let [b' ', tail @ ..] = rest {
                        rest = tail;
                        fields.day = digit(&mut rest)?;
                    } else {
                        fields.day = two_digits(&mut rest, 31)?;
                    }
                }
                b'Y' => {
                    let century = two_digits(&mut rest, 99)?;
                    fields.year = i32::from(century) * 100 + i32::from(two_digits(&mut rest, 99)?);
                }
                b'y' => fields.year = nearest_year(two_digits(&mut rest, 99)?, reference),
                b'h' => fields.hour = two_digits(&mut rest, 23)?,
                b'i' => fields.minute = two_digits(&mut rest, 59)?,
                b's' => fields.second = two_digits(&mut rest, 60)?,
                _ => literal(&mut rest, *symbol)?,
            }
        }
        if rest.is_empty() { Some(fields) } else { None }
    }

    /// Days since 1970, if there is such a day and it was that weekday.
    fn days(&self) -> Option<i32> {
        let leap = self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0);
        let longest = match self.month {
            1 => 28 + u8::from(leap),
            3 | 5 | 8 | 10 => 30,
            _ => 31,
        };
        if self.day < 1 || self.day > longest {
            return None;
        }
        // Years that begin in March: the leap day is the last of its year.
        let (month, year) = match self.month.checked_sub(2) {
            Some(since_march) => (since_march, self.year),
            None => (self.month.wrapping_add(10), self.year.wrapping_sub(1)),
        };
        let era = year.div_euclid(400);
        let year = year.rem_euclid(400);
        let before = (i32::from(month) * 153 + 2) / 5;
        // A year of a date is within ±300,000: no sum here wraps.
        let days = era
            .wrapping_mul(DAYS_PER_ERA as i32)
            .wrapping_add(year * 365 + year / 4 - year / 100)
            .wrapping_add(before + i32::from(self.day) - 1 - DAYS_TO_1970 as i32);
        // Day 0 was a Thursday.
        if days.wrapping_add(4).rem_euclid(7) == i32::from(self.weekday) {
            Some(days)
        } else {
            None
        }
    }
}

/// Days in 400 years.
const DAYS_PER_ERA: u32 = 146_097;
/// Days from 1 March of the year 0 to 1 January 1970.
const DAYS_TO_1970: u32 = 719_468;

/// The one year with these last two digits that is less than 50 years before,
/// or up to 50 years after the reference.
fn nearest_year(two_digits: u8, reference: Option<i64>) -> i32 {
    let latest = reference
        .map_or(YEAR_OF_REFERENCE, year_of)
        .wrapping_add(50);
    let past = latest.wrapping_sub(i32::from(two_digits)).rem_euclid(100);
    latest.wrapping_sub(past)
}

/// The year of a point in unix milliseconds, within ±2^54.
fn year_of(millis: i64) -> i32 {
    /// Whole eras that keep everything below from going under zero.
    const ERAS: u32 = 1_600;
    /// A day is 86,400,000 ms = 84,375 · 2^10 ms.
    const DAY: u64 = 84_375;

    // Long division by 84,375, fifteen bits at a time: it fits 32 bits, where
    // the plain division would cost a 64-bit one.
    let offset = DAY as i64 * (ERAS * DAYS_PER_ERA) as i64;
    let shifted = (millis >> 10).wrapping_add(offset) as u64;
    let mut days: u32 = 0;
    let mut remainder: u32 = (shifted >> 45) as u32;
    for shift in [30, 15, 0] {
        remainder = (remainder << 15) | shifted.wrapping_shr(shift) as u32 & 0x7fff;
        days = (days << 15) | (remainder / DAY as u32);
        remainder %= DAY as u32;
    }

    let since_march_0 = days.wrapping_add(DAYS_TO_1970);
    let era = since_march_0 / DAYS_PER_ERA;
    let day = since_march_0 % DAYS_PER_ERA;
    // Leap days so far are taken out: what is left is whole years of 365 days.
    let leap_days = (day / 1_460)
        .wrapping_sub(day / 36_524)
        .wrapping_add(day / 146_096);
    let year = day.wrapping_sub(leap_days) / 365;
    let day_of_year =
        day.wrapping_sub((year * 365).wrapping_add(year / 4).wrapping_sub(year / 100));
    // The last two months of a year that begins in March are in the next one.
    let next = u32::from(day_of_year >= 306);
    (era * 400)
        .wrapping_add(year + next)
        .wrapping_sub(ERAS * 400) as i32
}

/// Takes one given byte.
fn literal(rest: &mut &[u8], expected: u8) -> Option<()> {
    let (first, tail) = rest.split_first()?;
    *rest = tail;
    if *first == expected { Some(()) } else { None }
}

/// Takes one digit.
fn digit(rest: &mut &[u8]) -> Option<u8> {
    let (first, tail) = rest.split_first()?;
    *rest = tail;
    let digit = first.wrapping_sub(b'0');
    if digit <= 9 { Some(digit) } else { None }
}

/// Takes two digits that mean no more than `most`.
fn two_digits(rest: &mut &[u8], most: u8) -> Option<u8> {
    let number = digit(rest)?.wrapping_mul(10).wrapping_add(digit(rest)?);
    if number <= most { Some(number) } else { None }
}

/// Takes three letters, and finds their place in a list of such.
fn name(rest: &mut &[u8], names: &[u8]) -> Option<u8> {
    let (letters, tail) = rest.split_at_checked(3)?;
    *rest = tail;
    names
        .chunks_exact(3)
        .position(|name| name == letters)
        .map(|place| place as u8)
}

#[cfg(test)]
mod tests {
    use super::{parse, year_of};

    #[test]
    fn the_year_of_a_point_is_right_around_every_new_year() {
        // 1 January of the years −1000 to 10,000, counted up day by day.
        let leap =
            |y: i64| y.rem_euclid(4) == 0 && (y.rem_euclid(100) != 0 || y.rem_euclid(400) == 0);
        let mut days: i64 = (-1000..1970).map(|y| -365 - i64::from(leap(y))).sum();
        for year in -1000..10_000 {
            let new_year = days * 86_400_000;
            assert_eq!(i64::from(year_of(new_year)), year);
            assert_eq!(i64::from(year_of(new_year - 1)), year - 1);
            days += 365 + i64::from(leap(year));
        }
    }

    #[test]
    fn the_ends_of_time_have_a_year() {
        assert_eq!(year_of((1 << 53) - 1), 287_396);
        assert_eq!(year_of(1 - (1 << 53)), -283_457);
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
            assert_eq!(parse(value.as_bytes(), None), None, "{value:?}");
        }
    }
}
