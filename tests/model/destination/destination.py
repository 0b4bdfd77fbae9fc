"""The destination: six guards and a standing under one clock (section 9)."""

from dataclasses import dataclass

from destination.answers import Refusal
from destination.breaker import Breaker, Pass
from destination.breaker_form import breaker_as_json, read_breaker
from destination.budget import Budget, read_budget
from destination.coverage import note
from destination.gate import Gate, Place, read_gate
from destination.health import Health, read_health
from destination.numbers import U32, u32
from destination.replay import Replay, read_replay_value
from destination.standing import Serving, read_standing
from destination.storm import Storm, read_storm
from reading import fields, join, point, whole

KINDS = ("first", "retry", "replay")
FIELDS = ("v", "version", "at", "standing", "breaker", "gate", "budget", "storm", "replay",
          "health")


@dataclass(frozen=True)
class Permit:
    kind: str
    its_pass: Pass
    place: Place

    def as_json(self):
        return {"kind": self.kind, **self.its_pass.as_json(), "place": self.place.as_json()}


def first_or_retry(kind):
    """A replay is the first attempt of a dead letter let out again."""
    return "retry" if kind == "retry" else "first"


class Destination:
    def __init__(self, rules, at):
        self.version = 0
        self.at = at
        self.standing = Serving()
        self.breaker = Breaker()
        self.gate = Gate()
        self.budget = Budget(rules.budget)
        self.storm = Storm()
        self.replay = Replay()
        self.health = Health()

    def settle(self, rules, elapsed):
        self.standing.settle(elapsed)
        for name in ("breaker", "gate", "budget", "storm", "replay", "health"):
            getattr(self, name).settle(getattr(rules, name), elapsed)

    def written(self):
        """To be called after every call that may have changed the state."""
        self.version = (self.version + 1) % (U32 + 1)
        if self.version == 0:
            note("wrapped", "version")

    def refusal(self, rules, kind):
        """The first guard that refuses; none of them is changed."""
        if not isinstance(self.standing, Serving):
            return Refusal("disabled")
        return (
            self.breaker.refusal(rules.breaker)
            or self.gate.refusal(rules.gate)
            or (self.budget.refusal(rules.budget) if kind == "retry" else None)
            or (self.replay.refusal() if kind == "replay" else None)
        )

    def take(self, rules, kind, now):
        its_pass = self.breaker.take(rules.breaker, now)
        place = self.gate.take(rules.gate, now)
        if kind == "retry":
            self.budget.take(rules.budget)
        if kind == "replay":
            self.replay.take()
        return Permit(kind, its_pass, place)

    def as_json(self):
        return {
            "v": 1,
            "version": self.version,
            "at": self.at,
            "standing": self.standing.as_json(),
            "breaker": breaker_as_json(self.breaker),
            "gate": self.gate.as_json(),
            "budget": self.budget.as_json(),
            "storm": self.storm.as_json(),
            "replay": self.replay.value_as_json(),
            "health": self.health.as_json(),
        }


def read_destination(value, path, rules):
    fields(value, path, FIELDS)

    def part(name, read, *more):
        return read(value[name], join(path, name), *more)

    part("v", whole, 1, 1)
    destination = Destination(rules, part("at", point))
    destination.version = part("version", u32)
    destination.standing = part("standing", read_standing)
    destination.breaker = part("breaker", read_breaker)
    destination.gate = part("gate", read_gate)
    destination.budget = part("budget", read_budget, rules.budget)
    destination.storm = part("storm", read_storm)
    destination.replay = part("replay", read_replay_value)
    destination.health = part("health", read_health)
    return destination
