"""Health: how deliveries to this destination fare, over a day (section 8)."""

from dataclasses import dataclass

from destination.numbers import WINDOW, read_rules
from destination.rolling import Rolling
from reading import fields

SLOTS = 4
COUNTERS = ("first", "second", "secondDelivered", "delivered", "attempts", "dead", "exhausted")
FIELDS = ("phase", *COUNTERS)
REASONS = ("permanent", "gone", "dns", "attempts", "window")
EXHAUSTED = ("attempts", "window", "dns")


@dataclass(frozen=True)
class HealthRules:
    window: int


def read_health_rules(value, path=""):
    return HealthRules(**read_rules(value, path, {"window": (WINDOW, 86_400_000)}))


class Health:
    def __init__(self):
        self.window = Rolling(SLOTS, COUNTERS, absolute=("exhausted",))

    def settle(self, rules, elapsed):
        self.window.settle(rules.window, elapsed)

    def result(self, kind, attempts, delivered):
        if kind == "first":
            self.window.add("first")
        if kind == "retry" and max(attempts, 1) == 2:
            self.window.add("second")
            if delivered:
                self.window.add("secondDelivered")

    def ended(self, how, attempts, local):
        """`how` is delivered or a dead letter's reason."""
        if how == "delivered":
            self.window.add("delivered")
            self.window.add("attempts", max(attempts, 1))
            return
        self.window.add("dead")
        if how in EXHAUSTED and not local:
            self.window.add("exhausted")

    def exhausted(self):
        return self.window.total("exhausted")

    def forget_exhausted(self):
        self.window.counts["exhausted"] = [0] * SLOTS

    def as_json(self):
        return self.window.as_json()


def read_health(value, path):
    fields(value, path, FIELDS)
    health = Health()
    health.window.read(value, path)
    return health
