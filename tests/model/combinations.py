"""Which combinations of policy, class, form of hint and reason there are, by enumeration.

A *reason* is a retry's or a dead letter's reason, or `delivered`. Combinations
that are not listed cannot exist:

- `delivered`, `permanent` and `gone` are each the one end of the class of that name.
- `dns` and `local` need an error as outcome; an error has no headers, so only
  the forms none, hint and hint-zero come with it.
- `attempts` needs a limit on attempts, `window` a window.
- With maxAttempts 1 every failure that was a try ends it: no hint, throttled or backoff.
- `hint` needs a form that makes a hint. For a transient outcome the RateLimit
  fields do not; a malformed form and a hint of 0 never do.
- `throttled` and `backoff` (by class) with a form that does make a hint need
  the mode `atLeast`, where backoff may be the longer one.

How many of each: at least THREE vectors of every combination of a preset that
ends in a retry, and of every combination of a pair of backoff and jitter kinds
that ends in a retry. Where the decision never looks at the hint, its form only
*rides along*, and is no part of the promise: there every preset (or pair) has
at least THREE of every class and reason, and every class, form and reason has
at least THREE over all presets (or pairs). A form rides along

- in an ending: it is decided in step 3, before any hint (`window` is later, but
  says nothing about the delay that was too long);
- for pairs also as a RateLimit field of a transient outcome, which is not read.

For pairs, the endings by class and by `dns` are not counted at all: neither
backoff nor jitter has a part in them, and every preset has them.
"""

from collections import Counter

from forms import ERROR_FORMS, FORMS, gives_hint, is_rate_limit
from policy import read_policy
from presets import PRESETS

THREE = 3
RETRIES = ("hint", "throttled", "backoff", "local")
BACKOFFS = ("constant", "linear", "exponential", "schedule")
JITTERS = ("none", "full", "equal", "decorrelated", "proportional", "additive")
# Decorrelated jitter is refused with linear and schedule backoff.
PAIRS = tuple(
    (backoff, jitter)
    for backoff in BACKOFFS
    for jitter in JITTERS
    if jitter != "decorrelated" or backoff in ("constant", "exponential")
)
CLASSES_OF_RETRIES = ("transient", "throttled")
ENDS_OF_CLASSES = ("delivered", "permanent", "gone")


def of_presets():
    """All (preset, class, form, reason) that exist."""
    for name in PRESETS:
        policy = read_policy(name)
        yield from _of_axis(
            name,
            limited=policy.max_attempts is not None or policy.backoff.stops,
            windowed=policy.window is not None,
            retries=policy.max_attempts != 1,
            modes=(policy.hints.mode,),
        )


def of_pairs():
    """All (pair, class, form, reason) that exist and count; a pair may have any other setting."""
    for backoff, jitter in PAIRS:
        existing = _of_axis(
            f"{backoff}-{jitter}",
            limited=True,
            windowed=True,
            retries=True,
            modes=("replace", "atLeast"),
        )
        yield from (one for one in existing if one[3] not in (*ENDS_OF_CLASSES, "dns"))


def rides_along_with_preset(its_class, form, reason):
    return reason not in RETRIES


def rides_along_with_pair(its_class, form, reason):
    return reason not in RETRIES or (its_class == "transient" and is_rate_limit(form))


def _of_axis(axis, limited, windowed, retries, modes):
    for its_class in ENDS_OF_CLASSES:
        for form in FORMS:
            yield axis, its_class, form, its_class
    for its_class in CLASSES_OF_RETRIES:
        for form in FORMS:
            if form in ERROR_FORMS:
                yield axis, its_class, form, "dns"
                yield axis, its_class, form, "local"
            if limited:
                yield axis, its_class, form, "attempts"
            if windowed:
                yield axis, its_class, form, "window"
            if retries and gives_hint(form, its_class):
                yield axis, its_class, form, "hint"
            if retries and (not gives_hint(form, its_class) or "atLeast" in modes):
                yield axis, its_class, form, "throttled" if its_class == "throttled" else "backoff"


def wanted(existing, rides_along):
    """How many vectors of each combination keep the promise above."""
    result, riding = Counter(), {}
    for combination in existing:
        axis, its_class, form, reason = combination
        if rides_along(its_class, form, reason):
            forms_by_axis = riding.setdefault((its_class, reason), {})
            forms_by_axis.setdefault(axis, []).append(form)
        else:
            result[combination] = THREE
    for (its_class, reason), forms_by_axis in riding.items():
        _go_round(its_class, reason, forms_by_axis, result)
    return result


def _go_round(its_class, reason, forms_by_axis, result):
    """Deals the forms out to the axes in turn, until everyone has three of everything."""
    forms = next(iter(forms_by_axis.values()))  # the same for every axis that has the reason
    share = max(THREE, -(-THREE * len(forms) // len(forms_by_axis)))
    turn = 0
    for axis in forms_by_axis:
        for _ in range(share):
            result[axis, its_class, forms[turn % len(forms)], reason] += 1
            turn += 1


def check(existing, rides_along, counts):
    """Fails unless the vectors counted are of existing combinations only, and enough of each."""
    existing = set(existing)
    by_axis, by_form = Counter(), Counter()
    for (axis, its_class, form, reason), count in counts.items():
        assert (axis, its_class, form, reason) in existing, (axis, its_class, form, reason)
        by_axis[axis, its_class, reason] += count
        by_form[its_class, form, reason] += count
    for axis, its_class, form, reason in existing:
        if not rides_along(its_class, form, reason):
            assert counts[axis, its_class, form, reason] >= THREE, (axis, its_class, form, reason)
        assert by_axis[axis, its_class, reason] >= THREE, (axis, its_class, reason)
        assert by_form[its_class, form, reason] >= THREE, (its_class, form, reason)
