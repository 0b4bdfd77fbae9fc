"""A report: what an attempt that was let through has come to, in nine steps (section 9)."""

from dataclasses import dataclass
from typing import Optional

from destination.coverage import note
from destination.destination import first_or_retry
from destination.standing import Disabled, Serving


@dataclass(frozen=True)
class Report:
    error: Optional[str]  # None: there was a status
    its_class: str
    attempts: int  # after the decision on this outcome
    ended: str  # no, delivered or a dead letter's reason


def hear(destination, rules, permit, report, now, draw):
    """The answer to a report on a destination that is settled already; None: it is late."""
    if not destination.gate.release(permit.place, now):
        return None
    weight = rules.breaker.weight_of(report.error, report.its_class)
    of_now = permit.its_pass.generation == destination.breaker.generation
    if destination.breaker.result(rules.breaker, permit.its_pass, weight, now, draw):
        destination.replay.opened(rules.replay)
    if report.error == "local":
        note("report", "local")
        _hear_local(destination, rules, permit, report)
        why = None
    else:
        _hear_guards(destination, rules, permit, report, weight)
        why = _hear_standing(destination, rules, report, of_now)
    return {"heard": {"breaker": destination.breaker.state.name, "disabled": why}}


def _hear_local(destination, rules, permit, report):
    """The sender's own fault says nothing of the destination."""
    if permit.kind == "retry":
        destination.budget.give_back(rules.budget)
    if report.ended != "no":
        destination.health.ended(report.ended, report.attempts, local=True)


def _hear_guards(destination, rules, permit, report, weight):
    kind, delivered = first_or_retry(permit.kind), report.its_class == "delivered"
    destination.budget.result(
        rules.budget,
        kind,
        delivered=delivered,
        failed=report.its_class in ("transient", "throttled"),
        timeout=report.error == "timeout",
    )
    destination.storm.count(kind)
    if permit.kind == "replay":
        destination.replay.result(rules.replay, weight)
    destination.health.result(kind, report.attempts, delivered)
    if report.ended != "no":
        destination.health.ended(report.ended, report.attempts, local=False)


def _hear_standing(destination, rules, report, of_now):
    """Why the destination has been disabled just now, or None.

    An attempt from before the breaker's last change counts, but does not disable.
    """
    standing = destination.standing
    if not isinstance(standing, Serving):
        note("report", "while disabled")
        return None
    standing.hear(report.its_class == "delivered", counts=report.error != "invalid")
    exhausted = destination.health.exhausted()
    why = standing.cause(rules.disable, report.its_class, report.ended, exhausted)
    if why is not None and not of_now:
        note("spared", why)
        return None
    if why is not None:
        note("disabled", why)
        destination.standing = Disabled(why, told=False)
    return why
