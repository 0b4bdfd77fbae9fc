#!/usr/bin/env python3
"""Writes the corpus of policies and rules, or with --check compares it with the files there.

What is wrong with a bad one is said by hand, from the specification; the model must say the same, or
nothing is written. The form that a good one is written in comes from the model.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "model"))

import bad_policies  # noqa: E402
import good_policies  # noqa: E402
import rules_cases  # noqa: E402
from destination.health_report import read_thresholds  # noqa: E402
from destination.rules import read_destination_rules  # noqa: E402
from policy import read_policy  # noqa: E402
from presets import PRESETS  # noqa: E402
from reading import Refused, compact_json  # noqa: E402
from written import written_policy, written_rules, written_thresholds  # noqa: E402

FEWEST = {"policies.jsonl": 500, "rules.jsonl": 500, "thresholds.jsonl": 100}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    files = all_files()
    for name, lines in files.items():
        assert len(lines) >= FEWEST[name], (name, len(lines))
        print(f"{len(lines):6} {name}")
    if check:
        differing = [name for name, lines in files.items() if not _is_there(name, lines)]
        for name in differing:
            print(f"{name}: differs from what tests/policies/generate.py writes")
        sys.exit(1 if differing else 0)
    for name, lines in files.items():
        (HERE / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def all_files():
    """File name to lines."""
    presets = ((f"good/preset/{name}", name) for name in PRESETS)
    return {
        "policies.jsonl": _lines(
            "policy", (*presets, *good_policies.cases()), bad_policies.cases(), read_policy, written_policy,
        ),
        "rules.jsonl": _lines(
            "rules", rules_cases.good_rules(), rules_cases.bad_rules(), read_destination_rules, written_rules,
        ),
        "thresholds.jsonl": _lines(
            "thresholds", rules_cases.good_thresholds(), rules_cases.bad_thresholds(),
            lambda value: read_thresholds(value, ""), written_thresholds,
        ),
    }


def _lines(what, good, bad, read, written):
    cases = {}
    for name, value in good:
        assert name not in cases, name
        cases[name] = {"name": name, what: value, "ok": written(read(value))}
    for name, value, field, says in bad:
        assert name not in cases, name
        _assert_refused(name, value, field, read)
        cases[name] = {"name": name, what: value, "refused": {"field": field, "says": says}}
    return [compact_json(case) for case in cases.values()]


def _assert_refused(name, value, field, read):
    try:
        read(value)
    except Refused as refused:
        # Where ranges overlap, the model names the later one, and the page allows that.
        named = "classes" if "overlap" in refused.message else refused.field
        assert named == field, f"{name}: the model names {named!r}, not {field!r}"
    else:
        raise AssertionError(f"{name}: the model reads it")


def _is_there(name, lines):
    path = HERE / name
    return path.exists() and path.read_text(encoding="utf-8") == "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
