"""Reading JSON values strictly.

Every reader takes the value and the dotted path of the field it came from, so
that a refusal can name the field. Python is lax where the page is not (`True`
is an `int`, `json` keeps the last of two equal keys), hence these helpers.
"""

import json
import re

LARGEST_LENGTH = 2**32 - 1
FARTHEST_POINT = 2**53 - 1
MASK_64 = 2**64 - 1


class Refused(Exception):
    """Something that was read is not allowed; says which field, and what would be right."""

    def __init__(self, field, message):
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


def parse_json(text):
    """JSON text to Python values; repeated keys, NaN and Infinity are refused."""
    try:
        return json.loads(text, object_pairs_hook=_no_repeats, parse_constant=_no_constants)
    except (ValueError, RecursionError) as problem:
        raise Refused("", f"must be valid JSON ({problem})") from None


def compact_json(value):
    return json.dumps(value, separators=(",", ":"))


def fields(value, path, required=(), optional=()):
    """An object with all of `required`, and nothing beyond `required` and `optional`."""
    if not isinstance(value, dict):
        raise Refused(path, "must be an object")
    for name in value:
        if name not in required and name not in optional:
            known = ", ".join((*required, *optional))
            raise Refused(join(path, name), f"is not a known field; known are {known}")
    for name in required:
        if name not in value:
            raise Refused(join(path, name), "is required")
    return value


def only_field(value, path, names):
    """The one (name, value) of an object such as `{"linear": …}`."""
    fields(value, path, optional=names)
    if len(value) != 1:
        raise Refused(path, f"must have exactly one of {', '.join(names)}")
    return next(iter(value.items()))


def join(path, name):
    return f"{path}.{name}" if path else name


def whole(value, path, low, high):
    """A whole number from low to high; a float or a boolean is not one."""
    if type(value) is not int or not low <= value <= high:
        raise Refused(path, f"must be a whole number from {low} to {high}")
    return value


def one_of(value, path, names):
    if not isinstance(value, str) or value not in names:
        raise Refused(path, f"must be one of {', '.join(names)}")
    return value


def point(value, path):
    """A point in time: milliseconds within ±(2^53 − 1)."""
    return whole(value, path, -FARTHEST_POINT, FARTHEST_POINT)


def length(value, path, at_least=0):
    """A length of time: milliseconds as a number, or text such as "2m30s"."""
    if isinstance(value, str):
        value = length_of_text(value, path)
    return whole(value, path, at_least, LARGEST_LENGTH)


_LENGTH_TEXT = re.compile(
    r"(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?(?:([0-9]+)ms)?"
)
_UNITS = (86_400_000, 3_600_000, 60_000, 1_000, 1)


def length_of_text(text, path):
    match = _LENGTH_TEXT.fullmatch(text)
    if not text or not match:
        raise Refused(path, 'must be a length such as "250ms", "30s", "2m30s", "48h" or "7d"')
    return sum(
        number_of_digits(digits) * unit
        for digits, unit in zip(match.groups(), _UNITS)
        if digits is not None
    )


def number_of_digits(digits):
    """The number a run of digits stands for; anything of more than 30 digits counts as 10^30.

    10^30 is beyond every limit in use, and this keeps clear of Python's own
    limit on the digits that `int` takes.
    """
    digits = digits.lstrip("0")
    return 10**30 if len(digits) > 30 else int(digits or "0")


_HEX_TEXT = re.compile(r"0x([0-9a-fA-F]{1,16})")


def hex64(value, path):
    """A seed or key: 64 bits as text "0x…"."""
    match = _HEX_TEXT.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise Refused(path, 'must be text: "0x" and 1 to 16 hexadecimal digits')
    return int(match.group(1), 16)


def header_bytes(value, path):
    """A header's text, as its UTF-8 bytes."""
    if not isinstance(value, str):
        raise Refused(path, "must be text")
    try:
        return value.encode("utf-8")
    except UnicodeEncodeError:
        raise Refused(path, "must be text without lone surrogates") from None


def clamp(value, low, high):
    return max(low, min(value, high))


def saturated_length(value):
    return clamp(value, 0, LARGEST_LENGTH)


def saturated_point(value):
    return clamp(value, -FARTHEST_POINT, FARTHEST_POINT)


def _no_repeats(pairs):
    result = {}
    for name, value in pairs:
        if name in result:
            raise Refused(name, "is given twice")
        result[name] = value
    return result


def _no_constants(name):
    raise ValueError(f"{name} is not JSON")
