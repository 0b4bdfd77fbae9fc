"""The hint of an outcome: how long the other side asks us to wait; 0 is none."""

from http_date import parse_http_date
from reading import number_of_digits, saturated_length
from structured_field import parse_list

FIRST_UNIX_SECOND = 10**9  # an X-RateLimit-Reset from here on is a point, not a length


def hint_of(outcome, final_class, wall):
    """The caller's own hint, else Retry-After, else (throttled only) the RateLimit fields."""
    if outcome.own_hint:
        return outcome.own_hint
    reference = _reference(outcome, wall)
    well_formed, hint = _retry_after(outcome, reference)
    if well_formed:
        return hint
    if final_class != "throttled":
        return 0
    return (
        _rate_limit(outcome)
        or _rate_limit_reset(outcome)
        or _x_rate_limit_reset(outcome, reference)
    )


def _reference(outcome, wall):
    """The response's own Date if well-formed, else wall time, else None."""
    date = parse_http_date(_text(outcome, "date"), wall)
    return wall if date is None else date


def _retry_after(outcome, reference):
    """Whether the header is well-formed, and its hint: well-formed may still be no hint."""
    text = _text(outcome, "retryAfter")
    if _is_digits(text):
        return True, saturated_length(number_of_digits(text) * 1000)
    date = parse_http_date(text, reference)
    return date is not None, _until(date, reference)


def _rate_limit(outcome):
    """The largest t among the items with r=0."""
    longest = 0
    for _, parameters in parse_list(_text(outcome, "rateLimit")) or []:
        type_of_t, t = parameters.get("t", ("", None))
        if parameters.get("r") == ("integer", 0) and type_of_t == "integer" and t > longest:
            longest = t
    return saturated_length(longest * 1000)


def _rate_limit_reset(outcome):
    text = _text(outcome, "rateLimitReset")
    return saturated_length(number_of_digits(text) * 1000) if _is_digits(text) else 0


def _x_rate_limit_reset(outcome, reference):
    text = _text(outcome, "xRateLimitReset")
    if not _is_digits(text):
        return 0
    seconds = number_of_digits(text)
    if seconds < FIRST_UNIX_SECOND:
        return saturated_length(seconds * 1000)
    return _until(seconds * 1000, reference)


def _until(point, reference):
    """The length from the reference to a point; 0 for the past, or if either is missing."""
    if point is None or reference is None:
        return 0
    return saturated_length(point - reference)


def _text(outcome, name):
    """A header's trimmed text, one character a byte, so that no byte beyond ASCII can match."""
    return outcome.headers.get(name, b"").decode("latin-1").strip(" \t")


def _is_digits(text):
    return text != "" and all(char in "0123456789" for char in text)
