"""Attempt numbers, clocks, limits met exactly and missed by one, whole lives, draws."""

from building import new_case, vector
from outcome import ERRORS
from presets import PRESETS
from reading import FARTHEST_POINT, LARGEST_LENGTH
from source import Source

FAILED = {"status": 500}
LOCAL = {"error": "local"}
MINUTELY = {"backoff": {"constant": {"delay": "1m"}}, "jitter": "none"}
MOST = 2**32 - 1


def attempts():
    """From no attempt to the largest number there is; the count saturates."""
    numbers = (0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 66, 255, 256, 65535, 65536,
               2**31 - 1, 2**31, MOST - 2, MOST - 1, MOST)
    backoffs = {
        "constant": {"constant": {"delay": "1m"}},
        "linear": {"linear": {"step": "7s"}},
        "exponential": {"exponential": {"base": "1s", "factor": 2}},
        "repeat-last": {"schedule": {"delays": ["1s", "5s", "1m"], "then": "repeatLast"}},
        "stop": {"schedule": {"delays": [1000 + n for n in range(32)]}},
    }
    for name, backoff in backoffs.items():
        endless = {"backoff": backoff, "jitter": "none", "maxAttempts": None, "window": "49d"}
        for number in numbers:
            yield new_case(f"{name}/{number}", endless, FAILED, attempts=number)
    limited = {**MINUTELY, "maxAttempts": MOST}
    for number in (MOST - 3, MOST - 2, MOST - 1, MOST):
        yield new_case(f"largest-limit/{number}", limited, FAILED, attempts=number)
        yield new_case(f"largest-limit/local/{number}", limited, LOCAL, attempts=number)
    slow = {"backoff": {"exponential": {"base": "1s", "factor": [1001, 1000]}}, "jitter": "none"}
    for number in (0, 1, 2, 5, 6, 63, 64, 65, 66, 67, 1000, MOST):
        yield new_case(f"slow-exponential/local/{number}", slow, LOCAL, attempts=number)


def clocks():
    """A clock that jumped, and the two ends of time."""
    windowed = {**MINUTELY, "window": "1h", "hints": {"jitter": 0}}
    times = {
        "on-time": (0, 0, 0),
        "before-creation": (1_000_000, 1_000_000, 5),
        "a-year-before-creation": (1_700_000_000_000, 1_700_000_060_000, 1_668_000_000_000),
        "long-after": (0, 60_000, 10_000_000_000_000),
        "before-next": (0, 600_000, 30_000),
        "negative": (-5_000, -4_000, -4_000),
        "across-zero": (-30_000, -30_000, -30_000),
        "first-point": (-FARTHEST_POINT, -FARTHEST_POINT, -FARTHEST_POINT),
        "last-point": (FARTHEST_POINT, FARTHEST_POINT, FARTHEST_POINT),
        "from-first-to-last": (-FARTHEST_POINT, -FARTHEST_POINT, FARTHEST_POINT),
        "from-last-to-first": (FARTHEST_POINT, FARTHEST_POINT, -FARTHEST_POINT),
        "at-reaches-last": (0, 0, FARTHEST_POINT - 60_000),
        "at-passes-last-by-one": (0, 0, FARTHEST_POINT - 59_999),
        "window-passes-last": (FARTHEST_POINT - 10, FARTHEST_POINT - 10, FARTHEST_POINT),
        "window-equal-beyond-last":
            (FARTHEST_POINT - 3_540_000, FARTHEST_POINT, FARTHEST_POINT),
        "window-past-beyond-last":
            (FARTHEST_POINT - 3_540_001, FARTHEST_POINT, FARTHEST_POINT),
        "next-at-last": (0, FARTHEST_POINT, 0),
        "next-at-first": (0, -FARTHEST_POINT, 0),
    }
    outcomes = {"failed": FAILED, "local": LOCAL, "hint": {"status": 503, "hint": 5_000}}
    for time, (created, next_at, now) in times.items():
        for kind, outcome in outcomes.items():
            for name, policy in (("window", windowed), ("no-window", MINUTELY)):
                yield new_case(f"{time}/{kind}/{name}", policy, outcome, attempts=1,
                               created=created, next_at=next_at, now=now, delay=30_000)


def limits():
    """Attempts, DNS failures and windows: one before, exactly, one after."""
    for most in (1, 2, 5, 100):
        for number in sorted({max(most - 2, 0), most - 1, most, most + 1}):
            policy = {**MINUTELY, "maxAttempts": most}
            yield new_case(f"attempts/{most}/after-{number}", policy, FAILED, attempts=number)
            yield new_case(f"attempts/{most}/local-after-{number}", policy, LOCAL, attempts=number)
    for most in (1, 2, 3, 254, 255):
        for number in sorted({max(most - 2, 0), most - 1, min(most, 255), 255}):
            policy = {**MINUTELY, "dnsAttempts": most}
            for outcome in ({"error": "dns"}, {"error": "timeout"}):
                yield new_case(f"dns/{most}/after-{number}/{outcome['error']}", policy, outcome,
                               dns=number)
    dns = {"error": "dns"}
    yield new_case("dns/and-attempts", MINUTELY, dns, attempts=4, dns=2)
    yield new_case("dns/and-attempts-one-before", MINUTELY, dns, attempts=4, dns=1)
    yield new_case("dns/throttled-by-caller", MINUTELY, {**dns, "class": "throttled"}, dns=2)
    yield new_case("dns/gone-by-caller", MINUTELY, {**dns, "class": "gone"}, dns=2)
    yield new_case("dns/delivered-by-caller", MINUTELY, {**dns, "class": "delivered"}, dns=255)
    stop = {"backoff": {"schedule": {"delays": ["1s", "2s", "3s"]}}, "jitter": "none"}
    for name, rest in (("default", {}), ("2", {"maxAttempts": 2}), ("9", {"maxAttempts": 9}),
                       ("null", {"maxAttempts": None, "window": "1d"})):
        policy = {**stop, **rest}
        for number in range(5):
            yield new_case(f"stop/{name}/after-{number}", policy, FAILED, attempts=number)
            yield new_case(f"stop/{name}/local-after-{number}", policy, LOCAL, attempts=number)
    for window in (1, 60_000, 60_001, 3_600_000, LARGEST_LENGTH):
        policy = {**MINUTELY, "window": window, "hints": {"jitter": 0}}
        for kind, outcome, delay in (
            ("backoff", FAILED, 60_000), ("local", LOCAL, 60_000), ("dns", {"error": "dns"}, 60_000),
            ("hint", {"status": 429, "retryAfter": "7"}, 7_000), ("throttled", {"status": 429}, 120_000),
        ):
            for name, past in (("one-before", -1), ("equal", 0), ("one-past", 1)):
                yield new_case(f"window/{window}/{kind}/{name}", policy, outcome,
                               created=5, now=5 + window - delay + past)
    smallest = {**MINUTELY, "window": "1m", "maxAttempts": None}
    for error in ERRORS:
        yield new_case(f"window/as-long-as-the-delay/{error}", smallest, {"error": error})
        yield new_case(f"window/shorter-by-one/{error}", smallest, {"error": error}, now=1)


def lives():
    """Each preset from its first failure to its end, each step on what the last one stored."""
    for name in PRESETS:
        delivery, now, step = None, 1_700_000_000_000, 0
        while step < 14:
            step += 1
            case = new_case(f"{name}/{step}", name, {"status": 500 + step}, created=now, now=now,
                            seed="0x5eed", key=f"0x{len(name)}")
            if delivery is not None:
                case["delivery"], case["now"] = delivery, delivery["nextAt"] + 40
            yield case
            result = vector(case)
            if result["decision"]["kind"] != "retry":
                break
            delivery = result["after"]


def draws():
    """A window of 2^32 values shows the draw itself; small windows show how it is mapped."""
    bare = {"backoff": {"constant": {"delay": LARGEST_LENGTH}}, "jitter": "full"}
    texts = ("0x0", "0x1", "0x0000000000000000", "0xffffffffffffffff", "0xFFFFFFFFFFFFFFFF",
             "0x8000000000000000", "0x00ff", "0xDeadBeef", "0x9e3779b97f4a7c15")
    for seed in texts:
        for key in ("0x0", "0xffffffffffffffff", "0x61C8864680B583EB"):
            yield new_case(f"seed-{seed}/key-{key}", bare, FAILED, seed=seed, key=key)
    for number in (0, 1, 2, 3):
        yield new_case(f"by-attempts/{number}", bare, FAILED, attempts=number, seed="0x7", key="0x9")
        yield new_case(f"by-attempts/{number}/local", bare, LOCAL, attempts=number, seed="0x7", key="0x9")
    endless = {**bare, "maxAttempts": None, "window": LARGEST_LENGTH}
    for number in (2**31, MOST - 1, MOST):
        yield new_case(f"by-attempts/{number}", endless, FAILED, attempts=number, seed="0x7", key="0x9")
    source = Source("draws")
    for delay in (1, 2, 9, 255, 2**31, LARGEST_LENGTH - 1):
        for number in range(4):
            policy = {"backoff": {"constant": {"delay": delay}}, "jitter": "full"}
            yield new_case(f"window-of-{delay + 1}/{number}", policy, FAILED,
                           seed=source.seed_text(), key=source.seed_text())


THEMES = {"attempts": attempts, "clocks": clocks, "limits": limits, "lives": lives, "draws": draws}
