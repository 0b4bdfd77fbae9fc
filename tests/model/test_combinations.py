"""The promise of `combinations.py`, counted in the files by what they say, not by names."""

import json
import pathlib
import unittest
from collections import Counter

from building import new_case, vector
from combinations import JITTERS, THREE, of_jitters, of_presets
from forms import DATES, ERROR_FORMS, FORMS, MALFORMED, fields_of
from hints import hint_of
from outcome import CLASSES, ERRORS, class_of, read_outcome
from policy import read_policy
from presets import PRESETS
from source import Source

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "vectors"
CASES_OF_EACH = 5


class Files(unittest.TestCase):
    def test_every_combination_of_a_preset(self):
        counts = _count("preset-*.jsonl", lambda policy: policy)
        self._assert_three_of_each(of_presets(), counts)
        self.assertEqual({axis for axis, *_ in counts}, set(PRESETS))

    def test_every_combination_of_a_kind_of_jitter(self):
        counts = _count("pair-*.jsonl", _jitter) + _count("jitter-*.jsonl", _jitter)
        self._assert_three_of_each(of_jitters(), counts)
        self.assertEqual({axis for axis, *_ in counts}, set(JITTERS))

    def _assert_three_of_each(self, existing, counts):
        existing = {(*one[:2], _without_kind(one[2]), one[3]) for one in existing}
        self.assertEqual(set(counts), existing)
        self.assertGreaterEqual(min(counts.values()), THREE)


class Enumeration(unittest.TestCase):
    def test_no_preset_has_a_combination_that_is_left_out(self):
        existing = set(of_presets())
        for preset in PRESETS:
            source = Source(f"enumeration of {preset}")
            for form in FORMS * CASES_OF_EACH:
                for its_class in CLASSES:
                    result = vector(_any_case(preset, its_class, form, source))
                    self.assertIn((preset, its_class, form, _reason(result)), existing, result)


def _any_case(preset, its_class, form, source):
    """Any outcome of the class, early, late or too late in a delivery's life."""
    policy = read_policy(preset)
    limit = policy.max_attempts or 12
    if form in ERROR_FORMS and source.chance(60):
        outcome = {"error": source.pick(("dns", "local", *ERRORS))}
    else:
        outcome = {"status": source.pick((200, 404, 410, 429, 503))}
    fields, wall = fields_of(form, source.pick((1, 60, 7200, 10**6)), source)
    return new_case(
        "any", preset, {**outcome, "class": its_class, **fields},
        attempts=source.pick((0, 1, max(limit - 2, 0), limit - 1, limit, limit + 5)),
        dns=source.pick((0, 1, 2, 3, 254)),
        delay=source.pick((0, 45_000)),
        now=source.pick((0, 1000, (policy.window or 0) - 1, 10**9)),
        wall=wall,
        stretch=source.pick((1000, 10_000)),
        seed=source.seed_text(),
    )


def _count(pattern, axis_of):
    counts = Counter()
    for path in VECTORS.glob(pattern):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            outcome = read_outcome(case["outcome"])
            its_class = class_of(outcome, read_policy(case["policy"]).exceptions)
            form = _form(case["outcome"], hint_of(outcome, "throttled", case.get("wall")))
            counts[axis_of(case["policy"]), its_class, form, _reason(case)] += 1
    return counts


def _form(outcome, hint):
    """The form by its looks; malformed if it gives no hint."""
    fields = [name for name in outcome if name not in ("status", "error", "class", "date")]
    if not fields:
        return "none"
    (field,) = fields
    if field == "hint":
        return "hint" if hint else "hint-zero"
    if not hint:
        return "malformed"
    text = outcome[field]
    if field == "rateLimit":
        return "rate-limit"
    if field == "rateLimitReset":
        return "rate-limit-reset"
    if field == "xRateLimitReset":
        return "x-reset-unix" if len(text) >= 10 else "x-reset-seconds"
    if text.isdigit():
        return "retry-after-seconds"
    return "retry-after-" + DATES[0 if text[3] == "," else 1 if "-" in text else 2]


def _without_kind(form):
    return "malformed" if form in MALFORMED else form


def _jitter(policy):
    jitter = policy["jitter"]
    return jitter if isinstance(jitter, str) else next(iter(jitter))


def _reason(result):
    return result["decision"].get("reason", result["decision"]["kind"])


if __name__ == "__main__":
    unittest.main()
