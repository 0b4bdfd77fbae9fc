"""Gate, budget, storm and replay by script: limits met exactly and missed by one."""

from destination.budget import PRESETS
from destination.sequence import Sequence

LONGEST = 2**32 - 1


def gate_edges():
    for most in (1, 2, 10, 15, 16):
        sequence = Sequence(f"full-with-{most}", "gate", {"max": most, "lease": "1s"}, start=77)
        given = [sequence.admit() for _ in range(most)]
        sequence.do("admit")
        sequence.later(5).do("release", permit=given[most // 2])
        sequence.do("release", permit=given[most // 2])
        again = sequence.admit()
        sequence.do("release", permit=given[most // 2])  # the place belongs to another by now
        sequence.do("admit")
        sequence.do("release", permit=again)
        for _ in range(3):
            sequence.later(400).do("admit")
        yield sequence
    for lease in (1000, 1015, 1016, 1017, 120_000, 86_400_000, LONGEST):
        tick = -(-lease // 254)
        whole = (-(-lease // tick) + 1) * tick
        for phase in (0, 1, tick - 1):
            sequence = Sequence(f"lease-{lease}/phase-{phase}", "gate", {"max": 1, "lease": lease})
            sequence.later(phase).do("release", permit=sequence.admit())
            given = sequence.later(phase).admit()
            sequence.later(lease).do("admit")
            left = sequence.results[given]["go"]["until"] - sequence.now
            sequence.later(left - 1).do("admit")
            sequence.do("release", permit=given)
            late = sequence.admit()
            sequence.later(whole).do("release", permit=late)
            sequence.do("admit")
            sequence.later(-60_001).do("release", permit=late)
            sequence.do("admit")
            yield sequence
    for left, generation, phase in ((255, 255, LONGEST), (255, 254, 3), (1, 0, 4), (1, 255, 3)):
        state = {"v": 1, "at": 0, "phase": phase, "left": [left] * 16,
                 "generations": [generation] * 16}
        sequence = Sequence(f"stored/{left}-{generation}-{phase}", "gate",
                            {"max": 3, "lease": 1000}, state=state)
        for pause in (0, 1, 4, 1000, 19, 0, 0):
            sequence.later(pause).do("admit")
        for permit in tuple(sequence.run.permits):
            sequence.later(1).do("release", permit=permit)
        while len(sequence.events) < 12:
            sequence.later(100).do("admit")
        yield sequence
    for back in (1, 60_000, 60_001, 10**12):
        sequence = Sequence(f"back-by-{back}", "gate", {"max": 2, "lease": "5s"}, start=10**6)
        given = [sequence.admit(), sequence.later(100).admit()]
        sequence.later(-back).do("admit")
        sequence.do("release", permit=given[0])
        sequence.do("release", permit=given[0])
        sequence.later(50).do("admit")
        sequence.later(back + 4000).do("release", permit=given[1])
        for _ in range(4):
            sequence.later(1000).do("admit")
        yield sequence
    sequence = Sequence("at-the-end-of-time", "gate", {"max": 2}, start=2**53 - 1001)
    given = [sequence.admit(), sequence.later(1000).admit()]
    for permit in given * 2:
        sequence.do("release", permit=permit)
    for _ in range(4):
        sequence.later(1).do("admit")
    yield sequence


def _budget_result(sequence, kind, outcome):
    sequence.do("result", kind=kind, delivered=outcome == "delivered",
                failed=outcome in ("failed", "timeout"), timeout=outcome == "timeout")


def budget_edges():
    for name in PRESETS:
        for tokens in (0, 1, 999_999, 1_000_000, 5_000_000, 5_000_001, LONGEST):
            sequence = Sequence(f"{name}/{tokens}", "budget", name,
                                state={"v": 1, "at": 0, "tokens": tokens})
            for kind in ("first", "retry"):
                sequence.do("admit")
                for outcome in ("delivered", "failed", "timeout", "neither"):
                    _budget_result(sequence, kind, outcome)
            sequence.do("giveBack")
            sequence.later(999).do("admit")
            sequence.later(1).do("admit")
            yield sequence
    for floor, cost, reserve in ((1, 1000, 0), (1000, 1000, 0), (1001, 1000, 0), (7, 0, 3),
                                 (0, 0, 0), (0, 3000, 2000), (1_000_000, 5000, 0), (3, 1, 4999), (1, 0, 2)):
        rules = {"cap": 5000, "floor": floor, "cost": cost, "reserve": reserve, "refund": 0}
        sequence = Sequence(f"floor-{floor}/cost-{cost}/reserve-{reserve}", "budget", rules,
                            state={"v": 1, "at": 0, "tokens": 0})
        need = max(reserve * 1000 + 1, (reserve + cost) * 1000)
        wait = -(-need // floor) if floor else 1000
        for pause in (0, 1, wait - 2, 1, 0, wait - 1, 1, 1000, LONGEST, 0, -1, -60_001):
            sequence.later(pause).do("admit")
        yield sequence
    for cap in (1, 4_000_000):
        rules = {"cap": cap, "cost": 0, "deposit": 1_000_000, "success": 1_000_000,
                 "failure": 1_000_000, "timeout": 1_000_000, "floor": 1_000_000}
        sequence = Sequence(f"cap-{cap}", "budget", rules)
        for outcome in ("timeout", "failed", "failed", "timeout", "delivered", "neither") * 2:
            _budget_result(sequence, "first" if outcome == "neither" else "retry", outcome)
        sequence.do("giveBack")
        sequence.later(LONGEST).do("admit")
        yield sequence


def storm_edges():
    rules = {"window": 10_000, "ratio": 2, "minimum": 4, "depth": 50, "growing": 10}
    for first in (0, 1, 2, 3):
        sequence = Sequence(f"ratio/{first}-first", "storm", rules)
        for _ in range(first):
            sequence.do("count", kind="first")
        for _ in range(8):
            sequence.later(3).do("count", kind="retry")
            sequence.do("storm")
        for _ in range(6):
            sequence.later(1999).do("storm")
        yield sequence
    for retries, first, ratio in ((101, 20, 5), (100, 20, 5), (9999, 1, 1000), (65535, 0, 1),
                                  (65535, 1, 1000), (65535, 6553, 1), (65535, 6554, 1)):
        state = {"v": 1, "at": 0, "phase": 0, "first": [first, 0, 0, 0, 0],
                 "retries": [retries, 0, 0, 0, 0], "depth": 0, "before": 0, "age": 0}
        sequence = Sequence(f"stretch/{retries}-{first}-{ratio}", "storm", {"ratio": ratio},
                            state=state)
        for kind in ("first", "retry", "retry", "first", "first"):
            sequence.do("storm")
            sequence.do("count", kind=kind)
        sequence.later(900_000 - 1).do("storm")
        sequence.later(1).do("storm")
        yield sequence
    for depths in ((9, 10, 19, 20, 21), (49, 50, 51, 49), (10, 30, 59, 9), (0, LONGEST, 0, 1),
                   (10, 20, 40, 41)):
        for pause in (1999, 2000, 4001):
            sequence = Sequence(f"depth-{'-'.join(map(str, depths))}/{pause}", "storm", rules)
            for depth in depths:
                sequence.later(pause).do("waiting", depth=depth)
                sequence.do("storm")
            for wait in (2000, 5999, 1, 1, 10_000):
                sequence.later(wait).do("storm")
            yield sequence
    for age in (0, 4, 5, 255):
        state = {"v": 1, "at": 0, "phase": 1999, "first": [0] * 5, "retries": [0] * 5,
                 "depth": LONGEST, "before": 2**31, "age": age}
        sequence = Sequence(f"stored-age-{age}", "storm", rules, state=state)
        for pause in (0, 1, 0, -1, -60_001, 1999, 1, 2000, 2000, 2000):
            sequence.later(pause).do("storm")
            sequence.do("count", kind="first")
        yield sequence


def replay_edges():
    for start, slowest, fastest, ramp in ((3, 1, 9, 500), (1, 1, 2, 1), (4, 2, 60_000, 1000),
                                          (5, 5, 5, 999), (2, 1, 4, 1000)):
        rules = {"start": start, "slowest": slowest, "fastest": fastest, "ramp": ramp}
        sequence = Sequence(f"ramp-{start}-{slowest}-{fastest}-{ramp}", "replay", rules)
        sequence.do("admit")
        sequence.do("result", weight="success")
        sequence.do("begin")
        for weight in ("success",) * 12 + ("ignore", "failure", "success", "failure", "failure"):
            interval = 60_000 // sequence.run.state.guard.rate
            sequence.do("admit")
            sequence.do("result", weight=weight)
            sequence.later(interval)
        for call in ("opened", "admit", "begin", "admit", "stop", "opened", "admit"):
            sequence.do(call)
        yield sequence
    for rate in (1, 7, 100, 999, 60_000, 65_535):
        for left in (0, 1, 60_000, LONGEST):
            state = {"v": 1, "at": 500, "replay": {"rate": rate, "left": left, "well": 65_535}}
            sequence = Sequence(f"stored/{rate}-{left}", "replay",
                                {"slowest": 5, "fastest": 50_000}, state=state)
            for pause in (0, 1, 59_998, 1, 0, 60_000 // min(rate, 50_000)):
                sequence.later(pause).do("admit")
            sequence.do("result", weight="success")
            sequence.do("admit")
            sequence.later(-60_001).do("admit")
            sequence.do("result", weight="failure")
            sequence.later(-60_000).do("admit")
            yield sequence
    state = {"v": 1, "at": 0, "replay": {"rate": 60_000, "left": 0, "well": 59_998}}
    for well in (59_998, 65_535):
        state["replay"]["well"] = well
        sequence = Sequence(f"fastest-of-all/{well}", "replay",
                            {"start": 60_000, "slowest": 60_000, "fastest": 60_000}, state=state)
        for _ in range(6):
            sequence.later(1).do("admit")
            sequence.do("result", weight="success")
        yield sequence
    for fastest in (11, 14, 15, 16):  # 10 and half of it is 15
        state = {"v": 1, "at": 0, "replay": {"rate": 10, "left": 0, "well": 0}}
        sequence = Sequence(f"ends-with-a-rise-to/{fastest}", "replay",
                            {"start": 10, "fastest": fastest}, state=state)
        for _ in range(10):
            sequence.do("result", weight="success")
        yield sequence
