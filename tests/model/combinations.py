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

A preset's jitter is part of it, so (preset, class, form, reason) says the kind
of jitter as well; policies of one's own are told apart by it, or by the pair of
backoff and jitter kinds.

How many of each: at least THREE vectors of every combination

- of a preset, whatever it ends in;
- of a kind of jitter, over all kinds of backoff, whatever it ends in;
- of a pair of backoff and jitter kinds, if it ends in a retry.

Some forms *take turns*: together they are promised as often as one form, and
each of them alone has at least THREE over all presets (or kinds of jitter, or
pairs). That is so only where the decision never looks at the hint: in an ending,
decided in step 3 before any hint (`window` is later, but says nothing about the
delay that was too long), and with a transient outcome's RateLimit fields. There

- for presets, the malformed forms of an ending take turns;
- for kinds of jitter, the malformed forms;
- for pairs, all forms.

For pairs, the endings by class and by `dns` are not counted at all: backoff has
no part in them.
"""

from collections import Counter

from forms import ERROR_FORMS, FORMS, MALFORMED, gives_hint, is_rate_limit
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
        existing = _of_any_setting(f"{backoff}-{jitter}")
        yield from (one for one in existing if one[3] not in (*ENDS_OF_CLASSES, "dns"))


def of_jitters():
    """All (kind of jitter, class, form, reason) that exist, over all kinds of backoff."""
    for jitter in JITTERS:
        yield from _of_any_setting(jitter)


def not_by_pairs(of_jitters):
    """Those that are not promised for every single pair already."""
    for axis, its_class, form, reason in of_jitters:
        if turn_with_pair(its_class, form, reason) != form:
            yield axis, its_class, form, reason


def jitter_of(pair):
    return pair.split("-")[1]


def turn_with_preset(its_class, form, reason):
    """What the promise calls the form: its name, or one shared by those that take turns."""
    return "malformed" if form in MALFORMED and reason not in RETRIES else form


def turn_with_jitter(its_class, form, reason):
    if form in MALFORMED and _is_not_read(its_class, form, reason):
        return "malformed"
    return form


def turn_with_pair(its_class, form, reason):
    return "any" if _is_not_read(its_class, form, reason) else form


def _is_not_read(its_class, form, reason):
    return reason not in RETRIES or (its_class == "transient" and is_rate_limit(form))


def _of_any_setting(axis):
    return _of_axis(
        axis, limited=True, windowed=True, retries=True, modes=("replace", "atLeast")
    )


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


def wanted(existing, turn_of):
    """How many vectors of each combination keep the promise above."""
    result, turns = Counter(), {}
    for axis, its_class, form, reason in existing:
        turn = turn_of(its_class, form, reason)
        if turn == form:
            result[axis, its_class, form, reason] = THREE
        else:
            forms_by_axis = turns.setdefault((its_class, turn, reason), {})
            forms_by_axis.setdefault(axis, []).append(form)
    for (its_class, _, reason), forms_by_axis in turns.items():
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


def check(existing, turn_of, counts):
    """Fails unless the vectors counted are of existing combinations only, and enough of each.

    Gives the count of each combination, those that take turns together.
    """
    existing = set(existing)
    by_turn, by_form = Counter(), Counter()
    for (axis, its_class, form, reason), count in counts.items():
        assert (axis, its_class, form, reason) in existing, (axis, its_class, form, reason)
        by_turn[axis, its_class, turn_of(its_class, form, reason), reason] += count
        by_form[its_class, form, reason] += count
    for axis, its_class, form, reason in existing:
        combination = axis, its_class, turn_of(its_class, form, reason), reason
        assert by_turn[combination] >= THREE, combination
        assert by_form[its_class, form, reason] >= THREE, (its_class, form, reason)
    return by_turn
