"""The replay: dead letters go out again at a pace that the server can bear (section 7)."""

from dataclasses import dataclass

from destination.answers import Refusal
from destination.coverage import note
from destination.numbers import U16, from_to, read_rules, u16
from reading import Refused, clamp, fields, join, length, whole

MINUTE = 60_000
FIELDS = ("replay",)


@dataclass(frozen=True)
class ReplayRules:
    start: int
    slowest: int
    fastest: int
    ramp: int


def read_replay_rules(value, path=""):
    a_minute = from_to(1, 60_000)
    rules = ReplayRules(**read_rules(value, path, {
        "start": (a_minute, 100),
        "slowest": (a_minute, 10),
        "fastest": (a_minute, 1000),
        "ramp": (from_to(1, 1000), 500),
    }))
    if not rules.slowest <= rules.start <= rules.fastest:
        raise Refused(join(path, "start"), "must lie between slowest and fastest")
    return rules


class Running:
    def __init__(self, rate, left=0, well=0):
        self.rate = rate  # letters a minute
        self.left = left
        self.well = well  # successes since the rate was changed


class Replay:
    def __init__(self):
        self.running = None  # None: idle

    @property
    def rate(self):
        return None if self.running is None else self.running.rate

    def settle(self, rules, elapsed):
        running = self.running
        if running is not None:
            running.rate = clamp(running.rate, rules.slowest, rules.fastest)
            running.left = max(0, min(running.left, MINUTE) - elapsed)

    def begin(self, rules):
        self.running = Running(rules.start)

    def stop(self):
        self.running = None

    def refusal(self):
        if self.running is None:
            return Refusal("replay")
        if self.running.left > 0:
            return Refusal("pace", (self.running.left, self.running.left))
        return None

    def take(self):
        self.running.left = MINUTE // self.running.rate

    def result(self, rules, weight):
        running = self.running
        if running is None or weight == "ignore":
            return
        if weight == "failure":
            note("replay", "slower")
            running.rate = max(rules.slowest, running.rate // 2)
            running.well = 0
            return
        running.well = min(U16, running.well + 1)
        if running.well >= running.rate:
            note("replay", "faster")
            faster = running.rate + max(1, running.rate * rules.ramp // 1000)
            running.rate = min(rules.fastest, faster)
            running.well = 0

    def opened(self, rules):
        if self.running is not None:
            note("replay", "slowest as the breaker opened")
            self.running.rate = rules.slowest
            self.running.well = 0

    def value_as_json(self):
        running = self.running
        if running is None:
            return "idle"
        return {"rate": running.rate, "left": running.left, "well": running.well}

    def as_json(self):
        """Kept alone; inside a destination it is the value only."""
        return {"replay": self.value_as_json()}


def read_replay_value(value, path):
    replay = Replay()
    if value == "idle":
        return replay
    if not isinstance(value, dict):
        raise Refused(path, "must be idle, or an object with rate, left and well")
    fields(value, path, ("rate", "left", "well"))
    replay.running = Running(
        whole(value["rate"], join(path, "rate"), 1, U16),
        length(value["left"], join(path, "left")),
        u16(value["well"], join(path, "well")),
    )
    return replay


def read_replay(value, path):
    fields(value, path, FIELDS)
    return read_replay_value(value["replay"], join(path, "replay"))
