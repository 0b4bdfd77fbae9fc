"""A policy: read from JSON, checked, and with every default filled in."""

import re
from dataclasses import dataclass
from typing import Optional

from outcome import CLASSES, ERRORS, MOST_STATUS, Exceptions
from presets import PRESETS
from reading import LARGEST_LENGTH, Refused, fields, join, length, one_of, only_field, whole

HOUR = 3_600_000
MOST_STEPS = 64
OPTIONAL = (
    "jitter", "maxDelay", "maxAttempts", "window",
    "dnsAttempts", "throttleFactor", "hints", "classes",
)


@dataclass(frozen=True)
class Backoff:
    kind: str  # constant, linear, exponential, schedule
    first: int  # the delay, step, base or first entry
    numerator: int = 1
    denominator: int = 1
    delays: tuple = ()
    stops: bool = False


@dataclass(frozen=True)
class Jitter:
    kind: str  # none, full, equal, decorrelated, proportional, additive
    per_mille: int = 0
    least: int = 0
    most: int = 0


@dataclass(frozen=True)
class Hints:
    longest: int
    mode: str  # replace, atLeast
    jitter: int  # per mille


@dataclass(frozen=True)
class Policy:
    backoff: Backoff
    jitter: Jitter
    max_delay: int  # no limit is the largest length
    max_attempts: Optional[int]
    window: Optional[int]
    dns_attempts: int
    throttle_factor: int
    hints: Optional[Hints]
    exceptions: Exceptions


def read_policy(value, path="policy"):
    """A policy object, or the name of a preset. Paths of errors start inside the policy."""
    if isinstance(value, str):
        value = PRESETS[one_of(value, path, tuple(PRESETS))]
    if not isinstance(value, dict):
        raise Refused(path, "must be an object or the name of a preset")
    fields(value, "", required=("backoff",), optional=OPTIONAL)
    backoff = _read_backoff(value["backoff"])
    window = _read_window(value.get("window"))
    policy = Policy(
        backoff=backoff,
        jitter=_read_jitter(value.get("jitter", "full"), backoff),
        max_delay=_read_max_delay(value, backoff),
        max_attempts=_read_max_attempts(value, backoff, window),
        window=window,
        dns_attempts=whole(value.get("dnsAttempts", 3), "dnsAttempts", 1, 255),
        throttle_factor=whole(value.get("throttleFactor", 2), "throttleFactor", 1, 100),
        hints=_read_hints(value.get("hints", {})),
        exceptions=_read_classes(value.get("classes", {})),
    )
    _check_growth(policy)
    return policy


def _read_backoff(value):
    kind, inner = only_field(value, "backoff", ("constant", "linear", "exponential", "schedule"))
    path = join("backoff", kind)
    if kind == "constant":
        fields(inner, path, required=("delay",))
        return Backoff(kind, first=length(inner["delay"], join(path, "delay"), at_least=1))
    if kind == "linear":
        fields(inner, path, required=("step",))
        return Backoff(kind, first=length(inner["step"], join(path, "step"), at_least=1))
    if kind == "exponential":
        fields(inner, path, required=("base", "factor"))
        base = length(inner["base"], join(path, "base"), at_least=1)
        numerator, denominator = _read_factor(inner["factor"], join(path, "factor"))
        return Backoff(kind, first=base, numerator=numerator, denominator=denominator)
    fields(inner, path, required=("delays",), optional=("then",))
    delays = _read_delays(inner["delays"], join(path, "delays"))
    then = one_of(inner.get("then", "stop"), join(path, "then"), ("stop", "repeatLast"))
    return Backoff(kind, first=delays[0], delays=delays, stops=then == "stop")


def _read_factor(value, path):
    if isinstance(value, list):
        if len(value) != 2:
            raise Refused(path, "must be a whole number or [numerator, denominator]")
        numerator, denominator = (whole(number, path, 1, 65535) for number in value)
    else:
        numerator, denominator = whole(value, path, 2, 65535), 1
    if numerator <= denominator:
        raise Refused(path, "must be above 1")
    return numerator, denominator


def _read_delays(value, path):
    if not isinstance(value, list) or not 1 <= len(value) <= 32:
        raise Refused(path, "must be a list of 1 to 32 lengths")
    return tuple(length(entry, join(path, index)) for index, entry in enumerate(value))


def _read_jitter(value, backoff):
    if isinstance(value, str):
        one_of(value, "jitter", ("none", "full", "equal", "decorrelated"))
        if value == "decorrelated" and backoff.kind in ("linear", "schedule"):
            raise Refused("jitter", "decorrelated goes with constant and exponential only")
        return Jitter(value)
    kind, inner = only_field(value, "jitter", ("proportional", "additive"))
    path = join("jitter", kind)
    if kind == "proportional":
        return Jitter(kind, per_mille=whole(inner, path, 0, 1000))
    fields(inner, path, required=("perMille", "min", "max"))
    least = length(inner["min"], join(path, "min"))
    most = length(inner["max"], join(path, "max"))
    if least > most:
        raise Refused(join(path, "min"), "must not be above max")
    return Jitter(kind, whole(inner["perMille"], join(path, "perMille"), 0, 1000), least, most)


def _read_max_delay(value, backoff):
    may_be_none = backoff.kind in ("constant", "schedule")
    default = None if may_be_none else HOUR
    given = value.get("maxDelay", default)
    if given is None:
        if not may_be_none:
            raise Refused("maxDelay", f"must be a length with {backoff.kind} backoff")
        return LARGEST_LENGTH
    max_delay = length(given, "maxDelay", at_least=1)
    if max_delay < backoff.first:
        raise Refused("maxDelay", "must not be below the first delay")
    return max_delay


def _read_max_attempts(value, backoff, window):
    default = len(backoff.delays) + 1 if backoff.stops else 5
    given = value.get("maxAttempts", default)
    if given is None:
        if window is None:
            raise Refused("maxAttempts", "may be null only with a window")
        if backoff.kind == "schedule" and not backoff.stops and backoff.delays[-1] == 0:
            raise Refused("maxAttempts", "may be null only if the delay that is repeated is above 0")
        return None
    return whole(given, "maxAttempts", 1, 2**32 - 1)


def _read_window(value):
    return None if value is None else length(value, "window", at_least=1)


def _read_hints(value):
    if value is None:
        return None
    fields(value, "hints", optional=("longest", "mode", "jitter"))
    return Hints(
        longest=length(value.get("longest", 24 * HOUR), "hints.longest", at_least=1),
        mode=one_of(value.get("mode", "replace"), "hints.mode", ("replace", "atLeast")),
        jitter=whole(value.get("jitter", 500), "hints.jitter", 0, 1000),
    )


_STATUS = "(0|[1-9][0-9]{0,4})"
_RANGE = re.compile(f"{_STATUS}-{_STATUS}")


def _read_classes(value):
    if not isinstance(value, dict) or len(value) > 8:
        raise Refused("classes", "must be an object of at most 8 exceptions")
    errors, statuses, ranges = {}, {}, []
    for key, name in value.items():
        path = join("classes", key)
        its_class = one_of(name, path, CLASSES)
        if key in ERRORS:
            errors[key] = its_class
        elif re.fullmatch(_STATUS, key) and int(key) <= MOST_STATUS:
            statuses[int(key)] = its_class
        else:
            ranges.append((*_read_range(key, path, ranges), its_class))
    return Exceptions(errors, statuses, tuple(ranges))


def _read_range(key, path, earlier):
    match = _RANGE.fullmatch(key)
    low, high = (int(text) for text in match.groups()) if match else (0, 0)
    if not low < high <= MOST_STATUS:
        raise Refused(
            path, 'key must be a status such as "409", a range "500-599" or an error name'
        )
    for other_low, other_high, _ in earlier:
        if low <= other_high and other_low <= high:
            raise Refused(path, "must not overlap another range")
    return low, high


def _check_growth(policy):
    """An exponential delay must grow at every step, up to its cap or the last attempt."""
    backoff = policy.backoff
    if backoff.kind != "exponential":
        return
    path = "backoff.exponential.factor"
    attempt, delay = 1, backoff.first
    while delay < policy.max_delay and (
        policy.max_attempts is None or attempt < policy.max_attempts
    ):
        grown = delay * backoff.numerator // backoff.denominator
        if grown <= delay:
            raise Refused(path, "must be so large that the delay grows at every step")
        delay = min(grown, policy.max_delay)
        attempt += 1
        if attempt - 1 > MOST_STEPS:
            raise Refused(path, f"must reach maxDelay or maxAttempts within {MOST_STEPS} steps")
