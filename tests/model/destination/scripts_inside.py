"""The guards inside a destination by script: the breaker's edges, and clocks that all share."""

from destination.health import COUNTERS
from destination.scripts_destination import SMALL, report, tried
from destination.sequence import Sequence

CAREFUL = {"consecutive": None, "rate": 500, "minimum": 4, "cooldown": 1000, "maxCooldown": 3000,
           "window": 10_000, "probes": 2, "successesToClose": 2, "probeLease": 2000}
FAILURES = (("transient", None), ("transient", "timeout"), ("throttled", None),
            ("permanent", "invalid"), ("gone", None), ("delivered", "local"), ("transient", "local"))


def breaker_inside():
    for first, error in FAILURES:
        for weight in ("failure", "ignore", "success"):
            rules = {**SMALL, "breaker": {**CAREFUL, "throttled": weight, "permanent": weight,
                                          "own": weight},
                     "gate": {"max": 8, "lease": "1m"}, "disable": {"gone": False}}
            name = f"{first}-{error}/{weight}"
            sequence = Sequence(f"probes/{name}", "destination", rules)
            for its_class in ("delivered", "transient", "delivered", "transient"):
                tried(sequence, "first", its_class)
            _probe(sequence.later(3000), first, error)
            yield sequence


def _probe(sequence, its_class, error):
    """Two probes at a time: one like the case, then good ones until it closes, one given up."""
    given = [sequence.do("admit", kind="first") and len(sequence.events) - 1 for _ in range(3)]
    given = [permit for permit in given if permit in sequence.run.permits]
    report(sequence.later(10), given[0], its_class, error=error)
    for permit in given[1:]:
        report(sequence.later(10), permit, "delivered", "delivered")
    for pause in (0, 2000, 3000, 1999):
        if "go" in sequence.later(pause).do("admit", kind="first"):
            permit = len(sequence.events) - 1
            report(sequence.later(1999 if pause == 0 else 2000), permit, "delivered", "delivered")
    sequence.do("status")


def clocks():
    """One clock for all: what a jump does to every guard at once."""
    for jump in (59_999, 60_000, 60_001, 10**9, 2**32 - 1, 2**32, 10**12):
        for direction in (1, -1):
            sequence = Sequence(f"jump/{jump * direction}", "destination", SMALL, start=10**12 + 5)
            sequence.do("replay")
            given = [sequence.later(9).admit(kind=kind) for kind in ("first", "retry", "replay")]
            report(sequence, given[0], "transient", "attempts", 5)
            sequence.do("waiting", depth=2000)
            sequence.later(jump * direction).do("status")
            sequence.do("storm")
            sequence.do("admit", kind="replay")
            sequence.do("admit", kind="retry")
            report(sequence.later(1), given[1], "delivered", "delivered", 2)
            sequence.later(-jump * direction).do("admit", kind="first")
            report(sequence, given[2], "transient")
            sequence.do("health", waiting=5, overdue=5, thresholds="hookMesh")
            yield sequence
    for start in (-(2**53 - 1), 2**53 - 1, 2**53 - 3000):
        sequence = Sequence(f"start/{start}", "destination", SMALL, start=start)
        for its_class in ("transient", "transient", "delivered", "transient", "transient"):
            if "go" in sequence.later(500).do("admit", kind="first"):
                report(sequence, len(sequence.events) - 1, its_class)
        for _ in range(4):
            sequence.later(700).do("admit", kind="retry")
        yield sequence
    sequence = Sequence("refusals-do-not-move-the-clock", "destination", SMALL)
    sequence.do("isolate")
    for pause in (10, 60_000, -60_000, -10, -60_000, -1, 10**6, -10**6, -1, 0):
        sequence.later(pause).do("admit", kind="first")
    yield sequence


def extremes():
    """Every counter at the end of its range, and one step further."""
    for counts in (65_534, 65_535):
        for its_class in ("delivered", "transient"):
            sequence = Sequence(f"{counts}/{its_class}", "destination", {**SMALL, "breaker": {
                "consecutive": None, "rate": 900, "minimum": 32_767, "window": 10_000}},
                state=_largest(counts))
            for kind, ended in (("first", "no"), ("retry", "delivered"), ("replay", "window")):
                tried(sequence, kind, its_class, ended, 2)
                sequence.do("status")
            sequence.do("tell")
            sequence.do("storm")
            sequence.do("health", waiting=0, overdue=0, thresholds="getHook")
            for call in ("disable", "tell", "enable"):
                sequence.do(call)
            yield sequence
    for told in (False, True):
        state = {**_largest(7), "standing": {"disabled": {"since": 2**32 - 1, "why": "hand",
                                                          "told": told}}}
        sequence = Sequence(f"disabled-for-ever/{told}", "destination", SMALL, state=state)
        for pause in (0, 1, 2**32, 0, -1, -70_000, 1, 0, 0, 1):
            sequence.later(pause).do("tell" if pause else "status")
        yield sequence

    sequence = Sequence("failures-saturate", "destination", {"disable": {"failing": None}},
                        state=_largest(65_535))
    for _ in range(3):
        tried(sequence, "first", "delivered", error="local")
        tried(sequence, "first", "permanent")
    yield sequence
    sequence = Sequence("exhausted-before", "destination", {"disable": {"exhausted": 3}},
                        state={**_largest(9), "health": {**_largest(9)["health"],
                                                         "exhausted": [3, 2, 0, 0]}})
    for ended in ("no", "delivered", "permanent", "gone"):
        tried(sequence, "first", "permanent", ended)
    tried(sequence, "first", "transient", "dns", error="local")
    tried(sequence, "first", "transient", "dns", error="dns")
    yield sequence
    for kind in ("first", "retry", "replay"):
        sequence = Sequence(f"given-back/{kind}", "destination", {
            **SMALL, "budget": {"floor": 0, "deposit": 1}}, start=7)
        sequence.do("replay")
        for its_class in ("permanent", "permanent"):
            tried(sequence, "retry", its_class)
        for _ in range(2):
            tried(sequence.later(15_000), kind, "transient", error="local")
            sequence.do("status")
        yield sequence


def _largest(counts):
    longest = 2**32 - 1
    five, four = [counts] * 5, [counts] * 4
    return {
        "v": 1, "version": longest, "at": 0,
        "standing": {"serving": {"failures": counts, "failing": 0}},
        "breaker": {"generation": 65_535, "base": longest, "state": {"closed": {
            "phase": 0, "successes": five, "failures": [counts, 0, 0, 0, 0],
            "consecutive": 65_535}}},
        "gate": {"phase": 0, "left": [0] * 16, "generations": [255] * 16},
        "budget": {"tokens": longest},
        "storm": {"phase": 0, "first": five, "retries": five, "depth": longest,
                  "before": longest, "age": 0},
        "replay": {"rate": 65_535, "left": 0, "well": 65_535},
        "health": {"phase": 0, **{name: four for name in COUNTERS[:-1]},
                   "exhausted": [0] * 4},
    }
