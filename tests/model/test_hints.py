"""Dates and hints, worked out by hand from the page."""

import datetime
import unittest

from by_hand import CONSTANT, HOUR, MINUTE, delay_of, run
from forms import FORMS, RETRY_AFTER, fields_of, gives_hint
from hints import hint_of
from http_date import days_since_1970, parse_http_date, year_of
from outcome import read_outcome
from source import Source


class Dates(unittest.TestCase):
    EXAMPLE = 784_111_777_000  # 1994-11-06 08:49:37, the example of RFC 9110

    def test_three_forms(self):
        for text in (
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "Sun Nov 06 08:49:37 1994",
        ):
            self.assertEqual(parse_http_date(text, None), self.EXAMPLE, text)

    def test_second_60_counts(self):
        self.assertEqual(parse_http_date("Thu, 01 Jan 1970 00:00:60 GMT", None), 60_000)

    def test_malformed(self):
        for text in (
            "", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 gmt", "sun, 06 Nov 1994 08:49:37 GMT",
            "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994  08:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
            "Tue, 30 Feb 2024 00:00:00 GMT", "Wed, 29 Feb 2023 00:00:00 GMT",
            "Thu, 29 Feb 1900 00:00:00 GMT", "Mon, 31 Apr 2024 00:00:00 GMT",
        ):
            self.assertIsNone(parse_http_date(text, None), text)

    def test_leap_years(self):
        # 2000-02-29 is day 11016 (30 years of 365 days, 7 leap days, 31 + 28 days), a Tuesday.
        self.assertEqual(
            parse_http_date("Tue, 29 Feb 2000 00:00:00 GMT", None), 11_016 * 86_400_000
        )
        # Year 0 is a leap year; 0000-03-01 is 719468 days before 1970, a Wednesday.
        self.assertEqual(
            parse_http_date("Tue, 29 Feb 0000 00:00:00 GMT", None), -719_469 * 86_400_000
        )

    def test_two_digit_year_near_the_reference(self):
        start_2024 = 1_704_067_200_000  # so years 1975 to 2074
        # 1 Jan 1974 was a Tuesday, 1 Jan 2074 is a Monday; 1975 a Wednesday, 2075 a Tuesday.
        self.assertEqual(
            year_of(parse_http_date("Monday, 01-Jan-74 00:00:00 GMT", start_2024)), 2074
        )
        self.assertIsNone(parse_http_date("Tuesday, 01-Jan-74 00:00:00 GMT", start_2024))
        self.assertEqual(
            year_of(parse_http_date("Wednesday, 01-Jan-75 00:00:00 GMT", start_2024)), 1975
        )
        self.assertIsNone(parse_http_date("Tuesday, 01-Jan-75 00:00:00 GMT", start_2024))
        # Without a reference: 1970 to 2069.
        self.assertEqual(year_of(parse_http_date("Thursday, 01-Jan-70 00:00:00 GMT", None)), 1970)
        self.assertEqual(year_of(parse_http_date("Tuesday, 01-Jan-69 00:00:00 GMT", None)), 2069)

    def test_calendar_agrees_with_the_standard_library(self):
        epoch = datetime.date(1970, 1, 1)
        for ordinal in range(1, datetime.date.max.toordinal(), 997):
            date = datetime.date.fromordinal(ordinal)
            days = days_since_1970(date.year, date.month, date.day)
            self.assertEqual(days, (date - epoch).days)
            self.assertEqual(year_of(days * 86_400_000), date.year)
            self.assertEqual(year_of(days * 86_400_000 + 86_399_999), date.year)

    def test_years_beyond_four_digits(self):
        for year in (-285_000, -401, -400, -1, 0, 10_000, 287_000):
            first = days_since_1970(year, 1, 1) * 86_400_000
            self.assertEqual((year_of(first - 1), year_of(first)), (year - 1, year))


class HintForms(unittest.TestCase):
    POLICY = {"backoff": CONSTANT, "jitter": "none", "hints": {"jitter": 0}}
    NONE = 120_000  # throttled without a hint: twice the minute

    def throttled(self, wall=None, **headers):
        return delay_of(self.POLICY, {"status": 429, **headers}, wall=wall)

    def test_seconds(self):
        self.assertEqual(self.throttled(retryAfter=" \t7\t "), 7_000)
        self.assertEqual(self.throttled(retryAfter="0007"), 7_000)
        self.assertEqual(self.throttled(retryAfter="9" * 5000), 24 * HOUR)
        for text in ("", "+7", "-7", "7.0", "7s", "1e3", "inf", "7 7", "７", "7\n", "\u00a07"):
            self.assertEqual(self.throttled(retryAfter=text), self.NONE, text)

    def test_dates(self):
        later, date = "Thu, 01 Jan 1970 00:01:40 GMT", "Thu, 01 Jan 1970 00:00:10 GMT"
        self.assertEqual(self.throttled(retryAfter=later), self.NONE)
        self.assertEqual(self.throttled(retryAfter=later, wall=99_999), 1)
        self.assertEqual(self.throttled(retryAfter=later, wall=100_000), self.NONE)
        self.assertEqual(self.throttled(retryAfter=later, date=date), 90_000)
        self.assertEqual(self.throttled(retryAfter=later, date=date, wall=99_999), 90_000)
        self.assertEqual(self.throttled(retryAfter=later, date="soon", wall=99_999), 1)

    def test_well_formed_retry_after_silences_rate_limit(self):
        self.assertEqual(self.throttled(retryAfter="0", rateLimitReset="9"), self.NONE)
        past = "Thu, 01 Jan 1970 00:00:10 GMT"
        self.assertEqual(self.throttled(retryAfter=past, rateLimitReset="9", wall=20_000), self.NONE)
        self.assertEqual(self.throttled(retryAfter=past, rateLimitReset="9"), self.NONE)
        self.assertEqual(self.throttled(retryAfter="soon", rateLimitReset="9"), 9_000)

    def test_rate_limit_fields_only_when_throttled(self):
        transient = {"status": 503, "rateLimitReset": "9"}
        self.assertEqual(delay_of(self.POLICY, transient), MINUTE)
        self.assertEqual(delay_of(self.POLICY, {**transient, "class": "throttled"}), 9_000)
        self.assertEqual(delay_of(self.POLICY, {"status": 503, "retryAfter": "9"}), 9_000)

    def test_order_of_the_fields(self):
        zero = '"a";r=0;t=0'
        self.assertEqual(
            self.throttled(rateLimit='"a";r=0;t=5', rateLimitReset="6", xRateLimitReset="7"), 5_000
        )
        self.assertEqual(
            self.throttled(rateLimit=zero, rateLimitReset="6", xRateLimitReset="7"), 6_000
        )
        self.assertEqual(
            self.throttled(rateLimit=zero, rateLimitReset="0", xRateLimitReset="7"), 7_000
        )

    def test_x_rate_limit_reset(self):
        self.assertEqual(self.throttled(xRateLimitReset="999999999"), 24 * HOUR)
        self.assertEqual(self.throttled(xRateLimitReset="1000000000"), self.NONE)
        self.assertEqual(self.throttled(xRateLimitReset="1000000000", wall=999_999_999_999), 1)
        self.assertEqual(
            self.throttled(xRateLimitReset="1000000000", wall=1_000_000_000_000), self.NONE
        )

    def test_rate_limit_items(self):
        for text, expected in (
            ('"a";r=0;t=5', 5_000),
            ('a;r=0;t=5, b;r=0;t=9 ,\tc;r=1;t=99', 9_000),
            ('"a";r=0;t=5;t=3', 3_000),
            ('"a";r=1;r=0;t=5', 5_000),
            ('"a";  r=-0;t=5', 5_000),
            ('"a\\"\\\\";r=0;t=5;q=:aGk=:;b;c=?1;d=1.5;e=*x', 5_000),
            ('1;r=0;t=5', 5_000),
            ('?0;r=0;t=000000000000005', 5_000),
        ):
            self.assertEqual(self.throttled(rateLimit=text), expected, text)
        for text in (
            "", " ", '"a";r=0;t=5,', ',"a";r=0;t=5', '("a");r=0;t=5', '"a" ;r=0;t=5',
            '"a";\tr=0;t=5', '"a";R=0;t=5', '"a;r=0;t=5', '"a\\n";r=0;t=5', '"é";r=0;t=5',
            '"a";r=0;t=', '"a";r=0;t=5.', '"a";r=0;t=1.2345', '"a";r=0;t=1234567890123456',
            '"a";r=0;t=5;', '"a";r=0.0;t=5', '"a";r=0;t=5.0', '"a";r=0', '"a";t=5', '"a";r=1;t=5',
            '"a";r;t=5', '"a";r=?0;t=5', '"a";r="0";t=5', '"a";r=0;t=-5', '"a";r=0;t=5 x',
            'limit=10, remaining=0, reset=5', '"a";r=0;t=5, "b";r=', ":a-b:;r=0;t=5",
            "?2;r=0;t=5", "-;r=0;t=5", '"a";r= 0;t=5',
        ):
            self.assertEqual(self.throttled(rateLimit=text), self.NONE, text)

    def test_callers_hint(self):
        self.assertEqual(self.throttled(hint=5, retryAfter="9"), 5)
        self.assertEqual(self.throttled(hint=0, retryAfter="9"), 9_000)
        self.assertEqual(delay_of(self.POLICY, {"error": "timeout", "hint": 5}), 5)

    def test_never_a_hint(self):
        policy = {**self.POLICY, "hints": None}
        decision, _ = run(policy, {"status": 429, "hint": 5, "retryAfter": "9"})
        self.assertEqual((decision["delay"], decision["reason"]), (self.NONE, "throttled"))


class FormsOfTheVectors(unittest.TestCase):
    def test_each_is_what_its_name_says(self):
        source = Source("forms")
        for form in FORMS:
            for seconds in (1, 9, 10, 75, 3600) * 20:
                fields, wall = fields_of(form, seconds, source)
                outcome = read_outcome({"status": 429, **fields})
                for its_class in ("throttled", "transient"):
                    hint = hint_of(outcome, its_class, wall)
                    self.assertEqual(hint > 0, gives_hint(form, its_class), (form, fields))
                    self.assertTrue(hint == 0 or 0 <= hint - seconds * 1000 < 1000, (form, fields))

    def test_malformed_retry_after_does_not_silence(self):
        source = Source("malformed")
        for form in RETRY_AFTER * 30:
            fields, wall = fields_of(f"{form}-malformed", 5, source)
            outcome = read_outcome({"status": 429, **fields, "rateLimitReset": "77"})
            self.assertEqual(hint_of(outcome, "throttled", wall), 77_000, fields)


if __name__ == "__main__":
    unittest.main()
