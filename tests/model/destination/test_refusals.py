"""What is refused, by the name of its field (sections 3 to 9 and 11)."""

import copy
import unittest

from destination.broken import BROKEN_RULES, break_one_rule
from destination.random_rules import random_rules
from destination.random_states import random_state
from destination.vector import GUARDS, answer_line
from reading import compact_json
from source import Source

QUESTION = {"guard": "breaker", "rules": {}, "start": 0, "state": None, "seed": "0x1",
            "key": "0x2", "events": []}


def refused(**changes):
    """The field of the refusal, or None."""
    question = {**QUESTION, **changes}
    if question["state"] is not None:
        del question["start"]
    return answer_line(compact_json(question)).get("error", {}).get("field")


class Rules(unittest.TestCase):
    def test_fields_that_do_not_go_together(self):
        for guard, rules, field in (
            ("breaker", {"rate": None, "consecutive": None}, "rate"),
            ("breaker", {"cooldown": "6m"}, "maxCooldown"),
            ("budget", {"cap": 999}, "reserve"),
            ("budget", {"reserve": 100_000, "cost": 0}, "reserve"),
            ("replay", {"start": 9}, "start"),
            ("replay", {"slowest": 500, "fastest": 400, "start": 450}, "start"),
        ):
            self.assertEqual(refused(guard=guard, rules=rules), field)
            self.assertEqual(refused(guard="destination", rules={guard: rules}), f"{guard}.{field}")

    def test_limits_are_allowed(self):
        for guard, rules in (
            ("breaker", {"rate": None, "consecutive": 65535, "minimum": 32767, "window": "1s"}),
            ("breaker", {"cooldown": 1, "maxCooldown": 1, "probeLease": 1, "spread": 0}),
            ("gate", {"max": 16, "lease": 1000}),
            ("budget", {"cap": 4_000_000, "reserve": 3_999_999, "cost": 1}),
            ("budget", {"cap": 1, "cost": 0}),
            ("replay", {"start": 1, "slowest": 1, "fastest": 1, "ramp": 1}),
            ("storm", {"depth": 2**32 - 1, "growing": 1}),
            ("health", {"window": 1000}),
        ):
            self.assertIsNone(refused(guard=guard, rules=rules), rules)

    def test_every_broken_rule_is_refused(self):
        for guard, broken in BROKEN_RULES.items():
            for rules in broken:
                field = refused(guard="destination", rules={guard: rules})
                self.assertTrue(field and field.startswith(guard), (guard, rules, field))
                if guard != "disable":
                    alone = refused(guard=guard, rules=rules)
                    self.assertEqual(alone, field[len(guard) + 1:] or "rules")

    def test_names(self):
        self.assertEqual(refused(guard="budget", rules="azure"), "rules")
        self.assertEqual(refused(guard="destination", rules={"budget": "azure"}), "budget")
        self.assertEqual(refused(guard="destination", rules={"gates": {}}), "gates")
        self.assertEqual(refused(guard="disable"), "guard")


class States(unittest.TestCase):
    def test_any_value_in_range_is_accepted(self):
        for guard in GUARDS:
            for seed in range(30):
                source = Source(f"accepted {guard}", seed)
                state = random_state(guard, source)
                self.assertIsNone(refused(guard=guard, state=state), state)

    def test_every_broken_state_is_refused(self):
        for guard in GUARDS:
            for seed in range(60):
                source = Source(f"broken {guard}", seed)
                question = {**QUESTION, "guard": guard, "rules": random_rules(guard, source),
                            "state": random_state(guard, source)}
                del question["start"]
                broken = break_one_rule(copy.deepcopy(question), source)
                self.assertIn("error", answer_line(compact_json(broken)), broken)

    def test_fields(self):
        closed = {"phase": 0, "successes": [0] * 5, "failures": [0] * 5, "consecutive": 0}
        state = {"v": 1, "at": 0, "generation": 0, "base": 0, "state": {"closed": closed}}
        for change, field in (
            ({"v": 2}, "state.v"), ({"at": 2**53}, "state.at"), ({"base": -1}, "state.base"),
            ({"generation": 65_536}, "state.generation"), ({"state": "open"}, "state.state"),
            ({"state": {}}, "state.state"), ({"more": 1}, "state.more"),
            ({"state": {"closed": {**closed, "failures": [0] * 4}}}, "state.state.closed.failures"),
            ({"state": {"closed": {**closed, "failures": [0, 0, 65_536, 0, 0]}}},
             "state.state.closed.failures.2"),
        ):
            self.assertEqual(refused(state={**state, **change}), field)
        self.assertEqual(refused(guard="replay", state={
            "v": 1, "at": 0, "replay": {"rate": 0, "left": 0, "well": 0}}), "state.replay.rate")


class Events(unittest.TestCase):
    def field(self, guard, *events):
        return refused(guard=guard, events=list(events))

    def test_permits(self):
        admit = {"now": 0, "do": "admit"}
        late = {"now": 0, "do": "release", "permit": 0}
        self.assertIsNone(self.field("gate", admit, late, late))
        self.assertEqual(self.field("gate", admit, {**late, "permit": 1}), "events.1.permit")
        self.assertEqual(self.field("gate", admit, late, {**late, "permit": 1}), "events.2.permit")

    def test_thresholds(self):
        ask = {"now": 0, "do": "health", "waiting": 0, "overdue": 0}
        for thresholds, field in (
            ("svix", ""), ({"retryRate": {"healthy": 2, "alert": 1}}, ".retryRate"),
            ({"secondSuccess": {"healthy": 1, "alert": 2}}, ".secondSuccess"),
            ({"waiting": {"healthy": 1}}, ".waiting.alert"), ({"wait": None}, ".wait"),
        ):
            self.assertEqual(self.field("health", {**ask, "thresholds": thresholds}),
                             f"events.0.thresholds{field}")
        self.assertIsNone(self.field("health", {**ask, "thresholds": {
            "waiting": {"healthy": 1, "alert": 1}, "overdue": None}}))


if __name__ == "__main__":
    unittest.main()
