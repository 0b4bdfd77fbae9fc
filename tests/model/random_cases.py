#!/usr/bin/env python3
"""Prints random cases, one a line, for comparing two implementations.

Nine in ten are valid and spread over every feature, with numbers that like
edges; each of the others breaks exactly one rule, so that both sides must
name the same field.
"""

import argparse

from broken_cases import break_one_rule
from forms import DATES, ERROR_FORMS, FORMS, date_text, fields_of
from outcome import CLASSES, ERRORS
from policy import read_policy
from presets import PRESETS
from reading import FARTHEST_POINT, LARGEST_LENGTH, Refused, compact_json
from source import Source

STATUSES = (0, 100, 199, 200, 204, 299, 300, 304, 400, 404, 407, 408, 409, 410, 411,
            428, 429, 430, 499, 500, 502, 503, 504, 599, 600, 999, 65535)
MOST_ATTEMPTS = 2**32 - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    source = Source("random cases", arguments.seed)
    for index in range(arguments.count):
        print(compact_json(random_case(source, f"random/{arguments.seed}/{index}")))


def random_case(source, name):
    case = {"name": name, **valid_case(source)}
    return break_one_rule(case, source) if source.chance(10) else case


def valid_case(source):
    policy_json = source.pick(tuple(PRESETS)) if source.chance(20) else random_policy(source)
    policy = read_policy(policy_json)
    delivery = random_delivery(source, policy)
    outcome, wall = random_outcome(source)
    case = {"policy": policy_json, "delivery": delivery, "outcome": outcome,
            "now": random_now(source, policy, delivery)}
    if wall is None and source.chance(20):
        wall = random_point(source)
    if wall is not None:
        case["wall"] = wall
    if source.chance(25):
        case["stretch"] = source.between(1000, 10000) if source.chance(70) else source.pick((1000, 10000))
    return {**case, "seed": source.seed_text(), "key": source.seed_text()}


def random_policy(source):
    """Tries until the policy is allowed: the rules on growth are hard to meet by chance."""
    while True:
        policy = _policy_attempt(source)
        try:
            read_policy(policy)
            return policy
        except Refused:
            pass


def _policy_attempt(source):
    kind = source.pick(("constant", "linear", "exponential", "schedule"))
    policy = {"backoff": {kind: _backoff(kind, source)}}
    if source.chance(85):
        policy["jitter"] = _jitter(source)
    if source.chance(50):
        policy["maxDelay"] = written_length(source, least=1)
    if source.chance(50):
        policy["window"] = written_length(source, least=1)
    if source.chance(60):
        wide = source.chance(30)
        policy["maxAttempts"] = source.up_to(MOST_ATTEMPTS, 1) if wide else source.between(1, 40)
        if policy.get("window") and source.chance(40):
            policy["maxAttempts"] = None
    if source.chance(20):
        policy["dnsAttempts"] = source.up_to(255, 1)
    if source.chance(30):
        policy["throttleFactor"] = source.up_to(100, 1)
    if source.chance(50):
        policy["hints"] = _hints(source)
    if source.chance(30):
        policy["classes"] = _classes(source)
    return policy


def _backoff(kind, source):
    if kind == "constant":
        return {"delay": written_length(source, least=1)}
    if kind == "linear":
        return {"step": written_length(source, least=1)}
    if kind == "exponential":
        number = source.pick((10, 65535))
        ratio = [source.between(2, number), source.between(1, number)]
        factor = source.pick((2, 2, 3, 10, 65535, ratio, ratio, [3, 2], [11, 10], [65535, 65534]))
        return {"base": written_length(source, least=1), "factor": factor}
    entries = source.pick((1, 2, 3, 5, 32))
    schedule = {"delays": [written_length(source) for _ in range(entries)]}
    if source.chance(70):
        schedule["then"] = source.pick(("stop", "repeatLast"))
    return schedule


def _jitter(source):
    kind = source.pick(("none", "full", "equal", "decorrelated", "proportional", "additive"))
    if kind == "proportional":
        return {kind: source.up_to(1000)}
    if kind == "additive":
        least, most = sorted((source.length(), source.length()))
        return {kind: {"perMille": source.up_to(1000), "min": least, "max": most}}
    return kind


def _hints(source):
    if source.chance(10):
        return None
    hints = {}
    if source.chance(50):
        hints["longest"] = written_length(source, least=1)
    if source.chance(60):
        hints["mode"] = source.pick(("replace", "atLeast", "atLeast"))
    if source.chance(50):
        hints["jitter"] = source.up_to(1000)
    return hints


def _classes(source):
    classes = {}
    if source.chance(50):
        classes[source.pick(("400-499", "500-599", "0-199", "600-65535", "429-430"))] = (
            source.pick(CLASSES)
        )
    for _ in range(source.below(4)):
        classes[str(source.pick(STATUSES))] = source.pick(CLASSES)
    for _ in range(source.below(3)):
        classes[source.pick(ERRORS)] = source.pick(CLASSES)
    return classes


def written_length(source, least=0):
    """A length as a number, or as text in one of the ways to write it."""
    value = source.length(least)
    if source.chance(40):
        return value
    if source.chance(20):
        return f"{value}ms"
    text = ""
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)):
        if value >= size and (unit == "ms" or source.chance(80)):
            text += f"{value // size:0{source.pick((1, 1, 1, 3))}}{unit}"
            value %= size
    return text or "0s"


def random_delivery(source, policy):
    limit = policy.max_attempts or 40
    if policy.backoff.stops:
        limit = min(limit, len(policy.backoff.delays) + 1)
    attempts = source.below(limit)
    if source.chance(20):
        attempts = max(0, limit - source.between(0, 3))
    elif source.chance(10):
        attempts = source.up_to(MOST_ATTEMPTS)
    created, delay = random_point(source), source.length()
    return {
        "v": 1,
        "attempts": attempts,
        "dns": source.pick((0, 0, 1, policy.dns_attempts - 1, source.up_to(255))),
        "createdAt": created,
        "nextAt": random_point(source) if source.chance(10) else _bounded(created + delay),
        "delay": source.pick((0, delay, policy.backoff.first)),
    }


def random_now(source, policy, delivery):
    """Mostly shortly after the planned time; else anything, such as the edge of the window."""
    if policy.window and source.chance(30):
        edge = delivery["createdAt"] + policy.window
        return _bounded(edge - source.pick((0, 1, policy.backoff.first, source.length())))
    if source.chance(10):
        return random_point(source)
    if policy.window and source.chance(70):
        return _bounded(delivery["createdAt"] + source.up_to(policy.window))
    return _bounded(delivery["nextAt"] + source.length(most=100_000))


def random_point(source):
    kind = source.below(10)
    if kind == 0:
        return source.pick((-1, 1)) * source.up_to(FARTHEST_POINT)
    if kind < 4:
        return source.up_to(LARGEST_LENGTH)
    return 1_700_000_000_000 + source.up_to(LARGEST_LENGTH)


def random_outcome(source):
    """(outcome, wall time or None), with one form of hint, sometimes two."""
    if source.chance(30):
        outcome = {"error": source.pick((*ERRORS, "dns", "local"))}
        fields, wall = fields_of(source.pick(ERROR_FORMS), _seconds(source), source)
    else:
        status = source.pick(STATUSES) if source.chance(90) else source.up_to(65535)
        outcome = {"status": source.pick((status, 429, 503))}
        fields, wall = fields_of(source.pick(FORMS), _seconds(source), source)
        if source.chance(25):
            more, more_wall = fields_of(source.pick(FORMS), _seconds(source), source)
            fields, wall = {**more, **fields}, more_wall if wall is None else wall
        fields = {name: _decorated(text, source) for name, text in fields.items()}
        if source.chance(5):
            fields["date"] = date_text(source.pick(DATES), source.below(2**36))
    outcome.update(fields)
    if source.chance(20):
        outcome["class"] = source.pick((*CLASSES, "transient", "throttled"))
    return outcome, wall


def _seconds(source):
    return source.up_to(10**6, 1) if source.chance(95) else source.below(10**20) + 2**33


def _decorated(value, source):
    """Spaces around a header do not matter; nearly anything inside does."""
    if not isinstance(value, str) or not source.chance(20):
        return value
    if source.chance(50):
        return source.pick((" ", "\t", " \t ")) + value + source.pick(("", " ", "\t\t"))
    at = source.below(len(value) + 1)
    return value[:at] + source.pick((" ", "0", "\t", ",", ";", "é", "\n", "-", '"')) + value[at + 1 :]


def _bounded(value):
    return max(-FARTHEST_POINT, min(value, FARTHEST_POINT))


if __name__ == "__main__":
    main()
