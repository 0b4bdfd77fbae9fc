"""What the page promises in general, held against random walks."""

import unittest

from destination.random_rules import random_rules
from destination.random_states import random_state
from destination.sequence import Sequence
from destination.vector import GUARDS, Run
from destination.walks import walk
from source import Source


def beginnings(count):
    for guard in GUARDS:
        for seed in range(count):
            source = Source(f"properties {guard}", seed)
            yield source, guard, random_rules(guard, source), random_state(guard, source)


def header(guard, rules, state):
    return {"guard": guard, "rules": rules, "state": state, "seed": "0x1", "key": "0x2"}


class Promises(unittest.TestCase):
    def test_settling_twice_is_settling_once(self):
        for source, guard, rules, state in beginnings(40):
            self._shorten_phases(state)
            one, other = source.length(most=2**31), source.length(most=2**31 - 10_000)
            once, twice = (Run(header(guard, rules, state)) for _ in range(2))
            once.state.settle(once.rules, one + other)
            twice.state.settle(twice.rules, one)
            twice.state.settle(twice.rules, other)
            self.assertEqual(once.state.as_json(), twice.state.as_json())

    def _shorten_phases(self, state):
        """A phase and a length that together pass the largest length lose the rest, so twice
        is then not once; a phase that the rules have made stays clear of that."""
        for name, value in state.items():
            if name == "phase":
                state[name] = min(value, 5_000)
            elif isinstance(value, dict):
                self._shorten_phases(value)

    def test_a_state_that_was_stored_between_any_two_events_is_the_same(self):
        for source, guard, rules, state in beginnings(12):
            sequence = walk(Sequence("stored", guard, rules, state=state), source, 40)
            run = Run(sequence.header)
            for event, result in zip(sequence.events, sequence.results):
                run.state = Run(header(guard, rules, run.state.as_json())).state
                self.assertEqual(run.do(event), result)
            self.assertEqual(run.state.as_json(), sequence.vector()["after"])

    def test_limits_hold(self):
        for source, guard, rules, _ in beginnings(12):
            if guard != "destination":
                continue
            sequence = Sequence("limits", guard, rules)
            for _ in range(50):
                walk(sequence, source, 1)
                state, rules_read = sequence.run.state, sequence.run.rules
                self.assertLessEqual(state.gate.in_flight(), rules_read.gate.max)
                self.assertLessEqual(state.budget.tokens, rules_read.budget.cap * 1000)
                probes = getattr(state.breaker.state, "probes", [])
                self.assertLessEqual(sum(left > 0 for left in probes), rules_read.breaker.probes)


if __name__ == "__main__":
    unittest.main()
