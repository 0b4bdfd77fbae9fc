"""Builds a vector for a combination: aimed at it, answered by the model, kept if it hits."""

from case import answer
from forms import ERROR_FORMS, fields_of, gives_hint
from hints import hint_of
from outcome import class_of, read_outcome
from policy import read_policy
from source import Source

STATUSES = {
    "delivered": (200, 201, 204, 299),
    "transient": (500, 503, 408, 502, 599, 0, 199, 600, 65535),
    "throttled": (429,),
    "permanent": (404, 301, 400, 499, 304, 422),
    "gone": (410,),
}
ERRORS = {
    "transient": ("timeout", "refused", "reset", "unreachable", "tls"),
    "permanent": ("invalid",),
}
SECONDS = (1, 2, 5, 10, 30, 60, 90, 120, 300, 900, 1800, 3600, 7200, 36_000, 90_000)
MOST_TRIES = 400


def vector(case):
    """The case with its answer, in the order of a vector."""
    return {**case, **answer(case)}


def new_case(name, policy, outcome, attempts=0, dns=0, created=0, next_at=None, delay=0, now=0,
             wall=None, stretch=None, seed="0x0", key="0x0"):
    case = {
        "name": name,
        "policy": policy,
        "delivery": {
            "v": 1,
            "attempts": attempts,
            "dns": dns,
            "createdAt": created,
            "nextAt": created if next_at is None else next_at,
            "delay": delay,
        },
        "outcome": outcome,
        "now": now,
    }
    if wall is not None:
        case["wall"] = wall
    if stretch is not None:
        case["stretch"] = stretch
    return {**case, "seed": seed, "key": key}


def aimed_vectors(combination, policies, count):
    """So many vectors of a combination (axis, class, form, reason), no two situations alike."""
    situations = []
    for number in range(1, count + 1):
        result = _aimed_vector(combination, policies, number, situations)
        situations.append(_situation(result))
        yield result


def _aimed_vector(combination, policies, number, taken):
    _, its_class, form, reason = combination
    name = "/".join((*combination, str(number)))
    source = Source(name)
    for attempt in range(MOST_TRIES):
        policy_json = policies[(number + attempt) % len(policies)]
        case = _aimed_case(name, policy_json, its_class, form, reason, source)
        _assert_form(case, form)
        result = vector(case)
        hit = _reason(result) == reason and _class(case) == its_class
        if hit and _situation(result) not in taken:
            return result
    raise AssertionError(f"{name}: not met in {MOST_TRIES} tries")


def _situation(result):
    """All but the draw, which an ending does not look at."""
    return {key: value for key, value in result.items() if key not in ("name", "seed", "key")}


def _aimed_case(name, policy_json, its_class, form, reason, source):
    policy = read_policy(policy_json)
    limit = policy.max_attempts or 12
    if policy.backoff.stops:
        limit = min(limit, len(policy.backoff.delays) + 1)
    attempts = source.below(max(limit - 1, 1))
    if reason == "attempts":
        attempts = limit - 1 + source.pick((0, 0, 0, 1, 7))
    dns = source.below(policy.dns_attempts)
    if reason == "dns":
        dns = policy.dns_attempts - 1 + source.pick((0, 0, 1))
    fields, wall = fields_of(form, source.pick(SECONDS), source)
    created = 1_700_000_000_000 if source.chance(2) else source.pick((0, 0, 1000))
    delay = source.pick((0, policy.backoff.first, 45_000)) if attempts else 0
    next_at = created + delay * source.pick((1, 1, 2))
    late = source.pick((0, 0, 1, 250))
    if reason == "window":
        late += policy.window - source.pick((0, 0, 1, 1000, 5000))
    return new_case(
        name, policy_json, {**_outcome(its_class, form, reason, source), **fields},
        attempts=attempts, dns=dns, created=created, next_at=next_at, delay=delay,
        now=next_at + late, wall=wall,
        stretch=source.pick((1500, 3000)) if source.chance(5) else None,
        seed=f"0x{source.below(256):x}", key=f"0x{source.below(2**16):x}",
    )


def _outcome(its_class, form, reason, source):
    """An outcome of the class, by its number or name, or now and then by the caller's word."""
    if reason in ("dns", "local"):
        return _of_class({"error": reason}, "transient", its_class)
    errors = ERRORS.get(its_class, ())
    if form in ERROR_FORMS and errors and source.chance(40):
        return {"error": source.pick(errors)}
    if source.chance(20):
        return _of_class({"status": source.pick((200, 418, 503))}, None, its_class)
    return {"status": source.pick(STATUSES[its_class])}


def _of_class(outcome, own, its_class):
    return outcome if own == its_class else {**outcome, "class": its_class}


def _assert_form(case, form):
    """An ending does not show whether the text is well-formed, so it is asked for by itself."""
    hint = hint_of(read_outcome(case["outcome"]), "throttled", case.get("wall"))
    assert bool(hint) == gives_hint(form, "throttled"), case


def _class(case):
    return class_of(read_outcome(case["outcome"]), read_policy(case["policy"]).exceptions)


def _reason(result):
    return result["decision"].get("reason", result["decision"]["kind"])
