"""The rolling window: counters in slots, the newest first (section 2)."""

from destination.coverage import note
from destination.numbers import U16, list_of, u16
from reading import LARGEST_LENGTH, join, length

MOST_ADDED = 32767


class Rolling:
    def __init__(self, slots, counters, absolute=()):
        self.phase = 0  # the length since the newest slot began
        self.counts = {name: [0] * slots for name in counters}
        self.slots = slots
        self.absolute = absolute  # counters that saturate and are never halved

    def settle(self, window, elapsed):
        """Moves on by the time passed; gives the number of slots passed."""
        slot = window // self.slots
        since = min(self.phase + elapsed, LARGEST_LENGTH)
        passed = since // slot
        self.phase = since - passed * slot
        moved = min(passed, self.slots)
        for name, counts in self.counts.items():
            self.counts[name] = ([0] * moved + counts)[: self.slots]
        note("slots passed", moved)
        return passed

    def add(self, name, number=1):
        number = min(number, MOST_ADDED)
        if name in self.absolute:
            if self.counts[name][0] + number > U16:
                note("saturated", name)
            self.counts[name][0] = min(U16, self.counts[name][0] + number)
            return
        if self.counts[name][0] + number > U16:
            note("halved for", name)
            for other in self.counts:
                if other not in self.absolute:
                    self.counts[other] = [count // 2 for count in self.counts[other]]
        self.counts[name][0] += number

    def total(self, name):
        return sum(self.counts[name])

    def as_json(self):
        return {"phase": self.phase, **{name: list(one) for name, one in self.counts.items()}}

    def read(self, value, path):
        """Takes phase and counters from an object whose fields have been checked."""
        self.phase = length(value["phase"], join(path, "phase"))
        for name in self.counts:
            self.counts[name] = list_of(value[name], join(path, name), self.slots, u16)
