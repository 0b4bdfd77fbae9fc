"""What is read and what is refused, and the numbers underneath."""

import unittest

from by_hand import CONSTANT, DOUBLING, MINUTE, TOP
from case import answer, answer_line
from outcome import class_of, read_outcome
from policy import read_policy
from presets import PRESETS
from reading import LARGEST_LENGTH, Refused, compact_json, hex64, length
from splitmix import derived_draw, fnv1a64, splitmix64


class Numbers(unittest.TestCase):
    def test_lengths_as_text(self):
        for text, expected in (
            ("30s", 30_000), ("2m30s", 150_000), ("48h", 172_800_000), ("250ms", 250),
            ("7d", 604_800_000), ("0s", 0), ("007s", 7_000), ("1d1h1m1s1ms", 90_061_001),
            ("4294967295ms", LARGEST_LENGTH), ("49d17h2m47s295ms", LARGEST_LENGTH),
        ):
            self.assertEqual(length(text, "x"), expected, text)

    def test_lengths_refused(self):
        for value in (
            "", "5", "s", "1s1m", "1s1s", "1 s", "+1s", "-1s", "1.5s", "1S", "1w", "٣s",
            "4294967296ms", "50d", "9" * 5000 + "s", -1, 2**32, 1.0, True, None, [],
        ):
            with self.assertRaises(Refused, msg=repr(value)[:20]):
                length(value, "x")

    def test_seeds_as_text(self):
        self.assertEqual(hex64("0xfF", "seed"), 255)
        self.assertEqual(hex64("0x" + "f" * 16, "seed"), 2**64 - 1)
        for value in ("0x", "0X1", "1", "0x" + "0" * 17, "0xg", "", 1, " 0x1"):
            with self.assertRaises(Refused, msg=value):
                hex64(value, "seed")

    def test_splitmix(self):
        self.assertEqual(splitmix64(0), 0xE220A8397B1DCDAF)
        self.assertEqual(splitmix64(1234567), 6457827717110365317)
        # With S(0) as key and as attempt, every inner state is 0 again.
        self.assertEqual(derived_draw(0, 0xE220A8397B1DCDAF, 0xE220A8397B1DCDAF), 0xE220A839)

    def test_fnv(self):
        self.assertEqual(fnv1a64(""), 0xCBF29CE484222325)
        self.assertEqual(fnv1a64("a"), 0xAF63DC4C8601EC8C)


class Classes(unittest.TestCase):
    def test_table(self):
        for status, expected in (
            (0, "transient"), (199, "transient"), (200, "delivered"), (299, "delivered"),
            (300, "permanent"), (407, "permanent"), (408, "transient"), (409, "permanent"),
            (410, "gone"), (411, "permanent"), (429, "throttled"), (499, "permanent"),
            (500, "transient"), (599, "transient"), (600, "transient"), (65535, "transient"),
        ):
            self.assertEqual(self.class_of({"status": status}), expected, status)
        for error in ("timeout", "refused", "reset", "unreachable", "dns", "tls", "local"):
            self.assertEqual(self.class_of({"error": error}), "transient")
        self.assertEqual(self.class_of({"error": "invalid"}), "permanent")

    def test_exceptions(self):
        classes = {"400-499": "transient", "404": "gone", "tls": "permanent", "0": "permanent"}
        for outcome, expected in (
            ({"status": 400}, "transient"), ({"status": 499}, "transient"),
            ({"status": 404}, "gone"), ({"status": 429}, "transient"),
            ({"status": 399}, "permanent"), ({"status": 500}, "transient"),
            ({"status": 0}, "permanent"), ({"error": "tls"}, "permanent"),
            ({"status": 404, "class": "delivered"}, "delivered"),
        ):
            self.assertEqual(self.class_of(outcome, classes), expected, outcome)

    def class_of(self, outcome, classes=None):
        policy = read_policy({"backoff": CONSTANT, "classes": classes or {}})
        return class_of(read_outcome(outcome), policy.exceptions)


class RefusedPolicies(unittest.TestCase):
    def field_of(self, policy):
        with self.assertRaises(Refused, msg=policy) as caught:
            read_policy(policy)
        return caught.exception.field

    def test_each_rule(self):
        def exponential(base="1s", factor=2, **rest):
            return {"backoff": {"exponential": {"base": base, "factor": factor}}, **rest}

        def constant(**rest):
            return {"backoff": CONSTANT, **rest}

        def schedule(*delays, **rest):
            return {"backoff": {"schedule": {"delays": list(delays)}}, **rest}

        factor = "backoff.exponential.factor"
        for field, policy in (
            ("policy", "noSuchPreset"),
            ("policy", 5),
            ("backoff", {}),
            ("backoff", {"backoff": {}}),
            ("backoff", {"backoff": {**CONSTANT, **DOUBLING}}),
            ("backoff.cubic", {"backoff": {"cubic": {}}}),
            ("backoff.constant.delay", {"backoff": {"constant": {"delay": 0}}}),
            ("backoff.constant.delay", {"backoff": {"constant": {}}}),
            ("backoff.constant.step", {"backoff": {"constant": {"delay": 1, "step": 1}}}),
            ("backoff.linear.step", {"backoff": {"linear": {"step": "0s"}}}),
            ("backoff.exponential.base", exponential(base=0)),
            (factor, exponential(factor=1)),
            (factor, exponential(factor=65536)),
            (factor, exponential(factor=2.0)),
            (factor, exponential(factor=True)),
            (factor, exponential(factor=[2])),
            (factor, exponential(factor=[3, 3])),
            (factor, exponential(factor=[0, 1])),
            (factor, exponential(factor=[65536, 1])),
            (factor, exponential(base=9, factor=[11, 10])),  # 9 · 1.1 = 9.9
            (factor, exponential(factor=[101, 100], maxAttempts=99)),  # 1 h is 823 steps off
            ("backoff.schedule.delays", schedule()),
            ("backoff.schedule.delays", schedule(*[1] * 33)),
            ("backoff.schedule.delays.1", schedule(1, "x")),
            ("backoff.schedule.then", {"backoff": {"schedule": {"delays": [1], "then": "go"}}}),
            ("maxDelay", exponential(base="2h")),
            ("maxDelay", exponential(maxDelay=None)),
            ("maxDelay", exponential(maxDelay=999)),
            ("maxDelay", constant(maxDelay=0)),
            ("maxDelay", schedule(0, maxDelay=0)),
            ("maxDelay", schedule("2s", "1s", maxDelay="1s")),
            ("maxAttempts", constant(maxAttempts=0)),
            ("maxAttempts", constant(maxAttempts=2**32)),
            ("maxAttempts", constant(maxAttempts=None)),
            ("maxAttempts", constant(maxAttempts=True)),
            ("maxAttempts", {"backoff": {"schedule": {"delays": [1, 0], "then": "repeatLast"}},
                             "maxAttempts": None, "window": "1d"}),
            ("window", constant(window=0)),
            ("window", constant(window="50d")),
            ("dnsAttempts", constant(dnsAttempts=0)),
            ("dnsAttempts", constant(dnsAttempts=256)),
            ("throttleFactor", constant(throttleFactor=0)),
            ("throttleFactor", constant(throttleFactor=101)),
            ("jitter", constant(jitter="half")),
            ("jitter", constant(jitter=None)),
            ("jitter", schedule(1, jitter="decorrelated")),
            ("jitter", {"backoff": {"linear": {"step": 1}}, "jitter": "decorrelated"}),
            ("jitter.proportional", constant(jitter={"proportional": 1001})),
            ("jitter.additive.max", constant(jitter={"additive": {"perMille": 0, "min": 0}})),
            ("jitter.additive.min", constant(jitter={"additive": {"perMille": 0, "min": 2, "max": 1}})),
            ("jitter.additive.perMille", constant(jitter={"additive": {"perMille": 1001, "min": 0, "max": 1}})),
            ("hints.longest", constant(hints={"longest": 0})),
            ("hints.mode", constant(hints={"mode": "never"})),
            ("hints.jitter", constant(hints={"jitter": 1001})),
            ("hints.shortest", constant(hints={"shortest": 1})),
            ("classes", constant(classes=[])),
            ("classes", constant(classes={str(status): "gone" for status in range(9)})),
            ("classes.500-599", constant(classes={"500-599": "fine"})),
            ("classes.550-551", constant(classes={"500-599": "gone", "550-551": "gone"})),
            ("classes.599-500", constant(classes={"599-500": "gone"})),
            ("classes.5-5", constant(classes={"5-5": "gone"})),
            ("classes.0409", constant(classes={"0409": "gone"})),
            ("classes.65536", constant(classes={"65536": "gone"})),
            ("classes.oops", constant(classes={"oops": "gone"})),
            ("color", constant(color="red")),
        ):
            self.assertEqual(self.field_of(policy), field, policy)

    def test_just_allowed(self):
        for policy in (
            {"backoff": {"schedule": {"delays": [0]}}},
            {"backoff": {"schedule": {"delays": [1] * 32}}, "maxDelay": None},
            {"backoff": CONSTANT, "maxAttempts": None, "window": 1},
            {"backoff": {"schedule": {"delays": [0]}}, "maxAttempts": None, "window": 1},
            {"backoff": {"schedule": {"delays": [0], "then": "repeatLast"}}},
            {"backoff": {"schedule": {"delays": [0, 1], "then": "repeatLast"}},
             "maxAttempts": None, "window": 1},
            {"backoff": {"exponential": {"base": 9, "factor": [11, 10]}}, "maxDelay": 9},
            {"backoff": {"exponential": {"base": 9, "factor": [11, 10]}}, "maxAttempts": 1},
            # 1000 ms to 1064 ms in steps of 1 ms: exactly 64.
            {"backoff": {"exponential": {"base": 1000, "factor": [1001, 1000]}},
             "maxDelay": 1064, "maxAttempts": 99},
            {"backoff": {"exponential": {"base": 1000, "factor": [1001, 1000]}}, "maxAttempts": 65},
        ):
            read_policy(policy)
        one_more = {"exponential": {"base": 1000, "factor": [1001, 1000]}}
        self.assertEqual(self.field_of({"backoff": one_more, "maxDelay": 1065, "maxAttempts": 99}),
                         "backoff.exponential.factor")
        self.assertEqual(self.field_of({"backoff": one_more, "maxAttempts": 66}),
                         "backoff.exponential.factor")

    def test_presets_are_allowed(self):
        self.assertEqual(len(PRESETS), 17)
        for name in PRESETS:
            read_policy(name)


class Cases(unittest.TestCase):
    CASE = {
        "policy": {"backoff": CONSTANT, "jitter": "none"},
        "delivery": {"v": 1, "attempts": 0, "dns": 0, "createdAt": 0, "nextAt": 0, "delay": 0},
        "outcome": {"status": 500},
        "now": 0,
        "seed": "0x0",
        "key": "0x0",
    }

    def test_answer(self):
        self.assertEqual(
            answer(self.CASE),
            {
                "decision": {"kind": "retry", "at": MINUTE, "delay": MINUTE, "attempt": 2, "reason": "backoff"},
                "after": {"v": 1, "attempts": 1, "dns": 0, "createdAt": 0, "nextAt": MINUTE, "delay": MINUTE},
            },
        )

    def test_derived_jitter_uses_attempts_as_stored(self):
        case = {**self.CASE, "policy": {"backoff": {"constant": {"delay": TOP}}, "jitter": "full"}}
        case["delivery"] = {**self.CASE["delivery"], "attempts": 2}
        # A window of 2^32 values maps the draw to itself.
        expected = splitmix64(splitmix64(splitmix64(0)) ^ 2) >> 32
        self.assertEqual(answer(case)["decision"]["delay"], expected)

    def test_refused(self):
        delivery = self.CASE["delivery"]
        for field, change in (
            ("delivery.v", {"delivery": {**delivery, "v": 2}}),
            ("delivery.id", {"delivery": {**delivery, "id": 2}}),
            ("delivery.dns", {"delivery": {**delivery, "dns": 256}}),
            ("delivery.attempts", {"delivery": {**delivery, "attempts": 2**32}}),
            ("delivery.createdAt", {"delivery": {**delivery, "createdAt": 2**53}}),
            ("outcome", {"outcome": {}}),
            ("outcome", {"outcome": {"status": 1, "error": "dns"}}),
            ("outcome.status", {"outcome": {"status": 65536}}),
            ("outcome.error", {"outcome": {"error": "oops"}}),
            ("outcome.retryAfter", {"outcome": {"error": "dns", "retryAfter": "1"}}),
            ("outcome.date", {"outcome": {"status": 1, "date": 1}}),
            ("outcome.hint", {"outcome": {"status": 1, "hint": -1}}),
            ("outcome.class", {"outcome": {"status": 1, "class": "fine"}}),
            ("now", {"now": 2**53}),
            ("wall", {"wall": 1.5}),
            ("stretch", {"stretch": 999}),
            ("seed", {"seed": 1}),
            ("key", {"key": "0x"}),
            ("more", {"more": 1}),
        ):
            line = compact_json({**self.CASE, **change})
            self.assertEqual(answer_line(line)["error"]["field"], field, line)
        self.assertEqual(answer_line("{")["error"]["field"], "")


if __name__ == "__main__":
    unittest.main()
