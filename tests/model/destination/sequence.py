"""Making a vector event by event: what to do next may depend on what came before."""

import copy

from destination.vector import Run
from reading import FARTHEST_POINT, clamp
from splitmix import fnv1a64


class Sequence:
    """A vector being made; the model answers every event at once."""

    def __init__(self, name, guard, rules=None, start=0, state=None, seed=None, key=None):
        self.header = {"name": name, "guard": guard, "rules": {} if rules is None else rules}
        if state is None:
            self.header["start"] = start
        self.header["state"] = copy.deepcopy(state)
        self.header["seed"] = seed or f"0x{fnv1a64('seed of ' + name):x}"
        self.header["key"] = key or f"0x{fnv1a64(name):x}"
        self.run = Run(self.header)
        self.now = self.run.state.at
        self.events = []
        self.results = []
        self.under_way = []  # events whose permits have not been reported

    def later(self, length):
        """Moves the clock, also back; gives the sequence, for chaining."""
        self.now = clamp(self.now + length, -FARTHEST_POINT, FARTHEST_POINT)
        return self

    def do(self, call, **fields):
        event = {"now": self.now, "do": call, **fields}
        result = self.run.do(event)
        if len(self.events) in self.run.permits:
            self.under_way.append(len(self.events))
        if fields.get("permit") in self.under_way:
            self.under_way.remove(fields["permit"])
        self.events.append(event)
        self.results.append(result)
        return result

    def admit(self, **fields):
        """The event that gave a permit; it must."""
        result = self.do("admit", **fields)
        assert "go" in result, (self.header["name"], len(self.events), result)
        return len(self.events) - 1

    def question(self):
        return {**self.header, "events": self.events}

    def vector(self):
        return {**self.question(), "results": self.results, "after": self.run.state.as_json()}
