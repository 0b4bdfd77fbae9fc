"""The breaker's stored form (section 11)."""

from destination.breaker import PLACES, Breaker, Closed, HalfOpen, Isolated, Open
from destination.numbers import list_of, u8, u16
from reading import Refused, fields, join, length, only_field

FIELDS = ("generation", "base", "state")


def breaker_as_json(breaker):
    return {
        "generation": breaker.generation,
        "base": breaker.base,
        "state": _state_as_json(breaker.state),
    }


def _state_as_json(state):
    if state.name == "closed":
        return {"closed": {**state.window.as_json(), "consecutive": state.consecutive}}
    if state.name == "open":
        return {"open": {"left": state.left, "cooldown": state.cooldown}}
    if state.name == "halfOpen":
        return {"halfOpen": {"probes": list(state.probes), "successes": state.successes,
                             "cooldown": state.cooldown}}
    return "isolated"


def read_breaker(value, path):
    fields(value, path, FIELDS)
    breaker = Breaker()
    breaker.generation = u16(value["generation"], join(path, "generation"))
    breaker.base = length(value["base"], join(path, "base"))
    breaker.state = _read_state(value["state"], join(path, "state"))
    return breaker


def _read_state(value, path):
    if value == "isolated":
        return Isolated()
    if not isinstance(value, dict):
        raise Refused(path, "must be closed, open or halfOpen with its fields, or isolated")
    name, inner = only_field(value, path, ("closed", "open", "halfOpen"))
    path = join(path, name)
    if name == "closed":
        fields(inner, path, ("phase", "successes", "failures", "consecutive"))
        state = Closed()
        state.window.read(inner, path)
        state.consecutive = u16(inner["consecutive"], join(path, "consecutive"))
        return state
    if name == "open":
        fields(inner, path, ("left", "cooldown"))
        return Open(*(length(inner[field], join(path, field)) for field in ("left", "cooldown")))
    fields(inner, path, ("probes", "successes", "cooldown"))
    return HalfOpen(
        list_of(inner["probes"], join(path, "probes"), PLACES, length),
        u8(inner["successes"], join(path, "successes")),
        length(inner["cooldown"], join(path, "cooldown")),
    )
