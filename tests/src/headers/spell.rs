//! Dates in the three forms, and texts that are nearly right.

/// From 1 January 1970 on.
pub const WEEKDAYS: [&str; 7] = [
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
];
pub(super) const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
pub(super) const FORMS: [Form; 3] = [Form::ImfFixdate, Form::Rfc850, Form::Asctime];

/// `Sun, 06 Nov 1994 08:49:37`, of which everything knows what it should come to.
pub(super) const THEN: Stamp = Stamp {
    year: 1994,
    month: 10,
    day: 6,
    hour: 8,
    minute: 49,
    second: 37,
};

#[derive(Clone, Copy)]
pub(super) enum Form {
    ImfFixdate,
    Rfc850,
    Asctime,
}

/// A date and a time of day. They need not exist: what is past the end of a month
/// has the weekday of the day that it would be.
#[derive(Clone, Copy)]
pub(super) struct Stamp {
    pub(super) year: i64,
    /// 0 is January.
    pub(super) month: usize,
    pub(super) day: i64,
    pub(super) hour: i64,
    pub(super) minute: i64,
    pub(super) second: i64,
}

impl Stamp {
    /// The first moment of a year.
    pub(super) fn new_year(year: i64) -> Self {
        Self {
            year,
            month: 0,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
        }
    }

    pub(super) fn millis(&self) -> i64 {
        (((self.days() * 24 + self.hour) * 60 + self.minute) * 60 + self.second) * 1_000
    }

    pub(super) fn spelt(&self, form: Form) -> String {
        let weekday = WEEKDAYS[self.days().rem_euclid(7) as usize];
        self.spelt_on(form, weekday)
    }

    /// Spelt with a weekday that may be wrong; the forms that shorten it do so.
    pub(super) fn spelt_on(&self, form: Form, weekday: &str) -> String {
        let Self { year, day, .. } = self;
        let month = MONTHS[self.month];
        let time = format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second);
        let short = weekday.get(..3).unwrap_or(weekday);
        match form {
            Form::ImfFixdate => format!("{short}, {day:02} {month} {year:04} {time} GMT"),
            Form::Rfc850 => {
                let year = year.rem_euclid(100);
                format!("{weekday}, {day:02}-{month}-{year:02} {time} GMT")
            }
            Form::Asctime => format!("{short} {month} {day:2} {time} {year:04}"),
        }
    }

    /// Days since 1970, by counting: years, leap days, months.
    fn days(&self) -> i64 {
        let leap_days = |year: i64| {
            (year - 1).div_euclid(4) - (year - 1).div_euclid(100) + (year - 1).div_euclid(400)
        };
        let is_leap = leap_days(self.year + 1) - leap_days(self.year);
        let lengths = [31, 28 + is_leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let before: i64 = lengths[..self.month].iter().sum();
        (self.year - 1970) * 365 + leap_days(self.year) - leap_days(1970) + before + self.day - 1
    }
}

/// The text with each of its characters left out, doubled, and replaced.
pub(super) fn misspelt(text: &str, instead: &[&str]) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut all = Vec::new();
    for at in 0..chars.len() {
        let put = |piece: &str| {
            let before: String = chars[..at].iter().collect();
            let after: String = chars[at + 1..].iter().collect();
            before + piece + &after
        };
        all.push(put(""));
        all.push(put(&format!("{0}{0}", chars[at])));
        all.extend(instead.iter().map(|piece| put(piece)));
    }
    all
}
