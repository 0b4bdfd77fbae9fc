"""Whether a destination is served at all, and what takes it out of service (section 9)."""

from dataclasses import dataclass
from typing import Optional

from destination.coverage import note
from destination.health import EXHAUSTED
from destination.numbers import LENGTH_ABOVE_0, U16, boolean, from_to, or_null, read_rules, u16
from reading import fields, join, length, one_of, only_field, saturated_length

WHYS = ("gone", "exhausted", "failing", "hand")


@dataclass(frozen=True)
class DisableRules:
    gone: bool
    exhausted: Optional[int]
    failing: Optional[int]
    failures: int


def read_disable_rules(value, path):
    return DisableRules(**read_rules(value, path, {
        "gone": (boolean, True),
        "exhausted": (or_null(from_to(1, 32767)), 10),
        "failing": (or_null(LENGTH_ABOVE_0), 5 * 86_400_000),
        "failures": (from_to(1, 65535), 10),
    }))


class Serving:
    def __init__(self, failures=0, failing=0):
        self.failures = failures  # failed tries since the last success
        self.failing = failing  # since the first of them

    def settle(self, elapsed):
        self.failing = saturated_length(self.failing + elapsed)

    def hear(self, delivered, counts):
        if delivered:
            self.failures = self.failing = 0
        elif counts:
            if self.failures == 0:
                self.failing = 0
            if self.failures == U16:
                note("saturated", "failures")
            self.failures = min(U16, self.failures + 1)

    def cause(self, rules, its_class, ended, exhausted):
        """Why a destination is to be disabled after a report, or None."""
        if rules.gone and its_class == "gone":
            return "gone"
        if rules.exhausted is not None and ended in EXHAUSTED and exhausted >= rules.exhausted:
            return "exhausted"
        if (rules.failing is not None and its_class != "delivered"
                and self.failures >= rules.failures and self.failing >= rules.failing):
            return "failing"
        return None

    def as_json(self):
        return {"serving": {"failures": self.failures, "failing": self.failing}}


class Disabled:
    def __init__(self, why, told, since=0):
        self.since = since
        self.why = why
        self.told = told

    def settle(self, elapsed):
        self.since = saturated_length(self.since + elapsed)

    def as_json(self):
        return {"disabled": {"since": self.since, "why": self.why, "told": self.told}}


def read_standing(value, path):
    name, inner = only_field(value, path, ("serving", "disabled"))
    path = join(path, name)
    if name == "serving":
        fields(inner, path, ("failures", "failing"))
        return Serving(u16(inner["failures"], join(path, "failures")),
                       length(inner["failing"], join(path, "failing")))
    fields(inner, path, ("since", "why", "told"))
    return Disabled(
        since=length(inner["since"], join(path, "since")),
        why=one_of(inner["why"], join(path, "why"), WHYS),
        told=boolean(inner["told"], join(path, "told")),
    )
