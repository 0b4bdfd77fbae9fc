"""Sections 4 to 8, worked out by hand."""

import unittest

from destination.answers import Refusal
from destination.budget import Budget, read_budget_rules
from destination.gate import Gate, GateRules, Place, read_gate_rules
from destination.health import Health
from destination.health_report import PRESETS, health_report, read_thresholds
from destination.replay import Replay, Running, read_replay_rules
from destination.storm import Storm, read_storm_rules


class OfGate(unittest.TestCase):
    def test_ticks(self):
        # ⌈120000 / 254⌉ = 473; ⌈120000 / 473⌉ + 1 = 255.
        self.assertEqual((read_gate_rules({}).tick, read_gate_rules({}).ticks), (473, 255))
        self.assertEqual((GateRules(1, 1000).tick, GateRules(1, 1000).ticks), (4, 251))
        self.assertEqual((GateRules(1, 1016).tick, GateRules(1, 1016).ticks), (4, 255))
        self.assertEqual((GateRules(1, 1017).tick, GateRules(1, 1017).ticks), (5, 205))
        self.assertEqual((GateRules(1, 2**32 - 1).tick, GateRules(1, 2**32 - 1).ticks),
                         (16_909_321, 255))

    def test_a_place(self):
        gate, rules = Gate(), GateRules(1, 1000)
        gate.settle(rules, 7)
        self.assertEqual(gate.phase, 3)
        place = gate.take(rules, 7)
        self.assertEqual(place, Place(0, 1, 7 + 1004 - 3))
        self.assertEqual(gate.refusal(rules), Refusal("full", (1000, 2000)))
        gate.settle(rules, 1000)
        self.assertEqual((gate.left[0], gate.phase), (1, 3))
        gate.settle(rules, 1)
        self.assertIsNone(gate.refusal(rules))

    def test_release(self):
        gate, rules = Gate(), GateRules(2, 1000)
        one, other = gate.take(rules, 0), gate.take(rules, 0)
        self.assertFalse(gate.release(one, 1004))
        self.assertFalse(gate.release(Place(16, 1, 9), 0))
        self.assertFalse(gate.release(Place(0, 2, 9), 0))
        self.assertTrue(gate.release(one, 1003))
        self.assertFalse(gate.release(one, 1003))
        self.assertEqual(gate.take(rules, 0).generation, 2)
        self.assertFalse(gate.release(one, 0))
        self.assertTrue(gate.release(other, 0))

    def test_leases_beyond_max(self):
        gate, rules = Gate(), GateRules(2, 1000)
        gate.left = [0] * 14 + [1, 255]
        self.assertIsNotNone(gate.refusal(rules))
        gate.settle(rules, 4)
        self.assertIsNone(gate.refusal(rules))


class OfBudget(unittest.TestCase):
    def budget(self, tokens, rules):
        rules = read_budget_rules(rules)
        budget = Budget(rules)
        budget.tokens = tokens
        return budget, rules

    def test_floor(self):
        budget, rules = self.budget(0, {})
        budget.settle(rules, 1)
        self.assertEqual(budget.tokens, 1000)
        budget.settle(rules, 2**32 - 1)
        self.assertEqual(budget.tokens, 100_000_000)

    def test_waits(self):
        budget, rules = self.budget(999_999, {})
        self.assertEqual(budget.refusal(rules), Refusal("budget", (1000, 2000)))
        budget, rules = self.budget(1, {"floor": 100})
        self.assertEqual(budget.refusal(rules), Refusal("budget", (10_000, 20_000)))  # ⌈999999/100⌉
        budget, rules = self.budget(0, {"floor": 0})
        self.assertEqual(budget.refusal(rules), Refusal("budget", (10_000, 20_000)))
        budget, rules = self.budget(0, "aws")
        self.assertEqual(budget.refusal(rules), Refusal("budget", (5_000, 10_000)))
        budget, rules = self.budget(0, "grpc")
        self.assertEqual(budget.refusal(rules), Refusal("budget", (50_001, 100_002)))
        budget, rules = self.budget(5_000_000, "grpc")
        self.assertIsNotNone(budget.refusal(rules))
        budget, rules = self.budget(5_000_001, "grpc")
        self.assertIsNone(budget.refusal(rules))
        budget.take(rules)
        self.assertEqual(budget.tokens, 5_000_001)

    def test_results(self):
        budget, rules = self.budget(1_000_000, "aws")
        budget.result(rules, "first", delivered=True, failed=False, timeout=False)
        self.assertEqual(budget.tokens, 2_000_000)
        budget.result(rules, "retry", delivered=True, failed=False, timeout=False)
        self.assertEqual(budget.tokens, 7_000_000)
        budget.result(rules, "retry", delivered=False, failed=True, timeout=True)
        self.assertEqual(budget.tokens, 2_000_000)
        budget.result(rules, "retry", delivered=False, failed=True, timeout=True)
        self.assertEqual(budget.tokens, 0)
        budget.give_back(rules)
        self.assertEqual(budget.tokens, 5_000_000)

    def test_each_line_is_kept_within_the_cap(self):
        budget, rules = self.budget(9_900_000, {"cap": 10_000, "deposit": 500, "failure": 1000})
        budget.result(rules, "first", delivered=False, failed=True, timeout=False)
        self.assertEqual(budget.tokens, 9_000_000)


class OfStorm(unittest.TestCase):
    rules = read_storm_rules({"window": 5000, "ratio": 2, "minimum": 4})

    def test_level_and_stretch(self):
        storm = Storm()
        storm.window.counts = {"first": [2, 0, 0, 0, 0], "retries": [4, 0, 0, 0, 0]}
        self.assertEqual((storm.level(self.rules), storm.stretch(self.rules)), ("calm", 1000))
        storm.count("retry")
        self.assertEqual((storm.level(self.rules), storm.stretch(self.rules)), ("storm", 1250))
        storm.window.counts = {"first": [0] * 5, "retries": [3, 0, 0, 0, 0]}
        self.assertEqual(storm.level(self.rules), "calm")
        storm.count("retry")
        self.assertEqual((storm.level(self.rules), storm.stretch(self.rules)), ("storm", 2000))
        storm.window.counts["retries"] = [21, 0, 0, 0, 0]
        self.assertEqual(storm.stretch(self.rules), 10_000)

    def test_depth(self):
        storm = Storm()
        storm.waiting(100)
        self.assertEqual(storm.level(self.rules), "warning")
        storm.settle(self.rules, 1000)
        self.assertEqual((storm.before, storm.age, storm.level(self.rules)), (100, 1, "calm"))
        storm.waiting(200)
        self.assertEqual(storm.level(self.rules), "warning")
        storm.settle(self.rules, 4999)
        self.assertEqual((storm.depth, storm.before, storm.age), (200, 200, 4))
        storm.settle(self.rules, 1)
        self.assertEqual((storm.depth, storm.before, storm.age), (0, 0, 5))


class OfReplay(unittest.TestCase):
    def test_pace_and_ramp(self):
        rules = read_replay_rules({"start": 3, "slowest": 1, "fastest": 5})
        replay = Replay()
        self.assertEqual(replay.refusal(), Refusal("replay"))
        replay.begin(rules)
        replay.take()
        self.assertEqual(replay.refusal(), Refusal("pace", (20_000, 20_000)))
        for rate in (3, 3, 4, 4, 4, 4, 5):  # 3 successes, then 4: a minute's worth each
            replay.result(rules, "success")
            self.assertEqual(replay.rate, rate)

    def test_ramp_exactly(self):
        rules = read_replay_rules({})
        replay = Replay()
        replay.running = Running(100, 0, 99)
        replay.result(rules, "success")
        self.assertEqual((replay.rate, replay.running.well), (150, 0))
        replay.running.well = 148
        replay.result(rules, "ignore")
        replay.result(rules, "success")
        self.assertEqual((replay.rate, replay.running.well), (150, 149))
        replay.result(rules, "failure")
        self.assertEqual((replay.rate, replay.running.well), (75, 0))
        replay.running = Running(900, 0, 65_535)
        replay.result(rules, "success")
        self.assertEqual(replay.rate, 1000)
        replay.opened(rules)
        self.assertEqual(replay.rate, 10)
        replay.result(rules, "failure")
        self.assertEqual(replay.rate, 10)

    def test_forged(self):
        rules = read_replay_rules({})
        replay = Replay()
        replay.running = Running(65_535, 2**32 - 1, 3)
        replay.settle(rules, 1)
        self.assertEqual((replay.rate, replay.running.left), (1000, 59_999))


class OfHealth(unittest.TestCase):
    def levels(self, thresholds, waiting=0, overdue=0, **newest):
        health = Health()
        for name, count in newest.items():
            health.window.counts[name][0] = count
        report = health_report(health, waiting, overdue, thresholds)
        return {name: (one["value"], one["level"]) if name != "level" else one
                for name, one in report.items()}

    def test_counting(self):
        health = Health()
        health.result("first", 2, True)
        health.result("retry", 2, True)
        health.result("retry", 3, True)
        health.ended("delivered", 0, True)
        health.ended("attempts", 9, True)
        health.ended("dns", 9, False)
        health.ended("permanent", 9, False)
        self.assertEqual([health.window.total(name) for name in health.window.counts],
                         [1, 1, 1, 1, 1, 3, 1])

    def test_exact_rates(self):
        levels = self.levels(PRESETS["getHook"], first=2000, second=100, secondDelivered=80)
        self.assertEqual(levels["retryRate"], (50, "watch"))
        self.assertEqual(levels["secondSuccess"], (800, "watch"))
        self.assertEqual(levels["level"], "watch")
        levels = self.levels(PRESETS["getHook"], first=2000, second=201)
        self.assertEqual(levels["retryRate"], (100, "alert"))  # 100.5 ‰ is beyond 100
        self.assertEqual(levels["secondSuccess"], (0, "alert"))
        levels = self.levels(PRESETS["getHook"], delivered=20, attempts=26)
        self.assertEqual(levels["meanAttempts"], (1300, "healthy"))
        self.assertEqual(levels["deadRate"], (0, "healthy"))

    def test_few_off_and_null(self):
        levels = self.levels(PRESETS["hookMesh"], waiting=100, first=19, dead=1)
        self.assertEqual(levels["retryRate"], (0, "few"))
        self.assertEqual(levels["deadRate"], (1000, "off"))
        self.assertEqual(levels["meanAttempts"], (None, "few"))
        self.assertEqual(levels["waiting"], (100, "watch"))
        self.assertEqual(self.levels(read_thresholds({}, ""))["level"], "few")


if __name__ == "__main__":
    unittest.main()
