"""Health by script: every metric on both sides of its thresholds, halving, what is absolute."""

from destination.health import COUNTERS, REASONS
from destination.sequence import Sequence

TIGHT = {
    "retryRate": {"healthy": 500, "alert": 500},
    "deadRate": {"healthy": 0, "alert": 1000},
    "meanAttempts": {"healthy": 1500, "alert": 1500},
    "secondSuccess": {"healthy": 500, "alert": 500},
    "waiting": {"healthy": 0, "alert": 0},
    "overdue": None,
}


def stored(phase=0, at=0, **newest):
    """A state with only the newest slots filled."""
    return {"v": 1, "at": at, "phase": phase,
            **{name: [newest.get(name, 0), 0, 0, 0] for name in COUNTERS}}


def _ask(sequence, waiting=0, overdue=0):
    for thresholds in ("getHook", "hookMesh", TIGHT):
        sequence.do("health", waiting=waiting, overdue=overdue, thresholds=thresholds)


def health_edges():
    yield from _thresholds()
    yield from _counting()
    yield from _large()


def _thresholds():
    cases = {
        "retry-rate": [dict(first=2000, second=second) for second in (99, 100, 101, 200, 201)],
        "dead-rate": [dict(dead=dead, delivered=1000 - dead) for dead in (4, 5, 9, 10, 11, 1000)],
        "mean-attempts": [dict(delivered=1000, attempts=attempts)
                          for attempts in (1300, 1301, 2000, 2001, 3000, 3001)],
        "second-success": [dict(second=1000, secondDelivered=delivered)
                           for delivered in (801, 800, 600, 599, 0)],
        "few": [dict(first=first, second=first, delivered=first, dead=1)
                for first in (0, 18, 19, 20)],
    }
    for name, states in cases.items():
        for index, counts in enumerate(states):
            sequence = Sequence(f"thresholds/{name}/{index}", "health", {}, state=stored(**counts))
            _ask(sequence)
            sequence.do("result", kind="retry", attempts=2, delivered=True)
            sequence.do("ended", ended="delivered", attempts=1, local=False)
            _ask(sequence.later(21_600_000))
            _ask(sequence.later(64_800_000 - 1))
            yield sequence
    for index, (waiting, overdue) in enumerate(((0, 0), (99, 9), (100, 10), (1000, 100),
                                                (1001, 101), (2**32 - 1, 2**32 - 1))):
        sequence = Sequence(f"thresholds/callers-own/{index}", "health", {})
        _ask(sequence, waiting, overdue)
        _ask(sequence, waiting, 0)
        _ask(sequence, 0, overdue)
        sequence.do("health", waiting=waiting, overdue=overdue, thresholds={})
        sequence.do("health", waiting=waiting, overdue=overdue, thresholds={"waiting": None})
        yield sequence


def _counting():
    sequence = Sequence("every-ending", "health", {"window": "4s"})
    for reason in ("delivered", *REASONS):
        for local in (False, True):
            sequence.later(7).do("ended", ended=reason, attempts=3, local=local)
    _ask(sequence)
    yield sequence
    sequence = Sequence("every-attempt", "health", {"window": "4s"})
    for attempts in (0, 1, 2, 3, 2**32 - 1):
        for kind in ("first", "retry"):
            for delivered in (False, True):
                sequence.do("result", kind=kind, attempts=attempts, delivered=delivered)
        sequence.do("ended", ended="delivered", attempts=attempts, local=attempts == 0)
    _ask(sequence)
    yield sequence
    for pause in (999, 1000, 1001, 3999, 4000, 2**32 - 1):
        sequence = Sequence(f"slots/{pause}", "health", {"window": "4s"})
        for index in range(5):
            sequence.do("result", kind="first", attempts=1, delivered=False)
            sequence.do("ended", ended=REASONS[index], attempts=2, local=False)
            sequence.later(pause).do("health", waiting=0, overdue=0, thresholds="getHook")
        sequence.later(-60_000).do("ended", ended="dns", attempts=1, local=False)
        sequence.later(-60_001).do("ended", ended="dns", attempts=1, local=False)
        yield sequence


def _large():
    for name in COUNTERS:
        for count in (65_534, 65_535):
            counts = {other: 7 for other in COUNTERS}
            state = stored(**{**counts, name: count})
            for other in COUNTERS:
                state[other][2] = 65_535
            sequence = Sequence(f"large/{name}/{count}", "health", {}, state=state)
            for _ in range(2):
                sequence.do("result", kind="first", attempts=1, delivered=False)
                sequence.do("result", kind="retry", attempts=2, delivered=True)
                sequence.do("ended", ended="delivered", attempts=2, local=False)
                sequence.do("ended", ended="window", attempts=9, local=False)
                sequence.do("health", waiting=1, overdue=1, thresholds="getHook")
            yield sequence
    for attempts in (32_766, 32_767, 32_768, 65_535, 2**32 - 1):
        sequence = Sequence(f"attempts-of-{attempts}", "health", {})
        for _ in range(5):
            sequence.do("ended", ended="delivered", attempts=attempts, local=False)
            sequence.do("health", waiting=0, overdue=0, thresholds="hookMesh")
        yield sequence
    longest = 2**32 - 1
    sequence = Sequence("a-phase-of-days", "health", {"window": 1000},
                        state=stored(phase=longest, first=50, second=5, exhausted=3))
    for _ in range(4):
        _ask(sequence)
        sequence.do("result", kind="first", attempts=1, delivered=True)
    yield sequence
