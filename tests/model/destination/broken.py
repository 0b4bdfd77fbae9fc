"""Vectors that break exactly one rule each, in their rules or their state; made from valid ones."""

import copy

from destination.numbers import U8, U16, U32

BROKEN_RULES = {
    "breaker": (
        {"consecutive": 0}, {"consecutive": 65536}, {"consecutive": "5"}, {"rate": 0},
        {"rate": 1001}, {"consecutive": None, "rate": None}, {"minimum": 0}, {"minimum": 32768},
        {"minimum": None}, {"window": 999}, {"window": "999ms"}, {"window": 2**32},
        {"cooldown": 0}, {"cooldown": "0s"}, {"cooldown": "10m"}, {"maxCooldown": 29_999},
        {"cooldown": 5, "maxCooldown": 4}, {"maxCooldown": None}, {"factor": 0}, {"factor": 101},
        {"spread": -1}, {"spread": 1001}, {"probes": 0}, {"probes": 5}, {"successesToClose": 0},
        {"successesToClose": 256}, {"probeLease": 0}, {"throttled": "fail"}, {"permanent": None},
        {"own": True}, {"surplus": 1},
    ),
    "gate": ({"max": 0}, {"max": 17}, {"max": 1.0}, {"lease": 999}, {"lease": "1"},
             {"lease": None}, {"surplus": {}}),
    "budget": (
        "none", "", {"cap": 0}, {"cap": 4_000_001}, {"cap": 999}, {"floor": -1},
        {"floor": 1_000_001}, {"deposit": 1_000_001}, {"cost": 1_000_001}, {"cost": 100_001},
        {"reserve": 100_000}, {"reserve": 99_001}, {"reserve": 4_000_000}, {"refund": True},
        {"success": -1}, {"failure": "1"}, {"timeout": 1_000_001}, {"surplus": 0},
    ),
    "storm": ({"window": 999}, {"ratio": 0}, {"ratio": 1001}, {"minimum": 0}, {"minimum": 32768},
              {"depth": 0}, {"depth": 2**32}, {"growing": 0}, {"growing": None}, {"surplus": 0}),
    "replay": ({"start": 9}, {"start": 1001}, {"start": 0}, {"slowest": 101}, {"slowest": 0},
               {"fastest": 99}, {"fastest": 60_001}, {"slowest": 2000, "fastest": 1500, "start": 1700},
               {"ramp": 0}, {"ramp": 1001}, {"surplus": 0}),
    "health": ({"window": 999}, {"window": 0}, {"window": "1d "}, {"window": None},
               {"thresholds": {}}),
    "disable": ({"gone": 1}, {"gone": None}, {"exhausted": 0}, {"exhausted": 32768},
                {"failing": 0}, {"failing": "0s"}, {"failing": -1}, {"failures": 0},
                {"failures": 65536}, {"failures": None}, {"surplus": 0}),
}
SIZES = {"v": 1, "version": U32, "generation": U16, "consecutive": U16, "tokens": U32,
         "depth": U32, "before": U32, "age": U8, "rate": U16, "well": U16, "base": U32,
         "phase": U32, "left": U32, "cooldown": U32, "failures": U16, "failing": U32,
         "since": U32, "at": 2**53 - 1}

# Whether no kind and an unknown kind are named by the kind or its holder is left open.
UNIONS = ("closed", "open", "halfOpen", "serving", "disabled")


def break_one_rule(question, source):
    question = copy.deepcopy(question)
    if question["state"] is None or source.chance(50):
        _break_rules(question, source)
    else:
        _break_state(question, source)
    return question


def _break_rules(question, source):
    guard = question["guard"]
    if guard != "destination":
        question["rules"] = source.pick(BROKEN_RULES[guard])
        return
    part = source.pick((*BROKEN_RULES, "surplus"))
    value = source.pick(BROKEN_RULES[part]) if part in BROKEN_RULES else {}
    if part != "surplus" and source.chance(10):
        value = source.pick((None, 5, []))
    question["rules"] = {**question["rules"], part: value}


def _break_state(question, source):
    """Breaks one field somewhere in the tree of the state."""
    places = list(_places(question["state"]))
    holder, key = source.pick(places)
    value = holder[key]
    kind = 2 if key in UNIONS else source.below(4)
    if isinstance(holder, dict) and kind == 0:
        del holder[key]
    elif isinstance(holder, dict) and kind == 1:
        holder["surplus"] = 0
    elif isinstance(value, list) and value:
        holder[key] = source.pick((value[:-1], [*value, 0], 0, [*value[:-1], "x"],
                                   [*value[:-1], 2**32]))
    elif type(value) is int:
        most = SIZES.get(key, U32) if isinstance(key, str) else U32
        holder[key] = source.pick((most + 1, -(2**53), 1.5, True, None))
    else:
        holder[key] = source.pick((None, 5, "nothing"))


def _places(value):
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])
