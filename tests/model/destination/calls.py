"""The calls of a destination, as the events of a vector name them (sections 9 and 12).

Each takes a settled copy and gives (result, what becomes of the state, permit or None).
"""

from destination.answers import CHANGED, QUERY, REFUSED
from destination.coverage import note
from destination.health_report import health_report
from destination.report import hear
from destination.standing import Disabled, Serving


def admit(destination, rules, event, now, draw):
    refusal = destination.refusal(rules, event["kind"])
    if refusal is not None:
        return refusal.as_json(now, draw), REFUSED, None
    permit = destination.take(rules, event["kind"], now)
    note("go", permit.kind)
    return {"go": permit.as_json()}, CHANGED, permit


def report(destination, rules, event, now, draw):
    answer = hear(destination, rules, event["permit"], event["report"], now, draw)
    return ("late", REFUSED, None) if answer is None else (answer, CHANGED, None)


def disable(destination, rules, event, now, draw):
    if isinstance(destination.standing, Serving):
        note("disabled", "hand")
        destination.standing = Disabled("hand", told=True)
    return None, CHANGED, None


def enable(destination, rules, event, now, draw):
    note("enabled", "again" if isinstance(destination.standing, Disabled) else "serving")
    destination.standing = Serving()
    destination.breaker.reset()
    destination.health.forget_exhausted()
    destination.replay.begin(rules.replay)
    return None, CHANGED, None


def tell(destination, rules, event, now, draw):
    standing = destination.standing
    if isinstance(standing, Serving) or standing.told:
        note("tell", "nothing")
        return None, REFUSED, None
    note("tell", standing.why)
    standing.told = True
    return standing.why, CHANGED, None


def isolate(destination, rules, event, now, draw):
    destination.breaker.isolate()
    return None, CHANGED, None


def reset(destination, rules, event, now, draw):
    destination.breaker.reset()
    return None, CHANGED, None


def replay(destination, rules, event, now, draw):
    destination.replay.begin(rules.replay)
    return None, CHANGED, None


def stop_replay(destination, rules, event, now, draw):
    destination.replay.stop()
    return None, CHANGED, None


def waiting(destination, rules, event, now, draw):
    destination.storm.waiting(event["depth"])
    return None, CHANGED, None


def storm(destination, rules, event, now, draw):
    return destination.storm.report(rules.storm), QUERY, None


def health(destination, rules, event, now, draw):
    thresholds = event["thresholds"]
    return (
        health_report(destination.health, event["waiting"], event["overdue"], thresholds),
        QUERY, None,
    )


def status(destination, rules, event, now, draw):
    standing = destination.standing
    return {
        "standing": "serving" if isinstance(standing, Serving) else standing.why,
        "breaker": destination.breaker.state.name,
        "inFlight": destination.gate.in_flight(),
        "tokens": destination.budget.tokens,
        "replayRate": destination.replay.rate,
    }, QUERY, None


CALLS = {
    "admit": admit,
    "report": report,
    "disable": disable,
    "enable": enable,
    "tell": tell,
    "isolate": isolate,
    "reset": reset,
    "replay": replay,
    "stopReplay": stop_replay,
    "waiting": waiting,
    "storm": storm,
    "health": health,
    "status": status,
}
