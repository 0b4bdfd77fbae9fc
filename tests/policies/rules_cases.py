"""Rules of destinations and thresholds of health, good and bad, by a table of what each rule may be."""

from bad_policies import FORM, LENGTH, NOT_WHOLE, TOO_LONG

WEIGHTS = '"success" "failure" "ignore"'

# Of each rule: values that are read, values that are refused, and words of those refusals. The range
# of a type is looked at by its reader, a narrower one by the check of the whole: hence two words.
SHORT = ((0, 999, "0s", "999ms"), "must be 1 s or more")
ABOVE_0 = ((0, "0ms"), "must be above 0")
LENGTHS = ((-1, LENGTH), (2**32, LENGTH), (True, LENGTH), ({}, LENGTH), ("5 m", FORM), ("50d", TOO_LONG))


def _range(low, high, most, says):
    """A number from low to high in a type up to `most`."""
    good = tuple(dict.fromkeys((low, (low + high) // 2, high)))
    outside = [(value, says) for value in (0 if low > 0 else None, high + 1) if value is not None and value <= most]
    beyond = [(value, f"a whole number from 0 to {most}") for value in (*NOT_WHOLE, most + 1)]
    return good, outside + beyond


def _length(refused, *good):
    values, says = refused
    return good, [(value, says) for value in values] + list(LENGTHS)


def _weight():
    return ("success", "failure", "ignore"), [(value, WEIGHTS) for value in (None, "", "Failure", 1, True)]


def _or_null(rule):
    good, bad = rule
    return (*good, None), bad


def _not_null(rule):
    good, bad = rule
    return good, [*bad, (None, None)]


U8, U16, U32 = 2**8 - 1, 2**16 - 1, 2**32 - 1
MOST = 1_000_000


def _money():
    return _not_null(_range(0, MOST, U32, "must be 0 to 1000000"))


RULES = {
    "breaker": {
        "consecutive": _or_null(_range(1, U16, U16, "1 to 65535")),
        "rate": _or_null(_range(1, 1000, U16, "1 to 1000")),
        "minimum": _not_null(_range(1, 32767, U16, "1 to 32767")),
        "window": _not_null(_length(SHORT, 1000, "1s", "5m", U32)),
        "cooldown": _not_null(_length(ABOVE_0, 1, "30s", "5m")),
        "factor": _not_null(_range(1, 100, U8, "1 to 100")),
        "maxCooldown": _not_null(_length(((29_999, "1s"), "cooldown"), "30s", "1h", U32)),
        "spread": _not_null(_range(0, 1000, U16, "0 to 1000")),
        "probes": _not_null(_range(1, 4, U8, "1 to 4")),
        "successesToClose": _not_null(_range(1, U8, U8, "1 to 255")),
        "probeLease": _not_null(_length(ABOVE_0, 1, "1m", U32)),
        "throttled": _weight(),
        "permanent": _weight(),
        "own": _weight(),
    },
    "gate": {
        "max": _not_null(_range(1, 16, U8, "must be 1 to 16")),
        "lease": _not_null(_length(SHORT, 1000, "2m", U32)),
    },
    "budget": {
        "cap": _not_null(((1_000, 100_000, 4_000_000), [
            (0, "must be 1 to 4000000"), (4_000_001, "must be 1 to 4000000"), *_range(0, U32, U32, "")[1],
        ])),
        "floor": _money(),
        "deposit": _money(),
        "cost": _not_null(((0, 1000, 100_000), [(MOST + 1, "must be 0 to 1000000"), *_range(0, U32, U32, "")[1]])),
        "reserve": _not_null(((0, 1, 99_000), [(100_000, "must be below the cap"), (U32, "must be below the cap")])),
        "refund": _money(),
        "success": _money(),
        "failure": _money(),
        "timeout": _money(),
    },
    "storm": {
        "window": _not_null(_length(SHORT, 1000, "15m", U32)),
        "ratio": _not_null(_range(1, 1000, U16, "must be 1 to 1000")),
        "minimum": _not_null(_range(1, 32767, U16, "must be 1 to 32767")),
        "depth": _not_null(_range(1, U32, U32, "must be 1 or more")),
        "growing": _not_null(_range(1, U32, U32, "must be 1 or more")),
    },
    "replay": {
        "start": _not_null(((10, 100, 1000), [
            (9, "must lie between slowest and fastest"), (1001, "must lie between slowest and fastest"),
            *_range(0, U16, U16, "")[1],
        ])),
        "slowest": _not_null(((1, 100), [(0, "must be 1 to 60000"), (60_001, "must be 1 to 60000")])),
        "fastest": _not_null(((100, 60_000), [(0, "must be 1 to 60000"), (60_001, "must be 1 to 60000")])),
        "ramp": _not_null(_range(1, 1000, U16, "must be 1 to 1000")),
    },
    "health": {"window": _not_null(_length(SHORT, 1000, "24h", U32))},
    "disable": {
        "gone": ((True, False), [(value, None) for value in (None, 0, 1, "true", [])]),
        "exhausted": _or_null(_range(1, 32767, U16, "must be 1 to 32767")),
        "failing": ((1, "5d", U32, None), [(0, "must be above 0"), *LENGTHS]),
        "failures": _not_null(_range(1, U16, U16, "must be 1 to 65535")),
    },
}

# Two rules that just go together: one step further, and they stand below.
JUST_TOGETHER = (
    {"breaker": {"cooldown": 5000, "maxCooldown": 5000}},
    {"budget": {"cap": 1, "cost": 1}},
    {"budget": {"cap": 5000, "reserve": 4500, "cost": 500}},
    {"budget": {"cap": MOST, "cost": MOST}},
)

# Two rules that do not go together.
TOGETHER = (
    ({"breaker": {"consecutive": None, "rate": None}}, "breaker.rate", None),
    ({"breaker": {"cooldown": "6m"}}, "breaker.maxCooldown", None),
    ({"budget": {"cap": 5000, "reserve": 5000}}, "budget.reserve", "must be below the cap"),
    ({"budget": {"cap": 5000, "reserve": 4500, "cost": 501}}, "budget.reserve", "must leave room for the cost of one retry"),
    ({"budget": {"cap": 999}}, "budget.reserve", "must leave room for the cost of one retry"),
    ({"replay": {"slowest": 200}}, "replay.start", "must lie between slowest and fastest"),
    ({"replay": {"fastest": 99}}, "replay.start", "must lie between slowest and fastest"),
)


def good_rules():
    yield "good/all defaults", {}
    for guard, rules in RULES.items():
        yield f"good/{guard}/all defaults", {guard: {}}
        for name, (values, _) in rules.items():
            for value in values:
                yield f"good/{guard}/{name} {value!r}", {guard: {name: value}}
    for name in ("default", "aws", "grpc", "finagle"):
        yield f"good/budget/{name}", {"budget": name}
    for rules in JUST_TOGETHER:
        yield f"good/just together/{rules}", rules
    yield "good/every guard", {guard: {next(iter(rules)): next(iter(rules.values()))[0][0]} for guard, rules in RULES.items()}


def bad_rules():
    for value in (None, True, 5, [], "default"):
        yield f"bad/shape/{value!r}", value, "rules", None
    for name in ("breakers", "Gate", "policy", "__proto__", ""):
        yield f"bad/unknown {name!r}", {name: {}}, name, (
            "is not known here; known are breaker, gate, budget, storm, replay, health, disable"
        )
    for guard, rules in RULES.items():
        for value in (None, True, 5, [], "none"):
            yield f"bad/{guard}/{value!r}", {guard: value}, guard, None
        for name in ("surplus", "__proto__", next(iter(rules)).upper()):
            yield f"bad/{guard}/unknown {name}", {guard: {name: 1}}, f"{guard}.{name}", f"is not known here; known are {', '.join(rules)}"
        for name, (_, values) in rules.items():
            for value, says in values:
                yield f"bad/{guard}/{name} {value!r}", {guard: {name: value}}, f"{guard}.{name}", says
    for rules, field, says in TOGETHER:
        yield f"bad/together/{rules}", rules, field, says


METRICS = ("retryRate", "deadRate", "meanAttempts", "secondSuccess", "waiting", "overdue")


def good_thresholds():
    for name in ("getHook", "hookMesh"):
        yield f"good/{name}", name
    yield "good/none", {}
    for metric in METRICS:
        for one, other in ((0, 0), (U32, U32), (50, 100)):
            healthy, alert = (other, one) if metric == "secondSuccess" else (one, other)
            yield f"good/{metric} {one} {other}", {metric: {"healthy": healthy, "alert": alert}}
        yield f"good/{metric} null", {metric: None}


def bad_thresholds():
    for value in (None, True, 5, [], "stripe", "__proto__"):
        yield f"bad/shape/{value!r}", value, "", None
    yield "bad/unknown", {"latency": None}, "latency", f"known are {', '.join(METRICS)}"
    for metric in METRICS:
        for value in (True, 5, [], "low"):
            yield f"bad/{metric}/{value!r}", {metric: value}, metric, '{"healthy":50,"alert":100}, or null'
        yield f"bad/{metric}/no alert", {metric: {"healthy": 1}}, f"{metric}.alert", "is missing"
        yield f"bad/{metric}/no healthy", {metric: {"alert": 1}}, f"{metric}.healthy", "is missing"
        yield f"bad/{metric}/unknown", {metric: {"healthy": 1, "alert": 1, "watch": 1}}, f"{metric}.watch", "known are healthy, alert"
        for value in (*NOT_WHOLE, None, U32 + 1):
            yield f"bad/{metric}/alert {value!r}", {metric: {"healthy": 0, "alert": value}}, f"{metric}.alert", (
                f"a whole number from 0 to {U32}"
            )
        healthy, alert = (1, 2) if metric == "secondSuccess" else (2, 1)
        yield f"bad/{metric}/the wrong way round", {metric: {"healthy": healthy, "alert": alert}}, metric, "healthy must not be"
