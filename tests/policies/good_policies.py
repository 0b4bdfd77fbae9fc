"""Policies that are read: every field at its ends, every form, and everything together."""

BASE = {"constant": {"delay": "1m"}}
GROWING = {"exponential": {"base": "30s", "factor": 2}}

# One length, written in every way that is allowed.
LENGTHS = (
    1, 999, 1000, 90_061_001, 2**31 - 1, 2**31, 2**32 - 1,
    "1ms", "250ms", "1s", "007s", "1m", "90s", "2m30s", "2h", "48h", "1d", "7d", "49d",
    "1d1h1m1s1ms", "49d17h2m47s295ms", "0d0h0m0s1ms", "1d1ms", "1h1s", "4294967295ms",
    "4294967s295ms", "00000000000000000000000000000000000001s",
)


def cases():
    """(name, policy) of every policy."""
    for name, policy in _cases():
        yield f"good/{name}", policy


def _cases():
    yield from _backoffs()
    yield from _jitters()
    yield from _limits()
    yield from _hints()
    yield from _classes()
    yield "whole/everything", {
        "backoff": {"exponential": {"base": "2s", "factor": [3, 2]}},
        "jitter": {"additive": {"perMille": 100, "min": "1s", "max": "1m"}},
        "maxDelay": "2h", "maxAttempts": 20, "window": "3d", "dnsAttempts": 4, "throttleFactor": 3,
        "hints": {"longest": "6h", "mode": "atLeast", "jitter": 250},
        "classes": {"409": "transient", "500-599": "permanent", "tls": "permanent"},
    }


def _backoffs():
    for text in LENGTHS:
        yield f"length/{text!r}", {"backoff": {"constant": {"delay": text}}}
    for step in (1, "30s", "1h"):
        yield f"linear/{step}", {"backoff": {"linear": {"step": step}}}
    yield "linear/as long as its cap", {"backoff": {"linear": {"step": "2h"}}, "maxDelay": "2h"}
    for base, factor in (
        (1, 2), ("30s", 2), ("1h", 2), ("30s", 65535), ("30s", [3, 2]), ("30m", [65535, 65534]),
        ("30s", [2, 1]), ("30s", [4, 2]), (2, [3, 2]), ("10s", [11, 10]),
    ):
        yield f"exponential/{base} times {factor}", {
            "backoff": {"exponential": {"base": base, "factor": factor}},
        }
    yield "exponential/base is the cap", {
        "backoff": {"exponential": {"base": "1m", "factor": [65535, 65534]}}, "maxDelay": "1m",
        "maxAttempts": 1000,
    }
    yield "exponential/64 steps to the cap", {
        "backoff": {"exponential": {"base": 1000, "factor": [1001, 1000]}}, "maxDelay": 1064,
        "maxAttempts": 1000,
    }
    yield "exponential/65 steps to the cap, but 65 tries", {
        "backoff": {"exponential": {"base": 1000, "factor": [1001, 1000]}}, "maxDelay": 1065,
        "maxAttempts": 65,
    }
    yield "exponential/stands still after the last try", {
        "backoff": {"exponential": {"base": 1, "factor": [3, 2]}}, "maxAttempts": 1,
    }
    yield "exponential/to the longest delay there is", {
        "backoff": {"exponential": {"base": 1, "factor": 2}}, "maxDelay": 2**32 - 1, "maxAttempts": 99,
    }
    for then in (None, "stop", "repeatLast"):
        for delays in (["0s"], ["30s"], [0, 0, 5], ["5s", "5m", "30m", "2h"], ["1s"] * 32, ["2h", "1s"]):
            schedule = {"delays": delays} if then is None else {"delays": delays, "then": then}
            yield f"schedule/{len(delays)} from {delays[0]}, then {then}", {"backoff": {"schedule": schedule}}
    for delays, then in (([0], "stop"), ([0, 1], "repeatLast")):
        yield f"schedule/no limit of attempts, {then}", {
            "backoff": {"schedule": {"delays": delays, "then": then}}, "maxAttempts": None, "window": "1h",
        }
    yield "schedule/longest entry", {"backoff": {"schedule": {"delays": [2**32 - 1]}}}
    yield "schedule/cap on the first entry only", {
        "backoff": {"schedule": {"delays": ["30s", "2h"]}}, "maxDelay": "30s",
    }


def _jitters():
    for word in ("none", "full", "equal"):
        for kind, backoff in _every_backoff():
            yield f"jitter/{word} with {kind}", {"backoff": backoff, "jitter": word}
    for kind in ("constant", "exponential"):
        yield f"jitter/decorrelated with {kind}", {
            "backoff": dict(_every_backoff())[kind], "jitter": "decorrelated",
        }
    for per_mille in (0, 1, 200, 999, 1000):
        yield f"jitter/proportional {per_mille}", {"backoff": BASE, "jitter": {"proportional": per_mille}}
    for per_mille, least, most in (
        (0, 0, 0), (0, "4999ms", "4999ms"), (100, "2s", "15m"), (1000, 0, 2**32 - 1), (1, "0s", 1),
    ):
        yield f"jitter/additive {per_mille}, {least} to {most}", {
            "backoff": BASE, "jitter": {"additive": {"perMille": per_mille, "min": least, "max": most}},
        }


def _every_backoff():
    yield "constant", BASE
    yield "linear", {"linear": {"step": "10s"}}
    yield "exponential", GROWING
    yield "schedule", {"schedule": {"delays": ["1s", "10s"]}}


def _limits():
    for kind, backoff in _every_backoff():
        yield f"limits/defaults of {kind}", {"backoff": backoff}
        yield f"limits/longest maxDelay with {kind}", {"backoff": backoff, "maxDelay": "49d17h2m47s295ms"}
        yield f"limits/no end but the window with {kind}", {
            "backoff": backoff, "maxAttempts": None, "window": "1ms",
        }
    for kind in ("constant", "schedule"):
        yield f"limits/maxDelay null with {kind}", {"backoff": dict(_every_backoff())[kind], "maxDelay": None}
    yield "limits/maxDelay is the first delay", {"backoff": BASE, "maxDelay": 60_000}
    for attempts in (1, 2, 5, 255, 65536, 2**32 - 1):
        yield f"limits/maxAttempts {attempts}", {"backoff": BASE, "maxAttempts": attempts}
    yield "limits/fewer tries than entries", {"backoff": {"schedule": {"delays": ["1s"] * 8}}, "maxAttempts": 3}
    yield "limits/more tries than entries", {"backoff": {"schedule": {"delays": ["1s"]}}, "maxAttempts": 30}
    for window in (None, 1, "1s", "72h", 2**32 - 1):
        yield f"limits/window {window}", {"backoff": BASE, "window": window}
    for dns in (1, 3, 255):
        yield f"limits/dnsAttempts {dns}", {"backoff": BASE, "dnsAttempts": dns}
    for factor in (1, 2, 100):
        yield f"limits/throttleFactor {factor}", {"backoff": BASE, "throttleFactor": factor}


def _hints():
    yield "hints/none believed", {"backoff": BASE, "hints": None}
    yield "hints/all defaults", {"backoff": BASE, "hints": {}}
    for longest in (1, "1s", "24h", 2**32 - 1):
        yield f"hints/longest {longest}", {"backoff": BASE, "hints": {"longest": longest}}
    for mode in ("replace", "atLeast"):
        yield f"hints/mode {mode}", {"backoff": BASE, "hints": {"mode": mode}}
    for jitter in (0, 1, 500, 1000):
        yield f"hints/jitter {jitter}", {"backoff": BASE, "hints": {"jitter": jitter}}


def _classes():
    names = ("delivered", "transient", "throttled", "permanent", "gone")
    errors = ("timeout", "refused", "reset", "unreachable", "dns", "tls", "invalid", "local")
    for name in names:
        yield f"classes/409 is {name}", {"backoff": BASE, "classes": {"409": name}}
        yield f"classes/a range is {name}", {"backoff": BASE, "classes": {"500-599": name}}
    for error in errors:
        yield f"classes/{error} is permanent", {"backoff": BASE, "classes": {error: "permanent"}}
    yield "classes/none", {"backoff": BASE, "classes": {}}
    yield "classes/every error", {"backoff": BASE, "classes": {error: "gone" for error in errors}}
    for key in ("0", "65535", "0-1", "0-65535", "65534-65535", "99-1000"):
        yield f"classes/{key}", {"backoff": BASE, "classes": {key: "transient"}}
    yield "classes/a status inside a range", {
        "backoff": BASE, "classes": {"500-599": "permanent", "503": "transient", "599": "gone"},
    }
    yield "classes/ranges that touch", {
        "backoff": BASE, "classes": {"400-449": "permanent", "450-499": "transient"},
    }
    yield "classes/eight", {"backoff": BASE, "classes": {f"{418 + n}": "transient" for n in range(8)}}
