"""The three date forms of HTTP, strictly, over a calendar of our own.

`datetime` knows neither year 0 nor second 60, so days are counted here, in
the proleptic Gregorian calendar and for any year.
"""

import re

SHORT_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAY_MS = 86_400_000

_TIME = "(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"
_MONTH = f"(?P<month>{'|'.join(MONTHS)})"
_SHORT = f"(?P<weekday>{'|'.join(SHORT_DAYS)})"
_LONG = f"(?P<weekday>{'|'.join(LONG_DAYS)})"
_IMF_FIXDATE = re.compile(f"{_SHORT}, (?P<day>[0-9]{{2}}) {_MONTH} (?P<year>[0-9]{{4}}) {_TIME} GMT")
_RFC850 = re.compile(f"{_LONG}, (?P<day>[0-9]{{2}})-{_MONTH}-(?P<year>[0-9]{{2}}) {_TIME} GMT")
_ASCTIME = re.compile(f"{_SHORT} {_MONTH} (?P<day>[0-9]{{2}}| [0-9]) {_TIME} (?P<year>[0-9]{{4}})")


def parse_http_date(text, reference):
    """UNIX milliseconds of a date's text (already trimmed), or None if it is malformed.

    `reference` (UNIX milliseconds or None) says which century a two-digit year is in.
    """
    for form, weekdays in ((_IMF_FIXDATE, SHORT_DAYS), (_RFC850, LONG_DAYS), (_ASCTIME, SHORT_DAYS)):
        match = form.fullmatch(text)
        if match:
            year = int(match["year"])
            if form is _RFC850:
                year = full_year(year, reference)
            return _checked(match, year, weekdays)
    return None


def _checked(match, year, weekdays):
    month, day = MONTHS.index(match["month"]) + 1, int(match["day"])
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"])
    if not 1 <= day <= days_in_month(year, month):
        return None
    if hour > 23 or minute > 59 or second > 60:
        return None
    days = days_since_1970(year, month, day)
    if weekdays[(days + 3) % 7] != match["weekday"]:  # day 0 was a Thursday
        return None
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000


def full_year(two_digits, reference):
    """The year y ending in the two digits with r − 50 < y ≤ r + 50; else in 1970–2069."""
    last = 2069 if reference is None else year_of(reference) + 50
    return last - (last - two_digits) % 100


def year_of(unix_ms):
    """Guessed from the mean length of a year, then corrected by looking."""
    days = unix_ms // DAY_MS
    year = 1970 + days * 400 // 146_097
    while days < days_since_1970(year, 1, 1):
        year -= 1
    while days >= days_since_1970(year + 1, 1, 1):
        year += 1
    return year


def days_since_1970(year, month, day):
    whole_months = sum(days_in_month(year, earlier) for earlier in range(1, month))
    return days_before_year(year) - days_before_year(1970) + whole_months + day - 1


def days_before_year(year):
    """Days from the start of year 0, itself a leap year, to the start of `year`."""
    leap_years = (year + 3) // 4 - (year + 99) // 100 + (year + 399) // 400
    return 365 * year + leap_years


def days_in_month(year, month):
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
