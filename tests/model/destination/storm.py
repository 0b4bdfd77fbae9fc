"""The storm: notices when retries outnumber first attempts (section 6)."""

from dataclasses import dataclass

from destination.coverage import note
from destination.numbers import U32_ABOVE_0, WINDOW, from_to, read_rules, u8, u32
from destination.rolling import Rolling
from reading import clamp, fields, join

SLOTS = 5
FIELDS = ("phase", "first", "retries", "depth", "before", "age")


@dataclass(frozen=True)
class StormRules:
    window: int
    ratio: int
    minimum: int
    depth: int
    growing: int


def read_storm_rules(value, path=""):
    return StormRules(**read_rules(value, path, {
        "window": (WINDOW, 900_000),
        "ratio": (from_to(1, 1000), 5),
        "minimum": (from_to(1, 32767), 100),
        "depth": (U32_ABOVE_0, 1000),
        "growing": (U32_ABOVE_0, 100),
    }))


class Storm:
    def __init__(self):
        self.window = Rolling(SLOTS, ("first", "retries"))
        self.depth = 0
        self.before = 0
        self.age = 0  # slots passed since depth was told

    def settle(self, rules, elapsed):
        passed = self.window.settle(rules.window, elapsed)
        self.age = min(SLOTS, self.age + passed)
        if passed >= 1:
            self.before = self.depth
        if self.age == SLOTS:
            if self.depth or self.before:
                note("storm", "depth grew stale")
            self.depth = self.before = 0

    def count(self, kind):
        self.window.add({"first": "first", "retry": "retries"}[kind])

    def waiting(self, depth):
        self.depth = depth
        self.age = 0

    def level(self, rules):
        first, retries = self.window.total("first"), self.window.total("retries")
        if retries >= rules.minimum and retries > rules.ratio * first:
            return "storm"
        if self.depth >= rules.depth:
            note("warning", "deep")
            return "warning"
        if self.depth >= rules.growing and self.depth >= 2 * self.before:
            note("warning", "growing")
            return "warning"
        return "calm"

    def stretch(self, rules):
        if self.level(rules) != "storm":
            return 1000
        first, retries = self.window.total("first"), self.window.total("retries")
        return clamp(1000 * retries // (rules.ratio * max(first, 1)), 1000, 10_000)

    def report(self, rules):
        level, stretch = self.level(rules), self.stretch(rules)
        note("storm level", level)
        note("stretch", stretch if stretch in (1000, 10_000) else "between")
        return {"level": level, "retries": self.window.total("retries"),
                "first": self.window.total("first"), "stretch": stretch}

    def as_json(self):
        return {**self.window.as_json(), "depth": self.depth, "before": self.before,
                "age": self.age}


def read_storm(value, path):
    fields(value, path, FIELDS)
    storm = Storm()
    storm.window.read(value, path)
    storm.depth = u32(value["depth"], join(path, "depth"))
    storm.before = u32(value["before"], join(path, "before"))
    storm.age = u8(value["age"], join(path, "age"))
    return storm
