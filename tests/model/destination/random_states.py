"""Stored states by chance: any values in the range of their types, however little sense they make."""

from destination.health import COUNTERS
from destination.numbers import U8, U16, U32
from destination.standing import WHYS
from reading import FARTHEST_POINT


def random_point(source):
    if source.chance(60):
        return source.pick((0, 1_000_000, 1_700_000_000_000, -5_000))
    return source.up_to(FARTHEST_POINT) * source.pick((-1, 1))


def random_state(guard, source):
    if guard == "destination":
        parts = {name: make(source) for name, make in _STATES.items()}
        parts["replay"] = parts["replay"]["replay"]
        return {"v": 1, "version": source.up_to(U32), "at": random_point(source),
                "standing": _standing(source), **parts}
    return {"v": 1, "at": random_point(source), **_STATES[guard](source)}


def _counts(source, size):
    if source.chance(30):
        return [0] * size
    if source.chance(30):
        return [source.pick((65533, 65534, 65535)) for _ in range(size)]
    if source.chance(60):
        return [source.below(30) for _ in range(size)]
    return [source.up_to(U16) for _ in range(size)]


def _breaker(source):
    kind = source.pick(("closed", "closed", "open", "halfOpen", "isolated"))
    if kind == "closed":
        state = {"closed": {"phase": source.length(), "successes": _counts(source, 5),
                            "failures": _counts(source, 5),
                            "consecutive": source.pick((0, 1, source.up_to(U16), U16))}}
    elif kind == "open":
        state = {"open": {"left": source.length(), "cooldown": source.length()}}
    elif kind == "halfOpen":
        state = {"halfOpen": {"probes": [source.pick((0, source.length())) for _ in range(4)],
                              "successes": source.up_to(U8), "cooldown": source.length()}}
    else:
        state = "isolated"
    return {"generation": source.pick((0, U16 - 1, U16, source.up_to(U16))),
            "base": source.pick((0, source.length())), "state": state}


def _gate(source):
    filled = source.pick((0, 30, 90, 100))
    return {"phase": source.length(),
            "left": [source.up_to(U8, 1) if source.chance(filled) else 0 for _ in range(16)],
            "generations": [source.pick((0, 254, 255, source.up_to(U8))) for _ in range(16)]}


def _budget(source):
    return {"tokens": source.up_to(U32)}


def _storm(source):
    return {"phase": source.length(), "first": _counts(source, 5), "retries": _counts(source, 5),
            "depth": source.up_to(U32), "before": source.up_to(U32), "age": source.up_to(U8)}


def _replay(source):
    if source.chance(20):
        return {"replay": "idle"}
    return {"replay": {"rate": source.up_to(U16, 1), "left": source.length(),
                       "well": source.up_to(U16)}}


def _health(source):
    return {"phase": source.length(), **{name: _counts(source, 4) for name in COUNTERS}}


def _standing(source):
    if source.chance(75):
        return {"serving": {"failures": source.pick((0, 9, U16 - 1, U16, source.up_to(U16))),
                            "failing": source.length()}}
    return {"disabled": {"since": source.length(), "why": source.pick(WHYS),
                         "told": source.chance(50)}}


_STATES = {
    "breaker": _breaker,
    "gate": _gate,
    "budget": _budget,
    "storm": _storm,
    "replay": _replay,
    "health": _health,
}
