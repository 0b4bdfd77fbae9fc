"""What came of a try, as the caller tells it, and the class it belongs to."""

from dataclasses import dataclass, field
from typing import Optional

from reading import Refused, fields, header_bytes, join, length, one_of, whole

CLASSES = ("delivered", "transient", "throttled", "permanent", "gone")
ERRORS = ("timeout", "refused", "reset", "unreachable", "dns", "tls", "invalid", "local")
HEADERS = ("retryAfter", "date", "rateLimit", "rateLimitReset", "xRateLimitReset")
MOST_STATUS = 65535


@dataclass(frozen=True)
class Outcome:
    status: Optional[int] = None
    error: Optional[str] = None
    own_class: Optional[str] = None  # the caller's own word
    own_hint: int = 0  # 0: none
    headers: dict = field(default_factory=dict)  # name to bytes, only those given


def read_outcome(value, path="outcome"):
    if not isinstance(value, dict) or ("status" in value) == ("error" in value):
        raise Refused(path, "must be an object with either status or error")
    if "status" in value:
        fields(value, path, required=("status",), optional=(*HEADERS, "hint", "class"))
    else:
        fields(value, path, required=("error",), optional=("hint", "class"))
    return Outcome(
        status=whole(value["status"], join(path, "status"), 0, MOST_STATUS)
        if "status" in value
        else None,
        error=one_of(value["error"], join(path, "error"), ERRORS) if "error" in value else None,
        own_class=one_of(value["class"], join(path, "class"), CLASSES)
        if "class" in value
        else None,
        own_hint=length(value["hint"], join(path, "hint")) if "hint" in value else 0,
        headers={
            name: header_bytes(value[name], join(path, name)) for name in HEADERS if name in value
        },
    )


def class_of(outcome, exceptions):
    """The caller's word, else the policy's exceptions, else the table of the page."""
    if outcome.own_class is not None:
        return outcome.own_class
    if outcome.error is not None:
        return exceptions.of_error(outcome.error) or class_of_error(outcome.error)
    return exceptions.of_status(outcome.status) or class_of_status(outcome.status)


def class_of_error(error):
    return "permanent" if error == "invalid" else "transient"


def class_of_status(status):
    if status == 408:
        return "transient"
    if status == 410:
        return "gone"
    if status == 429:
        return "throttled"
    if 200 <= status <= 299:
        return "delivered"
    if 300 <= status <= 499:
        return "permanent"
    return "transient"  # 5xx, and any number that no answer should have


@dataclass(frozen=True)
class Exceptions:
    """The policy's `classes`: error names, single statuses, and ranges that do not overlap."""

    errors: dict = field(default_factory=dict)
    statuses: dict = field(default_factory=dict)
    ranges: tuple = ()  # (low, high, class)

    def of_error(self, error):
        return self.errors.get(error)

    def of_status(self, status):
        if status in self.statuses:
            return self.statuses[status]
        for low, high, its_class in self.ranges:
            if low <= status <= high:
                return its_class
        return None
