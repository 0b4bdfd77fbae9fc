"""Sections 1 and 2, worked out by hand: the clock, draws, what a call changes, the window."""

import unittest

from destination.clock import Step, clock_step, divided_up, drawn, rebased
from destination.rolling import Rolling
from destination.vector import Run
from reading import FARTHEST_POINT, LARGEST_LENGTH

TOP = 2**32 - 1


def run(guard, rules=None, **beginning):
    header = {"guard": guard, "rules": rules or {}, "seed": "0x1", "key": "0x2"}
    if "state" not in beginning:
        beginning = {"start": 0, **beginning, "state": None}
    return Run({**header, **beginning})


class Clock(unittest.TestCase):
    def test_forward(self):
        self.assertEqual(clock_step(10, 10), Step(0, 10, 10, False))
        self.assertEqual(clock_step(10, 25), Step(15, 25, 25, False))
        far = clock_step(-FARTHEST_POINT, FARTHEST_POINT)
        self.assertEqual(far, Step(LARGEST_LENGTH, FARTHEST_POINT, FARTHEST_POINT, False))

    def test_skew_and_set_back(self):
        self.assertEqual(clock_step(100_000, 99_999), Step(0, 100_000, 100_000, False))
        self.assertEqual(clock_step(100_000, 40_000), Step(0, 100_000, 100_000, False))
        self.assertEqual(clock_step(100_000, 39_999), Step(0, 39_999, 39_999, True))

    def test_rebase(self):
        self.assertEqual(rebased(500, 100, 1_100), 1_500)
        self.assertEqual(rebased(FARTHEST_POINT, 0, 1), FARTHEST_POINT)

    def test_draws(self):
        self.assertEqual([drawn(r, 5, 8) for r in (0, 2**30 - 1, 2**30, 2**31, TOP)], [5, 5, 6, 7, 8])
        self.assertEqual(drawn(TOP, 7, 7), 7)
        self.assertEqual(drawn(TOP, 2**32, 2**33), LARGEST_LENGTH)

    def test_division_upwards(self):
        self.assertEqual([divided_up(n, 3) for n in (0, 1, 3, 4)], [0, 1, 1, 2])


class Changes(unittest.TestCase):
    def test_refusal_leaves_everything_but_a_clock_set_back(self):
        state = {"v": 1, "at": 100_000, "generation": 3, "base": 2**32 - 1, "state": "isolated"}
        breaker = run("breaker", state=state)
        for now in (100_000, 900_000, 40_000):
            self.assertEqual(breaker.do({"now": now, "do": "admit"}), {"hold": "isolated"})
            self.assertEqual(breaker.state.as_json(), state)
        breaker.do({"now": 39_999, "do": "admit"})
        self.assertEqual(breaker.state.as_json(), {**state, "at": 39_999})

    def test_a_change_that_changes_nothing_settles(self):
        state = {"v": 1, "at": 0, "replay": {"rate": 65_535, "left": 99_999, "well": 4}}
        replay = run("replay", state=state)
        replay.do({"now": 1000, "do": "result", "weight": "ignore"})
        self.assertEqual(replay.state.as_json(),
                         {"v": 1, "at": 1000, "replay": {"rate": 1000, "left": 59_000, "well": 4}})

    def test_query_works_on_a_copy(self):
        state = {"v": 1, "at": 100_000, "phase": 9**9, "first": [1] * 5, "retries": [2] * 5,
                 "depth": 5, "before": 1, "age": 255}
        storm = run("storm", state=state)
        for now in (200_000, 0):
            storm.do({"now": now, "do": "storm"})
            self.assertEqual(storm.state.as_json(), state)

    def test_late_results(self):
        breaker = run("breaker", {"window": "5s"})
        breaker.do({"now": 0, "do": "admit"})
        breaker.do({"now": 1, "do": "reset"})
        before = breaker.state.as_json()
        late = {"do": "result", "permit": 0, "weight": "failure"}
        self.assertEqual(breaker.do({"now": 4000, **late}), "closed")
        self.assertEqual(breaker.state.as_json(), before)
        breaker.do({"now": -60_000, **late})
        self.assertEqual(breaker.state.as_json()["at"], -60_000)


class Window(unittest.TestCase):
    def setUp(self):
        self.window = Rolling(4, ("a", "b", "c"), absolute=("c",))

    def test_settle(self):
        self.window.counts["a"] = [1, 2, 3, 4]
        self.assertEqual(self.window.settle(4003, 999), 0)  # a slot is ⌊4003 / 4⌋ = 1000
        self.assertEqual(self.window.settle(4003, 1), 1)
        self.assertEqual((self.window.phase, self.window.counts["a"]), (0, [0, 1, 2, 3]))
        self.assertEqual(self.window.settle(4003, 2500), 2)
        self.assertEqual((self.window.phase, self.window.counts["a"]), (500, [0, 0, 0, 1]))
        self.assertEqual(self.window.settle(4003, LARGEST_LENGTH), 4_294_967)
        self.assertEqual((self.window.phase, self.window.total("a")), (295, 0))

    def test_halving(self):
        self.window.counts = {"a": [65_535, 3, 0, 1], "b": [7, 7, 0, 0], "c": [9, 0, 0, 0]}
        self.window.add("a")
        self.assertEqual(self.window.counts,
                         {"a": [32_768, 1, 0, 0], "b": [3, 3, 0, 0], "c": [9, 0, 0, 0]})
        self.window.add("a", 10**9)
        self.assertEqual(self.window.counts["a"][0], 65_535)
        self.window.add("a", 10**9)
        self.assertEqual(self.window.counts["a"][0], 65_534)

    def test_absolute(self):
        self.window.counts = {"a": [9, 0, 0, 0], "b": [0] * 4, "c": [65_535, 0, 0, 0]}
        self.window.add("c")
        self.assertEqual((self.window.counts["a"][0], self.window.counts["c"][0]), (9, 65_535))


if __name__ == "__main__":
    unittest.main()
