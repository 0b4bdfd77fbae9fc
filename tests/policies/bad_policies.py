"""Policies that are refused: each is wrong in one place, which is named by hand.

`says` is what every reader's message contains, where they share words.
"""

from good_policies import BASE, GROWING

LENGTH = 'a length such as "2m30s", or milliseconds from 0 to 4294967295'
FORM = 'write a length as numbers with the units d, h, m, s, ms, largest first, such as "2m30s"'
TOO_LONG = "the longest length is 49d17h2m47s295ms"
ABOVE_0 = "must be above 0"

# No lengths, with what is said of them.
NOT_LENGTHS = (
    (-1, LENGTH), (1.5, LENGTH), (2**32, LENGTH), (2**53, LENGTH), (1e300, LENGTH), (True, LENGTH),
    ([], LENGTH), ({}, LENGTH), (["30s"], LENGTH),
    ("", FORM), ("30", FORM), ("s", FORM), ("30 s", FORM), (" 30s", FORM), ("30s ", FORM), ("-1s", FORM),
    ("+1s", FORM), ("1.5s", FORM), ("1e3s", FORM), ("30S", FORM), ("1s1s", FORM), ("1s1m", FORM),
    ("1ms1s", FORM), ("1w", FORM), ("1sec", FORM), ("1h 30m", FORM), ("0x10s", FORM), ("１s", FORM),
    ("1s\n", FORM), ("1_000s", FORM), ("∞", FORM), ("NaNs", FORM), ("PT30S", FORM), ("00:30", FORM),
    ("50d", TOO_LONG), ("4294967296ms", TOO_LONG), ("49d17h2m47s296ms", TOO_LONG),
    ("99999999999999999999999999999999999999999d", TOO_LONG),
)
# No whole numbers, whatever their range.
NOT_WHOLE = (1.5, 0.1, -1, -(2**53), 2**53, 1e300, "5", "", True, False, [], {}, [5])


def cases():
    """(name, policy, field, says) of every policy."""
    for name, policy, field, says in (
        *_shapes(), *_backoffs(), *_exponentials(), *_schedules(), *_jitters(), *_limits(), *_hints(), *_classes(),
    ):
        yield f"bad/{name}", policy, field, says


def _with(**fields):
    return {"backoff": BASE, **fields}


def _shapes():
    for value in (None, True, 5, [], [{"backoff": BASE}], "", "stripe", "STORMSAFE", "__proto__", "constructor"):
        yield f"shape/{value!r}", value, "policy", None
    yield "shape/empty", {}, "backoff", "is missing"
    yield "shape/null for the backoff", {"backoff": None}, "backoff", None
    # JavaScript knows the field, for a preset with changes; but not like this.
    yield "shape/preset", {"backoff": BASE, "preset": 1}, "preset", None
    for name in ("Backoff", "backOff", "retries", "maxdelay", "max_delay", "__proto__", "constructor", "", "a.b"):
        yield f"shape/unknown {name!r}", {"backoff": BASE, name: 1}, name, (
            "is not known here; known are backoff, jitter, maxDelay, maxAttempts, window, dnsAttempts, "
            "throttleFactor, hints, classes"
        )


def _backoffs():
    kinds = "constant, linear, exponential, schedule"
    for value in (True, 5, "exponential", [], ["exponential"]):
        yield f"backoff/{value!r}", {"backoff": value}, "backoff", '{"exponential":{"base":"30s","factor":2}}'
    yield "backoff/no kind", {"backoff": {}}, "backoff", f"must have exactly one of {kinds}"
    yield "backoff/two kinds", {"backoff": {**BASE, **GROWING}}, "backoff", f"must have exactly one of {kinds}"
    for name in ("fibonacci", "Constant", "__proto__", "toString"):
        yield f"backoff/unknown {name}", {"backoff": {name: {}}}, f"backoff.{name}", f"is not known here; known are {kinds}"
    for kind, field in (("constant", "delay"), ("linear", "step")):
        path = f"backoff.{kind}"
        for value in (None, 30, "30s", [], True):
            yield f"{kind}/{value!r}", {"backoff": {kind: value}}, path, f'an object such as {{"{field}":"30s"}}'
        yield f"{kind}/empty", {"backoff": {kind: {}}}, f"{path}.{field}", "is missing"
        yield f"{kind}/null", {"backoff": {kind: {field: None}}}, f"{path}.{field}", LENGTH
        yield f"{kind}/zero", {"backoff": {kind: {field: 0}}}, f"{path}.{field}", ABOVE_0
        yield f"{kind}/zero as text", {"backoff": {kind: {field: "0s"}}}, f"{path}.{field}", ABOVE_0
        yield f"{kind}/unknown", {"backoff": {kind: {field: "1s", "max": 1}}}, f"{path}.max", f"known are {field}"
    for value, says in NOT_LENGTHS:
        yield f"length/{value!r}", {"backoff": {"constant": {"delay": value}}}, "backoff.constant.delay", says


def _exponentials():
    path = "backoff.exponential"
    factor = f"{path}.factor"

    def grow(factor, base="30s", **more):
        return {"backoff": {"exponential": {"base": base, "factor": factor}}, **more}

    for value in (None, 2, "30s", []):
        yield f"exponential/{value!r}", {"backoff": {"exponential": value}}, path, '{"base":"30s","factor":2}'
    yield "exponential/no base", {"backoff": {"exponential": {"factor": 2}}}, f"{path}.base", "is missing"
    yield "exponential/no factor", {"backoff": {"exponential": {"base": 1}}}, factor, "is missing"
    yield "exponential/unknown", {"backoff": {"exponential": {"base": 1, "factor": 2, "max": 3}}}, f"{path}.max", "known are base, factor"
    yield "exponential/base 0", grow(2, 0), f"{path}.base", ABOVE_0
    for value in (None, -2, 1.5, "1h30", True, {}):
        yield f"exponential/base {value!r}", grow(2, value), f"{path}.base", None
    for value in (None, 0, -2, 1.5, 2.5, 65536, 2**32, "2", True, {}):
        yield f"exponential/factor {value!r}", grow(value), factor, "from 1 to 65535"
    for value in ([], [2], [3, 2, 1]):
        yield f"exponential/ratio {value}", grow(value), factor, "a ratio has two numbers, such as [3, 2]"
    for value in ([0, 1], [3, 0], [65536, 2], [3.5, 2], ["3", 2], [3, None], [[3], 2], [-3, -2]):
        yield f"exponential/ratio {value}", grow(value), factor, "a whole number from 1 to 65535"
    for value in (1, [1, 1], [2, 3], [65534, 65535], [7, 7]):
        yield f"exponential/not above 1: {value}", grow(value), factor, "must be above 1"
    grows = "must make every delay longer than the one before"
    steps = "within 64 steps"
    yield "exponential/stands still at once", grow([3, 2], 1), factor, grows
    yield "exponential/stands still", grow([1001, 1000], 999), factor, grows
    yield "exponential/creeps", grow([1001, 1000], 1000, maxDelay=1066, maxAttempts=1000), factor, steps
    yield "exponential/creeps within its window", grow([65535, 65534], "1h", maxDelay="2h", maxAttempts=None, window="48h"), factor, steps
    yield "exponential/base above the cap it has by itself", grow(2, "2h"), "maxDelay", "must not be below the first delay"


def _schedules():
    path = "backoff.schedule"
    entries = "must have 1 to 32 entries"
    a_list = 'a list of 1 to 32 lengths, such as ["30s","2m"]'
    for value in (None, 5, [], ["30s"]):
        yield f"schedule/{value!r}", {"backoff": {"schedule": value}}, path, '{"delays":["30s","2m"],"then":"stop"}'
    yield "schedule/empty", {"backoff": {"schedule": {}}}, f"{path}.delays", "is missing"
    yield "schedule/unknown", {"backoff": {"schedule": {"delays": [1], "after": 1}}}, f"{path}.after", "known are delays, then"
    for value in (None, 5, "30s", {}, True):
        yield f"schedule/delays {value!r}", {"backoff": {"schedule": {"delays": value}}}, f"{path}.delays", a_list
    for count in (0, 33, 1000):
        yield f"schedule/{count} entries", {"backoff": {"schedule": {"delays": ["1s"] * count}}}, f"{path}.delays", entries
    for place in (0, 1, 31):
        for value in (None, -1, "soon", 2**32):
            delays = ["1s"] * 32
            delays[place] = value
            yield f"schedule/entry {place} is {value!r}", {"backoff": {"schedule": {"delays": delays}}}, f"{path}.delays.{place}", None
    for value in (None, "", "Stop", "repeat", 0, [], {}):
        yield f"schedule/then {value!r}", {"backoff": {"schedule": {"delays": [1], "then": value}}}, f"{path}.then", '"stop" "repeatLast"'
    yield "schedule/cap below the first entry", {"backoff": {"schedule": {"delays": ["1m"]}}, "maxDelay": "30s"}, "maxDelay", "must not be below the first delay"


def _jitters():
    kinds = '"none", "full", "equal", "decorrelated", {"proportional":200} or {"additive":{"perMille":100,"min":"2s","max":"15m"}}'
    for value in (None, True, 5, [], "", "Full", "half", "proportional"):
        yield f"jitter/{value!r}", _with(jitter=value), "jitter", kinds
    yield "jitter/no kind", _with(jitter={}), "jitter", "must have exactly one of proportional, additive"
    yield "jitter/two kinds", _with(
        jitter={"proportional": 1, "additive": {"perMille": 1, "min": 1, "max": 2}},
    ), "jitter", "must have exactly one of proportional, additive"
    for name in ("full", "equal", "gaussian", "__proto__"):
        yield f"jitter/unknown {name}", _with(jitter={name: 1}), f"jitter.{name}", "known are proportional, additive"
    for kind, backoff in (("linear", {"linear": {"step": 1}}), ("schedule", {"schedule": {"delays": [1]}})):
        yield f"jitter/decorrelated with {kind}", {"backoff": backoff, "jitter": "decorrelated"}, "jitter", (
            "decorrelated goes with constant or exponential backoff only"
        )
    for value in (None, 1001, 65536, *NOT_WHOLE):
        yield f"jitter/proportional {value!r}", _with(jitter={"proportional": value}), "jitter.proportional", (
            "a whole number from 0 to 1000"
        )
    path = "jitter.additive"
    for value in (None, 5, [], "full"):
        yield f"jitter/additive {value!r}", _with(jitter={"additive": value}), path, '{"perMille":100,"min":"2s","max":"15m"}'
    whole = {"perMille": 100, "min": "2s", "max": "15m"}
    for name in whole:
        rest = {other: value for other, value in whole.items() if other != name}
        yield f"jitter/additive without {name}", _with(jitter={"additive": rest}), f"{path}.{name}", "is missing"
    for name, value in (("perMille", 1001), ("perMille", -1), ("perMille", None), ("min", -1), ("max", "x"), ("max", None)):
        yield f"jitter/additive {name} {value!r}", _with(jitter={"additive": {**whole, name: value}}), f"{path}.{name}", None
    yield "jitter/additive unknown", _with(jitter={"additive": {**whole, "mean": 1}}), f"{path}.mean", "known are perMille, min, max"
    yield "jitter/additive min above max", _with(jitter={"additive": {**whole, "min": "16m"}}), f"{path}.min", "must not be above max"


def _limits():
    for value, says in NOT_LENGTHS:
        yield f"maxDelay/{value!r}", _with(maxDelay=value), "maxDelay", says
        yield f"window/{value!r}", _with(window=value), "window", says
    yield "maxDelay/zero", _with(maxDelay=0), "maxDelay", ABOVE_0
    yield "maxDelay/below the delay", _with(maxDelay="59s999ms"), "maxDelay", "must not be below the first delay"
    for kind, backoff in (("linear", {"linear": {"step": 1}}), ("exponential", GROWING)):
        yield f"maxDelay/null with {kind}", {"backoff": backoff, "maxDelay": None}, "maxDelay", (
            "a backoff that grows needs one; leave it out for 1h"
        )
    yield "window/zero", _with(window="0s"), "window", "must be above 0; leave it out for none"
    for value in (0, 2**32, *NOT_WHOLE):
        yield f"maxAttempts/{value!r}", _with(maxAttempts=value), "maxAttempts", "a whole number from 1 to 4294967295"
    for more in ({}, {"window": None}):
        yield f"maxAttempts/null and window {more}", _with(maxAttempts=None, **more), "maxAttempts", (
            "may be null only with a window, or nothing ever ends"
        )
    for delays in ([0], ["30s", "0s"]):
        again = {"schedule": {"delays": delays, "then": "repeatLast"}}
        yield f"maxAttempts/null and {len(delays)} delays, the last 0, repeated", {
            "backoff": again, "maxAttempts": None, "window": "1h",
        }, "maxAttempts", "may be null only if a schedule that repeats its last delay ends above 0"
    for value in (None, 0, 256, *NOT_WHOLE):
        yield f"dnsAttempts/{value!r}", _with(dnsAttempts=value), "dnsAttempts", "a whole number from 1 to 255"
    for value in (None, 0, 101, 256, *NOT_WHOLE):
        yield f"throttleFactor/{value!r}", _with(throttleFactor=value), "throttleFactor", "a whole number from 1 to 100"


def _hints():
    for value in (True, False, 5, [], "none"):
        yield f"hints/{value!r}", _with(hints=value), "hints", '{"longest":"24h","mode":"replace","jitter":500}, or null'
    for name in ("lngest", "max", "__proto__"):
        yield f"hints/unknown {name}", _with(hints={name: 1}), f"hints.{name}", "known are longest, mode, jitter"
    yield "hints/longest null", _with(hints={"longest": None}), "hints.longest", LENGTH
    yield "hints/longest zero", _with(hints={"longest": 0}), "hints.longest", 'must be above 0; write "hints": null to ignore them'
    for value in (-1, "1 h", 2**32, True):
        yield f"hints/longest {value!r}", _with(hints={"longest": value}), "hints.longest", None
    for value in (None, "", "atleast", "max", 1, True, []):
        yield f"hints/mode {value!r}", _with(hints={"mode": value}), "hints.mode", '"replace" "atLeast"'
    for value in (None, 1001, *NOT_WHOLE):
        yield f"hints/jitter {value!r}", _with(hints={"jitter": value}), "hints.jitter", "a whole number from 0 to 1000"


def _classes():
    for value in (None, True, 5, [], "409"):
        yield f"classes/{value!r}", _with(classes=value), "classes", '{"409":"transient","500-599":"permanent"}'
    for key in (
        "", "5xx", "5XX", "00", "0409", "+409", "-409", "409 ", " 409", "4e2", "0x199", "65536", "99999", "123456",
        "500-", "-599", "500–599", "500-500", "599-500", "0500-599", "500-0599", "500-65536", "500-599-699", "500 - 599",
        "409,410", "*", "Tls", "TLS", "network", "__proto__", "constructor", "٤٠٩", "NaN", "1.0",
    ):
        yield f"classes/key {key!r}", _with(classes={key: "transient"}), f"classes.{key}", (
            'is not a status such as "409", a range such as "500-599" or an error name such as "tls"'
        )
    for value in (None, "", "Transient", "retry", "ok", 1, True, [], {}):
        for key in ("409", "500-599", "tls"):
            yield f"classes/{key} is {value!r}", _with(classes={key: value}), f"classes.{key}", (
                '"delivered" "transient" "throttled" "permanent" "gone"'
            )
    overlap = "no two ranges may overlap"
    for first, second in (("400-450", "450-499"), ("500-599", "510-520"), ("510-520", "500-599"), ("0-65535", "1-2")):
        yield f"classes/{first} and {second}", _with(classes={first: "gone", second: "transient"}), "classes", overlap
    yield "classes/nine", _with(classes={f"{418 + n}": "gone" for n in range(9)}), "classes", "8 exceptions at most"
