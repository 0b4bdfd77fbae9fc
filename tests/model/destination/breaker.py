"""The breaker: asks less of a server that fails, then tries it with care (section 3).

Every numbered edge of the page's tables is noted where it is taken.
"""

from dataclasses import dataclass
from typing import Optional

from destination.answers import Refusal
from destination.clock import POLL, drawn
from destination.coverage import note
from destination.numbers import U8, U16
from destination.rolling import Rolling
from reading import saturated_point

SLOTS = 5
PLACES = 4


@dataclass(frozen=True)
class Probe:
    index: int
    until: int


@dataclass(frozen=True)
class Pass:
    """What a permit carries of the breaker."""

    generation: int
    probe: Optional[Probe] = None

    def as_json(self):
        probe = self.probe
        return {
            "generation": self.generation,
            "probe": None if probe is None else {"index": probe.index, "until": probe.until},
        }


class Closed:
    name = "closed"

    def __init__(self):
        self.window = Rolling(SLOTS, ("successes", "failures"))
        self.consecutive = 0


class Open:
    name = "open"

    def __init__(self, left, cooldown):
        self.left = left
        self.cooldown = cooldown


class HalfOpen:
    name = "halfOpen"

    def __init__(self, probes, successes, cooldown):
        self.probes = probes  # what is left of each lease, 0: free
        self.successes = successes
        self.cooldown = cooldown


class Isolated:
    name = "isolated"


class Breaker:
    def __init__(self):
        self.generation = 0
        self.base = 0
        self.state = Closed()

    def settle(self, rules, elapsed):
        self.base = min(self.base, rules.maxCooldown)
        state = self.state
        if state.name == "closed":
            if state.window.settle(rules.window, elapsed) >= 1:
                _edge(22, self.base > 0)
                self.base = 0
        elif state.name == "open":
            state.left = max(0, min(state.left, rules.maxCooldown) - elapsed)
            state.cooldown = min(state.cooldown, rules.maxCooldown)
        elif state.name == "halfOpen":
            leased = [min(left, rules.probeLease) for left in state.probes]
            state.probes = [max(0, left - elapsed) for left in leased]
            _edge(21, any(0 < left <= elapsed for left in leased))
            state.cooldown = min(state.cooldown, rules.maxCooldown)

    def refusal(self, rules):
        """None where admit would go; changes nothing."""
        state = self.state
        if state.name == "isolated":
            _edge(6)
            return Refusal("isolated")
        if state.name == "open" and state.left > 0:
            _edge(2)
            return Refusal("open", (state.left, state.left + _spread(state.cooldown, rules)))
        if state.name == "halfOpen" and _leased(state) >= rules.probes:
            _edge(5)
            return Refusal("probing", (POLL, POLL + _spread(state.cooldown, rules)))
        return None

    def take(self, rules, now):
        """Admits; to be called only where there is no refusal."""
        state = self.state
        if state.name == "closed":
            _edge(1)
            return Pass(self.generation)
        if state.name == "open":
            _edge(3)
            self._next_generation()
            state = self.state = HalfOpen([0] * PLACES, 0, state.cooldown)
        else:
            _edge(4)
        index = state.probes.index(0)
        state.probes[index] = rules.probeLease
        return Pass(self.generation, Probe(index, saturated_point(now + rules.probeLease)))

    def late(self, its_pass, now):
        """Whether a result says nothing: an older generation, or a probe given up or forged."""
        state, probe = self.state, its_pass.probe
        if its_pass.generation != self.generation:
            return _edge(7)
        if state.name in ("open", "isolated"):
            return _edge(8)
        if state.name == "closed":
            return probe is not None and _edge(9)
        given_up = (probe is None or probe.index >= PLACES or state.probes[probe.index] == 0
                    or now >= probe.until)
        return given_up and _edge(9)

    def result(self, rules, its_pass, weight, now, draw):
        """Takes a result in; True if the breaker trips."""
        if self.late(its_pass, now):
            return False
        if self.state.name == "closed":
            return self._closed_result(rules, weight, draw)
        return self._probe_result(rules, its_pass.probe.index, weight, draw)

    def _closed_result(self, rules, weight, draw):
        state = self.state
        if weight == "ignore":
            _edge(10)
            return False
        if weight == "success":
            _edge(11)
            state.window.add("successes")
            state.consecutive = 0
            return False
        state.window.add("failures")
        state.consecutive = min(U16, state.consecutive + 1)
        failures, successes = state.window.total("failures"), state.window.total("successes")
        tries = failures + successes
        if rules.consecutive is not None and rules.consecutive <= state.consecutive:
            _edge(12)
        elif (rules.rate is not None and tries >= rules.minimum
              and failures * 1000 >= rules.rate * tries):
            _edge(13)
        else:
            _edge(14)
            return False
        self._trip(rules, draw)
        return True

    def _probe_result(self, rules, index, weight, draw):
        state = self.state
        if weight == "failure":
            _edge(18)
            self._trip(rules, draw)
            return True
        state.probes[index] = 0
        if weight == "ignore":
            _edge(15)
            return False
        state.successes = min(U8, state.successes + 1)
        if state.successes < rules.successesToClose:
            _edge(16)
        else:
            _edge(17)
            self._close()
        return False

    def isolate(self):
        _edge(19)
        self.state = Isolated()
        self._next_generation()
        self.base = 0

    def reset(self):
        _edge(20)
        self._close()
        self.base = 0

    def _trip(self, rules, draw):
        if self.base == 0:
            self.base = rules.cooldown
        else:
            self.base = min(rules.maxCooldown, self.base * rules.factor)
        low, high = self.base, self.base + _spread(self.base, rules)
        excess = max(0, high - rules.maxCooldown)
        note("trip", "slid" if excess else "free")
        cooldown = drawn(draw, max(low - excess, 1), high - excess)
        self.state = Open(cooldown, cooldown)
        self._next_generation()

    def _close(self):
        self.state = Closed()
        self._next_generation()

    def _next_generation(self):
        self.generation = (self.generation + 1) % (U16 + 1)
        if self.generation == 0:
            note("wrapped", "generation")


def _spread(length, rules):
    return length * rules.spread // 1000


def _leased(state):
    return sum(left > 0 for left in state.probes)


def _edge(number, taken=True):
    if taken:
        note("edge", number)
    return taken
