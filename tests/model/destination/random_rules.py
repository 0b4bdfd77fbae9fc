"""Rules by chance, always allowed: most are small enough for a short sequence to feel them."""

from destination.breaker_rules import WEIGHTS, read_breaker_rules
from destination.budget import PRESETS as BUDGETS
from destination.budget import read_budget_rules
from destination.health_report import METRICS
from destination.health_report import PRESETS as THRESHOLDS
from destination.replay import read_replay_rules
from reading import LARGEST_LENGTH, Refused


def random_rules(guard, source):
    if source.chance(8):
        return {}
    return _RULES[guard](source)


def _allowed(make, read):
    """Tries until the fields go together."""
    def trying(source):
        while True:
            rules = make(source)
            try:
                read(rules)
                return rules
            except Refused:
                pass
    return trying


def _some(source, choices, per_cent=60):
    """Each field with some chance, the others left out."""
    return {name: choose(source) for name, choose in choices.items() if source.chance(per_cent)}


def _small(low, high, most):
    """Mostly from low to high, now and then up to the largest allowed."""
    return lambda source: source.between(low, high) if source.chance(85) else source.up_to(most, 1)


def _length(least, usual):
    """Mostly a few seconds; sometimes as text."""
    def choose(source):
        if source.chance(15):
            return source.length(max(least, 1))
        value = max(least, source.between(1, usual))
        return f"{value // 1000}s" if value >= 1000 and source.chance(20) else value
    return choose


def _or_null(choose, per_cent):
    return lambda source: None if source.chance(per_cent) else choose(source)


def _weight(source):
    return source.pick(WEIGHTS)


def _breaker(source):
    return _some(source, {
        "consecutive": _or_null(_small(1, 5, 65535), 40),
        "rate": _or_null(lambda source: source.pick((1, 200, 333, 500, 667, 999, 1000)), 20),
        "minimum": _small(1, 8, 32767),
        "window": _length(1000, 20_000),
        "cooldown": _length(1, 10_000),
        "factor": _small(1, 4, 100),
        "maxCooldown": _length(1, 60_000),
        "spread": lambda source: source.pick((0, 1, 100, 500, 999, 1000)),
        "probes": lambda source: source.between(1, 4),
        "successesToClose": _small(1, 3, 255),
        "probeLease": _length(1, 10_000),
        "throttled": _weight, "permanent": _weight, "own": _weight,
    })


def _gate(source):
    return _some(source, {
        "max": lambda source: source.pick((1, 2, 3, 4, 10, 15, 16)),
        "lease": _length(1000, 30_000),
    }, 80)


def _budget(source):
    if source.chance(30):
        return source.pick(tuple(BUDGETS))
    wide = source.chance(25)
    most = 1_000_000 if wide else 3000

    def amount(source):
        return 0 if source.chance(25) else source.up_to(most)

    return _some(source, {
        "cap": lambda source: source.up_to(4_000_000, 1) if wide else source.between(1000, 9000),
        "floor": amount, "deposit": amount, "cost": amount, "refund": amount,
        "reserve": lambda source: source.pick((0, 1, 1000, source.up_to(most))),
        "success": amount, "failure": amount, "timeout": amount,
    }, 75)


def _storm(source):
    return _some(source, {
        "window": _length(1000, 30_000),
        "ratio": _small(1, 3, 1000),
        "minimum": _small(1, 6, 32767),
        "depth": _small(1, 40, LARGEST_LENGTH),
        "growing": _small(1, 20, LARGEST_LENGTH),
    }, 75)


def _replay(source):
    a_minute = _small(1, 20, 60_000)
    return _some(source, {
        "start": a_minute, "slowest": a_minute, "fastest": a_minute,
        "ramp": lambda source: source.pick((1, 100, 500, 999, 1000)),
    }, 80)


def _health(source):
    return {"window": _length(1000, 60_000)(source)}


def _disable(source):
    return _some(source, {
        "gone": lambda source: source.chance(50),
        "exhausted": _or_null(_small(1, 4, 32767), 25),
        "failing": _or_null(_length(1, 30_000), 25),
        "failures": _small(1, 4, 65535),
    }, 70)


_GUARDS = {
    "breaker": _allowed(_breaker, read_breaker_rules),
    "gate": _gate,
    "budget": _allowed(_budget, read_budget_rules),
    "storm": _storm,
    "replay": _allowed(_replay, read_replay_rules),
    "health": _health,
}
_RULES = {
    **_GUARDS,
    "destination": lambda source: _some(source, {**_GUARDS, "disable": _disable}, 70),
}


def random_thresholds(source):
    if source.chance(50):
        return source.pick(tuple(THRESHOLDS))
    chosen = {}
    for name in METRICS:
        if source.chance(75):
            one, other = sorted(source.pick((0, 1, 5, 100, 500, 999, 1000, 1500, source.up_to(2**32 - 1)))
                                for _ in range(2))
            healthy, alert = (other, one) if name == "secondSuccess" else (one, other)
            chosen[name] = {"healthy": healthy, "alert": alert} if source.chance(85) else None
    return chosen
