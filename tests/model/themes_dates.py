"""HTTP-dates: the calendar, the three forms to the letter, and the century of a two-digit year.

Every case is throttled and has `RateLimit-Reset: 7` besides. So the answer
tells all: 7 s if the date is malformed, 2 s if it is well-formed and past (or
has no reference), anything else if it is in the future.
"""

from building import new_case
from forms import DATES, date_text
from http_date import LONG_DAYS, MONTHS, days_since_1970
from reading import FARTHEST_POINT

POLICY = {"backoff": {"constant": {"delay": "1s"}}, "jitter": "none",
          "hints": {"longest": "49d", "jitter": 0}}
START_2024 = 1_704_067_200_000


def dates():
    yield from _calendar()
    yield from _letter_by_letter()
    yield from _references()
    yield from _centuries()


def _case(name, text, wall=None, date=None):
    outcome = {"status": 429, "retryAfter": text, "rateLimitReset": "7"}
    if date is not None:
        outcome["date"] = date
    return new_case(name, POLICY, outcome, wall=wall)


def _calendar():
    """Days that exist, seen from the day before, and days that do not.

    Those have the weekday of the day they would roll over to.
    """
    for text, unix_seconds in (
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Wed, 29 Feb 2023 00:00:00 GMT", 0),
        ("Wed, 01 Mar 2023 00:00:00 GMT", 1_677_628_800), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
        ("Thu, 29 Feb 1900 00:00:00 GMT", -2_203_891_200),
        ("Mon, 29 Feb 2100 00:00:00 GMT", 4_107_542_400),
        ("Sun, 28 Feb 2100 00:00:00 GMT", 4_107_456_000),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ("Tue, 29 Feb 0000 00:00:00 GMT", -62_162_121_600),
        ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
        ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Fri, 31 Dec 9999 23:59:60 GMT", 253_402_300_800), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Fri, 30 Feb 2024 00:00:00 GMT", 0),
        ("Wed, 31 Apr 2024 00:00:00 GMT", 0), ("Mon, 31 Jun 2024 00:00:00 GMT", 0),
        ("Tue, 31 Sep 2024 00:00:00 GMT", 0), ("Sun, 31 Nov 2024 00:00:00 GMT", 0),
        ("Thu, 32 Jan 2024 00:00:00 GMT", 0), ("Sun, 00 Jan 2024 00:00:00 GMT", 0),
        ("Wed, 31 Jan 2024 00:00:00 GMT", 1_706_659_200), ("Tue, 31 Dec 2024 23:59:60 GMT", 1_735_689_600),
        ("Mon, 01 Jul 2024 12:30:60 GMT", 1_719_837_060), ("Mon, 01 Jul 2024 12:30:61 GMT", 0),
        ("Mon, 01 Jul 2024 12:60:00 GMT", 0), ("Mon, 01 Jul 2024 24:00:00 GMT", 0),
        ("Mon, 01 Jul 2024 23:59:59 GMT", 1_719_878_399), ("Tue, 01 Jul 2024 12:30:00 GMT", 0),
        ("Sun, 01 Jul 2024 12:30:00 GMT", 0),
    ):
        yield _case(f"calendar/{text}", text, wall=unix_seconds * 1000 - 86_400_000)
    for month in range(12):  # the first of every month of a leap year, in every form
        at = START_2024 // 1000 + 86_400 * sum((31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[:month])
        form = DATES[month % 3]
        yield _case(f"calendar/{MONTHS[month]}/{form}", date_text(form, at), wall=at * 1000 - 5_000)


def _letter_by_letter():
    wall = 784_111_700_000
    good = (
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun Nov 06 08:49:37 1994", " Sun, 06 Nov 1994 08:49:37 GMT\t", "\t Sun Nov  6 08:49:37 1994 ",
    )
    bad = (
        "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 06 Nov 1994 08:49:37 gmt", "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "SUN, 06 NOV 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT",
        "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun,  6 Nov 1994 08:49:37 GMT",
        "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 01994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37.0 GMT",
        "Sun, 06 Nov 1994 08-49-37 GMT", "Sun, 06 Nov 1994 08:49:37GMT", "Sun, 06 Nov 1994 08:49:37 GMT.",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06 November 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sunday, 6-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37", "Sunday 06-Nov-94 08:49:37 GMT",
        "Monday, 06-Nov-94 08:49:37 GMT", "sunday, 06-Nov-94 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994", "Sun Nov  06 08:49:37 1994",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov  6 08:49:37 94", "Sunday Nov  6 08:49:37 1994",
        "Mon Nov  6 08:49:37 1994", "Sun, Nov  6 08:49:37 1994", "Sun Nov  0 08:49:37 1994",
        "Sun Nov 31 08:49:37 1994", "1994-11-06T08:49:37Z", "784111777.0", "Sun, 06 Nov 1994 08:49:37 GMT,",
        "Sun,\t06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37\u00a0GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        # The right length, the wrong ending.
        "Sunxyz, 06-Nov-94 08:49:37 GMT", "Sundaz, 06-Nov-94 08:49:37 GMT", "Sunsay, 06-Nov-94 08:49:37 GMT",
    )
    for kind, texts in (("good", good), ("bad", bad)):
        for text in texts:
            yield _case(f"letters/{kind}/{text!a}", text, wall=wall)


def _references():
    """The response's own Date first, then wall time, then nothing."""
    later, date = START_2024 // 1000 + 100, START_2024 // 1000 + 10
    for form in DATES:
        text = date_text(form, later)
        yield _case(f"reference/{form}/none", text)
        for date_form in DATES:
            own = date_text(date_form, date)
            yield _case(f"reference/{form}/date-{date_form}", text, date=own)
            yield _case(f"reference/{form}/date-{date_form}-and-wall", text, date=own, wall=START_2024)
        for name, own in (("bad", "yesterday"), ("empty", ""), ("spaced", f" {date_text(form, date)} "),
                          ("wrong-weekday", date_text("imf", date).replace("Mon", "Tue"))):
            yield _case(f"reference/{form}/date-{name}", text, date=own, wall=START_2024)
            yield _case(f"reference/{form}/date-{name}-no-wall", text, date=own)
        for off in (-100_001, -100_000, -99_999, -1, 0, 1, 999):
            yield _case(f"reference/{form}/wall{off:+}", text, wall=later * 1000 + off)
        yield _case(f"reference/{form}/date-equal", text, date=text, wall=START_2024)
        after = date_text(form, later + 1)
        yield _case(f"reference/{form}/date-after", text, date=after, wall=START_2024)
    yield new_case("reference/date-alone", POLICY, {"status": 429, "date": date_text("asctime", date)})
    yield _case("reference/date-second-60", "Mon, 01 Jan 2024 00:02:00 GMT", date="Mon, 01 Jan 2024 00:00:60 GMT")


def _centuries():
    """The one year y with r − 50 < y ≤ r + 50; a weekday of the other century is malformed."""
    for r in (1970, 1999, 2000, 2024, 2049, 2099):
        wall = days_since_1970(r, 7, 1) * 86_400_000
        own = date_text("imf", wall // 1000)
        for off in (-51, -50, -49, -1, 1, 49, 50, 51):
            text = _rfc850(r + off, 1, 1)
            if off in (-50, -49, 50, 51):
                yield _case(f"century/{r}/{off:+}/date", text, date=own)
            yield _case(f"century/{r}/{off:+}/wall", text, wall=wall)
    for year in (1969, 1970, 1971, 2068, 2069, 2070):
        yield _case(f"century/none/{year}", _rfc850(year, 3, 1))
        # As Date without wall time: 70 to 69 as well.
        yield _case(f"century/none/{year}/date", "Fri, 31 Dec 9999 23:59:59 GMT", date=_rfc850(year, 3, 1))
    for year, r in ((2000, 1960), (1900, 1940), (2000, 2040), (2100, 2060), (2100, 2080), (2024, 2024),
                    (2023, 2024), (1972, 2022), (2072, 2022), (2072, 2021)):
        wall = days_since_1970(r, 6, 1) * 86_400_000
        yield _case(f"century/feb-29/{year}-from-{r}", _rfc850(year, 2, 29), wall=wall)
    for name, wall in (("first", -FARTHEST_POINT), ("last", FARTHEST_POINT), ("year-0", -62_167_219_200_000),
                       ("before-year-0", -62_167_219_200_001), ("year-9999", 253_402_300_799_999),
                       ("year-10000", 253_402_300_800_000), ("before-1970", -1)):
        year = _year(wall)
        for off in (-50, -49, 0, 1, 50, 51):
            yield _case(f"century/wall-{name}/{off:+}", _rfc850(year + off, 1, 1), wall=wall)
    # The two-digit year of the Date itself is near wall time, and Retry-After's is near that Date.
    for r, year in ((2090, 2085), (2090, 2140), (2090, 2141), (2090, 2040), (2090, 2041), (1940, 1965)):
        own = _rfc850(year, 5, 1)
        wall = days_since_1970(r, 7, 1) * 86_400_000
        later = date_text("imf", days_since_1970(year, 5, 2) * 86_400)
        yield _case(f"century/own-date/{r}/{year}", later, date=own, wall=wall)
        yield _case(f"century/own-date/{r}/{year}/rfc850", _rfc850(year + 50, 1, 1), date=own, wall=wall)
    # A reference that ends a year with second 60 is the first second of the next one.
    for date in ("Sat, 31 Dec 2022 23:59:59 GMT", "Sat, 31 Dec 2022 23:59:60 GMT"):
        for year in (1973, 2073):
            yield _case(f"century/{date}/{year}", _rfc850(year, 1, 1), date=date)


def _rfc850(year, month, day):
    """In any year, with its true weekday; the 29th of a short February counts on into March."""
    days = days_since_1970(year, month, 1) + day - 1
    return f"{LONG_DAYS[(days + 3) % 7]}, {day:02}-{MONTHS[month - 1]}-{year % 100:02} 00:00:00 GMT"


def _year(wall):
    """By counting, to have it from somewhere else than the model's own `year_of`."""
    days, year = wall // 86_400_000, 1970
    while days < days_since_1970(year, 1, 1):
        year -= 400 if days < days_since_1970(year - 400, 1, 1) else 1
    while days >= days_since_1970(year + 1, 1, 1):
        year += 400 if days >= days_since_1970(year + 400, 1, 1) else 1
    return year


THEMES = {"dates": dates}
