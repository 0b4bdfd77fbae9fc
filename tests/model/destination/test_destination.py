"""Section 9, worked out by hand, through the events of a vector."""

import unittest

from destination.test_common import run
from splitmix import derived_draw

STATUSES = {"delivered": 200, "transient": 500, "throttled": 429, "permanent": 404, "gone": 410}


class Case(unittest.TestCase):
    def begin(self, rules=None, **beginning):
        self.run = run("destination", rules, **beginning)
        self.permit = None

    def do(self, now, call, **fields):
        result = self.run.do({"now": now, "do": call, **fields})
        if self.run.count - 1 in self.run.permits:
            self.permit = self.run.count - 1
        return result

    def admit(self, now, kind="first"):
        return self.do(now, "admit", kind=kind)

    def report(self, now, its_class, ended="no", attempts=1, permit=None, error=None):
        return self.do(now, "report", permit=self.permit if permit is None else permit,
                       outcome={"error": error} if error else {"status": STATUSES[its_class]},
                       attempts=attempts, ended=ended, **{"class": its_class})

    @property
    def state(self):
        return self.run.state.as_json()


class Admission(Case):
    def test_go(self):
        self.begin()
        self.assertEqual(self.admit(1000, "retry"), {"go": {
            "kind": "retry", "generation": 0, "probe": None,
            "place": {"index": 0, "generation": 1, "until": 1000 + 255 * 473 - 1000 % 473}}})
        self.assertEqual((self.state["version"], self.state["at"]), (1, 1000))
        self.assertEqual(self.state["budget"], {"tokens": 99_000_000})

    def test_the_draw_is_of_the_effective_now(self):
        self.begin({"gate": {"max": 1}}, start=2**32 - 1)
        self.admit(2**32 - 1)
        for now, counter in ((2**32 - 1, 2**32 - 1), (2**32, 0), (2**32 + 50, 50),
                             (2**32 - 60_001, 2**32 - 1)):
            at = max(now, 2**32 - 1)  # a clock that is behind stands still
            expected = at + 1000 + (derived_draw(1, 2, counter) * 1001 >> 32)
            self.assertEqual(self.admit(now), {"wait": {"until": expected, "because": "full"}})
        expected = -1 + 1000 + (derived_draw(1, 2, 2**32 - 1) * 1001 >> 32)
        self.assertEqual(self.admit(-1), {"wait": {"until": expected, "because": "full"}})

    def test_a_refusal_gives_nothing_away(self):
        self.begin({"breaker": {"consecutive": 1, "cooldown": 1000, "maxCooldown": 1000,
                                "spread": 0}, "gate": {"max": 2}})
        self.admit(0)
        other = self.permit
        self.admit(0)
        self.assertEqual(self.report(0, "transient"),
                         {"heard": {"breaker": "open", "disabled": None}})
        before = self.state
        self.assertEqual(self.admit(999)["wait"]["because"], "open")
        self.assertEqual(self.admit(1000, "replay"), {"hold": "replay"})  # the breaker would go
        self.assertEqual(self.state, before)
        self.assertEqual(self.admit(1000)["go"]["probe"], {"index": 0, "until": 61_000})
        self.assertEqual(self.admit(1000)["wait"]["because"], "probing")
        self.report(1000, "delivered", permit=other)  # an older generation, but heard
        self.assertEqual(self.state["breaker"]["generation"], 2)

    def test_set_back(self):
        self.begin({"disable": {}}, start=100_000)
        self.do(100_000, "disable")
        self.assertEqual(self.admit(40_000), {"hold": "disabled"})
        self.assertEqual((self.state["version"], self.state["at"]), (1, 100_000))
        self.assertEqual(self.admit(39_999), {"hold": "disabled"})
        self.assertEqual((self.state["version"], self.state["at"]), (2, 39_999))
        self.do(39_999, "disable")
        self.assertEqual(self.state["version"], 3)


class Reporting(Case):
    def test_twice(self):
        self.begin()
        self.admit(0)
        self.report(5, "delivered", "delivered")
        before = self.state
        self.assertEqual(self.report(9, "transient"), "late")
        self.assertEqual(self.state, before)

    def test_local(self):
        self.begin()
        self.admit(0, "retry")
        self.report(0, "transient", "attempts", error="local")
        state = self.state
        self.assertEqual(state["budget"]["tokens"], 100_000_000)
        self.assertEqual(state["storm"]["retries"], [0] * 5)
        self.assertEqual((state["health"]["dead"][0], state["health"]["exhausted"][0]), (1, 0))
        self.assertEqual(state["standing"], {"serving": {"failures": 0, "failing": 0}})

    def test_replay_counts_as_first(self):
        self.begin()
        self.do(0, "replay")
        self.admit(0, "replay")
        self.report(0, "delivered", "delivered", 4)
        state = self.state
        self.assertEqual((state["storm"]["first"][0], state["health"]["first"][0]), (1, 1))
        self.assertEqual(state["replay"], {"rate": 100, "left": 600, "well": 1})
        self.assertEqual(self.admit(599, "replay"), {"wait": {"until": 600, "because": "pace"}})

    def test_a_trip_slows_the_replay_and_then_its_result_halves(self):
        self.begin({"breaker": {"consecutive": 1}, "replay": {"slowest": 40}})
        self.do(0, "replay")
        self.admit(0, "replay")
        self.report(0, "transient")
        self.assertEqual(self.state["replay"]["rate"], 40)


class Standing(Case):
    LOOSE = {"breaker": {"consecutive": None, "rate": 1000, "minimum": 32767}}

    def test_gone_and_told_once(self):
        self.begin()
        self.admit(0)
        self.assertEqual(self.report(1, "gone", "gone")["heard"]["disabled"], "gone")
        self.assertEqual(self.do(2, "status")["standing"], "gone")
        self.assertEqual([self.do(3, "tell"), self.do(4, "tell")], ["gone", None])
        self.assertEqual(self.state["standing"],
                         {"disabled": {"since": 2, "why": "gone", "told": True}})

    def test_exhausted(self):
        self.begin({**self.LOOSE, "disable": {"exhausted": 2}})
        for ended, why in (("attempts", None), ("permanent", None), ("no", None),
                           ("window", "exhausted")):
            self.admit(0)
            self.assertEqual(self.report(0, "transient", ended)["heard"]["disabled"], why)
        self.do(0, "enable")
        self.assertEqual(self.state["health"]["exhausted"], [0] * 4)
        self.assertEqual(self.state["replay"], {"rate": 100, "left": 0, "well": 0})

    def test_failing(self):
        self.begin({**self.LOOSE, "disable": {"failing": 1000, "failures": 3}})
        told = []
        for now in (500, 700, 1499, 1500):  # failing since 500
            self.admit(now)
            told.append(self.report(now, "transient")["heard"]["disabled"])
        self.assertEqual(told, [None, None, None, "failing"])

    def test_invalid_counts_for_nothing_but_may_be_the_last_straw(self):
        self.begin({**self.LOOSE, "disable": {"failing": 1000, "failures": 2}})
        for now in (0, 0):
            self.admit(now)
            self.report(now, "transient")
        self.admit(999)
        self.assertIsNone(self.report(999, "permanent", error="invalid")["heard"]["disabled"])
        self.assertEqual(self.state["standing"]["serving"]["failures"], 2)
        self.admit(1000)
        self.assertEqual(self.report(1000, "permanent", error="invalid")["heard"]["disabled"],
                         "failing")

    def test_an_attempt_from_before_enable_cannot_undo_it(self):
        self.begin()
        self.admit(0)
        first = self.permit
        self.admit(0)
        self.assertEqual(self.report(1, "gone", "gone")["heard"]["disabled"], "gone")
        self.do(2, "enable")
        self.assertEqual(self.report(3, "gone", "gone", permit=first),
                         {"heard": {"breaker": "closed", "disabled": None}})
        self.assertEqual(self.state["standing"], {"serving": {"failures": 1, "failing": 0}})
        self.admit(4)
        self.assertEqual(self.report(5, "gone", "gone")["heard"]["disabled"], "gone")

    def test_the_attempt_that_trips_may_disable_and_those_before_the_trip_may_not(self):
        self.begin({"breaker": {"consecutive": 1}, "disable": {"exhausted": 2}})
        given = []
        for _ in range(3):
            self.admit(0)
            given.append(self.permit)
        told = [self.report(0, "transient", "attempts", permit=permit)["heard"]["disabled"]
                for permit in given]
        self.assertEqual(told, [None, None, None])  # the first trips; the others are of before
        self.assertEqual(self.state["health"]["exhausted"][0], 3)
        self.admit(60_000)
        self.assertEqual(self.report(60_000, "transient", "attempts")["heard"],
                         {"breaker": "open", "disabled": "exhausted"})

    def test_reports_while_disabled(self):
        self.begin()
        self.admit(0)
        self.do(0, "disable")
        self.assertEqual(self.report(0, "delivered", "delivered"),
                         {"heard": {"breaker": "closed", "disabled": None}})
        self.assertEqual(self.state["standing"]["disabled"]["why"], "hand")
        self.assertIsNone(self.do(0, "tell"))


if __name__ == "__main__":
    unittest.main()
