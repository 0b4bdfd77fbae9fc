"""Reading one event of a vector: `now`, what to do, and the fields of that call (section 12)."""

from destination.breaker_rules import weight
from destination.destination import KINDS
from destination.health import REASONS
from destination.health_report import read_thresholds
from destination.numbers import boolean, u32
from destination.report import Report
from outcome import CLASSES, ERRORS
from reading import Refused, fields, join, one_of, only_field, point, whole

ENDED = ("no", "delivered", *REASONS)


def _one_of(*names):
    return lambda value, path: one_of(value, path, names)


_QUERY = {"waiting": u32, "overdue": u32, "thresholds": read_thresholds}
_FIRST_OR_RETRY = _one_of("first", "retry")


def _outcome(value, path):
    """The error, or None for a status."""
    name, inner = only_field(value, path, ("status", "error"))
    if name == "status":
        whole(inner, join(path, name), 0, 65535)
        return None
    return one_of(inner, join(path, name), ERRORS)


# What an event must have besides `now` and `do`; `permit` is read apart.
FIELDS = {
    "destination": {
        "admit": {"kind": _one_of(*KINDS)},
        "report": {"permit": None, "outcome": _outcome, "class": _one_of(*CLASSES),
                   "attempts": u32, "ended": _one_of(*ENDED)},
        "disable": {}, "enable": {}, "tell": {}, "isolate": {}, "reset": {}, "replay": {},
        "stopReplay": {}, "waiting": {"depth": u32}, "storm": {}, "health": _QUERY, "status": {},
    },
    "breaker": {"admit": {}, "result": {"permit": None, "weight": weight}, "isolate": {},
                "reset": {}},
    "gate": {"admit": {}, "release": {"permit": None}},
    "budget": {"admit": {}, "giveBack": {},
               "result": {"kind": _FIRST_OR_RETRY, "delivered": boolean, "failed": boolean,
                          "timeout": boolean}},
    "storm": {"count": {"kind": _FIRST_OR_RETRY}, "waiting": {"depth": u32}, "storm": {}},
    "replay": {"begin": {}, "stop": {}, "opened": {}, "admit": {}, "result": {"weight": weight}},
    "health": {"result": {"kind": _FIRST_OR_RETRY, "attempts": u32, "delivered": boolean},
               "ended": {"ended": _one_of(*ENDED[1:]), "attempts": u32, "local": boolean},
               "health": _QUERY},
}


def read_event(value, path, guard, permits):
    """The event with its fields read; `permits` are those given so far, by event."""
    if not isinstance(value, dict):
        raise Refused(path, "must be an object")
    for name in ("now", "do"):
        if name not in value:
            raise Refused(join(path, name), "is required")
    call = one_of(value["do"], join(path, "do"), tuple(FIELDS[guard]))
    readers = FIELDS[guard][call]
    fields(value, path, ("now", "do", *readers))
    event = {"now": point(value["now"], join(path, "now")), "do": call}
    for name, read in readers.items():
        inner = join(path, name)
        event[name] = read(value[name], inner) if read else _permit(value[name], inner, permits)
    if call == "report":
        event["report"] = Report(event["outcome"], event["class"], event["attempts"],
                                 event["ended"])
    return event


def _permit(value, path, permits):
    if type(value) is not int or value not in permits:
        raise Refused(path, "must name an earlier event that gave a permit")
    return permits[value]
