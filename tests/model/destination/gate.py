"""The gate: so many attempts at a time, each on a lease that ends by itself (section 4)."""

from dataclasses import dataclass

from destination.answers import Refusal
from destination.clock import POLL, divided_up
from destination.coverage import note
from destination.numbers import U8, from_to, lengths_from, list_of, read_rules, u8
from reading import LARGEST_LENGTH, fields, join, length, saturated_point

PLACES = 16
FIELDS = ("phase", "left", "generations")


@dataclass(frozen=True)
class GateRules:
    max: int
    lease: int

    @property
    def tick(self):
        return divided_up(self.lease, 254)

    @property
    def ticks(self):
        """A lease in ticks: one more than needed, as the running tick has begun already."""
        return divided_up(self.lease, self.tick) + 1


def read_gate_rules(value, path=""):
    return GateRules(**read_rules(value, path, {
        "max": (from_to(1, PLACES), 10),
        "lease": (lengths_from(1000), 120_000),
    }))


@dataclass(frozen=True)
class Place:
    index: int
    generation: int
    until: int

    def as_json(self):
        return {"index": self.index, "generation": self.generation, "until": self.until}


class Gate:
    def __init__(self):
        self.phase = 0
        self.left = [0] * PLACES  # in ticks
        self.generations = [0] * PLACES

    def settle(self, rules, elapsed):
        since = min(self.phase + elapsed, LARGEST_LENGTH)
        passed = since // rules.tick
        self.phase = since - passed * rules.tick
        if any(0 < left <= passed for left in self.left):
            note("gate", "a lease ran out")
        self.left = [max(0, left - passed) for left in self.left]

    def in_flight(self):
        return sum(left > 0 for left in self.left)

    def refusal(self, rules):
        if self.in_flight() < rules.max:
            return None
        return Refusal("full", (POLL, 2 * POLL))

    def take(self, rules, now):
        index = self.left.index(0)
        self.left[index] = rules.ticks
        self.generations[index] = (self.generations[index] + 1) % (U8 + 1)
        if self.generations[index] == 0:
            note("wrapped", "place")
        until = saturated_point(now + rules.ticks * rules.tick - self.phase)
        return Place(index, self.generations[index], until)

    def release(self, place, now):
        """Gives a place back; False if that comes too late."""
        if now >= place.until:
            note("late", "time")
        elif place.index >= PLACES:
            note("late", "index")
        elif self.left[place.index] == 0:
            note("late", "free")
        elif self.generations[place.index] != place.generation:
            note("late", "generation")
        else:
            self.left[place.index] = 0
            return True
        return False

    def as_json(self):
        return {"phase": self.phase, "left": list(self.left),
                "generations": list(self.generations)}


def read_gate(value, path):
    fields(value, path, FIELDS)
    gate = Gate()
    gate.phase = length(value["phase"], join(path, "phase"))
    gate.left = list_of(value["left"], join(path, "left"), PLACES, u8)
    gate.generations = list_of(value["generations"], join(path, "generations"), PLACES, u8)
    return gate
