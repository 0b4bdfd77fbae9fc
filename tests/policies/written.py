"""What is read, written again: every field said, lengths as text. The form that all readers agree on."""

from dataclasses import asdict

LARGEST_LENGTH = 2**32 - 1
UNITS = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1))
# The rules of a destination that are lengths.
LENGTHS = {"window", "cooldown", "maxCooldown", "probeLease", "lease", "failing"}


def length_text(millis):
    text = ""
    for unit, size in UNITS:
        count, millis = divmod(millis, size)
        text += f"{count}{unit}" if count else ""
    return text or "0s"


def written_policy(policy):
    """A policy of the model, in JSON. `maxDelay` and `classes` are left out where there are none."""
    written = {"backoff": {policy.backoff.kind: _backoff(policy.backoff)}, "jitter": _jitter(policy.jitter)}
    if policy.backoff.kind in ("linear", "exponential") or policy.max_delay < LARGEST_LENGTH:
        written["maxDelay"] = length_text(policy.max_delay)
    written |= {
        "maxAttempts": policy.max_attempts,
        "window": None if policy.window is None else length_text(policy.window),
        "dnsAttempts": policy.dns_attempts,
        "throttleFactor": policy.throttle_factor,
        "hints": policy.hints and {
            "longest": length_text(policy.hints.longest),
            "mode": policy.hints.mode,
            "jitter": policy.hints.jitter,
        },
    }
    classes = _classes(policy.exceptions)
    return {**written, "classes": classes} if classes else written


def _backoff(backoff):
    first = length_text(backoff.first)
    if backoff.kind == "constant":
        return {"delay": first}
    if backoff.kind == "linear":
        return {"step": first}
    if backoff.kind == "exponential":
        ratio = [backoff.numerator, backoff.denominator]
        return {"base": first, "factor": ratio[0] if ratio[1] == 1 else ratio}
    return {
        "delays": [length_text(delay) for delay in backoff.delays],
        "then": "stop" if backoff.stops else "repeatLast",
    }


def _jitter(jitter):
    if jitter.kind == "proportional":
        return {"proportional": jitter.per_mille}
    if jitter.kind != "additive":
        return jitter.kind
    return {"additive": {
        "perMille": jitter.per_mille, "min": length_text(jitter.least), "max": length_text(jitter.most),
    }}


def _classes(exceptions):
    return {
        **{str(status): name for status, name in exceptions.statuses.items()},
        **{f"{low}-{high}": name for low, high, name in exceptions.ranges},
        **exceptions.errors,
    }


def written_rules(rules):
    """The rules of a destination of the model, in JSON."""
    return {
        guard: {
            name: length_text(value) if name in LENGTHS and value is not None else value
            for name, value in table.items()
        }
        for guard, table in asdict(rules).items()
    }


def written_thresholds(thresholds):
    return {
        metric: pair if pair is None else {"healthy": pair[0], "alert": pair[1]}
        for metric, pair in thresholds.items()
    }
