"""Attempts from before the breaker's last change: what they count, and what they cannot disable."""

from destination.scripts_destination import SMALL, report, tried
from destination.sequence import Sequence

QUICK = {**SMALL, "breaker": {**SMALL["breaker"], "consecutive": 1}}
CAUSES = {  # rules of disable, and the class, ending and error of the report that would disable
    "gone": ({"gone": True}, "gone", "gone", None),
    "exhausted": ({"exhausted": 1}, "transient", "attempts", "timeout"),
    "failing": ({"failing": 1, "failures": 3}, "transient", "no", None),
}
CHANGES = ("none", "trip", "isolate", "reset", "enable", "two")


def of_before():
    for why, (rules, its_class, ended, error) in CAUSES.items():
        for change in CHANGES:
            sequence = Sequence(f"{why}/{change}", "destination", {**QUICK, "disable": rules})
            if why == "failing" and change == "two":
                continue  # a success begins the count anew
            for _ in range(1 if change == "trip" else 2):
                tried(sequence, "first", "permanent")
            given = [sequence.later(5).admit(kind=kind) for kind in ("first", "first", "retry")]
            _change(sequence, change, given.pop())
            report(sequence.later(9), given[0], its_class, ended, 3, error)
            sequence.do("tell")
            sequence.do("reset")  # so that the next try is let through, and is of now
            sequence.later(9_000)
            if "go" in sequence.do("admit", kind="first"):
                report(sequence, len(sequence.events) - 1, its_class, ended, 1, error)
            report(sequence, given[1], its_class, ended, 3, error)  # late: the lease is over
            for call in ("tell", "status", "tell"):
                sequence.do(call)
            yield sequence
    yield from _probes()


def _change(sequence, change, permit):
    if change == "trip":
        report(sequence, permit, "throttled")
    elif change == "two":  # the generation is two further, the state is closed again
        report(sequence, permit, "throttled")
        tried(sequence.later(2_000), "first", "delivered", "delivered")
    elif change != "none":
        sequence.do(change)


def _probes():
    for permanent in ("success", "failure", "ignore"):
        for after in (0, 1_999, 2_000, 4_900):  # the probe's lease is 2 s, the place's 5 s
            rules = {**QUICK, "breaker": {**QUICK["breaker"], "permanent": permanent, "probes": 2,
                                          "successesToClose": 2}}
            sequence = Sequence(f"probe/{permanent}/{after}", "destination", rules)
            tried(sequence, "first", "transient")
            probes = [sequence.later(2_000).admit(kind="first"), sequence.admit(kind="first")]
            report(sequence.later(after), probes[0], "gone", "gone")
            sequence.do("status")
            sequence.do("enable")
            report(sequence, probes[1], "gone", "gone")
            for call in ("status", "tell"):
                sequence.do(call)
            tried(sequence, "first", "gone", "gone")
            sequence.do("tell")
            yield sequence
