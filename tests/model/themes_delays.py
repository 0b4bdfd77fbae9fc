"""How long: caps and slides, decorrelated jitter, throttling, stretch, ratios, ways to write it."""

from building import new_case
from reading import LARGEST_LENGTH
from source import Source

FAILED = {"status": 500}
THROTTLED = {"status": 429}


def _seeds(source):
    return {"seed": source.seed_text(), "key": source.seed_text()}


def caps():
    """maxDelay bounds after jitter, and the window moves down instead of being cut."""
    source = Source("caps")
    jitters = {
        "none": "none",
        "full": "full",
        "equal": "equal",
        "proportional-0": {"proportional": 0},
        "proportional-1": {"proportional": 1},
        "proportional-500": {"proportional": 500},
        "proportional-1000": {"proportional": 1000},
        "additive-exact": {"additive": {"perMille": 0, "min": 400, "max": 400}},
        "additive-wide": {"additive": {"perMille": 1000, "min": 0, "max": LARGEST_LENGTH}},
        "additive-largest": {"additive": {"perMille": 0, "min": LARGEST_LENGTH, "max": LARGEST_LENGTH}},
        "additive-zero": {"additive": {"perMille": 1000, "min": 0, "max": 0}},
    }
    delays = {
        "first": {"backoff": {"constant": {"delay": 1000}}, "maxDelay": 1000},
        "one-above": {"backoff": {"constant": {"delay": 1000}}, "maxDelay": 1001},
        "half-above": {"backoff": {"constant": {"delay": 1000}}, "maxDelay": 1500},
        "one": {"backoff": {"constant": {"delay": 1}}, "maxDelay": 1},
        "largest": {"backoff": {"constant": {"delay": LARGEST_LENGTH}}},
        "largest-less-one": {"backoff": {"constant": {"delay": LARGEST_LENGTH - 1}}, "maxDelay": None},
        "schedule-entry": {"backoff": {"schedule": {"delays": ["1s", "1h"]}}, "maxDelay": "90s"},
        "linear": {"backoff": {"linear": {"step": "25m"}}},
    }
    for jitter_name, jitter in jitters.items():
        for delay_name, delay in delays.items():
            fixed = jitter_name in ("none", "proportional-0", "additive-zero")
            for number in range(1 if fixed else 2):
                attempts = 1 if delay_name in ("schedule-entry", "linear") else number
                yield new_case(f"{delay_name}/{jitter_name}/{number}", {**delay, "jitter": jitter},
                               FAILED, attempts=attempts, **_seeds(source))
    zero = {"backoff": {"schedule": {"delays": [0, 0], "then": "repeatLast"}}}
    for jitter_name, jitter in jitters.items():
        yield new_case(f"zero/{jitter_name}", {**zero, "jitter": jitter}, FAILED, **_seeds(source))
    yield new_case("zero/capped", {**zero, "jitter": jitters["additive-exact"], "maxDelay": 1}, FAILED)
    step = {"backoff": {"linear": {"step": LARGEST_LENGTH}}, "maxDelay": LARGEST_LENGTH, "jitter": "none"}
    yield new_case("linear/largest-step", step, FAILED, attempts=3)
    steep = {"backoff": {"exponential": {"base": 4294967294, "factor": 65535}},
             "maxDelay": LARGEST_LENGTH, "jitter": "none"}
    yield new_case("exponential/steep/0", steep, FAILED)
    yield new_case("exponential/steep/1", steep, FAILED, attempts=1)


def decorrelated():
    """Three times the previous delay, whatever that was."""
    source = Source("decorrelated")
    policies = {
        "constant": {"backoff": {"constant": {"delay": 1000}}},
        "constant-capped": {"backoff": {"constant": {"delay": 1000}}, "maxDelay": 4000},
        "constant-at-cap": {"backoff": {"constant": {"delay": 1000}}, "maxDelay": 1000},
        "exponential": {"backoff": {"exponential": {"base": 1000, "factor": 2}}, "maxDelay": "10m"},
    }
    previous = (0, 1, 999, 1000, 1001, 1333, 1334, 4000, 60_000, 600_000, 600_001, LARGEST_LENGTH)
    for name, policy in policies.items():
        policy = {**policy, "jitter": "decorrelated", "maxAttempts": 20}
        for delay in previous:
            yield new_case(f"{name}/after-{delay}", policy, FAILED,
                           attempts=source.below(9), delay=delay, **_seeds(source))
        for delay in (0, 1333, LARGEST_LENGTH):
            yield new_case(f"{name}/throttled-after-{delay}", policy, THROTTLED, delay=delay,
                           **_seeds(source))
            yield new_case(f"{name}/stretched-after-{delay}", policy, FAILED, delay=delay,
                           stretch=1777, **_seeds(source))
            yield new_case(f"{name}/both-after-{delay}", {**policy, "throttleFactor": 3}, THROTTLED,
                           delay=delay, stretch=1333, **_seeds(source))
            yield new_case(f"{name}/hint-after-{delay}", {**policy, "hints": {"mode": "atLeast"}},
                           {"status": 429, "retryAfter": "2"}, delay=delay, **_seeds(source))


def pressure():
    """The throttle factor and the stretch, alone and together, and what keeps them away."""
    source = Source("pressure")
    base = {"backoff": {"constant": {"delay": 1001}}, "jitter": "none"}
    for stretch in (1000, 1001, 1499, 1500, 1999, 2000, 5005, 9999, 10000):
        yield new_case(f"stretch/{stretch}", base, FAILED, stretch=stretch)
        yield new_case(f"stretch/{stretch}/throttled", base, THROTTLED, stretch=stretch)
        yield new_case(f"stretch/{stretch}/capped", {**base, "maxDelay": 5000}, THROTTLED, stretch=stretch)
        yield new_case(f"stretch/{stretch}/hint", base, {"status": 503, "hint": 10}, stretch=stretch)
    for factor in (1, 2, 3, 99, 100):
        policy = {**base, "throttleFactor": factor}
        for name, outcome in {
            "429": THROTTLED,
            "503": {"status": 503},
            "503-by-caller": {"status": 503, "class": "throttled"},
            "timeout-by-caller": {"error": "timeout", "class": "throttled"},
            "local-by-caller": {"error": "local", "class": "throttled"},
            "429-with-hint": {"status": 429, "hint": 5},
            "429-with-zero-hint": {"status": 429, "hint": 0},
            "429-with-bad-header": {"status": 429, "retryAfter": "soon"},
            "429-with-zero-header": {"status": 429, "retryAfter": "0"},
        }.items():
            yield new_case(f"factor/{factor}/{name}", policy, outcome)
        deaf = {**policy, "hints": None}
        yield new_case(f"factor/{factor}/no-hints", deaf, {"status": 429, "retryAfter": "5", "hint": 5})
        yield new_case(f"factor/{factor}/no-hints/503", deaf, {"status": 503, "retryAfter": "5"})
    largest = {"backoff": {"constant": {"delay": LARGEST_LENGTH}}}
    for jitter in ("none", "full", "equal", "decorrelated", {"proportional": 1000}):
        name = jitter if isinstance(jitter, str) else "proportional"
        yield new_case(f"saturated/{name}", {**largest, "jitter": jitter, "throttleFactor": 100},
                       THROTTLED, delay=LARGEST_LENGTH, stretch=10000, **_seeds(source))


def ratios():
    """Exponential delays that grow by a fraction, floored at every step."""
    ratio_policies = {
        "3-2": {"base": 7, "factor": [3, 2]},
        "4-2": {"base": 7, "factor": [4, 2]},
        "11-10": {"base": 10, "factor": [11, 10]},
        "golden": {"base": 1000, "factor": [1618, 1000]},
        "65535-65534": {"base": "18h", "factor": [65535, 65534]},
        "65535-32768": {"base": 1, "factor": [65535, 32767]},
        "65535-1": {"base": 1, "factor": [65535, 1]},
        "whole": {"base": 1, "factor": 65535},
    }
    for name, backoff in ratio_policies.items():
        policy = {"backoff": {"exponential": backoff}, "jitter": "none", "maxAttempts": 60,
                  "maxDelay": "1d"}
        for attempts in (0, 1, 2, 3, 7, 20, 58):
            yield new_case(f"{name}/{attempts}", policy, FAILED, attempts=attempts)
    steps = {"base": 1000, "factor": [1001, 1000]}
    for name, rest in (("64-steps-to-cap", {"maxDelay": 1064, "maxAttempts": 100}),
                       ("64-steps-to-attempts", {"maxAttempts": 65})):
        policy = {"backoff": {"exponential": steps}, "jitter": "none", **rest}
        for attempts in (0, 1, 62, 63, 64, 65, 98):
            yield new_case(f"{name}/{attempts}", policy, FAILED, attempts=attempts)


def policies():
    """Ways to write the same thing, and every default."""
    texts = ("1ms", "250ms", "30s", "2m30s", "48h", "7d", "1d1h1m1s1ms", "007s", "0d0h0m0s5ms",
             "90m", "1h1ms", "3600s", "49d17h2m47s295ms", "4294967295ms", "00000000000000000000001s",
             1, 250, LARGEST_LENGTH)
    for text in texts:
        yield new_case(f"length/{text}", {"backoff": {"constant": {"delay": text}}, "jitter": "none"},
                       FAILED)
    bare = {
        "constant": {"constant": {"delay": "2h"}},
        "linear": {"linear": {"step": "35m"}},
        "exponential": {"exponential": {"base": "35m", "factor": 2}},
        "schedule": {"schedule": {"delays": ["2h", "3h"]}},
        "repeat-last": {"schedule": {"delays": ["2h", "3h"], "then": "repeatLast"}},
    }
    for name, backoff in bare.items():
        for attempts in (0, 1, 2, 3, 4):
            yield new_case(f"defaults/{name}/{attempts}", {"backoff": backoff}, FAILED,
                           attempts=attempts, now=10**12, seed="0x2", key="0x3")
        yield new_case(f"defaults/{name}/throttled", {"backoff": backoff}, THROTTLED, seed="0x2")
        yield new_case(f"defaults/{name}/long-hint", {"backoff": backoff},
                       {"status": 503, "retryAfter": "86401"}, seed="0x2")
        for dns in (1, 2):
            yield new_case(f"defaults/{name}/dns-{dns}", {"backoff": backoff}, {"error": "dns"}, dns=dns)
    constant = bare["constant"]
    for name, policy in {
        "max-delay-null": {"backoff": constant, "maxDelay": None},
        "window-null": {"backoff": constant, "window": None},
        "hints-null": {"backoff": constant, "hints": None},
        "hints-empty": {"backoff": constant, "hints": {}},
        "classes-empty": {"backoff": constant, "classes": {}},
        "attempts-null": {"backoff": constant, "maxAttempts": None, "window": "7d"},
        "schedule-null": {"backoff": bare["schedule"], "maxDelay": None, "maxAttempts": 2},
    }.items():
        yield new_case(f"written/{name}", policy, {"status": 503, "retryAfter": "60"}, key="0x4")


THEMES = {"caps": caps, "decorrelated": decorrelated, "pressure": pressure, "ratios": ratios,
          "policies": policies}
