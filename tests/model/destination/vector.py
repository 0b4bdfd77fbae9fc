"""A vector: rules, a state to begin with, and a sequence of calls on it (section 12)."""

import copy

from destination import alone, calls
from destination.answers import CHANGED, QUERY
from destination.breaker import Breaker
from destination.breaker_form import breaker_as_json, read_breaker
from destination.breaker_rules import read_breaker_rules
from destination.budget import Budget, read_budget, read_budget_rules
from destination.clock import clock_step
from destination.destination import Destination, read_destination
from destination.events import read_event
from destination.gate import Gate, read_gate, read_gate_rules
from destination.health import Health, read_health, read_health_rules
from destination.replay import Replay, read_replay, read_replay_rules
from destination.rules import read_destination_rules
from destination.storm import Storm, read_storm, read_storm_rules
from reading import Refused, fields, hex64, join, one_of, parse_json, point, whole
from splitmix import derived_draw

REQUIRED = ("guard", "rules", "state", "seed", "key", "events")
OPTIONAL = ("name", "start", "results", "after")  # the last two are not looked at
# Name to: rules read, a new guard, a guard read. All but the budget do without the rules.
ALONE = {
    "breaker": (read_breaker_rules, lambda rules: Breaker(),
                lambda value, path, rules: read_breaker(value, path)),
    "gate": (read_gate_rules, lambda rules: Gate(),
             lambda value, path, rules: read_gate(value, path)),
    "budget": (read_budget_rules, Budget, read_budget),
    "storm": (read_storm_rules, lambda rules: Storm(),
              lambda value, path, rules: read_storm(value, path)),
    "replay": (read_replay_rules, lambda rules: Replay(),
               lambda value, path, rules: read_replay(value, path)),
    "health": (read_health_rules, lambda rules: Health(),
               lambda value, path, rules: read_health(value, path)),
}
GUARDS = ("destination", *ALONE)


class Alone:
    """A guard with a clock of its own."""

    def __init__(self, guard, at):
        self.guard = guard
        self.at = at

    def settle(self, rules, elapsed):
        self.guard.settle(rules, elapsed)

    def written(self):
        """A guard alone has no version."""

    def as_json(self):
        guard = self.guard
        form = breaker_as_json(guard) if isinstance(guard, Breaker) else guard.as_json()
        return {"v": 1, "at": self.at, **form}


class Run:
    """A vector under way: takes one event at a time."""

    def __init__(self, header):
        """`header` has the fields of a vector; its events are not looked at."""
        self.guard = one_of(header["guard"], "guard", GUARDS)
        self.seed = hex64(header["seed"], "seed")
        self.key = hex64(header["key"], "key")
        self.permits = {}
        self.count = 0
        self.rules, self.state = _read_beginning(self.guard, header)

    def do(self, event):
        path = join("events", str(self.count))
        event = read_event(event, path, self.guard, self.permits)
        result, permit = self._call(event)
        if permit is not None:
            self.permits[self.count] = permit
        self.count += 1
        return result

    def _call(self, event):
        step = clock_step(self.state.at, event["now"])
        draw = derived_draw(self.seed, self.key, step.now % 2**32)
        settled = copy.deepcopy(self.state)
        settled.at = step.at
        settled.settle(self.rules, step.elapsed)
        if self.guard == "destination":
            call, subject = calls.CALLS[event["do"]], settled
        else:
            call, subject = alone.CALLS[self.guard][event["do"]], settled.guard
        result, becomes, permit = call(subject, self.rules, event, step.now, draw)
        if becomes == CHANGED:
            self.state = settled
            self.state.written()
        elif becomes != QUERY and step.set_back:
            self.state.at = step.at
            self.state.written()
        return result, permit


def _read_beginning(guard, header):
    """Rules and state."""
    new = header["state"] is None
    if new != ("start" in header):
        raise Refused("start", "is required where state is null, and not allowed elsewhere")
    start = point(header["start"], "start") if new else None
    if guard == "destination":
        rules = read_destination_rules(header["rules"])
        state = Destination(rules, start) if new else read_destination(
            header["state"], "state", rules)
        return rules, state
    read_rules, make, read = ALONE[guard]
    rules = read_rules(header["rules"])
    if new:
        return rules, Alone(make(rules), start)
    state = header["state"]
    if not isinstance(state, dict):
        raise Refused("state", "must be an object or null")
    for name in ("v", "at"):
        if name not in state:
            raise Refused(f"state.{name}", "is required")
    whole(state["v"], "state.v", 1, 1)
    own = {name: value for name, value in state.items() if name not in ("v", "at")}
    return rules, Alone(read(own, "state", rules), point(state["at"], "state.at"))


def answer(vector):
    """{"results", "after"} of a vector already parsed; raises Refused."""
    fields(vector, "", REQUIRED, OPTIONAL)
    run = Run(vector)
    if not isinstance(vector["events"], list):
        raise Refused("events", "must be a list")
    results = [run.do(event) for event in vector["events"]]
    return {"results": results, "after": run.state.as_json()}


def answer_line(line):
    """The answer to one line, or {"error"}."""
    try:
        return answer(parse_json(line))
    except Refused as refusal:
        return {"error": {"field": refusal.field, "message": refusal.message}}
