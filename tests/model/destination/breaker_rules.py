"""The breaker's rules, and what a result weighs by them (sections 1 and 3)."""

from dataclasses import dataclass
from typing import Optional

from destination.numbers import (LENGTH_ABOVE_0, PER_MILLE_OR_NONE, WINDOW, from_to, or_null,
                                 read_rules)
from reading import Refused, join, one_of

WEIGHTS = ("success", "failure", "ignore")


def weight(value, path):
    return one_of(value, path, WEIGHTS)


@dataclass(frozen=True)
class BreakerRules:
    consecutive: Optional[int]
    rate: Optional[int]
    minimum: int
    window: int
    cooldown: int
    factor: int
    maxCooldown: int
    spread: int
    probes: int
    successesToClose: int
    probeLease: int
    throttled: str
    permanent: str
    own: str

    def weight_of(self, error, its_class):
        if error in ("local", "invalid"):
            return self.own
        return {
            "delivered": "success",
            "transient": "failure",
            "throttled": self.throttled,
            "permanent": self.permanent,
            "gone": self.permanent,
        }[its_class]


TABLE = {
    "consecutive": (or_null(from_to(1, 65535)), 5),
    "rate": (or_null(from_to(1, 1000)), 500),
    "minimum": (from_to(1, 32767), 20),
    "window": (WINDOW, 300_000),
    "cooldown": (LENGTH_ABOVE_0, 30_000),
    "factor": (from_to(1, 100), 2),
    "maxCooldown": (LENGTH_ABOVE_0, 300_000),
    "spread": (PER_MILLE_OR_NONE, 500),
    "probes": (from_to(1, 4), 1),
    "successesToClose": (from_to(1, 255), 1),
    "probeLease": (LENGTH_ABOVE_0, 60_000),
    "throttled": (weight, "failure"),
    "permanent": (weight, "success"),
    "own": (weight, "ignore"),
}


def read_breaker_rules(value, path=""):
    rules = BreakerRules(**read_rules(value, path, TABLE))
    if rules.rate is None and rules.consecutive is None:
        raise Refused(join(path, "rate"), "must be given where consecutive is null")
    if rules.maxCooldown < rules.cooldown:
        raise Refused(join(path, "maxCooldown"), "must not be less than cooldown")
    return rules
