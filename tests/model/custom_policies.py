"""Policies for each kind of jitter, alone or paired with a kind of backoff.

Each is fit for the reason that is wanted.
"""

from source import Source

BACKOFFS = {
    "constant": (
        {"constant": {"delay": "5m"}},
        {"constant": {"delay": 777}},
    ),
    "linear": (
        {"linear": {"step": "40s"}},
        {"linear": {"step": "25m"}},
    ),
    "exponential": (
        {"exponential": {"base": "10s", "factor": 3}},
        {"exponential": {"base": "1s", "factor": [5, 2]}},
    ),
    "schedule": (
        {"schedule": {"delays": ["8s", "90s", "1h"], "then": "repeatLast"}},
        {"schedule": {"delays": ["20s", 0, "4m", "1d"]}},
    ),
}
JITTERS = {
    "none": ("none",),
    "full": ("full",),
    "equal": ("equal",),
    "decorrelated": ("decorrelated",),
    "proportional": ({"proportional": 300}, {"proportional": 1000}),
    "additive": (
        {"additive": {"perMille": 250, "min": "1s", "max": "10m"}},
        {"additive": {"perMille": 0, "min": 7, "max": 7}},
    ),
}
# Settings that change how a hint counts; each leaves every reason possible.
REPLACING = (
    {},
    {"hints": {"longest": "10m"}},
    {"hints": {"jitter": 0}, "throttleFactor": 5},
    {"maxDelay": "1d", "hints": {"jitter": 1000}},
)
AT_LEAST = (
    {"hints": {"mode": "atLeast"}},
    {"hints": {"mode": "atLeast", "jitter": 0}},
)
WINDOWED = (
    {"window": "2h"},
    {"window": "7d", "maxAttempts": None},
    {"window": 90_000, "hints": {"mode": "atLeast", "longest": "1h"}},
)
# Settings that an ending has to get right, or has to leave alone.
ENDING = (
    {},
    {"maxAttempts": 2},
    {"dnsAttempts": 1, "hints": {"mode": "atLeast"}},
    {"hints": None, "dnsAttempts": 7},
    {"window": "7d", "throttleFactor": 1},
)


def policies_of_pair(combination):
    """All policies to try for (pair, class, form, reason); the builder goes through them."""
    pair, _, _, reason = combination
    backoff, jitter = pair.split("-")
    settings = WINDOWED if reason == "window" else (*REPLACING, *AT_LEAST)
    return [
        {"backoff": one_backoff, "jitter": one_jitter, **setting}
        for setting in settings
        for one_backoff in BACKOFFS[backoff]
        for one_jitter in JITTERS[jitter]
    ]


def policies_of_jitter(combination):
    """The same for (kind of jitter, class, form, reason), with the kinds of backoff in turn.

    Where to begin depends on the combination, so that all policies get used.
    """
    jitter, _, _, reason = combination
    kinds = ("constant", "exponential") if jitter == "decorrelated" else tuple(BACKOFFS)
    policies = [
        {"backoff": BACKOFFS[kind][which], "jitter": one_jitter, **setting}
        for which in (0, 1)
        for one_jitter in JITTERS[jitter]
        for setting in (WINDOWED if reason == "window" else ENDING)
        for kind in kinds
    ]
    first = Source("/".join(combination)).below(len(policies))
    return policies[first:] + policies[:first]
