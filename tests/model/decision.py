"""The decision after a try, step by step as on the page.

All arithmetic is Python's, so unbounded; values saturate only where the page
says that a length or a point comes out.
"""

from dataclasses import replace

from delivery import MOST_ATTEMPTS
from hints import hint_of
from outcome import class_of
from policy import MOST_STEPS
from reading import clamp, saturated_length, saturated_point
from splitmix import derived_draw


def decide(policy, delivery, outcome, now, wall=None, stretch=1000, seed=0, key=0):
    """(decision as JSON, the delivery as stored), with jitter derived from seed and key."""
    return decide_with(
        policy, delivery, outcome, now, wall, stretch,
        draw=lambda: derived_draw(seed, key, delivery.attempts),
    )


def decide_with(policy, delivery, outcome, now, wall, stretch, draw):
    """The same with any source of 32-bit numbers; it is asked once if step 8 is reached."""
    final_class = class_of(outcome, policy.exceptions)
    counted = delivery.counted(outcome.error)

    ended = _end_at_once(policy, counted, outcome, final_class)
    if ended:
        return ended, counted

    hint = hint_of(outcome, final_class, wall) if policy.hints else 0
    factor = policy.throttle_factor if final_class == "throttled" and not hint else 1
    backoff_window = _backoff_window(policy, counted, factor, stretch)

    r = draw()
    delay, hint_gave_it = _map_to_window(r, backoff_window), False
    if hint:
        hinted = _map_to_window(r, _hint_window(policy.hints, hint))
        if policy.hints.mode == "replace" or hinted >= delay:
            delay, hint_gave_it = hinted, True

    at = now + delay
    if policy.window is not None and at > delivery.created_at + policy.window:
        return _dead_letter("window", outcome, final_class), counted
    at = saturated_point(at)
    retry = {
        "kind": "retry",
        "at": at,
        "delay": delay,
        "attempt": min(counted.attempts + 1, MOST_ATTEMPTS),
        "reason": _retry_reason(outcome, final_class, hint_gave_it),
    }
    return retry, replace(counted, next_at=at, delay=delay)


def _end_at_once(policy, counted, outcome, final_class):
    """Step 3: the first that holds ends the delivery."""
    if final_class == "delivered":
        return {"kind": "delivered"}
    if final_class in ("permanent", "gone"):
        return _dead_letter(final_class, outcome, final_class)
    if outcome.error == "dns" and counted.dns >= policy.dns_attempts:
        return _dead_letter("dns", outcome, final_class)
    if outcome.error != "local" and policy.max_attempts is not None:
        if counted.attempts >= policy.max_attempts:
            return _dead_letter("attempts", outcome, final_class)
    if policy.backoff.stops and len(policy.backoff.delays) < counted.attempts:
        return _dead_letter("attempts", outcome, final_class)
    return None


def _dead_letter(reason, outcome, final_class):
    if outcome.error is None:
        last = {"status": outcome.status, "class": final_class}
    else:
        last = {"error": outcome.error, "class": final_class}
    return {"kind": "deadLetter", "reason": reason, "last": last}


def _backoff_window(policy, counted, factor, stretch):
    """Steps 4 to 6: the lowest and highest delay that backoff and jitter allow."""
    jitter, max_delay = policy.jitter, policy.max_delay
    v = base_delay(policy, max(counted.attempts, 1))
    v = min(v * factor * stretch // 1000, max_delay)
    low, high = v, v
    if jitter.kind == "full":
        low = 0
    elif jitter.kind == "equal":
        low = v // 2
    elif jitter.kind == "proportional":
        spread = v * jitter.per_mille // 1000
        low, high = v - spread, v + spread
    elif jitter.kind == "additive":
        high = v + clamp(v * jitter.per_mille // 1000, jitter.least, jitter.most)
    elif jitter.kind == "decorrelated":
        base = policy.backoff.first
        previous = clamp(counted.delay, base, max_delay)
        low = base
        high = max(base, min(max_delay, 3 * previous * factor * stretch // 1000))
    excess = max(high - max_delay, 0)
    return max(low - excess, 0), high - excess


def base_delay(policy, n):
    """v(n), not yet capped for linear and schedule: step 5 does that."""
    backoff = policy.backoff
    if backoff.kind == "constant":
        return backoff.first
    if backoff.kind == "linear":
        return backoff.first * n
    if backoff.kind == "schedule":
        return backoff.delays[min(n, len(backoff.delays)) - 1]
    v = backoff.first
    for _ in range(min(n - 1, MOST_STEPS)):
        v = min(policy.max_delay, v * backoff.numerator // backoff.denominator)
    return v


def _hint_window(hints, hint):
    """Step 7: jitter is added to a hint, never taken from it."""
    h = min(hint, hints.longest)
    return h, saturated_length(h + h * hints.jitter // 1000)


def _map_to_window(r, window):
    """Step 8: a 32-bit draw onto a window, both ends included."""
    low, high = window
    return low + (r * (high - low + 1) >> 32)


def _retry_reason(outcome, final_class, hint_gave_it):
    if outcome.error == "local":
        return "local"
    if hint_gave_it:
        return "hint"
    return "throttled" if final_class == "throttled" else "backoff"
