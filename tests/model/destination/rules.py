"""The rules of a destination: those of its six guards, and when it is disabled (section 9)."""

from dataclasses import dataclass

from destination.breaker_rules import BreakerRules, read_breaker_rules
from destination.budget import BudgetRules, read_budget_rules
from destination.gate import GateRules, read_gate_rules
from destination.health import HealthRules, read_health_rules
from destination.replay import ReplayRules, read_replay_rules
from destination.standing import DisableRules, read_disable_rules
from destination.storm import StormRules, read_storm_rules
from reading import Refused, fields

READERS = {
    "breaker": read_breaker_rules,
    "gate": read_gate_rules,
    "budget": read_budget_rules,
    "storm": read_storm_rules,
    "replay": read_replay_rules,
    "health": read_health_rules,
    "disable": read_disable_rules,
}


@dataclass(frozen=True)
class DestinationRules:
    breaker: BreakerRules
    gate: GateRules
    budget: BudgetRules
    storm: StormRules
    replay: ReplayRules
    health: HealthRules
    disable: DisableRules


def read_destination_rules(value):
    if not isinstance(value, dict):
        raise Refused("rules", "must be an object")
    fields(value, "", optional=tuple(READERS))
    return DestinationRules(
        **{name: read(value.get(name, {}), name) for name, read in READERS.items()}
    )
