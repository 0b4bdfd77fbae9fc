"""The forms a hint can come in, well-formed and malformed, as fields of an outcome."""

import datetime

from http_date import LONG_DAYS, MONTHS, SHORT_DAYS
from reading import saturated_length

NONE, HINT, HINT_ZERO = "none", "hint", "hint-zero"
DATES = ("imf", "rfc850", "asctime")
RETRY_AFTER = ("retry-after-seconds", *(f"retry-after-{form}" for form in DATES))
RATE_LIMIT = ("rate-limit", "rate-limit-reset", "x-reset-seconds", "x-reset-unix")
MALFORMED = tuple(f"{form}-malformed" for form in (*RETRY_AFTER, *RATE_LIMIT))
FORMS = (NONE, HINT, HINT_ZERO, *RETRY_AFTER, *RATE_LIMIT, *MALFORMED)
ERROR_FORMS = (NONE, HINT, HINT_ZERO)  # an error has no response, so no headers

FIRST_REFERENCE = 1_000_000_000  # unix seconds of September 2001
LAST_REFERENCE = 3_000_000_000  # and of January 2065: all rfc850 years are near
LAST_SECOND = 253_402_300_799  # of year 9999


def gives_hint(form, its_class):
    """Whether a form makes a hint: the RateLimit fields do so for throttled outcomes only."""
    return form == HINT or form in RETRY_AFTER or (form in RATE_LIMIT and its_class == "throttled")


def is_rate_limit(form):
    return form in RATE_LIMIT or form in MALFORMED[len(RETRY_AFTER):]


def fields_of(form, seconds, source):
    """(fields of the outcome, wall time or None) for a hint of so many seconds."""
    if form == NONE:
        return {}, None
    if form == HINT:
        return {"hint": saturated_length(seconds * 1000 + source.pick((0, 0, 1, 500)))}, None
    if form == HINT_ZERO:
        return {"hint": 0}, None
    if form.endswith("-malformed"):
        fields, wall = fields_of(form[: -len("-malformed")], seconds, source)
        name = next(iter(fields))
        return {**fields, name: _spoil(form, fields[name], source)}, wall
    if form == "retry-after-seconds":
        return {"retryAfter": str(seconds)}, None
    if form == "rate-limit":
        return {"rateLimit": _rate_limit(seconds, source)}, None
    if form == "rate-limit-reset":
        return {"rateLimitReset": str(seconds)}, None
    if form == "x-reset-seconds":
        return {"xRateLimitReset": str(seconds)}, None
    reference = source.between(FIRST_REFERENCE, LAST_REFERENCE)
    if form == "x-reset-unix":
        fields = {"xRateLimitReset": str(reference + seconds)}
    else:
        fields = {"retryAfter": date_text(form[len("retry-after-"):], reference + seconds)}
    if source.chance(50):
        wall = source.pick((None, None, None, reference * 1000 - 86_400_000))
        return {**fields, "date": date_text(source.pick(DATES), reference)}, wall
    return fields, reference * 1000 - source.pick((0, 1, 999))


def date_text(form, unix_seconds):
    """Written with the standard library's calendar, so not with the one under test."""
    at = datetime.datetime.fromtimestamp(min(unix_seconds, LAST_SECOND), datetime.timezone.utc)
    day, month, time = at.weekday(), MONTHS[at.month - 1], f"{at:%H:%M:%S}"
    if form == "imf":
        return f"{SHORT_DAYS[day]}, {at.day:02} {month} {at.year:04} {time} GMT"
    if form == "rfc850":
        return f"{LONG_DAYS[day]}, {at.day:02}-{month}-{at.year % 100:02} {time} GMT"
    return f"{SHORT_DAYS[day]} {month} {at.day:2} {time} {at.year:04}"


def _rate_limit(seconds, source):
    return source.pick((
        '"default";r=0;t={}',
        '"default";r=50;t=1, "burst";r=0;t={}',
        'burst;t={};r=0',
        '"a";r=0;t=0,"b";r=0;t={} , "c";r=7;t=99999',
    )).format(seconds)


def _spoil(form, text, source):
    """A text that looks like the form and is not; every rule here breaks the whole field."""
    spoilers = [
        lambda text: text + "x",
        lambda text: text + ", " + text + ",",
        lambda text: "\u00a0" + text,
        lambda text: text.replace("0", "O").replace("1", "l") + ";",
    ]
    if "-seconds" in form or "-unix" in form or form.startswith("rate-limit-reset"):
        spoilers += [
            lambda text: "+" + text,
            lambda text: "-" + text,
            lambda text: text + ".0",
            lambda text: text + "e1",
            lambda text: text + " " + text,
            lambda text: "0x" + text,
            lambda text: text + "s",
        ]
    elif form.startswith("rate-limit"):
        spoilers += [
            lambda text: text.replace(";", " ;"),
            lambda text: text.replace("r=", "R="),
            lambda text: "(" + text + ")",
            lambda text: text.replace("r=0", "r="),
        ]
    else:
        spoilers += [
            lambda text: text.lower(),
            lambda text: text[:-3] + "UTC",
            lambda text: text.replace(":", ".", 1),
            _other_weekday,
            lambda text: text.replace(" ", "  ", 1),
        ]
    return source.pick(spoilers)(text)


def _other_weekday(text):
    for days in (LONG_DAYS, SHORT_DAYS):
        for index, day in enumerate(days):
            if text.startswith(day):
                return days[index - 1] + text[len(day):]
    raise AssertionError(text)
