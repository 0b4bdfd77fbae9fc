"""The decision, step by step, worked out by hand from the page; not by running the model."""

import unittest

from by_hand import CONSTANT, DOUBLING, HALF, MINUTE, TOP, delay_of, run
from decision import decide_with
from delivery import Delivery, new_delivery
from outcome import read_outcome
from policy import read_policy
from reading import FARTHEST_POINT, LARGEST_LENGTH


class Ends(unittest.TestCase):
    def reason(self, policy, outcome, **rest):
        decision, after = run(policy, outcome, **rest)
        return decision.get("reason", decision["kind"]), after.attempts, after.dns

    def test_by_class(self):
        policy = {"backoff": CONSTANT}
        self.assertEqual(self.reason(policy, {"status": 200}), ("delivered", 1, 0))
        self.assertEqual(self.reason(policy, {"status": 404}), ("permanent", 1, 0))
        self.assertEqual(self.reason(policy, {"status": 410}), ("gone", 1, 0))
        own = {"error": "local", "class": "delivered"}
        self.assertEqual(self.reason(policy, own), ("delivered", 0, 0))

    def test_dead_letter_carries_the_last_outcome(self):
        decision, after = run({"backoff": CONSTANT}, {"status": 404, "retryAfter": "9"}, delay=7)
        self.assertEqual(
            decision,
            {"kind": "deadLetter", "reason": "permanent", "last": {"status": 404, "class": "permanent"}},
        )
        self.assertEqual(after, Delivery(1, 0, 0, 0, 7))

    def test_dns(self):
        policy = {"backoff": CONSTANT}
        self.assertEqual(self.reason(policy, {"error": "dns"}, dns=1), ("backoff", 1, 2))
        self.assertEqual(self.reason(policy, {"error": "dns"}, dns=2), ("dns", 1, 3))
        self.assertEqual(self.reason(policy, {"error": "timeout"}, dns=9), ("backoff", 1, 9))
        self.assertEqual(self.reason(policy, {"error": "dns"}, dns=2, attempts=4), ("dns", 5, 3))
        self.assertEqual(self.reason(policy, {"error": "dns"}, dns=255), ("dns", 1, 255))
        self.assertEqual(
            self.reason(policy, {"error": "dns", "class": "throttled"}, dns=2), ("dns", 1, 3)
        )

    def test_attempts(self):
        policy = {"backoff": CONSTANT}
        self.assertEqual(self.reason(policy, {"status": 500}, attempts=3), ("backoff", 4, 0))
        self.assertEqual(self.reason(policy, {"status": 500}, attempts=4), ("attempts", 5, 0))
        self.assertEqual(self.reason(policy, {"error": "local"}, attempts=9), ("local", 9, 0))

    def test_stop_schedule(self):
        policy = {"backoff": {"schedule": {"delays": ["1s", "2s"]}}}
        self.assertEqual(self.reason(policy, {"status": 500}, attempts=1), ("backoff", 2, 0))
        self.assertEqual(self.reason(policy, {"status": 500}, attempts=2), ("attempts", 3, 0))
        longer = {**policy, "maxAttempts": 9}
        self.assertEqual(self.reason(longer, {"status": 500}, attempts=2), ("attempts", 3, 0))
        self.assertEqual(self.reason(longer, {"error": "local"}, attempts=2), ("local", 2, 0))
        self.assertEqual(self.reason(longer, {"error": "local"}, attempts=3), ("attempts", 3, 0))

    def test_window(self):
        policy = {"backoff": CONSTANT, "jitter": "none", "window": "2m"}
        self.assertEqual(self.reason(policy, {"status": 500}, now=60_000), ("backoff", 1, 0))
        self.assertEqual(self.reason(policy, {"status": 500}, now=60_001), ("window", 1, 0))
        self.assertEqual(
            self.reason(policy, {"error": "dns"}, now=60_001, created=-1, dns=1), ("window", 1, 2)
        )
        self.assertEqual(self.reason(policy, {"error": "local"}, now=60_001), ("window", 0, 0))
        self.assertEqual(
            self.reason(policy, {"status": 500}, created=FARTHEST_POINT, now=FARTHEST_POINT),
            ("backoff", 1, 0),
        )
        self.assertEqual(
            self.reason(policy, {"status": 500}, created=FARTHEST_POINT - 60_001, now=FARTHEST_POINT),
            ("window", 1, 0),
        )


class Delays(unittest.TestCase):
    FAILED = {"status": 500}

    def plain(self, backoff, attempts, **rest):
        policy = {"backoff": backoff, "jitter": "none", "maxAttempts": 2**32 - 1, **rest}
        return delay_of(policy, self.FAILED, attempts=attempts)

    def test_backoff(self):
        self.assertEqual([self.plain(CONSTANT, n) for n in (0, 1, 99)], [MINUTE] * 3)
        linear = {"linear": {"step": "10m"}}
        self.assertEqual([self.plain(linear, n) // MINUTE for n in (0, 1, 4, 5, 6)], [10, 20, 50, 60, 60])
        self.assertEqual(
            [self.plain(DOUBLING, n) // 1000 for n in (0, 1, 2, 11, 12, 2**32 - 3)],
            [1, 2, 4, 2048, 3600, 3600],
        )
        ratio = {"exponential": {"base": 5, "factor": [3, 2]}}  # 5, 7, 10, 15, 22, 33
        self.assertEqual([self.plain(ratio, n) for n in range(6)], [5, 7, 10, 15, 22, 33])
        repeat = {"schedule": {"delays": [3, 0, 5], "then": "repeatLast"}}
        self.assertEqual([self.plain(repeat, n) for n in (0, 1, 2, 3, 2**32 - 3)], [3, 0, 5, 5, 5])

    def test_slow_exponential_asked_beyond_its_end(self):
        slow = {
            "backoff": {"exponential": {"base": "1s", "factor": [1001, 1000]}},
            "jitter": "none", "maxAttempts": 3,
        }
        local = {"error": "local"}
        # Each of the 64 steps adds 1 ms at first; up to 1064 the floor adds exactly 1.
        self.assertEqual(delay_of(slow, local, attempts=0), 1000)
        self.assertEqual(delay_of(slow, local, attempts=65), 1064)
        self.assertEqual(delay_of(slow, local, attempts=2**32 - 1), 1064)

    def test_throttle_and_stretch(self):
        policy = {"backoff": CONSTANT, "jitter": "none"}
        self.assertEqual(delay_of(policy, {"status": 429}), 2 * MINUTE)
        self.assertEqual(delay_of({**policy, "throttleFactor": 100}, {"status": 429}), 100 * MINUTE)
        self.assertEqual(delay_of(policy, {"status": 429, "hint": 7}), 7)
        self.assertEqual(delay_of(policy, self.FAILED, stretch=1001), 60_060)
        self.assertEqual(delay_of(policy, {"status": 429}, stretch=10_000), 20 * MINUTE)
        capped = {**policy, "maxDelay": "90s"}
        self.assertEqual(delay_of(capped, {"status": 429}), 90_000)
        odd = {"backoff": {"constant": {"delay": 3}}, "jitter": "none"}
        self.assertEqual(delay_of(odd, self.FAILED, stretch=1333), 3)
        self.assertEqual(delay_of(odd, self.FAILED, stretch=1334), 4)

    def ends(self, jitter, outcome=None, **rest):
        """The lowest and the highest delay, from the lowest and the highest draw."""
        fields = {name: rest.pop(name) for name in ("maxDelay", "backoff") if name in rest}
        policy = {"backoff": {"constant": {"delay": 1001}}, "jitter": jitter, **fields}
        outcome = outcome or self.FAILED
        return tuple(delay_of(policy, outcome, r=r, **rest) for r in (0, TOP))

    def test_jitter(self):
        self.assertEqual(self.ends("none"), (1001, 1001))
        self.assertEqual(self.ends("full"), (0, 1001))
        self.assertEqual(self.ends("equal"), (500, 1001))
        self.assertEqual(self.ends({"proportional": 200}), (801, 1201))
        self.assertEqual(self.ends({"proportional": 1000}), (0, 2002))
        self.assertEqual(self.ends({"additive": {"perMille": 100, "min": 0, "max": 500}}), (1001, 1101))
        self.assertEqual(self.ends({"additive": {"perMille": 100, "min": 200, "max": 500}}), (1001, 1201))
        self.assertEqual(self.ends({"additive": {"perMille": 100, "min": 0, "max": 50}}), (1001, 1051))

    def test_slides_below_the_cap(self):
        self.assertEqual(self.ends({"proportional": 200}, maxDelay=1101), (701, 1101))
        self.assertEqual(self.ends({"proportional": 1000}, maxDelay=1001), (0, 1001))
        self.assertEqual(
            self.ends({"additive": {"perMille": 0, "min": 5000, "max": 5000}}, maxDelay=1500), (0, 1500)
        )
        largest = {"constant": {"delay": LARGEST_LENGTH}}
        self.assertEqual(
            self.ends({"additive": {"perMille": 0, "min": 9, "max": 9}}, backoff=largest),
            (LARGEST_LENGTH - 9, LARGEST_LENGTH),
        )

    def test_decorrelated(self):
        self.assertEqual(self.ends("decorrelated"), (1001, 3003))
        self.assertEqual(self.ends("decorrelated", delay=2000), (1001, 6000))
        self.assertEqual(self.ends("decorrelated", delay=7), (1001, 3003))
        self.assertEqual(self.ends("decorrelated", delay=2000, maxDelay=5000), (1001, 5000))
        self.assertEqual(self.ends("decorrelated", delay=9000, maxDelay=1001), (1001, 1001))
        self.assertEqual(self.ends("decorrelated", {"status": 429}, delay=2000), (1001, 12_000))
        self.assertEqual(self.ends("decorrelated", delay=1111, stretch=1500), (1001, 4999))
        # The attempt number plays no part: base stays the base.
        self.assertEqual(self.ends("decorrelated", backoff=DOUBLING, attempts=3), (1000, 3000))

    def test_mapping_a_draw(self):
        policy = {"backoff": {"constant": {"delay": 9}}, "jitter": "full"}  # 10 values
        for r, expected in ((0, 0), (HALF - 1, 4), (HALF, 5), (TOP, 9), (429_496_729, 0), (429_496_730, 1)):
            self.assertEqual(delay_of(policy, self.FAILED, r=r), expected, r)

    def test_one_draw_even_without_jitter(self):
        for outcome, expected in (({"status": 500}, 1), ({"status": 404}, 0), ({"status": 200}, 0)):
            calls = []
            decide_with(
                read_policy({"backoff": CONSTANT, "jitter": "none"}), new_delivery(0),
                read_outcome(outcome), 0, None, 1000, lambda: calls.append(1) or 0,
            )
            self.assertEqual(len(calls), expected, outcome)

    def test_hint_window(self):
        policy = {"backoff": CONSTANT, "jitter": "none"}
        hinted = {"status": 503, "hint": 1001}
        self.assertEqual([delay_of(policy, hinted, r=r) for r in (0, TOP)], [1001, 1501])
        short = {**policy, "hints": {"longest": 100}}
        self.assertEqual([delay_of(short, hinted, r=r) for r in (0, TOP)], [100, 150])
        long = {**policy, "hints": {"longest": LARGEST_LENGTH, "jitter": 1000}}
        endless = {"status": 503, "retryAfter": "99999999999"}
        self.assertEqual([delay_of(long, endless, r=r) for r in (0, TOP)], [LARGEST_LENGTH] * 2)
        # maxDelay bounds backoff, not a hint.
        self.assertEqual(delay_of({**policy, "maxDelay": "1m"}, {"status": 503, "hint": 61_000}), 61_000)

    def test_at_least(self):
        policy = {"backoff": CONSTANT, "jitter": "none", "hints": {"mode": "atLeast", "jitter": 0}}
        for hint, expected, reason in (
            (MINUTE - 1, MINUTE, "backoff"), (MINUTE, MINUTE, "hint"), (MINUTE + 1, MINUTE + 1, "hint"),
        ):
            decision, _ = run(policy, {"status": 503, "hint": hint})
            self.assertEqual((decision["delay"], decision["reason"]), (expected, reason))
        # A hint too small to count still keeps the throttle factor away.
        decision, _ = run(policy, {"status": 429, "hint": 1})
        self.assertEqual((decision["delay"], decision["reason"]), (MINUTE, "throttled"))


class Retries(unittest.TestCase):
    def test_fields(self):
        decision, after = run(
            {"backoff": CONSTANT, "jitter": "none"}, {"status": 500}, attempts=1, created=5, now=1000
        )
        self.assertEqual(
            decision, {"kind": "retry", "at": 61_000, "delay": MINUTE, "attempt": 3, "reason": "backoff"}
        )
        self.assertEqual(after, Delivery(2, 0, 5, 61_000, MINUTE))

    def test_local(self):
        decision, after = run(
            {"backoff": CONSTANT, "jitter": "none"}, {"error": "local", "hint": 7}, attempts=1
        )
        self.assertEqual((decision["attempt"], decision["reason"]), (2, "local"))
        self.assertEqual((decision["delay"], after.attempts), (7, 1))

    def test_saturation(self):
        policy = {"backoff": CONSTANT, "jitter": "none", "maxAttempts": None, "window": "49d"}
        decision, after = run(
            policy, {"status": 500}, attempts=TOP, created=FARTHEST_POINT, now=FARTHEST_POINT
        )
        self.assertEqual(
            (decision["at"], decision["delay"], decision["attempt"], after.attempts),
            (FARTHEST_POINT, MINUTE, TOP, TOP),
        )


class Deliveries(unittest.TestCase):
    def test_wait(self):
        delivery = Delivery(1, 0, 0, 1000, 300)
        waits = [delivery.wait(now) for now in (-FARTHEST_POINT, 699, 700, 701, 999, 1000, 5000)]
        self.assertEqual(waits, [300, 300, 300, 299, 1, 0, 0])
        self.assertFalse(delivery.due(999))
        self.assertTrue(delivery.due(1000))

    def test_expired(self):
        delivery = Delivery(1, 0, 100, 1000, 300)
        self.assertFalse(delivery.expired(150, 50))
        self.assertTrue(delivery.expired(151, 50))
        self.assertFalse(delivery.expired(FARTHEST_POINT, None))
        self.assertFalse(Delivery(0, 0, FARTHEST_POINT, 0, 0).expired(FARTHEST_POINT, 50))

    def test_rebase(self):
        self.assertEqual(Delivery(1, 2, 100, 400, 300).rebase(350, 0), Delivery(1, 2, -250, 50, 300))
        self.assertEqual(
            Delivery(1, 2, 100, -400, 300).rebase(-FARTHEST_POINT, FARTHEST_POINT),
            Delivery(1, 2, FARTHEST_POINT, FARTHEST_POINT, 300),
        )

    def test_new(self):
        self.assertEqual(new_delivery(7), Delivery(0, 0, 7, 7, 0))


if __name__ == "__main__":
    unittest.main()
