//! HTTP-dates the plain way: pick the words apart, ask a calendar, write the
//! date in all its forms, and see whether the text is one of them.

use jiff::civil::{Date, Weekday};

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const DAY: i64 = 86_400_000;
/// The calendar repeats, weekdays included, after 400 years.
const ERA: i64 = 146_097;

/// A date and a time of day that need not exist.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    pub(crate) year: i64,
    /// 1 is January.
    pub(crate) month: i64,
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
}

impl Stamp {
    /// The first of the month in a year that the calendar knows, and how many
    /// times 400 years that is away.
    fn first_of_month(&self) -> Option<(Date, i64)> {
        let (era, year) = (self.year.div_euclid(400), self.year.rem_euclid(400));
        let first = Date::new(2_000 + year as i16, self.month as i8, 1).ok()?;
        Some((first, era - 5))
    }

    /// Unix milliseconds, if there is such a moment.
    pub(crate) fn millis(&self) -> Option<i64> {
        let (first, era) = self.first_of_month()?;
        let in_range = (1..=i64::from(first.days_in_month())).contains(&self.day)
            && (0..24).contains(&self.hour)
            && (0..60).contains(&self.minute)
            && (0..=60).contains(&self.second);
        if !in_range {
            return None;
        }
        let days = days_since_1970(first) + self.day - 1 + era * ERA;
        Some(days * DAY + ((self.hour * 60 + self.minute) * 60 + self.second) * 1_000)
    }

    /// The three forms, each with the weekday moved by so many days. The last
    /// comes twice: its day may be filled up with a space or with a zero. A day
    /// past the end of its month has the weekday that it would have.
    pub(crate) fn forms(&self, weekday_off: i64) -> Option<[String; 4]> {
        let (first, _) = self.first_of_month()?;
        let long = match first.weekday().wrapping_add(self.day - 1 + weekday_off) {
            Weekday::Monday => "Monday",
            Weekday::Tuesday => "Tuesday",
            Weekday::Wednesday => "Wednesday",
            Weekday::Thursday => "Thursday",
            Weekday::Friday => "Friday",
            Weekday::Saturday => "Saturday",
            Weekday::Sunday => "Sunday",
        };
        let short = &long[..3];
        let month = MONTHS[first.month() as usize - 1];
        let Self {
            year,
            day,
            hour,
            minute,
            second,
            ..
        } = self;
        let time = format!("{hour:02}:{minute:02}:{second:02}");
        let century = year.rem_euclid(100);
        Some([
            format!("{short}, {day:02} {month} {year:04} {time} GMT"),
            format!("{long}, {day:02}-{month}-{century:02} {time} GMT"),
            format!("{short} {month} {day:2} {time} {year:04}"),
            format!("{short} {month} {day:02} {time} {year:04}"),
        ])
    }
}

fn days_since_1970(date: Date) -> i64 {
    let epoch = Date::constant(1970, 1, 1);
    date.duration_since(epoch).as_hours() / 24
}

/// The year of a point in unix milliseconds.
fn year_of(millis: i64) -> i64 {
    let days = millis.div_euclid(DAY);
    let in_era = Date::constant(1970, 1, 1)
        .checked_add(jiff::Span::new().days(days.rem_euclid(ERA)))
        .expect("within 400 years of 1970");
    i64::from(in_era.year()) + 400 * days.div_euclid(ERA)
}

/// The unix milliseconds that a text means as an HTTP-date.
pub(crate) fn read(text: &[u8], reference: Option<i64>) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let words: Vec<&str> = text
        .split([' ', ',', '-', ':'])
        .filter(|word| !word.is_empty())
        .collect();
    let (day, month, year, hour, minute, second) = match words[..] {
        [_, day, month, year, hour, minute, second, "GMT"] => {
            (day, month, year, hour, minute, second)
        }
        [_, month, day, hour, minute, second, year] => (day, month, year, hour, minute, second),
        _ => return None,
    };
    let number = |text: &str| text.parse::<u16>().ok().map(i64::from);
    let mut stamp = Stamp {
        year: number(year)?,
        month: MONTHS.iter().position(|name| *name == month)? as i64 + 1,
        day: number(day)?,
        hour: number(hour)?,
        minute: number(minute)?,
        second: number(second)?,
    };
    if year.len() == 2 {
        // Try every year that is near enough: only one ends in these digits.
        let around = reference.map_or(2_019, year_of);
        stamp.year = (around - 49..=around + 50).find(|y| y.rem_euclid(100) == stamp.year)?;
    }
    let millis = stamp.millis()?;
    let [fixed, rfc_850, spaced, zeroed] = stamp.forms(0)?;
    let is_form = match year.len() {
        2 => text == rfc_850,
        4 => text == fixed || text == spaced || text == zeroed,
        _ => false,
    };
    is_form.then_some(millis)
}
