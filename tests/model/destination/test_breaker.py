"""Section 3, worked out by hand."""

import unittest

from destination.answers import Refusal
from destination.breaker import Breaker, HalfOpen, Isolated, Open, Pass, Probe
from destination.breaker_form import breaker_as_json
from destination.breaker_rules import read_breaker_rules
from destination.coverage import SEEN

TOP = 2**32 - 1


class Weights(unittest.TestCase):
    def test_defaults(self):
        weight = read_breaker_rules({}).weight_of
        self.assertEqual(weight("local", "delivered"), "ignore")
        self.assertEqual(weight("invalid", "permanent"), "ignore")
        self.assertEqual([weight(None, name) for name in ("delivered", "transient", "throttled",
                                                          "permanent", "gone")],
                         ["success", "failure", "failure", "success", "success"])

    def test_rules(self):
        weight = read_breaker_rules(
            {"own": "failure", "throttled": "ignore", "permanent": "failure"}).weight_of
        self.assertEqual(weight("local", "delivered"), "failure")
        self.assertEqual(weight(None, "throttled"), "ignore")
        self.assertEqual(weight("tls", "gone"), "failure")


class Tripping(unittest.TestCase):
    def trip(self, draw, base=0, **rules):
        breaker = Breaker()
        breaker.base = base
        rules = read_breaker_rules({"consecutive": 1, **rules})
        self.assertTrue(breaker.result(rules, Pass(0), "failure", 0, draw))
        return breaker.base, breaker.state.left, breaker.state.cooldown, breaker.generation

    def test_first(self):
        self.assertEqual(self.trip(0), (30_000, 30_000, 30_000, 1))
        self.assertEqual(self.trip(TOP), (30_000, 45_000, 45_000, 1))

    def test_growth_and_slide(self):
        self.assertEqual(self.trip(TOP, base=30_000), (60_000, 90_000, 90_000, 1))
        # 240 s and half of it is 360 s: both ends go down by a minute.
        self.assertEqual(self.trip(0, base=120_000), (240_000, 180_000, 180_000, 1))
        self.assertEqual(self.trip(TOP, base=120_000), (240_000, 300_000, 300_000, 1))
        self.assertEqual(self.trip(0, base=300_000), (300_000, 150_000, 150_000, 1))
        # A spread of 1000 ‰ at the cap would begin at 0.
        self.assertEqual(self.trip(0, base=300_000, spread=1000), (300_000, 1, 1, 1))

    def test_a_success_ends_the_run_and_ignored_ones_do_not(self):
        rules = read_breaker_rules({"consecutive": 3, "rate": 601, "minimum": 5})
        breaker = Breaker()
        for weight in ("failure", "failure", "ignore", "success", "success", "failure"):
            self.assertFalse(breaker.result(rules, Pass(0), weight, 0, 0))  # 3 of 5: 600 ‰
        self.assertEqual(breaker.state.consecutive, 1)
        self.assertFalse(breaker.result(rules, Pass(0), "ignore", 0, 0))
        self.assertTrue(breaker.result(rules, Pass(0), "failure", 0, 0))  # 4 of 6: 666 ‰

    def test_rate_met_exactly(self):
        rules = read_breaker_rules({"consecutive": None, "rate": 500, "minimum": 4})
        breaker = Breaker()
        for weight in ("success", "success", "failure"):
            self.assertFalse(breaker.result(rules, Pass(0), weight, 0, 0))
        self.assertTrue(breaker.result(rules, Pass(0), "failure", 0, 0))


class Admitting(unittest.TestCase):
    rules = read_breaker_rules({"probes": 2, "spread": 100})

    def test_open(self):
        breaker = Breaker()
        breaker.state = Open(5000, 8000)
        self.assertEqual(breaker.refusal(self.rules), Refusal("open", (5000, 5800)))
        breaker.settle(self.rules, 4999)
        self.assertEqual(breaker.refusal(self.rules), Refusal("open", (1, 801)))
        breaker.settle(self.rules, 1)
        self.assertIsNone(breaker.refusal(self.rules))
        self.assertEqual(breaker.take(self.rules, 70), Pass(1, Probe(0, 60_070)))
        self.assertEqual(breaker_as_json(breaker)["state"], {
            "halfOpen": {"probes": [60_000, 0, 0, 0], "successes": 0, "cooldown": 8000}})
        self.assertEqual(breaker.take(self.rules, 70), Pass(1, Probe(1, 60_070)))
        self.assertEqual(breaker.refusal(self.rules), Refusal("probing", (1000, 1800)))

    def test_isolated(self):
        breaker = Breaker()
        breaker.isolate()
        self.assertEqual(breaker.refusal(self.rules), Refusal("isolated"))
        breaker.isolate()
        breaker.reset()
        self.assertEqual((breaker.generation, breaker.state.name), (3, "closed"))


class Settling(unittest.TestCase):
    def test_brings_forged_values_into_range(self):
        rules = read_breaker_rules({})
        breaker = Breaker()
        breaker.base, breaker.state = TOP, Open(TOP, TOP)
        breaker.settle(rules, 0)
        self.assertEqual((breaker.base, breaker.state.left, breaker.state.cooldown),
                         (300_000, 300_000, 300_000))
        breaker.state = HalfOpen([TOP, 5, 6, 0], 9, TOP)
        breaker.settle(rules, 5)
        self.assertEqual(breaker.state.probes, [59_995, 0, 1, 0])

    def test_base_is_forgotten_after_a_slot(self):
        rules = read_breaker_rules({})
        breaker = Breaker()
        breaker.base = 30_000
        breaker.settle(rules, 59_999)
        self.assertEqual(breaker.base, 30_000)
        breaker.settle(rules, 1)
        self.assertEqual(breaker.base, 0)


class Results(unittest.TestCase):
    def half_open(self, successes=0):
        breaker = Breaker()
        breaker.generation, breaker.base = 4, 30_000
        breaker.state = HalfOpen([100, 100, 0, 0], successes, 30_000)
        return breaker

    def result(self, breaker, its_pass, weight, now=0, **rules):
        SEEN.clear()
        breaker.result(read_breaker_rules(rules), its_pass, weight, now, 0)
        return [number for (what, number) in SEEN if what == "edge"], breaker.state.name

    def test_forged_and_late(self):
        probe = Pass(4, Probe(0, 100))
        self.assertEqual(self.result(self.half_open(), Pass(3), "failure"), ([7], "halfOpen"))
        for state in (Open(1, 1), Isolated()):
            breaker = self.half_open()
            breaker.state = state
            self.assertEqual(self.result(breaker, probe, "failure"), ([8], state.name))
        closed = Breaker()
        self.assertEqual(self.result(closed, Pass(0, Probe(0, 9)), "failure"), ([9], "closed"))
        for forged in (Pass(4), Pass(4, Probe(4, 100)), Pass(4, Probe(255, 100)),
                       Pass(4, Probe(2, 100))):
            self.assertEqual(self.result(self.half_open(), forged, "failure"), ([9], "halfOpen"))
        self.assertEqual(self.result(self.half_open(), probe, "failure", now=100), ([9], "halfOpen"))
        self.assertEqual(self.result(self.half_open(), probe, "failure", now=99), ([18], "open"))

    def test_probes(self):
        probe = Pass(4, Probe(1, 100))
        breaker = self.half_open()
        self.assertEqual(self.result(breaker, probe, "ignore"), ([15], "halfOpen"))
        self.assertEqual(breaker.state.probes, [100, 0, 0, 0])
        breaker = self.half_open()
        self.assertEqual(self.result(breaker, probe, "success", successesToClose=2),
                         ([16], "halfOpen"))
        self.assertEqual((breaker.state.probes, breaker.state.successes), ([100, 0, 0, 0], 1))
        self.assertEqual(self.result(breaker, Pass(4, Probe(0, 100)), "success",
                                     successesToClose=2), ([17], "closed"))
        self.assertEqual((breaker.generation, breaker.base), (5, 30_000))
        self.assertEqual(self.result(self.half_open(255), probe, "success", successesToClose=255),
                         ([17], "closed"))

    def test_tripping_again_doubles(self):
        breaker = self.half_open()
        self.result(breaker, Pass(4, Probe(0, 100)), "failure")
        self.assertEqual((breaker.base, breaker.generation), (60_000, 5))


if __name__ == "__main__":
    unittest.main()
