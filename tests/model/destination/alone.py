"""The calls of each guard kept alone, in the same shape as those of a destination (section 12)."""

from destination.answers import CHANGED, QUERY, REFUSED
from destination.health_report import health_report


def _changed(call):
    """A call with nothing to say that always counts as a change."""
    def changing(guard, rules, event, now, draw):
        call(guard, rules, event)
        return None, CHANGED, None
    return changing


def _admit_breaker(guard, rules, event, now, draw):
    refusal = guard.refusal(rules)
    if refusal is not None:
        return refusal.as_json(now, draw), REFUSED, None
    its_pass = guard.take(rules, now)
    return {"go": its_pass.as_json()}, CHANGED, its_pass


def _breaker_result(guard, rules, event, now, draw):
    """Late results leave a breaker alone as it was, unlike one inside a destination."""
    if guard.late(event["permit"], now):
        return guard.state.name, REFUSED, None
    guard.result(rules, event["permit"], event["weight"], now, draw)
    return guard.state.name, CHANGED, None


def _admit_gate(guard, rules, event, now, draw):
    refusal = guard.refusal(rules)
    if refusal is not None:
        return refusal.as_json(now, draw), REFUSED, None
    place = guard.take(rules, now)
    return {"go": place.as_json()}, CHANGED, place


def _release(guard, rules, event, now, draw):
    if guard.release(event["permit"], now):
        return "released", CHANGED, None
    return "late", REFUSED, None


def _admit_budget(guard, rules, event, now, draw):
    refusal = guard.refusal(rules)
    if refusal is not None:
        return refusal.as_json(now, draw), REFUSED, None
    guard.take(rules)
    return "go", CHANGED, None


def _admit_replay(guard, rules, event, now, draw):
    refusal = guard.refusal()
    if refusal is not None:
        return refusal.as_json(now, draw), REFUSED, None
    guard.take()
    return "go", CHANGED, None


def _storm(guard, rules, event, now, draw):
    return guard.report(rules), QUERY, None


def _health(guard, rules, event, now, draw):
    report = health_report(guard, event["waiting"], event["overdue"], event["thresholds"])
    return report, QUERY, None


CALLS = {
    "breaker": {
        "admit": _admit_breaker,
        "result": _breaker_result,
        "isolate": _changed(lambda guard, rules, event: guard.isolate()),
        "reset": _changed(lambda guard, rules, event: guard.reset()),
    },
    "gate": {"admit": _admit_gate, "release": _release},
    "budget": {
        "admit": _admit_budget,
        "result": _changed(lambda guard, rules, event: guard.result(
            rules, event["kind"], event["delivered"], event["failed"], event["timeout"])),
        "giveBack": _changed(lambda guard, rules, event: guard.give_back(rules)),
    },
    "storm": {
        "count": _changed(lambda guard, rules, event: guard.count(event["kind"])),
        "waiting": _changed(lambda guard, rules, event: guard.waiting(event["depth"])),
        "storm": _storm,
    },
    "replay": {
        "begin": _changed(lambda guard, rules, event: guard.begin(rules)),
        "stop": _changed(lambda guard, rules, event: guard.stop()),
        "opened": _changed(lambda guard, rules, event: guard.opened(rules)),
        "admit": _admit_replay,
        "result": _changed(lambda guard, rules, event: guard.result(rules, event["weight"])),
    },
    "health": {
        "result": _changed(lambda guard, rules, event: guard.result(
            event["kind"], event["attempts"], event["delivered"])),
        "ended": _changed(lambda guard, rules, event: guard.ended(
            event["ended"], event["attempts"], event["local"])),
        "health": _health,
    },
}
