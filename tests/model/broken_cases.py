"""Cases that break exactly one rule each, made from valid ones."""

import copy

PLAIN = {"backoff": {"constant": {"delay": "1m"}}}
SLOW = {"exponential": {"base": 1000, "factor": [1001, 1000]}}


def break_one_rule(case, source):
    case = copy.deepcopy(case)
    source.pick(_BREAKERS)(case, source)
    return case


def _break_number(case, source):
    place, name, value = source.pick((
        ("delivery", "v", 2), ("delivery", "v", 0), ("delivery", "v", "1"),
        ("delivery", "attempts", -1), ("delivery", "attempts", 2**32), ("delivery", "attempts", "1"),
        ("delivery", "dns", 256), ("delivery", "dns", -1), ("delivery", "dns", None),
        ("delivery", "createdAt", 2**53), ("delivery", "createdAt", 1.5),
        ("delivery", "nextAt", -(2**53)), ("delivery", "nextAt", True),
        ("delivery", "delay", 2**32), ("delivery", "delay", -1),
        ("outcome", "class", "fine"), ("outcome", "class", ""), ("outcome", "hint", 2**32),
        ("outcome", "hint", -1), ("outcome", "hint", True), ("outcome", "hint", 0.5),
        (None, "now", 2**53), (None, "now", "0"), (None, "now", 0.0), (None, "now", -(2**63)),
        (None, "wall", 2**53), (None, "wall", False), (None, "wall", "now"),
        (None, "stretch", 999), (None, "stretch", 10001), (None, "stretch", 0),
        (None, "stretch", "1000"), (None, "seed", 1), (None, "seed", "0x"), (None, "seed", "1"),
        (None, "key", "0x" + "0" * 17), (None, "key", "0xg"), (None, "key", None),
        (None, "policy", "nobody"), (None, "policy", ""), (None, "policy", 1),
    ))
    (case if place is None else case[place])[name] = value


def _break_outcome(case, source):
    case["outcome"] = source.pick((
        {}, {"status": 500, "error": "dns"}, {"status": 65536}, {"status": -1}, {"status": "500"},
        {"status": True}, {"status": 500.0}, {"error": "oops"}, {"error": 5}, {"error": "DNS"},
        {"error": "dns", "retryAfter": "5"}, {"error": "timeout", "date": ""},
        {"status": 503, "retryAfter": 5}, {"status": 503, "date": None},
        {"status": 429, "rateLimit": ["a"]}, {"status": 429, "rateLimitReset": 5},
        {"status": 429, "xRateLimitReset": False}, {"status": 429, "retry-after": "5"},
    ))


def _break_missing(case, source):
    place = source.pick((case["delivery"], case))
    names = ["v", "attempts", "dns", "createdAt", "nextAt", "delay"]
    if place is case:
        names = ["policy", "delivery", "outcome", "now", "seed", "key"]
    del place[source.pick(names)]


def _break_unknown(case, source):
    source.pick((case, case["delivery"], case["outcome"]))["surplus"] = 1


def _break_policy(case, source):
    case["policy"] = source.pick(BROKEN_POLICIES)


def _with(**fields):
    return {**PLAIN, **fields}


def _exponential(base, factor, **fields):
    return {"backoff": {"exponential": {"base": base, "factor": factor}}, **fields}


def _schedule(delays, **fields):
    return {"backoff": {"schedule": {"delays": delays}}, **fields}


def _additive(per_mille, least, most):
    return {"additive": {"perMille": per_mille, "min": least, "max": most}}


BROKEN_POLICIES = (
    {},
    {"backoff": {}},
    {"backoff": {"constant": {"delay": 1}, "linear": {"step": 1}}},
    {"backoff": {"constant": {"delay": 0}}},
    {"backoff": {"constant": {"delay": "0h0m"}}},
    {"backoff": {"constant": {}}},
    {"backoff": {"constant": {"delay": 1, "step": 1}}},
    {"backoff": {"linear": {"step": 0}}},
    {"backoff": {"linear": {"step": "1s1m"}}},
    {"backoff": {"linear": {"step": "2h"}}, "maxDelay": "1h"},
    {"backoff": {"linear": {"step": "2h"}}},
    {"backoff": {"linear": {"step": 1}}, "maxDelay": None},
    {"backoff": {"linear": {"step": 1}}, "jitter": "decorrelated"},
    _exponential(0, 2), _exponential("5", 2), _exponential("", 2), _exponential("1s ", 2),
    _exponential("4294967296ms", 2), _exponential(1000, 1), _exponential(1000, 0),
    _exponential(1000, 65536), _exponential(1000, [2, 2]), _exponential(1000, [1, 2]),
    _exponential(1000, [3]), _exponential(1000, [3, 2, 1]), _exponential(1000, [65536, 2]),
    _exponential(1000, [3, 0]), _exponential(1000, "2"), _exponential(1000, 1.5),
    _exponential(1000, True), _exponential(9, [11, 10]), _exponential(1, [3, 2]),
    _exponential(1000, [101, 100], maxAttempts=2**32 - 1),
    _exponential("2h", 2), _exponential(1000, 2, maxDelay=999),
    _exponential(1000, 2, maxDelay=None), _exponential(1000, 2, maxDelay=0),
    {"backoff": SLOW, "maxDelay": 1065, "maxAttempts": 99}, {"backoff": SLOW, "maxAttempts": 66},
    {"backoff": SLOW, "maxAttempts": None, "window": "1d"},
    _schedule([]), _schedule([1] * 33), _schedule([1, -1]), _schedule([1, "1w"]),
    _schedule(1), _schedule([5, 1], maxDelay=4), _schedule([0], maxDelay=0),
    _schedule([1], jitter="decorrelated"), _schedule([1], maxAttempts=None),
    {"backoff": {"schedule": {"delays": [1], "then": "again"}}},
    {"backoff": {"schedule": {"delays": [1, 0], "then": "repeatLast"}}, "maxAttempts": None, "window": "1d"},
    {"backoff": {"schedule": {"then": "stop"}}},
    _with(jitter="half"), _with(jitter=""), _with(jitter={"proportional": 1001}),
    _with(jitter={"proportional": -1}), _with(jitter={"proportional": "10"}),
    _with(jitter=_additive(1001, 0, 1)), _with(jitter=_additive(0, 2, 1)),
    _with(jitter=_additive(0, 0, 2**32)), _with(jitter=_additive(0, "-1s", 1)),
    _with(jitter={"additive": {"min": 0, "max": 0}}),
    _with(jitter={"additive": {"perMille": 0, "max": 0}}),
    _with(jitter={"additive": {"perMille": 0, "min": 0}}),
    _with(maxDelay=0), _with(maxDelay=59_999), _with(maxDelay="50d"), _with(maxDelay=True),
    _with(maxAttempts=0), _with(maxAttempts=2**32), _with(maxAttempts=None),
    _with(maxAttempts="5"), _with(maxAttempts=5.0), _with(maxAttempts=True),
    _with(window=0), _with(window="0s"), _with(window=2**32), _with(window="1h 30m"),
    _with(dnsAttempts=0), _with(dnsAttempts=256), _with(dnsAttempts=-1),
    _with(throttleFactor=0), _with(throttleFactor=101), _with(throttleFactor=2.0),
    _with(hints={"longest": 0}), _with(hints={"longest": 2**32}), _with(hints={"mode": "atleast"}),
    _with(hints={"jitter": 1001}), _with(hints={"jitter": -1}), _with(hints={"least": 1}),
    _with(classes={str(status): "gone" for status in range(400, 409)}),
    _with(classes={"500": "fine"}), _with(classes={"0500": "gone"}),
    _with(classes={"65536": "gone"}), _with(classes={"599-500": "gone"}),
    _with(classes={"500-500": "gone"}), _with(classes={"500-65536": "gone"}),
    _with(classes={"500-": "gone"}), _with(classes={"-5": "gone"}), _with(classes={"": "gone"}),
    _with(classes={"5xx": "gone"}), _with(classes={"oops": "gone"}),
    _with(classes={"400-450": "gone", "450-499": "gone"}),
    _with(classes={"400-499": "gone", "410-420": "gone"}),
    _with(surplus=1),
)

_BREAKERS = (
    _break_number, _break_outcome, _break_missing, _break_unknown,
    _break_policy, _break_policy, _break_policy,
)
