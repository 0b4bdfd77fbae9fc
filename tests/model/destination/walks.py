"""Walks: sequences of calls by chance, with clocks that like the edges of the rules."""

from destination.health import REASONS
from destination.random_rules import random_thresholds
from destination.standing import Disabled
from outcome import CLASSES, ERRORS
from reading import LARGEST_LENGTH

A_MINUTE = 60_000
OUTCOMES = {
    "delivered": ({"status": 200}, {"status": 204}),
    "transient": ({"status": 500}, {"status": 503}, *({"error": error} for error in ERRORS[:6])),
    "throttled": ({"status": 429},),
    "permanent": ({"status": 404}, {"error": "invalid"}),
    "gone": ({"status": 410},),
}


def walk(sequence, source, steps):
    """As many events as `steps`; every few of them the mood turns."""
    mood = source.below(101)
    for _ in range(steps):
        if source.chance(10):
            mood = source.pick((0, 20, 50, 80, 100))
        _move_clock(sequence, source)
        _WALKS[sequence.run.guard](sequence, source, mood)
    return sequence


def _move_clock(sequence, source):
    if source.chance(80):
        sequence.now = sequence.run.state.at
    kind = source.below(100)
    if kind < 40:
        sequence.later(source.pick((0, 0, 1, source.below(50), source.below(1500))))
    elif kind < 87:
        length = source.pick(_lengths(sequence)) * source.pick((1, 1, 1, 2, 5))
        sequence.later(max(0, length // source.pick((1, 1, 1, 3)) + source.pick((-1, 0, 0, 1))))
    elif kind < 93:
        sequence.later(-source.pick((1, source.between(1, A_MINUTE), A_MINUTE)))
    elif kind < 96:
        sequence.later(-source.pick((A_MINUTE + 1, 3_600_000, source.up_to(10**13, A_MINUTE + 1))))
    elif kind < 99:
        sequence.later(source.up_to(LARGEST_LENGTH))
    else:
        sequence.later(source.pick((LARGEST_LENGTH + 1, 10**11, 10**13)))


def _lengths(sequence):
    rules, state = sequence.run.rules, sequence.run.state
    if sequence.run.guard != "destination":
        return _LENGTHS[sequence.run.guard](rules, state.guard)
    name = tuple(_LENGTHS)[len(sequence.events) % len(_LENGTHS)]
    lengths = _LENGTHS[name](getattr(rules, name), getattr(state, name))
    return (*lengths, rules.disable.failing or 1)


def _breaker_lengths(rules, breaker):
    left = getattr(breaker.state, "left", 0)
    return (rules.window // 5, rules.cooldown, rules.probeLease, left, left, left, left)


_LENGTHS = {
    "breaker": _breaker_lengths,
    "gate": lambda rules, gate: (rules.tick, rules.lease, rules.tick * rules.ticks - gate.phase),
    "budget": lambda rules, budget: (100, 1000, 10_000),
    "storm": lambda rules, storm: (rules.window // 5, rules.window),
    "replay": lambda rules, replay: (A_MINUTE // (replay.rate or 60),),
    "health": lambda rules, health: (rules.window // 4, rules.window),
}


def _weight(source, mood):
    if source.chance(10):
        return "ignore"
    return "failure" if source.chance(mood) else "success"


def _known_permit(sequence, source):
    """One under way, the oldest by preference; now and then one that was reported before."""
    if sequence.under_way and source.chance(85):
        waiting = sequence.under_way
        return waiting[0] if source.chance(50) else source.pick(waiting)
    given = tuple(sequence.run.permits)
    return source.pick(given) if given else None


def _walk_breaker(sequence, source, mood):
    if source.chance(30 if sequence.run.state.guard.state.name == "isolated" else 4):
        sequence.do(source.pick(("isolate", "reset", "reset")))
        return
    permit = _known_permit(sequence, source)
    if permit is None or source.chance(40 if sequence.under_way else 75):
        sequence.do("admit")
    else:
        sequence.do("result", permit=permit, weight=_weight(source, mood))


def _walk_gate(sequence, source, mood):
    permit = _known_permit(sequence, source)
    if permit is None or source.chance(60):
        sequence.do("admit")
    else:
        sequence.do("release", permit=permit)


def _walk_budget(sequence, source, mood):
    kind = source.below(10)
    if kind < 5:
        sequence.do("admit")
    elif kind < 9:
        delivered = not source.chance(mood)
        sequence.do("result", kind=source.pick(("first", "retry")), delivered=delivered,
                    failed=not delivered and source.chance(80), timeout=source.chance(mood // 2))
    else:
        sequence.do("giveBack")


def _walk_storm(sequence, source, mood):
    kind = source.below(10)
    if kind < 6:
        sequence.do("count", kind="retry" if source.chance(mood) else "first")
    elif kind < 7:
        sequence.do("waiting", depth=source.pick((source.below(50), source.up_to(2**32 - 1))))
    else:
        sequence.do("storm")


def _walk_replay(sequence, source, mood):
    kind = source.below(100)
    if kind < 6:
        sequence.do(source.pick(("begin", "begin", "stop", "opened")))
    elif kind < 50:
        sequence.do("admit")
    else:
        sequence.do("result", weight=_weight(source, mood))


def _attempts(source):
    return source.pick((1, 2, 2, 2, 3, source.below(10), source.up_to(2**32 - 1)))


def _ask_health(sequence, source):
    sequence.do("health", waiting=source.pick((0, 99, 100, 1001, source.up_to(2**32 - 1))),
                overdue=source.pick((0, 9, 10, 101, source.up_to(2**32 - 1))),
                thresholds=random_thresholds(source))


def _walk_health(sequence, source, mood):
    kind = source.below(10)
    if kind < 4:
        sequence.do("result", kind=source.pick(("first", "retry")), attempts=_attempts(source),
                    delivered=not source.chance(mood))
    elif kind < 8:
        ended = source.pick(REASONS) if source.chance(mood) else "delivered"
        sequence.do("ended", ended=ended, attempts=_attempts(source), local=source.chance(15))
    else:
        _ask_health(sequence, source)


def random_outcome(source, mood):
    """Outcome and class; as a rule the class is that of the outcome."""
    if source.chance(5):
        return {"error": "local"}, source.pick(("transient", "transient", *CLASSES))
    failing = source.pick(("transient",) * 6 + ("throttled", "throttled", "permanent", "gone"))
    its_class = failing if source.chance(mood) else "delivered"
    if source.chance(5):
        return source.pick(OUTCOMES["transient"]), its_class
    return source.pick(OUTCOMES[its_class]), its_class


def _ended(source, its_class):
    if source.chance(3):
        return source.pick(("no", "delivered", *REASONS))
    if its_class in ("delivered", "permanent", "gone"):
        return its_class
    return source.pick(("no", "no", "no", "attempts", "window", "dns"))


def _walk_destination(sequence, source, mood):
    kind = source.below(100)
    permit = _known_permit(sequence, source)
    if isinstance(sequence.run.state.standing, Disabled) and source.chance(30):
        sequence.do("enable")  # else most of a walk would only hear that it is disabled
    elif sequence.run.state.breaker.state.name == "isolated" and source.chance(20):
        sequence.do("reset")
    elif kind < 6:
        sequence.do(source.pick(("disable", "enable", "enable", "tell", "tell", "isolate", "reset",
                                 "replay", "replay", "stopReplay")))
    elif kind < 14:
        call = source.pick(("status", "storm", "health", "waiting", "tell"))
        if call == "health":
            _ask_health(sequence, source)
        else:
            more = {"depth": source.up_to(2**32 - 1)} if call == "waiting" else {}
            sequence.do(call, **more)
    elif permit is None or source.chance(45):
        sequence.do("admit", kind=source.pick(("first", "retry", "retry", "replay")))
    else:
        outcome, its_class = random_outcome(source, mood)
        sequence.do("report", permit=permit, outcome=outcome, attempts=_attempts(source),
                    ended=_ended(source, its_class), **{"class": its_class})


_WALKS = {
    "destination": _walk_destination,
    "breaker": _walk_breaker,
    "gate": _walk_gate,
    "budget": _walk_budget,
    "storm": _walk_storm,
    "replay": _walk_replay,
    "health": _walk_health,
}
